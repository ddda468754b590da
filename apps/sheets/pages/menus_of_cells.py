"""The menus about cells: how they look, and what is done with what they hold."""

from __future__ import annotations

from workworld.apps.sheets.pages import menu_requests as ask
from workworld.apps.sheets.pages.menu_entries import (
    Entry,
    Group,
    Menu,
    opens,
    sends,
)

FORMAT = Menu(
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
            )
            + tuple(
                Entry(label, deed=f"indent?by={by}", role="writer") for label, by in ask.INDENTS
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
                opens("Theme", "theme"),
                opens("Borders", "borders"),
                opens("Conditional formatting", "conditional"),
                opens("Alternating colors", "banding"),
                opens("Convert to table", "tables"),
                sends("Clear formatting", ask.UNFORMATTED, keys="Ctrl+\\"),
            )
        ),
    ),
)


DATA = Menu(
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
