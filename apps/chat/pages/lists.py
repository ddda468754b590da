"""Lists: all that one may see, new ones, and a list as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import flask

from workworld.apps.chat.models import ListColumn
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.documents import (
    LEVELS,
    MENDABLE,
    DocumentLine,
    Sharer,
    again,
    all_lines,
    identity,
    line_of,
    open_channels,
    refused_kindly,
    shared_from,
    sharers,
)
from workworld.apps.chat.pages.list_cells import CellView, Choices, ColumnView, cell_of, column_of
from workworld.apps.chat.pages.listings import all_of
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import channels, list_columns, list_values, lists
from workworld.apps.chat.service.list_fields import Row
from workworld.apps.chat.service.lists import Table
from workworld.apps.chat.types import LARGEST_PAGE
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import page
from workworld.files import files
from workworld.files.models import File
from workworld.paging import Page

PAGE_SIZE = 30
_MOST_FILES = 100
"""How many files, the newest ones, there are to choose from."""
_TYPE_NAMES = {
    "text": "Text",
    "rich_text": "Formatted text",
    "number": "Number",
    "currency": "Amount of money",
    "rating": "Rating",
    "select": "One choice",
    "multi_select": "Several choices",
    "date": "Date",
    "user": "People",
    "checkbox": "Checkbox",
    "email": "E-mail",
    "phone": "Phone",
    "channel": "Channels",
    "attachment": "Files",
}


@dataclass(frozen=True, slots=True)
class RecordView:
    """A record, as a row of the table shows it."""

    id: str
    name: str
    cells: tuple[CellView, ...]


@dataclass(frozen=True, slots=True)
class ListView:
    """A list, as its page shows it."""

    line: DocumentLine
    columns: tuple[ColumnView, ...]
    records: tuple[RecordView, ...]
    next_cursor: str | None
    sharers: Sequence[Sharer]


@dataclass(frozen=True, slots=True)
class View:
    """How a list's page is to be shown.

    Args:
        cell: which field is being changed: ids of record and column.
        typed: what was typed into a form, if it was refused.
        problem: why it was.
        dialog: the template of what lies above the page, and its values.
        record: the record that is open.
    """

    cell: tuple[str, str] = ("", "")
    typed: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""
    dialog: str = ""
    record: str = ""


@BLUEPRINT.get("/lists")
def list_index() -> str:
    """All lists that the person may see."""
    return flask.render_template(
        "documents.html", sidebar=sidebar(), kind="list", documents=all_lines(lists.list)
    )


@BLUEPRINT.get("/lists/new")
def new_list_form() -> str:
    """The form of a new list."""
    return _form({"channel": flask.request.args.get("channel", "")})


@BLUEPRINT.post("/lists/new")
def new_list() -> Any:
    """Make a list with one column; more are added on its page."""
    form = flask.request.form
    given: dict[str, Any] = {"name": form.get("name", "")}
    given |= {name: form[theirs] for name, theirs in _OPTIONAL if form.get(theirs)}
    try:
        list_id = page(lists.create, identity, **given)
    except MENDABLE as refused:
        return _form(form, refused.message), status_of(refused)
    return flask.redirect(flask.url_for("ui.list_page", list_id=list_id), 303)


@BLUEPRINT.get("/list/<list_id>")
def list_page(list_id: str) -> str:
    """A list as a table, sorted and filtered as the address says."""
    return shown(list_id, View())


@BLUEPRINT.get("/list/<list_id>/rename")
def rename_list_form(list_id: str) -> str:
    """Ask for another name and description."""
    return shown(list_id, View(dialog="document_title.html"))


@BLUEPRINT.post("/list/<list_id>/rename")
def rename_list(list_id: str) -> Any:
    """Give a list another name, or say anew what it is for."""
    form = flask.request.form
    said = {name: form[name] for name in ("name", "description") if name in form}
    problem = refused_kindly(lists.rename, list_id=list_id, **said)
    return after(list_id, problem, View(dialog="document_title.html"))


@BLUEPRINT.get("/list/<list_id>/columns")
def add_column_form(list_id: str) -> str:
    """Ask what column is to be added."""
    return shown(list_id, View(dialog="list_column.html"))


@BLUEPRINT.post("/list/<list_id>/columns")
def add_column(list_id: str) -> Any:
    """Add a column."""
    form = flask.request.form
    column: dict[str, Any] = {"name": form.get("name", ""), "type": form.get("type", "")}
    choices = [line.strip() for line in form.get("choices", "").splitlines() if line.strip()]
    if choices and column["type"] in ("select", "multi_select"):
        column["options"] = {"choices": choices}
    problem = refused_kindly(lists.add_column, list_id=list_id, column=column)
    return after(list_id, problem, View(dialog="list_column.html", typed=form))


@BLUEPRINT.get("/list/<list_id>/share")
def share_list_form(list_id: str) -> str:
    """Say with whom a list is shared, and share it with others."""
    return shown(list_id, View(dialog="document_share.html"))


@BLUEPRINT.post("/list/<list_id>/share")
def share_list(list_id: str) -> Any:
    """Share a list."""
    said = shared_from({"access_level": flask.request.form.get("access_level", "read")})
    return _shared(list_id, refused_kindly(lists.share, list_id=list_id, **said))


@BLUEPRINT.post("/list/<list_id>/unshare")
def unshare_list(list_id: str) -> Any:
    """Share a list no longer with somebody."""
    return _shared(list_id, refused_kindly(lists.unshare, list_id=list_id, **shared_from({})))


@BLUEPRINT.get("/list/<list_id>/delete")
def delete_list_form(list_id: str) -> str:
    """Ask whether a list is to be deleted."""
    return shown(list_id, View(dialog="document_delete.html"))


@BLUEPRINT.post("/list/<list_id>/delete")
def delete_list(list_id: str) -> Any:
    """Delete a list."""
    if problem := refused_kindly(lists.delete, list_id=list_id):
        return after(list_id, problem, View())
    return flask.redirect(flask.url_for("ui.list_index"), 303)


def shown(list_id: str, view: View) -> str:
    """A list's page."""
    asked = flask.request.args
    found = _whole(list_id)
    rows = _arranged(found, asked.get("q", ""), asked.get("sort", ""))
    number = _page_number(asked.get("page", ""), len(rows))
    part = rows[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]
    kept = _kept()
    opened = next((row for row in found.records if row.id == view.record), None)
    if view.record and opened is None:
        flask.abort(404)
    return flask.render_template(
        "list.html",
        sidebar=sidebar(),
        table=replace(found, records=tuple(part)),
        opened=opened,
        document=found.line,
        canvas=found,
        view=view,
        total=len(rows),
        number=number,
        page_count=max(1, -(-len(rows) // PAGE_SIZE)),
        kept=kept,
        words=asked.get("q", ""),
        sort=asked.get("sort", ""),
        levels=LEVELS,
        types=[(kind, _TYPE_NAMES[kind]) for kind in list_columns.TYPES],
        channels=open_channels() if view.dialog == "document_share.html" else (),
        choices=_choices(found.columns) if view.cell[0] or view.dialog else None,
        place=flask.url_for("ui.list_page", list_id=list_id, **kept),
    )


def after(list_id: str, problem: str, view: View, anchor: str = "") -> Any:
    """After a change, the list; or the form again with the reason why it was not taken."""
    if problem:
        return again(shown(list_id, replace(view, problem=problem)), 422)
    url = flask.url_for("ui.list_page", list_id=list_id, **_kept())
    return flask.redirect(f"{url}#{anchor}" if anchor else url, 303)


def _kept() -> dict[str, Any]:
    """How the address says that the table is to be shown."""
    asked = flask.request.args
    return {name: asked[name] for name in ("q", "sort", "page") if asked.get(name)}


def _form(form: Mapping[str, str], problem: str = "") -> str:
    return flask.render_template(
        "new_document.html",
        sidebar=sidebar(),
        kind="list",
        form=form,
        channels=[("", "Nowhere: only I see it"), *open_channels()],
        problem=problem,
    )


def _shared(list_id: str, problem: str) -> Any:
    if problem:
        return again(shown(list_id, View(dialog="document_share.html", problem=problem)), 422)
    return flask.redirect(flask.url_for("ui.share_list_form", list_id=list_id), 303)


def _whole(list_id: str) -> ListView:
    """A list with all of its records."""
    first: ListView = page(lists.read, _view, list_id=list_id, limit=LARGEST_PAGE)
    records, cursor = [*first.records], first.next_cursor
    while cursor:
        more: ListView = page(lists.read, _view, list_id=list_id, limit=LARGEST_PAGE, cursor=cursor)
        records, cursor = [*records, *more.records], more.next_cursor
    return replace(first, records=tuple(records))


def _view(ctx: Context, found: Table) -> ListView:
    write = list_values.writer(
        ctx, found.columns, [row.values for row in found.rows.items], with_ids=False
    )
    records = tuple(_record(write, found.columns, row) for row in found.rows.items)
    columns = tuple(column_of(column) for column in found.columns)
    line = line_of(ctx, found.document)
    following = found.rows.next_cursor
    return ListView(line, columns, records, following, sharers(ctx, found.document))


def _record(write: list_values.Writer, columns: Sequence[ListColumn], row: Row) -> RecordView:
    cells = tuple(cell_of(write, column, row.values.get(column.id)) for column in columns)
    name = cells[0].text if cells else ""
    return RecordView(row.record.id, name or "Unnamed record", cells)


def _arranged(found: ListView, words: str, sort: str) -> list[RecordView]:
    """The records that hold all words in some field, in the order wanted; empty fields last."""
    wanted = words.casefold().split()
    fits = [
        record
        for record in found.records
        if all(any(word in cell.text.casefold() for cell in record.cells) for word in wanted)
    ]
    by, is_down = sort.removeprefix("-"), sort.startswith("-")
    places = [place for place, column in enumerate(found.columns) if column.id == by]
    if not places:
        return fits
    (place,) = places
    full = [record for record in fits if record.cells[place].text]
    ordered = sorted(full, key=lambda record: record.cells[place].order, reverse=is_down)
    return ordered + [record for record in fits if not record.cells[place].text]


def _page_number(asked: str, count: int) -> int:
    pages = max(1, -(-count // PAGE_SIZE))
    return min(max(int(asked), 1), pages) if asked.isdecimal() and len(asked) < 7 else 1


def _choices(columns: Sequence[ColumnView]) -> Choices:
    """What there is to choose from in fields of these columns."""
    kinds = {column.type for column in columns}
    named: tuple[tuple[str, str], ...] = ()
    if "channel" in kinds:
        named = all_of(channels.list, _named, kinds=("public", "private"), limit=LARGEST_PAGE)
    titled: tuple[tuple[str, str], ...] = ()
    if "attachment" in kinds:
        titled = page(files.list, _titled, limit=_MOST_FILES)
    return Choices(named, titled)


def _named(_ctx: Context, found: Page[Any]) -> Page[tuple[str, str]]:
    return Page([(row.id, f"#{row.name}") for row in found.items], found.next_cursor)


def _titled(_ctx: Context, found: Page[File]) -> tuple[tuple[str, str], ...]:
    return tuple((row.id, row.title) for row in found.items)


_OPTIONAL = (("description", "description"), ("channel_id", "channel"))
