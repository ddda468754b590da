"""Your work: what is assigned to the reader, what they did, saw and starred."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.tracker.pages.blueprint import BLUEPRINT
from workworld.apps.tracker.pages.frames import ProjectFrame, framed
from workworld.apps.tracker.pages.issue_table import COLUMNS, Row, rows_of
from workworld.apps.tracker.pages.places import BoardLine, boards_of
from workworld.apps.tracker.service import filters, search, stars, views
from workworld.apps.tracker.service.search import Found
from workworld.context import Context
from workworld.doors.web import page, signed_in

_TABS = (
    ("assigned", "Assigned to you"),
    ("worked", "Worked on"),
    ("viewed", "Viewed"),
    ("starred", "Starred"),
)
_QUERIES = {
    "assigned": "assignee = currentUser() AND resolution IS EMPTY ORDER BY updated DESC",
    "worked": 'issuekey IN updatedBy("{me}", "-14d") ORDER BY updated DESC',
}
_MOST = 30
_SHOWN = tuple(COLUMNS[id] for id in ("project", "duedate", "updated"))
_CATEGORIES = (
    ("indeterminate", "In progress"),
    ("new", "To do"),
    ("done", "Done"),
)


@dataclass(frozen=True, slots=True)
class Starred:
    """What the reader has starred."""

    projects: Sequence[ProjectFrame] = ()
    boards: Sequence[BoardLine] = ()
    filters: Sequence[tuple[str, str]] = ()
    """Ids and names."""


@BLUEPRINT.get("/")
def index() -> str:
    """Where one begins."""
    tab = flask.request.args.get("tab", "")
    tab = tab if tab in dict(_TABS) else "assigned"
    rows, total = ([], 0) if tab == "starred" else _issues(tab)
    return framed(
        "your_work.html",
        tab=tab,
        tabs=[(flask.url_for("ui.index", tab=id), name, id == tab) for id, name in _TABS],
        rows=rows,
        groups=_grouped(rows) if tab == "assigned" else (("", rows),),
        total=total,
        query=_query(tab),
        starred=_starred() if tab == "starred" else Starred(),
        mine=_starred_projects(),
    )


def _issues(tab: str) -> tuple[list[Row], int]:
    if tab == "viewed":

        def present_seen(ctx: Context, found: Sequence[Any]) -> tuple[list[Row], int]:
            return rows_of(ctx, found, _SHOWN), len(found)

        seen: tuple[list[Row], int] = page(views.recent, present_seen, limit=_MOST)
        return seen

    def present(ctx: Context, found: Found) -> tuple[list[Row], int]:
        return rows_of(ctx, found.rows, _SHOWN), found.total or 0

    rows: tuple[list[Row], int] = page(search.search, present, jql=_query(tab), limit=_MOST)
    return rows


def _query(tab: str) -> str:
    return _QUERIES.get(tab, "").format(me=signed_in().person_id)


def _grouped(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """Lines below what becomes of them: what is being done comes first."""
    found = [
        (name, [row for row in rows if row.status.category == category])
        for category, name in _CATEGORIES
    ]
    return [(name, lines) for name, lines in found if lines]


def _starred_projects() -> Sequence[ProjectFrame]:
    shown: Sequence[ProjectFrame] = page(
        stars.projects, lambda _ctx, rows: [ProjectFrame.of(row) for row in rows]
    )
    return shown


def _starred() -> Starred:
    def of_filters(_ctx: Context, found: Any) -> Sequence[tuple[str, str]]:
        return [(view.row.id, view.row.name) for view in found.items]

    return Starred(
        _starred_projects(),
        page(stars.starred_boards, boards_of),
        page(filters.list, of_filters, is_starred=True, limit=100),
    )
