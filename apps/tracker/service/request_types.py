"""Request types: what customers may ask a service desk for, and what its form asks them."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, Field

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker import numbers
from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import Project, RequestType
from workworld.apps.tracker.service import (
    access,
    creation,
    desk_parts,
    field_input,
    projects,
    screens,
    site,
)
from workworld.apps.tracker.service.doors import PROGRAMS
from workworld.apps.tracker.service.place import Place
from workworld.apps.tracker.service.screens import ScreenField
from workworld.apps.tracker.types import Name, NumberedId, ProjectRef, ShortText
from workworld.context import Context, Surface
from workworld.operations import Effect, operation
from workworld.shapes import CLOSED

RequestTypeId = Annotated[NumberedId, Field(description="A request type's id.")]
Icon = Annotated[
    str, Field(description="The name of its picture.", max_length=40, pattern=r"^[a-z0-9-]*$")
]
Group = Annotated[str, Field(description="Under which heading the portal shows it.", max_length=60)]
_DOORS = (Surface.UI, Surface.MCP)
_MOST_FIELDS = 30
_UNASKED = (f.ASSIGNEE, f.REPORTER, f.PARENT, f.TIME_TRACKING, f.SECURITY, f.FLAGGED, f.SPRINT)
"""Fields that customers are never asked for."""


class FormField(BaseModel):
    """A field of a request type's form."""

    model_config = CLOSED

    field: Annotated[str, Field(description="The field's id.", max_length=64)]
    label: Annotated[
        str, Field(description="What customers read; else its name.", max_length=100)
    ] = ""
    help: Annotated[str, Field(description="Stands below it.", max_length=500)] = ""
    required: Annotated[bool, Field(description="Whether it must be filled in.")] = False


_SUMMARY = (FormField(field=f.SUMMARY, required=True),)
FormFields = Annotated[
    Sequence[FormField],
    Field(description="What its form asks for, in order.", max_length=_MOST_FIELDS),
]
StatusWords = Annotated[
    dict[str, str],
    Field(description="What customers read instead of a status's name, by its id."),
]


@dataclass(frozen=True, slots=True)
class AskedField:
    """A field of a form, and what may be filled in."""

    id: str
    label: str
    help: str
    is_required: bool
    field: ScreenField


@operation(Effect.READ, scope="read:jira-work")
def list(
    ctx: Context,
    *,
    project: ProjectRef,
    text: Annotated[str, Field(description="Occurs in name or description.", max_length=255)] = "",
) -> Sequence[RequestType]:
    """List what may be asked of a service desk; customers see what the portal shows."""
    row = desk_parts.desk(ctx, project)
    found = desk_parts.of_project(ctx, RequestType, row.id)
    may_hidden = access.has(ctx, names.BROWSE, row.id)
    lowered = text.strip().lower()
    return [
        each
        for each in found
        if (may_hidden or not each.is_hidden)
        and (lowered in each.name.lower() or lowered in each.description.lower())
    ]


@operation(Effect.READ, scope="read:jira-work", doors=PROGRAMS)
def info(ctx: Context, *, request_type_id: RequestTypeId) -> RequestType:
    """Look one request type up."""
    return desk_parts.known(ctx, RequestType, request_type_id)


@operation(Effect.READ, scope="read:jira-work")
def form(ctx: Context, *, request_type_id: RequestTypeId) -> Sequence[AskedField]:
    """List what the form of a request type asks for, and what may be filled in."""
    row = desk_parts.known(ctx, RequestType, request_type_id)
    place = place_of(ctx, row)
    asked = {each["field"]: each for each in row.fields}
    shown = field_input.showing(place, asked)
    described = {each.id: each for each in screens.described(ctx, place, [*asked], shown)}
    return [
        AskedField(
            field,
            said["label"] or described[field].name,
            said["help"],
            said["required"] or field == f.SUMMARY,
            described[field],
        )
        for field, said in asked.items()
        if field in described
    ]


@operation(Effect.WRITE, scope="manage:jira-project")
def create(
    ctx: Context,
    *,
    project: ProjectRef,
    name: Name,
    issue_type: Annotated[str, Field(description="The issues' type: its id or name.")],
    description: ShortText = "",
    help_text: ShortText = "",
    icon: Icon = "circle-question-mark",
    group_name: Group = "General",
    fields: FormFields = _SUMMARY,
) -> RequestType:
    """Add something that customers may ask a service desk for, behind what there is."""
    desk = desk_parts.run(ctx, project)
    row = RequestType(
        id=numbers.next_id(ctx.ids, "request type"),
        project_id=desk.id,
        name=desk_parts.good_name(ctx, RequestType, desk.id, name),
        description=description.strip(),
        help_text=help_text.strip(),
        icon=icon or "circle-question-mark",
        group_name=group_name.strip() or "General",
        issue_type_id=creation.type_in(ctx, desk, issue_type).id,
        position=desk_parts.next_place(ctx, RequestType, desk.id),
        fields=_good_fields(ctx, desk, fields),
        status_words={},
        is_hidden=False,
    )
    ctx.session.add(row)
    desk_parts.changed(ctx, desk.id)
    return row


# The vendor's API has no endpoint that edits one.
@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def edit(
    ctx: Context,
    *,
    request_type_id: RequestTypeId,
    name: Annotated[Name | None, Field(description="A new name.")] = None,
    description: ShortText | None = None,
    help_text: ShortText | None = None,
    icon: Icon | None = None,
    group_name: Group | None = None,
    fields: FormFields | None = None,
    status_words: StatusWords | None = None,
    is_hidden: Annotated[bool | None, Field(description="Whether portals leave it out.")] = None,
    place: Annotated[
        int | None, Field(description="Its place among the others, from 0.", ge=0, le=1000)
    ] = None,
) -> RequestType:
    """Change what customers may ask for; whatever is left out stays as it is."""
    row = desk_parts.changing(ctx, RequestType, request_type_id)
    if name is not None:
        row.name = desk_parts.good_name(ctx, RequestType, row.project_id, name, row.id)
    texts = {
        "description": description,
        "help_text": help_text,
        "group_name": group_name,
        "icon": icon,
    }
    for column, value in texts.items():
        if value is not None:
            setattr(row, column, value.strip())
    if fields is not None:
        row.fields = _good_fields(ctx, projects.known(ctx, row.project_id), fields)
    if status_words is not None:
        known = site.statuses(ctx)
        row.status_words = {
            id: said.strip()[:60] for id, said in status_words.items() if id in known
        }
    if is_hidden is not None:
        row.is_hidden = is_hidden
    if place is not None:
        desk_parts.put_at(ctx, RequestType, row, place)
    desk_parts.changed(ctx, row.project_id)
    return row


@operation(Effect.WRITE, scope="manage:jira-project")
def delete(ctx: Context, *, request_type_id: RequestTypeId) -> None:
    """Delete a request type; requests of it stay, and are of none."""
    row = desk_parts.changing(ctx, RequestType, request_type_id)
    ctx.session.delete(row)
    desk_parts.changed(ctx, row.project_id)


def status_word(ctx: Context, row: RequestType | None, status_id: str) -> str:
    """What customers read of a status."""
    said = row.status_words.get(status_id, "") if row is not None else ""
    return said or site.statuses(ctx)[status_id].name


def place_of(ctx: Context, row: RequestType) -> Place:
    """Where issues of a request type are made."""
    return Place(projects.known(ctx, row.project_id), site.issue_types(ctx)[row.issue_type_id])


def _good_fields(
    ctx: Context, project: Project, fields: Sequence[FormField]
) -> builtins.list[dict[str, Any]]:
    customs = [id for id, row in site.custom_fields(ctx).items() if row.kind != "formula"]
    known = {*f.EDITABLE, *customs}
    found: dict[str, dict[str, Any]] = {}
    for each in fields:
        if each.field not in known or each.field in _UNASKED:
            said = f"Customers of {project.name} cannot be asked for '{each.field}'."
            raise desk_parts.wrong(RequestType, said, "fields")
        found[each.field] = {
            "field": each.field,
            "label": each.label.strip(),
            "help": each.help.strip(),
            "required": each.required or each.field == f.SUMMARY,
        }
    if f.SUMMARY not in found:
        raise desk_parts.wrong(RequestType, "The form must ask for the summary.", "fields")
    return [*found.values()]
