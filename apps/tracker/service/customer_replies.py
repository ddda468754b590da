"""A customer's answer gives a request that waited for it back to those who work on it."""

from __future__ import annotations

from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import Issue, Transition
from workworld.apps.tracker.service import (
    access,
    desk_parts,
    projects,
    site,
    status_changes,
    transition_rules,
    transitions,
)
from workworld.apps.tracker.service.transition_rules import Attempted
from workworld.context import Context, Event
from workworld.events import on

WAITING, ANSWERED = "Waiting for Customer", "Waiting for Support"


@on("tracker.comment_added")
def _give_back(ctx: Context, event: Event) -> None:
    """Move a request on in its customer's name, who need not be allowed to move issues."""
    issue_id, project_id = event.facts["issue_id"], event.facts["project_id"]
    if not event.facts["is_public"] or _moves_too(ctx, issue_id):
        return
    if projects.known(ctx, project_id).kind != desk_parts.DESK:
        return
    if access.has(ctx, names.SERVE, project_id):
        return
    issue = ctx.session.get_one(Issue, issue_id)
    way = _way_back(ctx, issue)
    if way is None:
        return
    attempted = Attempted(issue, way, {}, has_comment=True)
    if not transition_rules.problems(ctx, attempted):
        status_changes.go(ctx, attempted)


def _moves_too(ctx: Context, issue_id: str) -> bool:
    """Whether the comment belongs to a transition, such as the one that asks the customer."""
    return any(
        each.kind == "tracker.issue_transitioned" and each.facts["issue_id"] == issue_id
        for each in ctx.events
    )


def _way_back(ctx: Context, issue: Issue) -> Transition | None:
    statuses = site.statuses(ctx)
    if statuses[issue.status_id].name != WAITING:
        return None
    ways = transitions.ways_of(ctx, issue)
    return next((way for way in ways if statuses[way.to_id].name == ANSWERED), None)
