"""What opens with a secondary click on a cell, or on the head of a row or column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workworld.apps.sheets.pages import menu_requests as ask
from workworld.apps.sheets.pages.menu_entries import Entry, Group, acts, opens, sends

_CLIPBOARD = Group(
    (
        acts("Cut", "cut"),
        acts("Copy", "copy", role="reader"),
        acts("Paste", "paste"),
        acts("Paste values only", "paste", value="PASTE_VALUES"),
        acts("Paste format only", "paste", value="PASTE_FORMAT"),
    )
)
CONTEXTS: Mapping[str, Sequence[Group]] = {
    "cell": (
        _CLIPBOARD,
        Group(
            (
                sends("Insert row above", ask.inserted("$rows")),
                sends("Insert column left", ask.inserted("$columns")),
                opens("Insert cells", "insert"),
                sends("Delete row", ask.DELETE_ROWS),
                sends("Delete column", ask.DELETE_COLUMNS),
                opens("Delete cells", "delete"),
            )
        ),
        Group(
            (
                Entry("Insert comment", dialog="comment", role="commenter"),
                opens("Show edit history", "cell-history"),
                Entry("Show pivot details", dialog="pivot-details", role="writer", on="pivot"),
                opens("Insert note", "note"),
                opens("Insert link", "link"),
                opens("Data validation", "validation"),
                opens("Protect range", "protections"),
                opens("Define named range", "names"),
            )
        ),
    ),
    "row": (
        _CLIPBOARD,
        Group(
            (
                sends("Insert rows above", ask.inserted("$rows")),
                sends("Insert rows below", ask.inserted("$rows-after", before=True)),
                sends("Delete rows", ask.DELETE_ROWS),
                sends("Clear rows", ask.CLEAR),
            )
        ),
        Group(
            (
                sends("Hide rows", ask.hidden("$rows", True)),
                sends("Unhide rows", ask.hidden("$rows", False)),
                opens("Resize rows", "size", "axis=ROWS"),
                sends("Freeze up to this row", ask.freeze(rows="$last-row")),
                sends("Group rows", ask.grouped("$rows")),
            )
        ),
    ),
    "column": (
        _CLIPBOARD,
        Group(
            (
                sends("Insert columns left", ask.inserted("$columns")),
                sends("Insert columns right", ask.inserted("$columns-after", before=True)),
                sends("Delete columns", ask.DELETE_COLUMNS),
                sends("Clear columns", ask.CLEAR),
            )
        ),
        Group(
            (
                sends("Hide columns", ask.hidden("$columns", True)),
                sends("Unhide columns", ask.hidden("$columns", False)),
                opens("Resize columns", "size", "axis=COLUMNS"),
                sends("Freeze up to this column", ask.freeze(columns="$last-column")),
                sends("Group columns", ask.grouped("$columns")),
            )
        ),
        Group(
            (
                sends("Sort sheet by it, A to Z", ask.sorted_sheet("ASCENDING")),
                sends("Sort sheet by it, Z to A", ask.sorted_sheet("DESCENDING")),
                Entry("Column stats", dialog="statistics"),
            )
        ),
    ),
    "tab": (
        Group(
            (
                opens("Rename", "rename-sheet"),
                sends("Duplicate", {"duplicateSheet": {"sourceSheetId": "$sheet"}}),
                opens("Copy to another workbook", "copy-sheet"),
                opens("Change color", "tab-color"),
                sends("Hide", ask.sheet_hidden(True)),
                opens("Delete", "delete-sheet"),
            )
        ),
        Group(
            (
                Entry("Move left", deed="move-sheet?by=-1", role="writer"),
                Entry("Move right", deed="move-sheet?by=1", role="writer"),
                opens("Protect sheet", "protections", "sheet=1"),
            )
        ),
    ),
}
"""What opens with a secondary click, by what lies below the pointer."""
