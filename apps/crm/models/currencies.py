"""What a unit of other currencies is worth, since when.

https://help.salesforce.com/s/articleView?id=platform.administration_about_advanced_currency_management.htm
"""

from __future__ import annotations

from sqlalchemy.orm import Mapped

from workworld.apps.crm.models.records import SYSTEM_MODSTAMP, Record
from workworld.apps.crm.schema import columns
from workworld.apps.crm.schema.objects import sobject

_READ_ONLY = {"is_setup": True, "createable": False, "updateable": False, "deletable": False}


@sobject(
    "CurrencyType",
    "Currency Type",
    "Currency Types",
    "01L",
    computed=(SYSTEM_MODSTAMP,),
    **_READ_ONLY,
)
class CurrencyType(Record):
    """A currency, and how many of its units one of the organisation's buys today."""

    __tablename__ = "crm_currency_types"

    code: Mapped[str] = columns.text("IsoCode", "Currency ISO Code", 3, is_name=True)
    rate: Mapped[float] = columns.number("ConversionRate", "Conversion Rate", 6)
    decimals: Mapped[int] = columns.integer("DecimalPlaces", "Decimal Places")
    is_active: Mapped[bool] = columns.checkbox("IsActive", "Active")
    is_corporate: Mapped[bool] = columns.checkbox("IsCorporate", "Corporate Currency")


@sobject(
    "DatedConversionRate",
    "Dated Conversion Rate",
    "Dated Conversion Rates",
    "04w",
    computed=(SYSTEM_MODSTAMP,),
    **_READ_ONLY,
)
class DatedConversionRate(Record):
    """How many units of a currency one of the organisation's bought in some days."""

    __tablename__ = "crm_dated_rates"

    code: Mapped[str] = columns.text("IsoCode", "Currency ISO Code", 3)
    start_date: Mapped[str] = columns.date("StartDate", "Start Date")
    next_start_date: Mapped[str] = columns.date("NextStartDate", "Next Start Date")
    """The first day on which another rate holds."""
    rate: Mapped[float] = columns.number("ConversionRate", "Conversion Rate", 6)
