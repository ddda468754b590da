"""Clones: issues made after the image of others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import (
    creation,
    field_input,
    field_values,
    issue_news,
    links,
    records,
    sight,
    site,
    watchers,
)
from workworld.apps.tracker.service.field_checks import is_assignable
from workworld.apps.tracker.service.place import Place
from workworld.context import Context
from workworld.errors import Conflict

CLONES = "Cloners"
"""The link type whose source is the clone."""
PREFIX = "CLONE - "
_OWN = (f.TYPE, f.STATUS, f.RESOLUTION, f.REPORTER, f.SPRINT, f.FLAGGED)
"""What a clone has of its own."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a clone is to be."""

    summary: str | None = None
    with_subtasks: bool = False
    with_links: bool = False
    with_sprint: bool = False


def clone(ctx: Context, original: Issue, place: Place, wanted: Wanted) -> Issue:
    """Clone an issue that the caller sees, where they may create one."""
    record = records.records(ctx, [original])[0]
    values = _values(ctx, place, record.values)
    values[f.SUMMARY] = _summary(ctx, place, wanted.summary, original.summary)
    if wanted.with_sprint and not place.is_subtask:
        values[f.SPRINT] = original.sprint_id
    made = _make(ctx, place, values, original)
    if wanted.with_links:
        _link_alike(ctx, made, record)
    if wanted.with_subtasks:
        for part in record.subtasks:
            _clone_part(ctx, made, place, sight.read(ctx, part.id))
    return made


def _make(ctx: Context, place: Place, values: Mapping[str, Any], original: Issue) -> Issue:
    made = creation.make(ctx, place, values)
    watchers.begin_by_habit(ctx, made.id, [ctx.actor.person_id])
    issue_news.tell(
        ctx,
        "tracker.issue_created",
        made,
        component_ids=[*values.get(f.COMPONENTS, ())],
        parent_id=made.parent_id,
    )
    if made.assignee_id is not None:
        issue_news.tell_assigned(ctx, made, None)
    link_type = [each for each in site.link_types(ctx).values() if each.name == CLONES]
    if link_type:
        links.join(ctx, link_type[0], made, original)
    return made


def _clone_part(ctx: Context, whole: Issue, place: Place, part: Issue) -> None:
    kind = site.issue_types(ctx)[part.type_id]
    below = Place(place.project, kind)
    values = _values(ctx, below, records.records(ctx, [part])[0].values)
    _make(ctx, below, values | {f.PARENT: whole.id}, part)


def _values(ctx: Context, place: Place, held: Mapping[str, Any]) -> dict[str, Any]:
    """What a clone holds: all that the original does, but for what is its own."""
    customs = site.custom_fields(ctx)
    found = {
        field: value
        for field, value in held.items()
        if field not in _OWN
        and (field in f.EDITABLE or (field in customs and customs[field].kind != "formula"))
        and not field_values.is_empty(value)
    }
    if f.TIME_TRACKING in found:
        original = found[f.TIME_TRACKING]["original"]
        found[f.TIME_TRACKING] = {"original": original, "remaining": original}
    assignee = found.get(f.ASSIGNEE)
    if assignee is None:
        found[f.ASSIGNEE] = None
    elif not is_assignable(ctx, assignee, place.project.id):
        del found[f.ASSIGNEE]
    return found


def _summary(ctx: Context, place: Place, wanted: str | None, original: str) -> str:
    """What a clone is called.

    Raises:
        Invalid: ``invalid_fields``.
    """
    text = f"{PREFIX}{original}"[:255] if wanted is None else wanted
    shown = field_input.showing(place, [f.SUMMARY])
    given = field_input.Input(ctx, place, shown)
    given.take(f.SUMMARY, text)
    found: str = given.finish()[f.SUMMARY]
    return found


def _link_alike(ctx: Context, made: Issue, record: records.Record) -> None:
    for shown in record.links:
        if shown.type.name == CLONES:
            continue
        ends = (made, shown.other) if shown.is_outward else (shown.other, made)
        try:
            links.put(ctx, shown.type, *ends)
        except Conflict:  # two links that say the same
            continue
