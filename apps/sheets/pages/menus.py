"""The menus above a grid: what they offer, in their order."""

from __future__ import annotations

from collections.abc import Sequence

from workworld.apps.sheets.pages import asking
from workworld.apps.sheets.pages import menu_requests as ask
from workworld.apps.sheets.pages.context_menus import CONTEXTS
from workworld.apps.sheets.pages.menu_entries import (
    RANKS,
    Entry,
    Group,
    Menu,
    acts,
    opens,
    sends,
    shows,
)
from workworld.apps.sheets.service.requests import registry


def menus_for(role: str, *, may_copy: bool = True) -> list[Menu]:
    """The menus as somebody with a role has them.

    Args:
        role: what they may do with the workbook.
        may_copy: whether copies and downloads are offered to them.
    """
    rank = RANKS[role]
    found = [Menu(each.name, _kept(each.groups, rank, may_copy)) for each in MENUS]
    return [each for each in found if each.groups]


def context_menus_for(role: str, *, may_copy: bool = True) -> dict[str, list[Group]]:
    """What opens with a secondary click on a cell, a row's or a column's head."""
    rank = RANKS[role]
    found = {name: _kept(groups, rank, may_copy) for name, groups in CONTEXTS.items()}
    return {name: groups for name, groups in found.items() if groups}


def offered(entry: Entry, rank: int, may_copy: bool) -> bool:
    """Whether somebody of this rank is offered an entry."""
    return (
        RANKS[entry.role] <= rank
        and (may_copy or entry.needs != "copies")
        and all(name in registry.kinds() for each in entry.requests for name in each)
        and (not entry.dialog or entry.dialog in asking.DIALOGS)
    )


def _kept(groups: Sequence[Group], rank: int, may_copy: bool) -> list[Group]:
    kept = [
        Group([each for each in group.entries if offered(each, rank, may_copy)], group.heading)
        for group in groups
    ]
    return [each for each in kept if each.entries]


_FILE = Menu(
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
            )
        ),
        Group((Entry("Details", dialog="details"), opens("Settings", "settings"))),
    ),
)
_EDIT = Menu(
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
_VIEW = Menu(
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
_INSERT = Menu(
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
_FORMAT = Menu(
    "Format",
    (
        Group(
            (
                *(
                    sends(name, ask.number(kind, pattern), keys=keys, command=command)
                    for name, kind, pattern, keys, command in ask.NUMBERS
                ),
                opens("Custom number format", "number-format"),
            ),
            "Number",
        ),
        Group(
            (
                sends("Bold", ask.toggled("bold"), keys="Ctrl+B"),
                sends("Italic", ask.toggled("italic"), keys="Ctrl+I"),
                sends("Underline", ask.toggled("underline"), keys="Ctrl+U"),
                sends("Strikethrough", ask.toggled("strikethrough"), keys="Alt+Shift+5"),
            ),
            "Text",
        ),
        Group(
            tuple(
                sends(label, ask.aligned(**{way: value}), keys=keys, command=command)
                for label, way, value, keys, command in ask.ALIGNMENTS
            ),
            "Alignment",
        ),
        Group(tuple(sends(label, ask.wrapped(way)) for label, way in ask.WRAPS), "Wrapping"),
        Group(tuple(sends(label, ask.turned(angle)) for label, angle in ask.ROTATIONS), "Rotation"),
        Group(
            (
                sends("Merge all", ask.merged("MERGE_ALL")),
                sends("Merge vertically", ask.merged("MERGE_COLUMNS")),
                sends("Merge horizontally", ask.merged("MERGE_ROWS")),
                sends("Unmerge", ask.UNMERGED),
            ),
            "Merge cells",
        ),
        Group(
            (
                opens("Borders", "borders"),
                opens("Conditional formatting", "conditional"),
                opens("Alternating colors", "banding"),
                sends("Clear formatting", ask.UNFORMATTED, keys="Ctrl+\\"),
            )
        ),
    ),
)
_DATA = Menu(
    "Data",
    (
        Group(
            (
                sends("Sort sheet A to Z", ask.sorted_sheet("ASCENDING")),
                sends("Sort sheet Z to A", ask.sorted_sheet("DESCENDING")),
                opens("Sort range", "sort"),
            )
        ),
        Group(
            (
                sends("Create a filter", ask.FILTERED),
                Entry("Filter by values or a condition", dialog="filter"),
                Entry("Reapply the filter", deed="reapply-filter", role="writer"),
                sends("Remove the filter", ask.UNFILTERED),
            )
        ),
        Group(
            (
                Entry("All filter views", dialog="filter-views"),
                Entry("Create filter view", deed="new-filter-view", role="writer"),
                Entry("Create temporary filter view", deed="temporary-filter-view"),
            ),
            "Filter views",
        ),
        Group(
            (
                opens("Protect sheets and ranges", "protections"),
                opens("Named ranges", "names"),
                opens("Data validation", "validation"),
            )
        ),
        Group(
            (
                Entry("Column stats", dialog="statistics"),
                opens("Connected data", "connections"),
                opens("Pivot tables", "pivots"),
                opens("Goal seek", "goal-seek"),
            )
        ),
        Group(
            (
                opens("Cleanup suggestions", "cleanup"),
                opens("Remove duplicates", "duplicates"),
                sends("Trim whitespace", ask.TRIMMED),
                opens("Split text to columns", "split"),
                sends("Randomize range", ask.SHUFFLED),
            ),
            "Data cleanup",
        ),
    ),
)
_TOOLS = Menu("Tools", (Group((Entry("Notification settings", dialog="notifications"),)),))
_HELP = Menu(
    "Help",
    (
        Group(
            (
                Entry(
                    "Search the menus", dialog="menus", keys="Alt+/", command="sheets.search-menus"
                ),
                Entry("Function list", dialog="functions"),
            )
        ),
    ),
)
MENUS: Sequence[Menu] = (_FILE, _EDIT, _VIEW, _INSERT, _FORMAT, _DATA, _TOOLS, _HELP)
"""All of them, in their order."""
