"""What users are to sell in a quarter, and what managers believe of it.

https://help.salesforce.com/s/articleView?id=sales.forecasts3_overview.htm
"""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base

_USERS = "crm_users.id"


class Quota(Base):
    """What a user is to sell in a fiscal quarter, with those whom they lead."""

    __tablename__ = "crm_quotas"

    user_id: Mapped[str] = mapped_column(ForeignKey(_USERS), primary_key=True)
    start_date: Mapped[str] = mapped_column(primary_key=True)
    """The first day of the quarter."""
    amount: Mapped[int]
    """In hundredths of the organisation's currency."""
    set_by_id: Mapped[str] = mapped_column(ForeignKey(_USERS))
    set_us: Mapped[int]


class ForecastAdjustment(Base):
    """What a user puts instead of a figure of a forecast: their own one, or one of whom they lead.

    It counts in the forecast of whoever made it, and of those above them.
    """

    __tablename__ = "crm_forecast_adjustments"

    made_by_id: Mapped[str] = mapped_column(ForeignKey(_USERS), primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey(_USERS), primary_key=True)
    """Whose figure it is."""
    start_date: Mapped[str] = mapped_column(primary_key=True)
    """The first day of the quarter."""
    figure: Mapped[str] = mapped_column(primary_key=True)
    """``commit`` or ``best_case``."""
    amount: Mapped[int]
    """In hundredths of the organisation's currency."""
    note: Mapped[str] = mapped_column(default="")
    made_us: Mapped[int]
