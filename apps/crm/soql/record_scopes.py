"""``USING SCOPE``: whose records a query finds.

https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql_select_using_scope.htm
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, select

from workworld.apps.crm.models import AccountTeamMember, GroupMember, OpportunityTeamMember
from workworld.apps.crm.soql.joins import Level
from workworld.apps.crm.soql.tree import (
    Query,
)
from workworld.apps.crm.soql.wording import MALFORMED

_TEAMS = {
    "Account": (AccountTeamMember, "account_id"),
    "Opportunity": (OpportunityTeamMember, "opportunity_id"),
}


def scoped(level: Level, query: Query) -> list[ColumnElement[bool]]:
    """The condition of ``USING SCOPE``."""
    if query.scope in ("", "everything"):
        return []
    sobject, me = level.sobject, level.scope.me_id
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
