"""How records of others are shared with the caller: by default, by rules, by hand, with teams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import (
    Select,
    select,
)

from workworld.apps.crm.models import (
    AccountTeamMember,
    GroupMember,
    OpportunityTeamMember,
    Share,
    SharingDefault,
    SharingRule,
)
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import people
from workworld.context import Context
from workworld.database import constant, given, rows_of

READ, EDIT, ALL = "Read", "Edit", "All"
_LEVELS = ("", READ, EDIT, ALL)
TEAMS = {
    "Account": (AccountTeamMember, "account_id"),
    "Opportunity": (OpportunityTeamMember, "opportunity_id"),
}
_shares = Share.__table__.c
_rules = SharingRule.__table__.c
_members = GroupMember.__table__.c
_DEFAULTS = constant(select(SharingDefault.__table__))
_BY_RULES = constant(
    select(_rules.sobject, _members.user_id, _rules.access)
    .join(SharingRule.__table__, _rules.source_group_id == _members.group_id)
    .where(_rules.target_group_id.in_(given("groups")))
    .order_by(_members.user_id, _rules.access.desc())
)


def default(ctx: Context, sobject: SObject) -> str:
    """How far everybody may go with records of an object that nobody shared with them."""
    known: dict[str, str] = ctx.remembered(
        "crm sharing defaults",
        lambda: {row.sobject: row.access for row in rows_of(ctx.session, _DEFAULTS, {})},
    )
    return known.get(sobject.name, "Private")


def by_hand(ctx: Context) -> Select[tuple[str]]:
    """The records that somebody shared with the caller, or with a group of theirs."""
    grantees = [people.me(ctx).id, *people.groups(ctx)]
    return select(_shares.record_id).where(_shares.grantee_id.in_(grantees))


def of_teams(ctx: Context, sobject: SObject) -> Select[tuple[str]]:
    """The records on whose team the caller is."""
    model, column = TEAMS[sobject.name]
    team = model.__table__.c
    together = (team.user_id == people.me(ctx).id, ~team.is_deleted, team.access != "None")
    return select(team[column]).where(*together)


def ruled(ctx: Context, sobject: SObject) -> Mapping[str, str]:
    """Whose records of an object rules share with the caller, and how far."""
    known: Mapping[str, Mapping[str, str]] = ctx.remembered(
        "crm sharing rules", lambda: _by_rules(ctx)
    )
    return known.get(sobject.name, {})


def _by_rules(ctx: Context) -> Mapping[str, Mapping[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for row in rows_of(ctx.session, _BY_RULES, {"groups": people.groups(ctx)}):
        held = found.setdefault(row.sobject, {})
        held[row.user_id] = higher(held.get(row.user_id, ""), row.access)
    return found


def granted(ctx: Context, sobject: SObject, record_id: str) -> Sequence[str]:
    """How far the record's shares and its team go for the caller."""
    grantees = [people.me(ctx).id, *people.groups(ctx)]
    shares = select(_shares.access).where(
        _shares.record_id == record_id, _shares.grantee_id.in_(grantees)
    )
    found = list(ctx.session.scalars(shares))
    if sobject.name in TEAMS:
        model, column = TEAMS[sobject.name]
        team = model.__table__.c
        query = select(team.access).where(
            team[column] == record_id, team.user_id == people.me(ctx).id, ~team.is_deleted
        )
        found += ctx.session.scalars(query)
    return found


def higher(*levels: str) -> str:
    """The highest of levels; what is no level, such as ``None``, counts for nothing."""
    known = [each for each in levels if each in _LEVELS]
    return max(known, key=_LEVELS.index, default="")
