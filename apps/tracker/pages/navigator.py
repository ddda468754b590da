"""The navigator: all issues that a query finds, as a list, beside one of them, or as a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import flask

from workworld.apps.tracker.models import Project
from workworld.apps.tracker.pages import queries
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, back
from workworld.apps.tracker.pages.editors import Choice
from workworld.apps.tracker.pages.faces import Face
from workworld.apps.tracker.pages.frames import framed
from workworld.apps.tracker.pages.issue_table import Cell, Column, Row, choices, chosen, rows_of
from workworld.apps.tracker.pages.queries import Fault
from workworld.apps.tracker.service import (
    basic,
    filters,
    preferences,
    projects,
    search,
    site,
    suggestions,
)
from workworld.apps.tracker.service.basic import ME, NOBODY
from workworld.apps.tracker.service.filter_views import FilterView
from workworld.apps.tracker.service.search import Found
from workworld.context import Context
from workworld.directory import people
from workworld.doors.web import nothing, page
from workworld.errors import Invalid, NotFound

SIZES = (25, 50, 100)
USUAL_SIZE = 25
USUAL_JQL = "ORDER BY created DESC"


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks for."""

    jql: str
    filter_id: str
    is_basic: bool
    is_split: bool
    number: int
    size: int

    @classmethod
    def now(cls) -> Asked:
        """Of the page that is shown."""
        given = flask.request.args
        size, number = given.get("size", ""), given.get("page", "")
        return cls(
            given.get("jql", ""),
            given.get("filter", ""),
            given.get("mode") == "basic",
            given.get("view") == "split",
            max(1, int(number)) if number.isdigit() and len(number) < 6 else 1,
            int(size) if size in map(str, SIZES) else USUAL_SIZE,
        )

    @property
    def start(self) -> int:
        """How many issues come before the page."""
        return (self.number - 1) * self.size


@dataclass(frozen=True, slots=True)
class Results:
    """What a query found, as far as the page shows it."""

    columns: Sequence[Column]
    rows: Sequence[Row] = ()
    total: int = 0
    fault: Fault | None = None
    choices: Sequence[tuple[Column, bool]] = ()


@dataclass(frozen=True, slots=True)
class SavedFilter:
    """The saved filter that the page began with."""

    id: str
    name: str
    jql: str
    columns: tuple[str, ...]
    owner: str
    is_starred: bool
    may_edit: bool


@dataclass(frozen=True, slots=True)
class Pickers:
    """What can be picked, and what is."""

    picked: basic.Pickers
    projects: Sequence[Choice] = ()
    types: Sequence[Choice] = ()
    statuses: Sequence[Choice] = ()
    people: Mapping[str, str] = field(default_factory=dict)
    """What those are called who are picked."""

    def chosen(self, name: str) -> list[tuple[str, str]]:
        """What a picker holds, as value and text."""
        known = {choice.value: choice.text for choice in getattr(self, name, ())}
        called = {**known, **self.people}
        return [(each, called.get(each, each)) for each in getattr(self.picked, name)]


@BLUEPRINT.get("/issues")
def navigator() -> Any:
    """All issues that a query finds."""
    asked = Asked.now()
    saved = saved_filter(asked.filter_id) if asked.filter_id else None
    jql = asked.jql if "jql" in flask.request.args or saved is None else saved.jql
    results = _results(jql or USUAL_JQL, asked, saved.columns if saved else ())
    if asked.is_split and results.rows and not flask.request.args.get("issue"):
        return flask.redirect(address(issue=results.rows[0].key))
    pickers = pickers_of(jql)
    is_basic = asked.is_basic and pickers is not None
    page_count = max(1, -(-results.total // asked.size))
    order, is_descending = queries.first_order(jql or USUAL_JQL)
    return framed(
        "navigator.html",
        jql=jql,
        asked=asked,
        saved=saved,
        results=results,
        pickers=pickers,
        is_basic=is_basic,
        page_count=page_count,
        sizes=SIZES,
        usual_jql=USUAL_JQL,
        address=address,
        page_address=lambda number: address(page=number),
        sort_address=partial(_sort_address, jql or USUAL_JQL, order, is_descending),
        sorted_by=lambda column: _sorted(column, order, is_descending),
    )


@BLUEPRINT.get("/issues/pick")
def pick_issues() -> Any:
    """What was picked, as a query."""
    given = flask.request.args
    values: dict[str, Any] = {
        name: list(dict.fromkeys(each for each in given.getlist(name) if each))
        for name in ("projects", "types", "statuses", "assignees")
    }
    said: dict[str, Any] = {name: given.get(name, "").strip() for name in ("text", "order")}
    jql = page(basic.write, lambda _ctx, text: text, **values, **said)
    kept: dict[str, Any] = {
        name: given[name] for name in ("size", "view", "filter") if given.get(name)
    }
    return flask.redirect(flask.url_for("ui.navigator", jql=jql, mode="basic", **kept))


@BLUEPRINT.get("/issues/people")
def pick_people() -> str:
    """Whose issues can be picked: the reader's own, nobody's, anybody's."""
    text = flask.request.args.get("q", "").strip()[:100]

    def present(_ctx: Context, rows: Sequence[Any]) -> list[Face]:
        return [Face.of(row) for row in rows]

    found = page(people.search, present, text=text, limit=8)
    fixed = [
        (value, name)
        for value, name in ((ME, "Current user"), (NOBODY, "Unassigned"))
        if text.lower() in name.lower()
    ]
    return flask.render_template("navigator_people.html", fixed=fixed, found=found)


@BLUEPRINT.get("/issues/suggest")
def suggest_jql() -> str:
    """What may be typed at a place of a query."""
    given = flask.request.args
    position = given.get("position", "")
    at = int(position) if position.isdigit() and len(position) < 6 else 0
    found = page(
        suggestions.complete,
        lambda _ctx, done: done,
        jql=given.get("jql", ""),
        position=min(at, len(given.get("jql", ""))),
    )
    return flask.render_template("navigator_suggestions.html", found=found)


@BLUEPRINT.post("/issues/columns")
def choose_columns() -> Any:
    """Choose which columns the reader's lists have."""
    wanted = flask.request.form.getlist("column")
    if flask.request.form.get("usual"):
        wanted = []
    page(preferences.choose, nothing, columns=wanted)
    return back(flask.url_for("ui.navigator"))


def saved_filter(filter_id: str) -> SavedFilter:
    """A saved filter that the reader sees.

    Raises:
        NotFound: there is none.
    """

    def present(_ctx: Context, found: FilterView) -> SavedFilter:
        row = found.row
        return SavedFilter(
            row.id,
            row.name,
            row.jql,
            tuple(row.columns),
            site.called(found.owner),
            found.is_starred,
            found.may_edit,
        )

    shown: SavedFilter = page(filters.info, present, filter_id=filter_id)
    return shown


def _results(jql: str, asked: Asked, wanted: Sequence[str]) -> Results:
    def present(ctx: Context, found: Found) -> Results:
        columns = chosen(ctx, wanted)
        rows = rows_of(ctx, found.rows, columns)
        return Results(columns, rows, found.total or 0, choices=choices(columns))

    try:
        found: Results = page(search.search, present, jql=jql, limit=asked.size, start=asked.start)
    except Invalid as refusal:
        return Results((), fault=queries.fault_of(refusal))
    return found


def pickers_of(jql: str) -> Pickers | None:
    """The pickers with what they hold for a query; None if they cannot express it."""
    picked = basic.pickers_of(jql)
    if picked is None:
        return None

    def present(ctx: Context, rows: Any) -> Pickers:
        ids = [each for each in picked.assignees if each not in (ME, NOBODY)]
        called = {id: site.called(row) for id, row in site.people(ctx, ids).items()}
        return Pickers(
            _keyed(picked, rows.items),
            [Choice(each.key, f"{each.name} ({each.key})") for each in rows.items],
            [Choice(row.name, row.name) for row in site.issue_types(ctx).values()],
            [Choice(row.name, row.name) for row in site.statuses(ctx).values()],
            {**called, ME: "Current user", NOBODY: "Unassigned"},
        )

    shown: Pickers = page(projects.list, present, limit=200)
    return shown


def _keyed(picked: basic.Pickers, rows: Sequence[Project]) -> basic.Pickers:
    """Projects by their keys, as pickers know them, however the query names them."""
    keys = {name.lower(): row.key for row in rows for name in (row.key, row.name, row.id)}
    return replace(picked, projects=[keys.get(each.lower(), each) for each in picked.projects])


def plain(row: Row, column: Column) -> str:
    """What stands in a column of a line, as plain text."""
    texts = {
        "issuekey": row.key,
        "summary": row.summary,
        "issuetype": row.type.name,
        "status": row.status.name,
        "priority": row.priority.name if row.priority else "",
    }
    if column.id in texts:
        return texts[column.id]
    cell: Cell = row.cells.get(column.id, Cell())
    if cell.moment:
        return cell.moment.iso
    return cell.text or ", ".join(cell.chips)


def address(**changed: Any) -> str:
    """The address of this page with something changed; another page of results if not said."""
    values: dict[str, Any] = flask.request.args.to_dict()
    if "page" not in changed and "issue" not in changed:
        values.pop("page", None)
    values = {name: each for name, each in (values | changed).items() if each not in ("", None)}
    return flask.url_for("ui.navigator", **values)


def _sort_address(jql: str, order: str, is_descending: bool, column: Column) -> str:
    is_here = column.clause.lower() == order
    try:
        turned = queries.sorted_by(jql, column.clause, is_descending=is_here and not is_descending)
    except (Invalid, NotFound):
        return ""
    return address(jql=turned, issue="")


def _sorted(column: Column, order: str, is_descending: bool) -> str:
    if not column.clause or column.clause.lower() != order:
        return "none"
    return "descending" if is_descending else "ascending"
