"""What follows from a transition: the status, the resolution, the history, and what rules do."""

from __future__ import annotations

from typing import Any

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Issue, Status
from workworld.apps.tracker.service import (
    creation,
    edits,
    field_history,
    field_values,
    issue_news,
    links,
    projects,
    sight,
    site,
    sprint_changes,
    transition_rules,
    watchers,
)
from workworld.apps.tracker.service.history import Item
from workworld.apps.tracker.service.place import Place
from workworld.apps.tracker.service.transition_rules import Attempted, Rule
from workworld.context import Context


def go(ctx: Context, attempted: Attempted) -> None:
    """Move an issue on by a transition that was found possible."""
    issue, statuses = attempted.issue, site.statuses(ctx)
    former, to = statuses[issue.status_id], statuses[attempted.transition.to_id]
    project = projects.known(ctx, issue.project_id)
    by_rule = transition_rules.outcome(ctx, attempted, project)
    resolution = transition_rules.resolution_after(ctx, attempted, to, by_rule)
    also = move(ctx, issue, to, resolution)
    wanted = {
        field: value
        for field, value in {**attempted.given, **by_rule}.items()
        if field != f.RESOLUTION
    }
    before = {field: field_values.current(ctx, issue, field) for field in wanted}
    edits.put(ctx, issue, before, wanted, also)
    issue_news.tell(
        ctx,
        "tracker.issue_transitioned",
        issue,
        transition_id=attempted.transition.id,
        from_status_id=former.id,
        to_status_id=to.id,
        is_done=to.category == "done",
        was_done=former.category == "done",
        resolution_id=issue.resolution_id,
    )
    _do_more(ctx, attempted)


def move(ctx: Context, issue: Issue, to: Status, resolution_id: str | None) -> list[Item]:
    """Give an issue a status and the resolution that goes with it.

    Returns:
        What the history is to say of it.
    """
    former = site.statuses(ctx)[issue.status_id]
    now_us, items = ctx.clock.now_us(), []
    if former.id != to.id:
        items += field_history.items(ctx, f.STATUS, former.id, to.id)
        issue.status_id, issue.status_changed_us = to.id, now_us
    if issue.resolution_id != resolution_id:
        items += field_history.items(ctx, f.RESOLUTION, issue.resolution_id, resolution_id)
        issue.resolved_us = None if resolution_id is None else issue.resolved_us or now_us
        issue.resolution_id = resolution_id
    was_done, is_done = former.category == "done", to.category == "done"
    sprint_changes.note_status(ctx, issue, was_done=was_done, is_done=is_done)
    return items


def _do_more(ctx: Context, attempted: Attempted) -> None:
    """What post functions do beside setting fields."""
    for rule in transition_rules.effects(attempted.transition, "link"):
        _create_linked(ctx, attempted.issue, rule)
    for rule in transition_rules.effects(attempted.transition, "webhook"):
        facts = {"url": rule["url"], "transition_id": attempted.transition.id}
        issue_news.tell(ctx, "tracker.webhook_fired", attempted.issue, **facts)


def _create_linked(ctx: Context, issue: Issue, rule: Rule) -> Issue:
    """Create an issue in the same project, and link it."""
    project = projects.known(ctx, issue.project_id)
    place = Place(project, creation.type_in(ctx, project, rule["issue_type"]))
    values: dict[str, Any] = {f.SUMMARY: f"{rule['summary']}: {issue.summary}"[:255]}
    made = creation.make(ctx, place, values)
    watchers.begin_by_habit(ctx, made.id, [ctx.actor.person_id])
    ctx.session.flush()  # the link is made between rows that are read
    link_type = links.type_of(ctx, rule["type"])
    links.join(ctx, link_type, sight.read(ctx, made.id), sight.read(ctx, issue.id))
    issue_news.tell(ctx, "tracker.issue_created", made, component_ids=[], parent_id=None)
    return made
