"""The accounts that contacts work for besides the one that they name themselves.

https://help.salesforce.com/s/articleView?id=sales.shared_contacts_overview.htm
"""

from __future__ import annotations

from sqlalchemy import Boolean, ColumnElement, FromClause, Index, literal
from sqlalchemy.orm import Mapped

from workworld.apps.crm.models.records import SYSTEM_MODSTAMP, Record
from workworld.apps.crm.schema import columns
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import sobject


def _is_direct(_table: FromClause) -> ColumnElement[bool]:
    return literal(value=False, type_=Boolean)


@sobject(
    "AccountContactRelation",
    "Account Contact Relationship",
    "Account Contact Relationships",
    "07k",
    computed=(
        Field(
            "IsDirect",
            "Direct",
            Kind.BOOLEAN,
            is_nillable=False,
            compute=_is_direct,
            createable=False,
            updateable=False,
        ),
        SYSTEM_MODSTAMP,
    ),
    parent="AccountId",
)
class AccountContactRelation(Record):
    """What a contact is to an account besides their own one.

    Queries find the direct ones as well: those to the accounts that contacts name themselves.
    https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_accountcontactrelation.htm
    """

    __tablename__ = "crm_account_contact_relations"
    __table_args__ = (Index(None, "account_id"), Index(None, "contact_id"))

    account_id: Mapped[str] = columns.lookup(
        "AccountId",
        "Account",
        "Account",
        "crm_accounts",
        children="AccountContactRelations",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    contact_id: Mapped[str] = columns.lookup(
        "ContactId",
        "Contact",
        "Contact",
        "crm_contacts",
        children="AccountContactRelations",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    roles: Mapped[str | None] = columns.multipicklist("Roles", "Roles", "contact roles")
    is_active: Mapped[bool] = columns.checkbox("IsActive", "Active", default=True)
    start_date: Mapped[str | None] = columns.date("StartDate", "Start Date")
    end_date: Mapped[str | None] = columns.date("EndDate", "End Date")
