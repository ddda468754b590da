"""Spreadsheets, as the gates see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.gates.agent import Facts
from tests.gates.apps.sheets_facts import prepare, shown
from tests.gates.apps.sheets_flows import FLOWS, LIVE
from tests.gates.apps.sheets_requests import asked
from tests.gates.apps.sheets_things import hidden, things
from tests.gates.facets import Facets

from workworld.worlds import World

_PARTS = (
    "/s/<workbook>/blocks",
    "/s/<workbook>/edges",
    "/s/<workbook>/spots",
    "/s/<workbook>/statistics",
    "/s/<workbook>/choices",
    "/s/<workbook>/chips",
    "/s/<workbook>/card",
    "/s/<workbook>/functions",
    "/s/<workbook>/present",
    "/s/<workbook_id>/places",
    "/s/<workbook_id>/charts",
    "/s/<workbook_id>/export/<kind>",
    "/s/<workbook_id>/print/<int:number>.svg",
)
"""Parts of the editor, which are seen on it, and files."""
_WRITING = (
    *("sort", "duplicates", "split", "size", "link", "note", "number-format", "borders"),
    *("banding", "rename", "settings", "rename-sheet", "tab-color", "delete-sheet", "chart"),
    *("cleanup", "goal-seek", "name-version", "cell-history", "names", "protections"),
    *("pivot-new", "pivots", "copy-sheet", "validation", "conditional", "filter", "comment"),
    *("connections", "tables", "insert", "delete", "theme"),
)
"""Dialogs of those who may edit."""
_READING = (
    *("find", "details", "sheets", "comments", "functions", "statistics", "copy", "share"),
    *("filter-views", "notifications", "menus", "sign-off"),
)
_OWNING = ("trash",)


def _screens(world: World, person_id: str) -> Mapping[str, Sequence[str]]:
    facts = shown(world, person_id)
    found: dict[str, Sequence[str]] = dict.fromkeys(_PARTS, ())
    lists = ("recent", "owned", "shared", "starred", "trash")
    return {
        **found,
        "/": [*(f"/?view={each}" for each in lists), "/?q=nothing-like-it"],
        "/new": ["/new"],
        "/import": ["/import"],
        **_of_workbooks(facts),
    }


def _of_workbooks(facts: Facts) -> dict[str, Sequence[str]]:
    """The editor and what lies over it, as far as the person may use it."""
    seen = [facts[name] for name in ("workbook_id", "read_workbook_id") if name in facts]
    written = [f"/s/{facts['written_workbook_id']}"] if "written_workbook_id" in facts else []
    own = [f"/s/{facts['own_workbook_id']}"] if "own_workbook_id" in facts else []
    dialogs = [
        *(f"/s/{each}/dialogs/{name}" for each in seen[:1] for name in _READING),
        *(f"{each}/dialogs/{name}" for each in written for name in _WRITING),
        *(f"{each}/dialogs/{name}" for each in own for name in _OWNING),
    ]
    return {
        "/s/<workbook>": [f"/s/{each}" for each in dict.fromkeys(seen)],
        "/s/<workbook_id>/dialogs/<name>": [
            f"{each}?gid={facts['sheet_id']}&range=A1:C4&active=A1" for each in dialogs
        ],
        "/s/<workbook_id>/import": [f"{each}/import" for each in written],
        "/s/<workbook_id>/history": [f"{each}/history" for each in written],
        "/s/<workbook_id>/print": [f"{each}/print" for each in written[:1]],
        "/s/<workbook_id>/view": [f"/s/{each}/view" for each in seen[:1]],
    }


FREE_TEXT = {
    "sheets_cells": ("text", "note"),
    "sheets_comments": ("text",),
    "sheets_filter_views": ("title",),
    "sheets_metadata": ("key", "value"),
    "sheets_names": ("name",),
    "sheets_protections": ("description",),
    "sheets_sheets": ("title",),
    "sheets_tables": ("name",),
    "sheets_threads": ("quoted",),
    "sheets_versions": ("name",),
    # What cells come to is kept by the mark, and would be shown as it was.
    "sheets_workbooks": ("title", "mark"),
}
_CONDITIONS = ("userEnteredValue", "hiddenValues")
FREE_JSON = {
    "sheets_cells": {"extra": ("link", "uri", "email", "value")},
    "sheets_charts": {"spec": ("title", "subtitle", "altText")},
    "sheets_conditional_rules": {"rule": _CONDITIONS},
    "sheets_fetches": {"answer": ("",)},
    "sheets_filter_views": {"criteria": _CONDITIONS},
    "sheets_filters": {"criteria": _CONDITIONS},
    "sheets_pivots": {"definition": ("name", "label", "visibleValues")},
    "sheets_styles": {"format": ("uri",)},
    "sheets_tables": {"columns": ("columnName", "userEnteredValue")},
    "sheets_validations": {"rule": ("inputMessage", "userEnteredValue")},
}
FACETS = Facets(
    shown=shown,
    hidden=hidden,
    things=things,
    screens=_screens,
    flows=FLOWS,
    live=LIVE,
    free_text=FREE_TEXT,
    free_json=FREE_JSON,
    prepare=prepare,
    parts={"/s/<workbook_id>/dialogs/<name>": 10},
    asked=asked,
    blind=("sheets.shares.ask_for_access",),
)
