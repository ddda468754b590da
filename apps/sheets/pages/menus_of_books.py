"""The menus about a workbook, its sheets and what is put into them."""

from __future__ import annotations

from workworld.apps.sheets.pages import menu_requests as ask
from workworld.apps.sheets.pages.menu_entries import (
    Entry,
    Group,
    Menu,
    acts,
    opens,
    sends,
    shows,
)

FILE = Menu(
    "File",
    (
        Group(
            (
                Entry("New workbook", path="/new"),
                Entry("Open", path="/"),
                Entry("Import", page="import", role="writer"),
                Entry("Make a copy", dialog="copy", needs="copies"),
            )
        ),
        Group(
            (
                Entry("Microsoft Excel (.xlsx)", page="export/xlsx", needs="copies"),
                Entry("Web page (.html, zipped)", page="export/zip", needs="copies"),
                Entry("Comma-separated values (.csv)", page="export/csv", needs="copies"),
                Entry("Tab-separated values (.tsv)", page="export/tsv", needs="copies"),
                Entry("PDF document (.pdf)", page="export/pdf", needs="copies"),
            ),
            "Download",
        ),
        Group(
            (
                Entry("Share", dialog="share"),
                opens("Rename", "rename"),
                Entry("Move to trash", dialog="trash", role="owner"),
            )
        ),
        Group(
            (
                Entry("See version history", page="history", role="writer"),
                opens("Name current version", "name-version"),
                Entry("Sign-off", dialog="sign-off"),
            )
        ),
        Group((Entry("Details", dialog="details"), opens("Settings", "settings"))),
        Group((Entry("Print", page="print", needs="copies", keys="Ctrl+P"),)),
    ),
)


EDIT = Menu(
    "Edit",
    (
        Group((acts("Undo", "undo", "Ctrl+Z"), acts("Redo", "redo", "Ctrl+Y"))),
        Group(
            (
                acts("Cut", "cut", "Ctrl+X"),
                acts("Copy", "copy", "Ctrl+C", role="reader"),
                acts("Paste", "paste", "Ctrl+V"),
            )
        ),
        Group(
            tuple(acts(label, "paste", value=kind) for label, kind in ask.PASTES), "Paste special"
        ),
        Group(
            (
                sends("Delete values", ask.CLEAR, keys="Delete"),
                sends("Delete rows", ask.DELETE_ROWS, keys="Ctrl+Alt+-"),
                sends("Delete columns", ask.DELETE_COLUMNS),
                sends("Delete cells and shift up", ask.shift_out("ROWS")),
                sends("Delete cells and shift left", ask.shift_out("COLUMNS")),
            )
        ),
        Group(
            (
                Entry(
                    "Find and replace",
                    dialog="find",
                    command="sheets.replace sheets.find",
                    keys="Ctrl+H",
                ),
            )
        ),
    ),
)


VIEW = Menu(
    "View",
    (
        Group(
            (
                shows("Formulas", "formulas", "Ctrl+`"),
                shows("Gridlines", "gridlines"),
                shows("Formula bar", "formula-bar"),
            ),
            "Show",
        ),
        Group(
            (
                sends("No rows", ask.freeze(rows=0)),
                sends("1 row", ask.freeze(rows=1)),
                sends("2 rows", ask.freeze(rows=2)),
                sends("Up to the current row", ask.freeze(rows="$last-row")),
                sends("No columns", ask.freeze(columns=0)),
                sends("1 column", ask.freeze(columns=1)),
                sends("2 columns", ask.freeze(columns=2)),
                sends("Up to the current column", ask.freeze(columns="$last-column")),
            ),
            "Freeze",
        ),
        Group(
            (
                sends("Group rows", ask.grouped("$rows")),
                sends("Ungroup rows", ask.ungrouped("$rows")),
                sends("Group columns", ask.grouped("$columns")),
                sends("Ungroup columns", ask.ungrouped("$columns")),
            ),
            "Group",
        ),
        Group(
            (
                sends("Hide rows", ask.hidden("$rows", True), keys="Ctrl+Alt+9"),
                sends("Unhide rows", ask.hidden("$rows", False), keys="Ctrl+Shift+9"),
                sends("Hide columns", ask.hidden("$columns", True), keys="Ctrl+Alt+0"),
                sends("Unhide columns", ask.hidden("$columns", False), keys="Ctrl+Shift+0"),
                opens("Row height", "size", "axis=ROWS"),
                opens("Column width", "size", "axis=COLUMNS"),
            ),
            "Rows and columns",
        ),
        Group(
            tuple(
                acts(f"{percent} %", "zoom", value=str(percent), role="reader")
                for percent in (50, 75, 90, 100, 125, 150, 200)
            ),
            "Zoom",
        ),
        Group((Entry("Comments", dialog="comments"), Entry("Hidden sheets", dialog="sheets"))),
    ),
)


INSERT = Menu(
    "Insert",
    (
        Group(
            (
                sends("Rows above", ask.inserted("$rows"), keys="Ctrl+Alt+="),
                sends("Rows below", ask.inserted("$rows-after", before=True)),
                sends("Columns left", ask.inserted("$columns")),
                sends("Columns right", ask.inserted("$columns-after", before=True)),
                sends("Cells and shift down", ask.shift_in("ROWS")),
                sends("Cells and shift right", ask.shift_in("COLUMNS")),
            )
        ),
        Group((sends("Sheet", {"addSheet": {}}, keys="Shift+F11"),)),
        Group(
            (
                opens("Chart", "chart"),
                opens("Pivot table", "pivot-new"),
                opens("Function", "functions"),
                opens("Link", "link", keys="Ctrl+K", command="sheets.link"),
                sends("Checkbox", ask.CHECKBOX),
                opens("Dropdown", "validation", "kind=ONE_OF_LIST"),
                acts("Smart chip", "type", value="@"),
            )
        ),
        Group(
            (
                Entry(
                    "Comment",
                    dialog="comment",
                    role="commenter",
                    keys="Ctrl+Alt+M",
                    command="sheets.comment",
                ),
                opens("Note", "note", keys="Shift+F2", command="sheets.note"),
            )
        ),
    ),
)
