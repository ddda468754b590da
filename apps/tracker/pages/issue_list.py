"""A project's issues as a list: searched, grouped and sorted, each cell edited where it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import flask

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.jql.writing import quoted
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, list_url
from workworld.apps.tracker.pages.editors import Choice, Editor, Site, editor_of
from workworld.apps.tracker.pages.frames import ProjectFrame, framed
from workworld.apps.tracker.pages.issue_table import (
    COLUMNS,
    Column,
    Row,
    choices,
    chosen,
    rows_of,
)
from workworld.apps.tracker.pages.navigator import plain
from workworld.apps.tracker.pages.typed_fields import values_of
from workworld.apps.tracker.service import (
    access,
    issues,
    projects,
    screens,
    search,
    transitions,
)
from workworld.apps.tracker.service.records import Record
from workworld.apps.tracker.service.search import Found
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Problem, Refused

SIZES = (25, 50, 100)
GROUPS = (
    ("", "Nothing"),
    (f.STATUS, "Status"),
    (f.ASSIGNEE, "Assignee"),
    (f.PRIORITY, "Priority"),
    (f.TYPE, "Type"),
)
EDITABLE = (
    f.SUMMARY,
    f.ASSIGNEE,
    f.PRIORITY,
    f.STATUS,
    f.DUE_DATE,
    f.START_DATE,
    f.LABELS,
    f.COMPONENTS,
    f.FIX_VERSIONS,
    f.STORY_POINTS,
    f.SPRINT,
)
"""Fields whose cells are edited in place."""
_MENDABLE = (Invalid, Conflict, Forbidden)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the address asks for."""

    text: str
    group: str
    sort: str
    is_descending: bool
    hides_done: bool
    number: int
    size: int

    @classmethod
    def now(cls) -> Wanted:
        """Of the page that is shown."""
        given = flask.request.args
        sort, group = given.get("sort", ""), given.get("group", "")
        number, size = given.get("page", ""), given.get("size", "")
        return cls(
            given.get("q", "").strip()[:200],
            group if group in dict(GROUPS) else "",
            sort.lstrip("-") if sort.lstrip("-") in COLUMNS else "",
            sort.startswith("-"),
            given.get("done") == "hide",
            max(1, int(number)) if number.isdigit() and len(number) < 6 else 1,
            int(size) if size in map(str, SIZES) else SIZES[0],
        )

    def jql(self, key: str) -> str:
        """The query that it stands for."""
        parts = [f"project = {quoted(key)}"]
        if self.text:
            parts.append(f"text ~ {quoted(self.text)}")
        if self.hides_done:
            parts.append("statusCategory != Done")
        orders = [COLUMNS[self.group].clause] if self.group else []
        if self.sort and COLUMNS[self.sort].clause:
            direction = "DESC" if self.is_descending else "ASC"
            orders.append(f"{COLUMNS[self.sort].clause} {direction}")
        else:
            orders.append("rank ASC")
        return f"{' AND '.join(parts)} ORDER BY {', '.join(orders)}"


@dataclass(frozen=True, slots=True)
class Line:
    """An issue in the list."""

    row: Row
    may_edit: bool
    group: str
    """What stands above it: only of the first of its group."""


@dataclass(frozen=True, slots=True)
class Lines:
    """What the page shows."""

    columns: Sequence[Column]
    lines: Sequence[Line]
    total: int
    choices: Sequence[tuple[Column, bool]]


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell by itself, shown or being edited."""

    row: Row
    column: Column
    may_edit: bool
    editor: Editor | None = None
    problem: str = ""
    version: int = 0


@BLUEPRINT.get("/p/<project>/list")
def list_page(project: str) -> Any:
    """A project's issues."""
    wanted = Wanted.now()
    frame = page(projects.info, lambda _ctx, row: ProjectFrame.of(row), project=project)
    if frame.key != project:
        return flask.redirect(_address(frame.key))
    problem, found = "", Lines((), (), 0, ())
    try:
        found = _lines(frame, wanted)
    except Invalid as refusal:
        problem = refusal.message
    return framed(
        "issue_list.html",
        project=frame,
        wanted=wanted,
        found=found,
        problem=problem,
        groups=GROUPS,
        sizes=SIZES,
        jql=wanted.jql(frame.key),
        editable=EDITABLE,
        page_count=max(1, -(-found.total // wanted.size)),
        address=lambda **changed: _address(frame.key, **changed),
        page_address=lambda number: _address(frame.key, page=number),
        sort_address=lambda column: _sort_address(frame.key, wanted, column),
        sorted_by=lambda column: _sorted(wanted, column),
    )


@BLUEPRINT.get("/p/<project>/list/<issue>/<field>")
def list_cell(project: str, issue: str, field: str) -> str:
    """A cell of the list, to be edited or as it is."""
    del project
    return _cell(issue, field, is_edited=flask.request.args.get("edit") == "1")


@BLUEPRINT.post("/p/<project>/list/<issue>/<field>")
def edit_cell(project: str, issue: str, field: str) -> Any:
    """Change a field of an issue where the list shows it."""
    del project
    form = flask.request.form
    try:
        if field == f.STATUS:
            if form.get("status"):
                page(transitions.perform, nothing, issue=issue, transition=form["status"])
        else:
            page(issues.edit, nothing, accept=_changes, issue=issue, field=field)
    except _MENDABLE as refusal:
        return _cell(issue, field, is_edited=True, refusal=refusal), status_of(refusal)
    return _line(issue)


def _line(issue: str) -> Any:
    """The whole line after a change, since other cells may show it too."""

    def present(ctx: Context, record: Record) -> tuple[str, Sequence[Column], Line]:
        columns = chosen(ctx)
        may = access.may(ctx, names.EDIT, record.row)
        row = rows_of(ctx, [record.row], columns)[0]
        return record.project.key, columns, Line(row, may, "")

    key, columns, line = page(issues.info, present, issue=issue)
    body = flask.render_template(
        "issue_line.html",
        project_key=key,
        columns=columns,
        line=line,
        editable=EDITABLE,
    )
    return body, 200, {"HX-Retarget": f"#line-{line.row.id}"}


def _lines(frame: ProjectFrame, wanted: Wanted) -> Lines:
    def present(ctx: Context, found: Found) -> Lines:
        columns = chosen(ctx)
        shown = columns if not wanted.group else [*columns, COLUMNS[wanted.group]]
        rows = rows_of(ctx, found.rows, list(dict.fromkeys(shown)))
        lines, before = [], None
        for issue, row in zip(found.rows, rows, strict=True):
            group = _group(row, wanted.group)
            may = not frame.is_archived and access.may(ctx, names.EDIT, issue)
            lines.append(Line(row, may, group if group != before else ""))
            before = group
        return Lines(columns, lines, found.total or 0, choices(columns))

    start = (wanted.number - 1) * wanted.size
    shown: Lines = page(
        search.search, present, jql=wanted.jql(frame.key), limit=wanted.size, start=start
    )
    return shown


def _group(row: Row, group: str) -> str:
    if not group:
        return ""
    return plain(row, COLUMNS[group]) or {f.ASSIGNEE: "Unassigned"}.get(group, "None")


def _cell(issue: str, field: str, *, is_edited: bool, refusal: Refused | None = None) -> str:
    if field not in EDITABLE:
        raise NotFound("page_not_found", "There is no such cell.")

    def present(ctx: Context, record: Record) -> CellView:
        column = COLUMNS[field]
        row = rows_of(ctx, [record.row], [column])[0]
        editor = _editor(ctx, record, field) if is_edited else None
        may = access.may(ctx, names.EDIT, record.row) and not record.project.is_archived
        said = _said(refusal, field) if refusal else ""
        return CellView(row, column, may, editor, said, record.row.version)

    cell = page(issues.info, present, issue=issue)
    return flask.render_template(
        "issue_cell.html", cell=cell, project_key=issue.split("-", maxsplit=1)[0]
    )


def _editor(ctx: Context, record: Record, field: str) -> Editor | None:
    """What a cell is edited with; None if the reader may not."""
    if field == f.STATUS:
        return _status_editor(ctx, record)
    screen = [each for each in screens.edit_screen(ctx, issue=record.row.id) if each.id == field]
    if not screen:
        return None
    place = Site(record.project, record.row.type_id, record.row)
    made = editor_of(ctx, place, screen[0], record.values.get(field))
    return replace(made, hint="")


def _status_editor(ctx: Context, record: Record) -> Editor:
    """The statuses to which the issue can go from here."""
    ways = [
        Choice(str(each.transition.number), f"{each.transition.name} → {each.to.name}")
        for each in transitions.list(ctx, issue=record.row.id)
        if each.refused is None
    ]
    here = Choice("", record.status.name)
    return Editor(f.STATUS, "Status", "select", chosen=(("", here.text),), choices=(here, *ways))


def _changes(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the form says, as the operation's arguments."""
    name, form = given["field"], flask.request.form
    screen = screens.edit_screen(ctx, issue=given["issue"])
    fields = [each for each in screen if each.id == name]
    if not fields:
        raise Invalid("invalid_fields", problems=[Problem("This cannot be edited here.", name)])
    values = values_of(ctx, fields, {each: form.getlist(each) for each in form})
    version = form.get("version", "")
    seen = int(version) if version.isdigit() and len(version) < 12 else None
    return {"issue": given["issue"], "fields": values, "version": seen}


def _said(refusal: Refused, field: str) -> str:
    said = " ".join(each.what for each in refusal.problems if each.field == field)
    return said or refusal.message


def _address(key: str, **changed: Any) -> str:
    values: dict[str, Any] = flask.request.args.to_dict()
    if "page" not in changed:
        values.pop("page", None)
    values.pop("issue", None)
    return list_url(key, **{k: v for k, v in (values | changed).items() if v not in ("", None)})


def _sort_address(key: str, wanted: Wanted, column: Column) -> str:
    is_turned = wanted.sort == column.id and not wanted.is_descending
    return _address(key, sort=f"-{column.id}" if is_turned else column.id)


def _sorted(wanted: Wanted, column: Column) -> str:
    if wanted.sort != column.id:
        return "none"
    return "descending" if wanted.is_descending else "ascending"
