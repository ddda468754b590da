"""Territories: into which part of the market accounts fall, and who works it.

https://help.salesforce.com/s/articleView?id=sales.tm2_territory_mgmt_overview.htm
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, ForeignKey, FromClause, Index, literal
from sqlalchemy.orm import Mapped, mapped_column

from workworld.apps.crm.models.records import SYSTEM_MODSTAMP, Record
from workworld.apps.crm.schema import columns
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import sobject
from workworld.apps.crm.schema.picklists import ASSOCIATION_CAUSES
from workworld.database import Base


@sobject(
    "Territory2",
    "Territory",
    "Territories",
    "0MI",
    computed=(SYSTEM_MODSTAMP,),
    is_setup=True,
    createable=False,
    updateable=False,
    deletable=False,
)
class Territory(Record):
    """A part of the market; accounts that fit its criteria fall into it."""

    __tablename__ = "crm_territories"

    name: Mapped[str] = columns.text("Name", "Label", 80, is_name=True)
    developer_name: Mapped[str] = columns.text("DeveloperName", "Territory Name", 80)
    parent_id: Mapped[str | None] = columns.lookup(
        "ParentTerritory2Id",
        "Parent Territory",
        "Territory2",
        "crm_territories",
        "ParentTerritory2",
        children="ChildTerritories",
    )
    account_access: Mapped[str] = columns.text("AccountAccessLevel", "Account Access", 40)
    """``Read`` or ``Edit``: what its members may do with its accounts."""
    opportunity_access: Mapped[str] = columns.text(
        "OpportunityAccessLevel", "Opportunity Access", 40
    )
    """``None``, ``Read`` or ``Edit``."""
    description: Mapped[str | None] = columns.text("Description", "Description", 1_000)
    position: Mapped[int] = mapped_column(default=1)
    """Of those whose criteria an account fits, it falls into the first."""
    formula: Mapped[str] = mapped_column(default="FALSE")
    """Over an account's fields."""
    is_active: Mapped[bool] = mapped_column(default=True)


BY_RULE, BY_HAND = ASSOCIATION_CAUSES
"""Why an account lies in a territory: it fits its criteria, or somebody says so."""


def _sobject_type(_table: FromClause) -> ColumnElement[str]:
    return literal("Account")


@sobject(
    "ObjectTerritory2Association",
    "Assigned Territory",
    "Assigned Territories",
    "0ta",
    computed=(
        Field(
            "SobjectType",
            "Object Type",
            Kind.STRING,
            length=40,
            compute=_sobject_type,
            createable=False,
            updateable=False,
        ),
        SYSTEM_MODSTAMP,
    ),
    parent="ObjectId",
    updateable=False,
)
class AccountTerritory(Record):
    """An account lies in a territory: because it fits its criteria, or because somebody says so.

    https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_objectterritory2association.htm
    """

    __tablename__ = "crm_account_territories"
    __table_args__ = (
        Index(None, "account_id", "territory_id"),
        Index(None, "territory_id", "account_id"),
    )

    account_id: Mapped[str] = columns.lookup(
        "ObjectId",
        "Account",
        "Account",
        "crm_accounts",
        "Object",
        children="ObjectTerritory2Associations",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    territory_id: Mapped[str] = columns.lookup(
        "Territory2Id",
        "Territory",
        "Territory2",
        "crm_territories",
        children="ObjectTerritory2Associations",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    cause: Mapped[str] = columns.picklist(
        "AssociationCause",
        "Method",
        "territory association cause",
        default=BY_HAND,
        is_restricted=True,
        updateable=False,
        is_nillable=False,
    )


class TerritoryMember(Base):
    """A user works a territory."""

    __tablename__ = "crm_territory_members"
    __table_args__ = (Index(None, "user_id"), Index(None, "territory_id", "user_id", unique=True))

    id: Mapped[str] = mapped_column(primary_key=True)
    territory_id: Mapped[str] = mapped_column(ForeignKey("crm_territories.id"))
    user_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"))
    role: Mapped[str] = mapped_column(default="")
