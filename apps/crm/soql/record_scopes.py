"""``USING SCOPE``: whose records a query finds.

https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql_select_using_scope.htm
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, Select, select

from workworld.apps.crm.models import (
    AccountTeamMember,
    AccountTerritory,
    GroupMember,
    OpportunityTeamMember,
    Territory,
    TerritoryMember,
)
from workworld.apps.crm.soql.joins import Level
from workworld.apps.crm.soql.tree import Query
from workworld.apps.crm.soql.wording import MALFORMED

_TEAMS = {
    "Account": (AccountTeamMember, "account_id"),
    "Opportunity": (OpportunityTeamMember, "opportunity_id"),
}
_MINE, _MY_TEAMS = "my_territory", "my_team_territory"
_members, _territories = TerritoryMember.__table__.c, Territory.__table__.c
_lies = AccountTerritory.__table__.c


def scoped(level: Level, query: Query) -> list[ColumnElement[bool]]:
    """The condition of ``USING SCOPE``.

    Raises:
        QueryRefused: the object's records have no such scope.
    """
    if query.scope in ("", "everything"):
        return []
    sobject, me = level.sobject, level.scope.me_id
    if query.scope in (_MINE, _MY_TEAMS) and sobject.name in _TEAMS:
        return [_lying(level, query.scope == _MY_TEAMS)]
    if not sobject.has_owner or query.scope not in ("mine", "mine_and_my_groups", "team"):
        said = f"Scope '{query.scope}' is not supported for {sobject.name}"
        raise level.scope.refusal(MALFORMED, said, query.at)
    mine: ColumnElement[bool] = level.table.c.owner_id == me
    if query.scope == "team" and sobject.name in _TEAMS:
        model, column = _TEAMS[sobject.name]
        team = model.__table__.c
        among = select(team[column]).where(team.user_id == me, ~team.is_deleted)
        return [mine | level.id.in_(among)]
    if query.scope == "mine":
        return [mine]
    members = GroupMember.__table__.c
    in_groups = select(members.group_id).where(members.user_id == me)
    return [mine | level.table.c.owner_id.in_(in_groups)]


def _lying(level: Level, is_teams: bool) -> ColumnElement[bool]:
    """Whether an account or a deal lies in a territory that the caller works, or one below."""
    territories = _worked(level.scope.me_id, is_teams)
    if level.sobject.name == "Opportunity":
        found: ColumnElement[bool] = level.table.c.territory_id.in_(territories)
        return found
    here = select(_lies.account_id).where(_lies.territory_id.in_(territories), ~_lies.is_deleted)
    return level.id.in_(here)


def _worked(me_id: str, is_teams: bool) -> Select[tuple[str]]:
    """The active territories that a user works, and with their team those below."""
    is_used = _territories.is_active & ~_territories.is_deleted
    mine = select(_territories.id).where(
        is_used,
        _territories.id.in_(select(_members.territory_id).where(_members.user_id == me_id)),
    )
    if not is_teams:
        return mine
    worked = mine.cte("worked", recursive=True)
    below = select(_territories.id).where(is_used, _territories.parent_id == worked.c.id)
    return select(worked.union(below).c.id)
