"""Who has to do with deals and accounts besides their owners: contacts with a role, and teams.

https://help.salesforce.com/s/articleView?id=sales.teamselling_def.htm
"""

from __future__ import annotations

from sqlalchemy import Index
from sqlalchemy.orm import Mapped

from workworld.apps.crm.models.records import SYSTEM_MODSTAMP, Record
from workworld.apps.crm.schema import columns
from workworld.apps.crm.schema.objects import sobject


@sobject(
    "OpportunityContactRole",
    "Contact Role",
    "Contact Roles",
    "00K",
    computed=(SYSTEM_MODSTAMP,),
    parent="OpportunityId",
)
class OpportunityContactRole(Record):
    """What a contact is to a deal."""

    __tablename__ = "crm_opportunity_contact_roles"
    __table_args__ = (Index(None, "opportunity_id"), Index(None, "contact_id"))

    opportunity_id: Mapped[str] = columns.lookup(
        "OpportunityId",
        "Opportunity",
        "Opportunity",
        "crm_opportunities",
        children="OpportunityContactRoles",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    contact_id: Mapped[str] = columns.lookup(
        "ContactId",
        "Contact",
        "Contact",
        "crm_contacts",
        children="OpportunityContactRoles",
        required=True,
        is_nillable=False,
    )
    role: Mapped[str | None] = columns.picklist("Role", "Role", "contact roles")
    is_primary: Mapped[bool] = columns.checkbox("IsPrimary", "Primary")


@sobject(
    "OpportunityTeamMember",
    "Opportunity Team Member",
    "Opportunity Team",
    "00q",
    computed=(SYSTEM_MODSTAMP,),
    parent="OpportunityId",
)
class OpportunityTeamMember(Record):
    """A user who works on a deal besides its owner."""

    __tablename__ = "crm_opportunity_team"
    __table_args__ = (Index(None, "opportunity_id", "user_id"), Index(None, "user_id"))

    opportunity_id: Mapped[str] = columns.lookup(
        "OpportunityId",
        "Opportunity",
        "Opportunity",
        "crm_opportunities",
        children="OpportunityTeamMembers",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    user_id: Mapped[str] = columns.user(
        "UserId", "User", required=True, updateable=False, is_nillable=False
    )
    role: Mapped[str | None] = columns.picklist("TeamMemberRole", "Member Role", "team role")
    access: Mapped[str] = columns.picklist(
        "OpportunityAccessLevel", "Access", "access level", default="Read"
    )
    split: Mapped[float | None] = columns.percent("Split__c", "Split (%)")


@sobject(
    "AccountTeamMember",
    "Account Team Member",
    "Account Team",
    "01M",
    computed=(SYSTEM_MODSTAMP,),
    parent="AccountId",
)
class AccountTeamMember(Record):
    """A user who works with an account besides its owner."""

    __tablename__ = "crm_account_team"
    __table_args__ = (Index(None, "account_id", "user_id"), Index(None, "user_id"))

    account_id: Mapped[str] = columns.lookup(
        "AccountId",
        "Account",
        "Account",
        "crm_accounts",
        children="AccountTeamMembers",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    user_id: Mapped[str] = columns.user(
        "UserId", "User", required=True, updateable=False, is_nillable=False
    )
    role: Mapped[str | None] = columns.picklist("TeamMemberRole", "Team Role", "team role")
    access: Mapped[str] = columns.picklist(
        "AccountAccessLevel", "Account Access", "access level", default="Read"
    )
