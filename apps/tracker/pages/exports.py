"""What a search or an issue can be taken away as: exactly what the reader sees, and no more."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from typing import Any

import flask

from workworld.apps.tracker.pages import feeds
from workworld.apps.tracker.pages.activity_view import Wanted
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, navigator_url
from workworld.apps.tracker.pages.issue_table import Column, Row, chosen, rows_of
from workworld.apps.tracker.pages.issue_view import State
from workworld.apps.tracker.pages.issues import issue_of
from workworld.apps.tracker.pages.navigator import USUAL_JQL, plain, saved_filter
from workworld.apps.tracker.service import exporting, issues, search
from workworld.apps.tracker.service.exporting import LARGEST_FILE, Cell
from workworld.apps.tracker.service.record_parts import ALL_PARTS
from workworld.apps.tracker.service.records import Record, records
from workworld.apps.tracker.service.search import Found
from workworld.apps.tracker.wire.issues import Issues
from workworld.apps.tracker.wire.selection import selected
from workworld.context import Context
from workworld.doors.web import page
from workworld.errors import Invalid
from workworld.files.spreadsheets import XLSX, as_xlsx
from workworld.files.tables import as_csv

_AT_ONCE = 500
"""Issues that are looked up together."""
_MOST_PRINTED = 500
_MOST_IN_FEED = 100
_WORD = "application/msword"
Lines = tuple[Sequence[str], Sequence[Sequence[Cell]]]


@BLUEPRINT.get("/issues/export.csv")
def export_csv() -> flask.Response:
    """The issues of a search as a file of comma-separated values."""
    columns, rows = _table()
    content = as_csv(columns, ([_text(cell) for cell in row] for row in rows))
    return _file(content, "text/csv; charset=utf-8", "issues.csv")


@BLUEPRINT.get("/issues/export.xlsx")
def export_xlsx() -> flask.Response:
    """The issues of a search as a workbook."""
    columns, rows = _table()
    return _file(as_xlsx("Issues", columns, rows), XLSX, "issues.xlsx")


@BLUEPRINT.get("/issues/export.json")
def export_json() -> flask.Response:
    """The issues of a search as the API tells them."""

    def present(ctx: Context, found: Found) -> list[Any]:
        return Issues(ctx, selected("*navigable")).of_rows(found.rows)

    jql, _columns = _asked()
    shapes = [shape for part in _parts(jql, present) for shape in part]
    text = json.dumps({"jql": jql, "total": len(shapes), "issues": shapes}, ensure_ascii=False)
    return _file(text.encode(), "application/json", "issues.json")


@BLUEPRINT.get("/issues/feed.xml")
def export_feed() -> flask.Response:
    """The first issues of a search as a feed."""
    jql, _columns = _asked()

    def present(ctx: Context, found: Found) -> bytes:
        return feeds.feed(ctx, jql, navigator_url(jql), records(ctx, found.rows))

    content = page(search.search, present, jql=jql, limit=_MOST_IN_FEED, with_total=False)
    return _file(content, feeds.ATOM, "issues.xml")


@BLUEPRINT.get("/issues/print")
def print_issues() -> str:
    """The issues of a search on paper."""
    jql, wanted = _asked()

    def present(ctx: Context, found: Found) -> tuple[list[Column], list[Row], int, list[list[str]]]:
        columns = chosen(ctx, wanted)
        rows = rows_of(ctx, found.rows, columns)
        lines = [[plain(row, column) for column in columns] for row in rows]
        return columns, rows, found.total or 0, lines

    columns, _rows, total, lines = page(search.search, present, jql=jql, limit=_MOST_PRINTED)
    return flask.render_template(
        "issues_print.html",
        jql=jql,
        columns=columns,
        lines=lines,
        total=total,
        back=navigator_url(jql),
    )


@BLUEPRINT.get("/browse/<issue>/export.doc")
def export_word(issue: str) -> flask.Response:
    """An issue as a document that word processors open."""
    found = issue_of(issue, State(wanted=Wanted("all", most=500)))
    text = flask.render_template("issue_word.html", issue=found)
    return _file(text.encode(), _WORD, f"{found.key}.doc")


@BLUEPRINT.get("/browse/<issue>/export.xml")
def export_xml(issue: str) -> flask.Response:
    """An issue as XML, in the form that the vendor's own has."""

    def present(ctx: Context, record: Record) -> tuple[str, bytes]:
        return record.row.key, feeds.document(ctx, record)

    key, content = page(issues.info, present, issue=issue)
    return _file(content, "application/xml", f"{key}.xml")


def _asked() -> tuple[str, Sequence[str]]:
    """The query whose issues are wanted, and the columns of the filter that they come from."""
    given = flask.request.args
    saved = saved_filter(given["filter"]) if given.get("filter") else None
    jql = given.get("jql") or (saved.jql if saved else "") or USUAL_JQL
    return jql, saved.columns if saved else ()


def _table() -> Lines:
    """The columns and lines of a file: those that lists show, or all that there are."""
    jql, wanted = _asked()
    has_all = flask.request.args.get("columns") == "all"

    def present(ctx: Context, found: Found) -> tuple[Sequence[exporting.Field], list[Any]]:
        columns = chosen(ctx, wanted)
        fields = exporting.every(ctx) if has_all else exporting.shown([each.id for each in columns])
        parts = ALL_PARTS if has_all else {each.part for each in columns if each.part}
        known = records(ctx, found.rows, parts)
        return fields, [exporting.cells(ctx, fields, record) for record in known]

    fields: Sequence[exporting.Field] = ()
    rows: list[Any] = []
    for fields_of_part, some in _parts(jql, present):
        fields = fields_of_part
        rows += some
    if has_all:
        return exporting.spread(fields, rows)
    return [field.name for field in fields], [exporting.joined(row) for row in rows]


def _parts(jql: str, present: Callable[[Context, Found], Any]) -> Iterator[Any]:
    """All that a query finds, some at a time.

    Raises:
        Invalid: ``export_too_large``, or what is wrong with the query.
    """
    cursor = ""

    def presented(ctx: Context, found: Found) -> tuple[Any, str, int]:
        return present(ctx, found), found.next_cursor or "", found.total or 0

    while True:
        part, cursor, total = page(
            search.search, presented, jql=jql, limit=_AT_ONCE, cursor=cursor, with_total=not cursor
        )
        if total > LARGEST_FILE:
            raise Invalid(
                "export_too_large",
                f"This search finds {total:,} issues, and a file holds at most {LARGEST_FILE:,}."
                " Narrow the search.",
            )
        yield part
        if not cursor:
            return


def _text(cell: Cell) -> str:
    if isinstance(cell, datetime | date):
        return cell.isoformat()
    return "" if cell is None else str(cell)


def _file(content: bytes, mime: str, name: str) -> flask.Response:
    response = flask.Response(content, content_type=mime)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
