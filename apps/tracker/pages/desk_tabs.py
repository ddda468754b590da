"""What tabs of a service desk's settings list, ask and save: one class for each kind of part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import CannedReply, Queue, RequestType, Sla
from workworld.apps.tracker.service import (
    canned_replies,
    desk_parts,
    field_input,
    projects,
    queues,
    request_types,
    site,
)
from workworld.apps.tracker.service.queues import Counted
from workworld.context import Context
from workworld.doors.web import nothing, page

Form = Any
"""A form's fields, as Werkzeug has them."""


@dataclass(frozen=True, slots=True)
class Line:
    """A part in the list of a tab."""

    id: str
    name: str
    note: str
    badge: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """Something that a form asks for."""

    name: str
    label: str
    kind: str = "text"
    """``text``, ``area``, ``select``, ``many`` or ``check``."""
    value: str = ""
    chosen: Sequence[tuple[str, str]] = ()
    choices: Sequence[tuple[str, str]] = ()
    hint: str = ""
    is_required: bool = False


class RequestTypes:
    """What customers may ask for."""

    frame = "request-types"
    title = "Request types"
    one = "request type"
    icon = "inbox"
    purpose = "What customers may ask for on the portal, and what its form asks them."
    moves = True

    def lines(self, project: str) -> Sequence[Line]:
        """They in their order."""

        def present(_ctx: Context, rows: Sequence[RequestType]) -> list[Line]:
            return [
                Line(
                    row.id,
                    row.name,
                    f"{row.group_name} · {row.description}",
                    "Hidden" if row.is_hidden else "",
                )
                for row in rows
            ]

        found: list[Line] = page(request_types.list, present, project=project)
        return found

    def asked(self, project: str, part_id: str) -> Sequence[Asked]:
        """What the form of one asks."""

        def present(ctx: Context, _rows: Any) -> list[Asked]:
            desk = desk_parts.desk(ctx, project)
            row = desk_parts.known(ctx, RequestType, part_id) if part_id else None
            fields = [
                (each, field_input.label(ctx, each))
                for each in (
                    f.SUMMARY,
                    f.DESCRIPTION,
                    f.PRIORITY,
                    f.COMPONENTS,
                    f.LABELS,
                    f.DUE_DATE,
                )
            ]
            customs = site.custom_fields(ctx).values()
            fields += [(each.id, each.name) for each in customs if each.kind != "formula"]
            held = {each["field"]: each for each in row.fields} if row else {f.SUMMARY: {}}
            kinds = [(each.id, each.name) for each in projects.types_of(ctx, desk.id)]
            names = dict(fields)
            return [
                Asked("name", "Name", value=row.name if row else "", is_required=True),
                Asked("description", "Description", value=row.description if row else ""),
                Asked(
                    "group_name",
                    "Heading on the portal",
                    value=row.group_name if row else "General",
                ),
                *(
                    []
                    if row
                    else [Asked("issue_type", "Issue type", "select", kinds[0][0], choices=kinds)]
                ),
                Asked(
                    "help_text", "What stands above its form", "area", row.help_text if row else ""
                ),
                Asked(
                    "fields",
                    "Its form asks for",
                    "many",
                    chosen=[(each, names.get(each, each)) for each in held],
                    choices=fields,
                    hint="In this order; the summary is always asked",
                ),
                Asked(
                    "required",
                    "Must be filled in",
                    "many",
                    chosen=[
                        (k, names.get(k, k)) for k, each in held.items() if each.get("required")
                    ],
                    choices=fields,
                ),
                *(
                    [Asked("hidden", "Portals leave it out", "check", "1" if row.is_hidden else "")]
                    if row
                    else []
                ),
            ]

        found: list[Asked] = page(request_types.list, present, project=project)
        return found

    def save(self, project: str, part_id: str, form: Form) -> None:
        """Keep one."""
        given = _texts(form, "name", "description", "group_name", "help_text")

        def accept(ctx: Context, said: Any) -> Any:
            row = desk_parts.known(ctx, RequestType, part_id) if part_id else None
            held = {each["field"]: each for each in row.fields} if row else {}
            required = form.getlist("required")
            fields = [
                {**held.get(each, {}), "field": each, "required": each in required}
                for each in dict.fromkeys([f.SUMMARY, *form.getlist("fields")])
                if each
            ]
            return {**said, "fields": fields}

        if part_id:
            given["is_hidden"] = "hidden" in form
            given["request_type_id"] = part_id
            page(request_types.edit, nothing, accept=accept, **given)
        else:
            given |= {"project": project, "issue_type": form.get("issue_type", "")}
            page(request_types.create, nothing, accept=accept, **given)

    def move(self, part_id: str, place: int) -> None:
        """Put one elsewhere among the others."""
        page(request_types.edit, nothing, request_type_id=part_id, place=place)

    def delete(self, part_id: str) -> None:
        """Delete one."""
        page(request_types.delete, nothing, request_type_id=part_id)


class Queues:
    """The lists that agents work through."""

    frame = "queues"
    title = "Queues"
    one = "queue"
    icon = "list"
    purpose = "Lists of requests that agents work through, by queries in JQL."
    moves = True

    def lines(self, project: str) -> Sequence[Line]:
        """They in their order."""

        def present(_ctx: Context, rows: Sequence[Counted]) -> list[Line]:
            return [Line(each.queue.id, each.queue.name, each.queue.jql) for each in rows]

        found: list[Line] = page(queues.list, present, project=project, with_count=False)
        return found

    def asked(self, project: str, part_id: str) -> Sequence[Asked]:
        """What the form of one asks."""

        def present(ctx: Context, _rows: Any) -> list[Asked]:
            desk = desk_parts.desk(ctx, project)
            row = desk_parts.known(ctx, Queue, part_id) if part_id else None
            known = [(id, id.replace("_", " ").capitalize()) for id in queues.KNOWN_COLUMNS]
            known += [(f"sla:{s.id}", s.name) for s in desk_parts.of_project(ctx, Sla, desk.id)]
            names = dict(known)
            columns = row.columns if row else queues.USUAL_COLUMNS
            return [
                Asked("name", "Name", value=row.name if row else "", is_required=True),
                Asked(
                    "jql",
                    "Query",
                    "area",
                    row.jql if row else "resolution = Unresolved",
                    hint="Of this project's issues alone",
                    is_required=True,
                ),
                Asked(
                    "columns",
                    "Columns",
                    "many",
                    chosen=[(each, names.get(each, each)) for each in columns],
                    choices=known,
                    hint="Beside type, key and summary",
                ),
            ]

        found: list[Asked] = page(queues.list, present, project=project, with_count=False)
        return found

    def save(self, project: str, part_id: str, form: Form) -> None:
        """Keep one."""
        given = _texts(form, "name", "jql")
        given["columns"] = [each for each in form.getlist("columns") if each]
        if part_id:
            page(queues.edit, nothing, queue_id=part_id, **given)
        else:
            page(queues.create, nothing, project=project, **given)

    def move(self, part_id: str, place: int) -> None:
        """Put one elsewhere among the others."""
        page(queues.edit, nothing, queue_id=part_id, place=place)

    def delete(self, part_id: str) -> None:
        """Delete one."""
        page(queues.delete, nothing, queue_id=part_id)


class Replies:
    """Answers that agents give again and again."""

    frame = "canned-replies"
    title = "Canned replies"
    one = "canned reply"
    icon = "message-square"
    purpose = "Answers that agents put into a reply and change there as they like."
    moves = True

    def lines(self, project: str) -> Sequence[Line]:
        """They in their order."""

        def present(_ctx: Context, rows: Sequence[CannedReply]) -> list[Line]:
            return [Line(row.id, row.name, " ".join(row.text.split())[:120]) for row in rows]

        found: list[Line] = page(canned_replies.list, present, project=project)
        return found

    def asked(self, project: str, part_id: str) -> Sequence[Asked]:
        """What the form of one asks."""

        def present(ctx: Context, _rows: Any) -> list[Asked]:
            row = desk_parts.known(ctx, CannedReply, part_id) if part_id else None
            variables = ", ".join(f"{{{{{each}}}}}" for each in canned_replies.VARIABLES)
            return [
                Asked("name", "Name", value=row.name if row else "", is_required=True),
                Asked(
                    "text",
                    "Text",
                    "area",
                    row.text if row else "",
                    hint=f"Markdown. Variables: {variables}",
                    is_required=True,
                ),
            ]

        found: list[Asked] = page(canned_replies.list, present, project=project)
        return found

    def save(self, project: str, part_id: str, form: Form) -> None:
        """Keep one."""
        given = _texts(form, "name", "text")
        if part_id:
            page(canned_replies.edit, nothing, canned_reply_id=part_id, **given)
        else:
            page(canned_replies.create, nothing, project=project, **given)

    def move(self, part_id: str, place: int) -> None:
        """Put one elsewhere among the others."""
        page(canned_replies.edit, nothing, canned_reply_id=part_id, place=place)

    def delete(self, part_id: str) -> None:
        """Delete one."""
        page(canned_replies.delete, nothing, canned_reply_id=part_id)


def _texts(form: Form, *names: str) -> dict[str, Any]:
    return {name: form[name].replace("\r\n", "\n") for name in names if name in form}
