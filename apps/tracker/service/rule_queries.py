"""Issues that rules ask for by JQL: those of the place where a rule holds, that its actor sees."""

from __future__ import annotations

from collections.abc import Sequence

from workworld.apps.tracker.jql import parse
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import search
from workworld.context import Context
from workworld.database import rows_of
from workworld.errors import Invalid
from workworld.permissions import sight_of, visible

_issues = Issue.__table__.c
MOST = 101
"""One more than a rule goes through, so that it can say that there are more."""


def found(ctx: Context, scope_id: str, jql: str) -> Sequence[str]:
    """Ids of what a query finds where a rule holds, in the query's order.

    Raises:
        Invalid: the query makes no sense.
    """
    query = visible(Issue).with_only_columns(_issues.id)
    if scope_id:
        query = query.where(_issues.project_id == scope_id)
    query = query.where(search.condition(ctx, jql)).order_by(*search.ordering(ctx, jql))
    return [row.id for row in rows_of(ctx.session, query.limit(MOST), sight_of(ctx))]


def fits(ctx: Context, issue_id: str, jql: str) -> bool:
    """Whether a query finds an issue.

    Raises:
        Invalid: the query makes no sense.
    """
    return bool(search.matching(ctx, jql=jql, issue_ids=[issue_id]))


def require_sound(ctx: Context, jql: str) -> None:
    """See to it that a query makes sense; one with values in it is read when the rule runs.

    Raises:
        Invalid: it makes none.
    """
    if "{{" in jql:
        return
    if parse(jql).where is None:
        raise Invalid("invalid_rule", "Say which issues: the query names none in particular.")
    search.check(ctx, jql=jql)
