"""Screens: which fields somebody may fill in when they create, edit or move an issue on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker import permission_names
from workworld.apps.tracker.models import ProjectField
from workworld.apps.tracker.service import (
    access,
    creation,
    field_checks,
    field_choices,
    field_input,
    field_places,
    formula_values,
    projects,
    sight,
    site,
)
from workworld.apps.tracker.service.field_choices import Choice
from workworld.apps.tracker.service.place import Place
from workworld.apps.tracker.types import IssueRef, ProjectRef
from workworld.context import Context
from workworld.operations import Effect, operation

KINDS: Mapping[str, str] = {
    f.SUMMARY: "text",
    f.DESCRIPTION: "paragraph",
    f.ENVIRONMENT: "paragraph",
    f.PRIORITY: "priority",
    f.ASSIGNEE: "user",
    f.REPORTER: "user",
    f.LABELS: "labels",
    f.COMPONENTS: "components",
    f.FIX_VERSIONS: "versions",
    f.AFFECTS_VERSIONS: "versions",
    f.PARENT: "parent",
    f.DUE_DATE: "date",
    f.START_DATE: "date",
    f.TIME_TRACKING: "timetracking",
    f.SECURITY: "security",
    f.STORY_POINTS: "number",
    f.SPRINT: "sprint",
    f.FLAGGED: "flag",
    f.RESOLUTION: "resolution",
    f.COMMENT: "comment",
}
"""The kind of each field that every site has; those of a site's own are ``CustomField.kind``."""


@dataclass(frozen=True, slots=True)
class ScreenField:
    """A field of a screen."""

    id: str
    name: str
    kind: str
    is_required: bool = False
    allowed: Sequence[Choice] | None = None
    """What may be chosen; None if it is not chosen from a list."""
    has_default: bool = False
    """Whether it holds something if nothing is filled in."""
    default: Any = None
    """Of a field of the site's own, what that is, as it is kept."""


@operation(Effect.READ, scope="read:jira-work")
def create_screen(
    ctx: Context,
    *,
    project_id: ProjectRef,
    type_id: Annotated[
        str, Field(description="Id or name of a type of issues.", min_length=1, max_length=255)
    ],
) -> Sequence[ScreenField]:
    """List the fields that a new issue of a project and a type may have, in order."""
    project = projects.known(ctx, project_id)
    access.require_has(ctx, permission_names.CREATE, project.id)
    place = Place(project, creation.type_in(ctx, project, type_id))
    return of_place(ctx, place)


@operation(Effect.READ, scope="read:jira-work")
def edit_screen(ctx: Context, *, issue: IssueRef) -> Sequence[ScreenField]:
    """List the fields of an issue that the caller may edit, in order; none if they may not."""
    row = sight.read(ctx, issue)
    project = projects.known(ctx, row.project_id)
    if not access.may(ctx, permission_names.EDIT, row):
        return []
    return of_place(ctx, Place(project, site.issue_types(ctx)[row.type_id], row))


def of_place(ctx: Context, place: Place) -> Sequence[ScreenField]:
    """The fields of the screens of a place which the caller may set."""
    shown = field_input.screen(ctx, place.project.id, place.type.id)
    computed = {
        id for id, row in site.custom_fields(ctx).items() if row.kind == formula_values.KIND
    }
    may_be_set = [
        id for id in shown if id not in computed and not field_checks.why_not_set(ctx, place, id)
    ]
    if place.type.level > 0:
        may_be_set = [id for id in may_be_set if id not in (f.PARENT, f.SPRINT)]
    if place.is_subtask:
        may_be_set = [id for id in may_be_set if id != f.SPRINT]
        may_be_set += [f.PARENT] if f.PARENT not in may_be_set else []
    return described(ctx, place, may_be_set, shown)


def described(
    ctx: Context, place: Place, ids: Iterable[str], shown: Mapping[str, ProjectField]
) -> Sequence[ScreenField]:
    """Fields as a screen has them.

    Args:
        ctx: whose screen it is.
        place: where they are.
        ids: which ones, in order; unknown ones are left out.
        shown: says which of them must hold something.
    """
    found = []
    customs, there = site.custom_fields(ctx), field_places.at(ctx, place.project.id, place.type.id)
    for id in ids:
        kind = kind_of(ctx, id)
        if kind is None or (id in customs and id not in there):
            continue
        default = there[id].default if id in there else None
        must = field_input.is_required(shown, id) or (id == f.PARENT and place.is_subtask)
        allowed = field_choices.of_field(ctx, place.project, id)
        found.append(
            ScreenField(
                id,
                field_input.label(ctx, id),
                kind,
                must,
                None if allowed is None else [each for each in allowed if each.is_open],
                default is not None or id in (f.PRIORITY, f.REPORTER, f.ASSIGNEE),
                default,
            )
        )
    return found


def kind_of(ctx: Context, field_id: str) -> str | None:
    """The kind of a field; None if there is no such field that screens may hold."""
    custom = site.custom_fields(ctx).get(field_id)
    return custom.kind if custom is not None else KINDS.get(field_id)
