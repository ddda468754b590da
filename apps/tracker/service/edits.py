"""Changing fields of an issue: what is asked for, what it conflicts with, what it entails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import (
    creation,
    field_history,
    field_input,
    field_values,
    formula_values,
    history,
    issue_news,
    projects,
    site,
    sprint_changes,
    sprint_members,
    texts,
    watchers,
)
from workworld.apps.tracker.service.field_checks import AUTOMATIC
from workworld.apps.tracker.service.history import Item
from workworld.apps.tracker.service.place import Place
from workworld.context import Context
from workworld.errors import Conflict, Problem


def apply(
    ctx: Context,
    issue: Issue,
    fields: Mapping[str, Any],
    changes: Sequence[Mapping[str, Any]] = (),
    version: int | None = None,
) -> Sequence[str]:
    """Change fields of an issue that its screen has.

    Args:
        ctx: whose step it is.
        issue: the object.
        fields: what they are to hold.
        changes: ``field``, ``verb`` and ``value`` each; they build upon ``fields``.
        version: the issue's as the caller read it; None if they do not mind.

    Returns:
        The fields that hold something else now.

    Raises:
        Invalid: ``invalid_fields``.
        Conflict: ``version_conflict``, ``circular_parent``.
    """
    shown = field_input.screen(ctx, issue.project_id, issue.type_id)
    before = current(ctx, issue, [*fields, *(change["field"] for change in changes)])
    given = field_input.Input(ctx, _place(ctx, issue), shown)
    for field, raw in _wanted(given, before, fields, changes).items():
        given.take(field, raw, before.get(field))
    values = given.finish()
    if version is not None:
        _require_unchanged(ctx, issue, version, values)
    return put(ctx, issue, before, values)


def apply_anyway(ctx: Context, issue: Issue, fields: Mapping[str, Any]) -> Sequence[str]:
    """The same for fields that may be changed whatever the screen has."""
    place = _place(ctx, issue)
    before = current(ctx, issue, fields)
    given = field_input.Input(ctx, place, field_input.showing(place, fields))
    for field, raw in fields.items():
        given.take(field, raw, before[field])
    return put(ctx, issue, before, given.finish())


def put(
    ctx: Context,
    issue: Issue,
    before: Mapping[str, Any],
    values: Mapping[str, Any],
    also: Sequence[Item] = (),
) -> Sequence[str]:
    """Let fields hold values that were checked, write the history, and tell of it.

    Args:
        ctx: whose step it is.
        issue: the object.
        before: what each of the fields holds.
        values: what they are to hold.
        also: what else the same change of the history says.

    Returns:
        The fields that hold something else now.
    """
    wanted = {**values}
    if wanted.get(f.ASSIGNEE) == AUTOMATIC:
        wanted[f.ASSIGNEE] = _automatic(ctx, issue, wanted)
    changed = {field: new for field, new in wanted.items() if new != before[field]}
    items = [*also]
    for field, new in changed.items():
        items += field_values.put(ctx, issue, field, before[field], new)
    formula_values.follow(ctx, issue, changed)
    history.note(ctx, issue, items)
    if changed:
        _follow_up(ctx, issue, before, changed)
    return [*changed]


def _follow_up(
    ctx: Context, issue: Issue, before: Mapping[str, Any], changed: Mapping[str, Any]
) -> None:
    """Do what follows from changes of fields, and tell of them."""
    if f.PARENT in changed and site.issue_types(ctx)[issue.type_id].level < 0:
        sprint_members.follow(ctx, issue, ctx.session.get(Issue, issue.parent_id))
    if f.STORY_POINTS in changed:
        sprint_changes.note_estimate(ctx, issue)
    if changed.get(f.ASSIGNEE):
        watchers.begin_by_habit(ctx, issue.id, [changed[f.ASSIGNEE]])
    if f.PARENT in changed and before[f.PARENT] is not None:
        ctx.touch(f"tracker.issue:{before[f.PARENT]}")
    issue_news.tell(ctx, "tracker.issue_updated", issue, fields=[*changed])
    if f.ASSIGNEE in changed:
        issue_news.tell_assigned(ctx, issue, before[f.ASSIGNEE])
    if f.DESCRIPTION in changed:
        already = texts.mentions_in(before[f.DESCRIPTION])
        mentioned = texts.mentions_in(changed[f.DESCRIPTION])
        issue_news.tell_mentioned(ctx, issue, mentioned, already)


def _place(ctx: Context, issue: Issue) -> Place:
    project = projects.known(ctx, issue.project_id)
    return Place(project, site.issue_types(ctx)[issue.type_id], issue)


def current(
    ctx: Context, issue: Issue, fields: Sequence[str] | Mapping[str, Any]
) -> dict[str, Any]:
    """What an issue holds in fields, of those that can be edited at all."""
    customs = site.custom_fields(ctx)
    known = [field for field in fields if field in f.EDITABLE or field in customs]
    return {field: field_values.current(ctx, issue, field) for field in known}


def _wanted(
    given: field_input.Input,
    before: Mapping[str, Any],
    fields: Mapping[str, Any],
    changes: Sequence[Mapping[str, Any]],
) -> Mapping[str, Any]:
    """What fields are to hold after all changes, one upon the other."""
    wanted = dict(fields)
    for change in changes:
        field, verb = change["field"], change["verb"]
        if field in before:
            held = wanted.get(field, before[field])
            try:
                wanted[field] = field_values.combined(change["value"], verb, held)
            except ValueError:
                given.refuse(field, f"Field '{field}' holds one value: it can only be set.")
        else:
            wanted[field] = change["value"]
    return wanted


def _automatic(ctx: Context, issue: Issue, wanted: Mapping[str, Any]) -> str | None:
    parts = wanted.get(f.COMPONENTS)
    if parts is None:
        parts = field_values.current(ctx, issue, f.COMPONENTS)
    return creation.automatic_assignee(ctx, projects.known(ctx, issue.project_id), parts)


def _require_unchanged(ctx: Context, issue: Issue, version: int, values: Mapping[str, Any]) -> None:
    """See to it that nobody has changed the same fields since the caller has read the issue.

    Raises:
        Conflict: ``version_conflict``, with both values of each field.
    """
    theirs: dict[str, str] = {}
    for change in history.since(ctx, issue, version):
        theirs |= {_field_of(item.field_id): change.author_id for item in change.items}
    problems = []
    people = site.people(ctx, theirs.values())
    for field, wanted in values.items():
        held = field_values.current(ctx, issue, field)
        if field not in theirs or held == wanted:
            continue
        author = people[theirs[field]].name if theirs[field] in people else "Somebody"
        problems.append(
            Problem(
                f"{author} has changed {field_input.label(ctx, field)} meanwhile: it is now"
                f" '{field_history.in_words(ctx, field, held)}', and you wanted"
                f" '{field_history.in_words(ctx, field, wanted)}'.",
                field,
            )
        )
    if problems:
        said = " ".join(problem.what for problem in problems)
        raise Conflict("version_conflict", said, problems=problems)


def _field_of(field_id: str) -> str:
    """The field that an item of the history is of: both estimates stand in one."""
    estimates = ("timeoriginalestimate", "timeestimate")
    return f.TIME_TRACKING if field_id in estimates else field_id
