"""Whether values fit the fields that every site has; each check gives the value as it is kept.

The words of refusals are the vendor's where they are known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import bindparam, select

from workworld.apps.tracker import durations, permission_names
from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Issue, ProjectAccess
from workworld.apps.tracker.permission_names import BIT
from workworld.apps.tracker.service import access, field_choices, sight, site
from workworld.apps.tracker.service.place import Place, Unfit
from workworld.apps.tracker.service.value_checks import (
    chosen,
    day,
    document,
    labels,
    number,
    several,
    text,
)
from workworld.context import Context
from workworld.database import constant, rows_of
from workworld.directory.models import Person

AUTOMATIC = "-1"
"""The assignee who is chosen by the project's rule."""
_access = ProjectAccess.__table__.c
_GRANTED = constant(
    select(_access.granted).where(
        _access.person_id == bindparam("person"), _access.project_id == bindparam("project")
    )
)
Check = Callable[[Context, Place, Any], Any]


def person(ctx: Context, raw: Any) -> Person:
    """Somebody who works here."""
    found = site.people(ctx, [raw]).get(raw) if isinstance(raw, str) else None
    if found is None:
        raise Unfit(f"User '{raw}' does not exist.")
    if found.is_deactivated:
        raise Unfit(f"User '{found.name}' is no longer active.")
    return found


def is_assignable(ctx: Context, person_id: str, project_id: str) -> bool:
    """Whether issues of a project may be given to somebody."""
    values = {"person": person_id, "project": project_id}
    rows = rows_of(ctx.session, _GRANTED, values)
    return bool(rows) and bool(rows[0].granted & BIT[permission_names.ASSIGNABLE])


def _summary(_ctx: Context, _place: Place, raw: Any) -> str:
    line = text(raw if raw is not None else "", "Summary")
    if not line:
        raise Unfit("You must specify a summary of the issue.")
    return line


def _document(ctx: Context, _place: Place, raw: Any) -> dict[str, Any] | None:
    return document(ctx, raw)


def _day(_ctx: Context, _place: Place, raw: Any) -> str | None:
    return day(raw)


def _priority(ctx: Context, place: Place, raw: Any) -> str:
    choices = field_choices.of_field(ctx, place.project, f.PRIORITY) or ()
    return chosen(raw, choices, "Priority")


def _resolution(ctx: Context, place: Place, raw: Any) -> str | None:
    if raw is None:
        return None
    choices = field_choices.of_field(ctx, place.project, f.RESOLUTION) or ()
    return chosen(raw, choices, "Resolution")


def _security(ctx: Context, place: Place, raw: Any) -> str | None:
    if raw is None:
        return None
    choices = field_choices.of_field(ctx, place.project, f.SECURITY) or ()
    return chosen(raw, choices, "Security level")


def _assignee(ctx: Context, place: Place, raw: Any) -> str | None:
    if raw in (None, "", AUTOMATIC):
        return raw or None
    found = person(ctx, raw)
    if not is_assignable(ctx, found.id, place.project.id):
        raise Unfit(f"User '{found.name}' cannot be assigned issues.")
    return found.id


def _reporter(ctx: Context, _place: Place, raw: Any) -> str:
    if raw is None:
        raise Unfit("Reporter is required.")
    return person(ctx, raw).id


def _labels(_ctx: Context, _place: Place, raw: Any) -> list[str]:
    return labels(raw)


def _ids_in(field: str, name: str, column: str) -> Check:
    """A check of ids, each of a choice of the field."""

    def check(ctx: Context, place: Place, raw: Any) -> list[str]:
        wanted = several(raw, name)
        choices = field_choices.of_field(ctx, place.project, field) or ()
        return sorted(chosen(each, choices, column, place.had) for each in wanted)

    return check


def _points(_ctx: Context, _place: Place, raw: Any) -> float | None:
    found = number(raw, "Story Points")
    if found is not None and found < 0:
        raise Unfit("Story Points can't be less than 0.")
    return found


def _flagged(_ctx: Context, _place: Place, raw: Any) -> bool:
    if not isinstance(raw, bool):
        raise Unfit("Flagged must be true or false.")
    return raw


def _time(_ctx: Context, place: Place, raw: Any) -> dict[str, int | None]:
    """Both estimates; one that is not given stays as it is."""
    if not isinstance(raw, Mapping) or not set(raw) <= {"original", "remaining"}:
        raise Unfit("Time tracking has an original and a remaining estimate.")
    for amount in raw.values():
        if amount is None:
            continue
        is_whole = isinstance(amount, int) and not isinstance(amount, bool)
        if not is_whole or not 0 <= amount <= durations.LONGEST:
            raise Unfit(f"Invalid time duration entered: {amount}.")
    issue = place.issue
    original = raw.get("original", issue.original_estimate if issue else None)
    usual = issue.remaining_estimate if issue else original
    if issue is not None and not issue.time_spent and usual is None:
        usual = original  # nothing was done of it yet
    return {"original": original, "remaining": raw.get("remaining", usual)}


def _parent(ctx: Context, place: Place, raw: Any) -> str | None:
    """What the issue is a part of: an epic, or of a sub-task an issue of its project."""
    if raw in (None, ""):
        if place.is_subtask:
            raise Unfit("Issue type is a sub-task but parent issue key or id not specified.")
        return None
    parent = sight.found(ctx, str(raw))
    if parent is None:
        raise Unfit(f"Issue '{raw}' does not exist or you do not have permission to see it.")
    fits_below(ctx, place, parent)
    return parent.id


def fits_below(ctx: Context, place: Place, parent: Issue) -> None:
    """See to it that an issue may be a part of another one.

    Raises:
        Unfit: ``circular_parent``, or the levels of their types do not follow each other.
    """
    if place.issue is not None and place.issue.id in (parent.id, parent.parent_id):
        said = f"'{place.issue.key}' cannot be its own parent, or the parent of its parent."
        raise Unfit(said, "circular_parent")
    kind = site.issue_types(ctx)[parent.type_id]
    if kind.level != place.type.level + 1:
        raise Unfit(
            f"'{parent.key}' is of type {kind.name}: it cannot be the parent of"
            f" an issue of type {place.type.name}."
        )
    if place.is_subtask and parent.project_id != place.project.id:
        raise Unfit(f"A sub-task is in the project of its parent: '{parent.key}' is in another.")


def _sprint(ctx: Context, place: Place, raw: Any) -> int | None:
    had = place.issue.sprint_id if place.issue else None
    if place.is_subtask and raw != had:
        raise Unfit("Sub-tasks are in the sprint of their parent.")
    if raw is None:
        return None
    if place.type.level > 0:
        raise Unfit("An epic is in no sprint: put the issues below it into one instead.")
    is_number = isinstance(raw, int) and not isinstance(raw, bool) and 0 < raw < 2**53
    found = field_choices.any_sprint(ctx, raw) if is_number else None
    if found is None:
        open_ones = field_choices.of_field(ctx, place.project, f.SPRINT) or ()
        chosen(raw, open_ones, "Sprint")
        raise Unfit(f"Sprint with id '{raw}' does not exist.")
    if found.state == "closed":
        raise Unfit(f"The sprint '{found.name}' is closed: issues cannot be put into it.")
    return found.id


CHECKS: Mapping[str, Check] = {
    f.SUMMARY: _summary,
    f.DESCRIPTION: _document,
    f.ENVIRONMENT: _document,
    f.PRIORITY: _priority,
    f.ASSIGNEE: _assignee,
    f.REPORTER: _reporter,
    f.LABELS: _labels,
    f.COMPONENTS: _ids_in(f.COMPONENTS, "Components", "Component"),
    f.FIX_VERSIONS: _ids_in(f.FIX_VERSIONS, "Fix versions", "Version"),
    f.AFFECTS_VERSIONS: _ids_in(f.AFFECTS_VERSIONS, "Affects versions", "Version"),
    f.PARENT: _parent,
    f.DUE_DATE: _day,
    f.START_DATE: _day,
    f.TIME_TRACKING: _time,
    f.SECURITY: _security,
    f.STORY_POINTS: _points,
    f.SPRINT: _sprint,
    f.FLAGGED: _flagged,
    f.RESOLUTION: _resolution,  # on screens of transitions alone
}
"""The check of each field."""

NEEDS: Mapping[str, str] = {
    f.ASSIGNEE: permission_names.ASSIGN,
    f.REPORTER: permission_names.MODIFY_REPORTER,
    f.SECURITY: permission_names.SET_SECURITY,
    f.SPRINT: permission_names.SCHEDULE,
}
"""What somebody must be permitted besides editing, to set a field."""


def why_not_set(ctx: Context, place: Place, field: str) -> str | None:
    """Why the caller may not set a field that the screen has, or None if they may."""
    needed = NEEDS.get(field)
    if needed is None:
        return None
    if place.issue is not None:
        allowed = access.may(ctx, needed, place.issue)
    else:
        allowed = access.has(ctx, needed, place.project.id)
    return None if allowed else access.denied(needed).message
