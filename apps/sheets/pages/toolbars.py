"""The toolbar above a grid: its buttons and their menus, and the palette of colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.apps.sheets.pages import menu_requests as ask
from workworld.apps.sheets.pages.menu_entries import RANKS, Entry, Group
from workworld.apps.sheets.pages.menus import offered
from workworld.apps.sheets.service import themes

_GREYS = {
    "Black": "#000000",
    "Charcoal": "#434343",
    "Dark gray": "#666666",
    "Gray": "#999999",
    "Silver": "#b7b7b7",
    "Light gray": "#cccccc",
    "Pale gray": "#d9d9d9",
    "Mist": "#efefef",
    "Snow": "#f3f3f3",
    "White": "#ffffff",
}
_HUES = (
    "Berry",
    "Red",
    "Orange",
    "Yellow",
    "Green",
    "Cyan",
    "Cornflower",
    "Blue",
    "Purple",
    "Magenta",
)
_ROWS = {
    "": "#980000 #ff0000 #ff9900 #ffff00 #00ff00 #00ffff #4a86e8 #0000ff #9900ff #ff00ff",
    "Pale ": "#e6b8af #f4cccc #fce5cd #fff2cc #d9ead3 #d0e0e3 #c9daf8 #cfe2f3 #d9d2e9 #ead1dc",
    "Soft ": "#cc4125 #e06666 #f6b26b #ffd966 #93c47d #76a5af #6d9eeb #6fa8dc #8e7cc3 #c27ba0",
    "Dark ": "#85200c #990000 #b45f06 #bf9000 #38761d #134f5c #1155cc #0b5394 #351c75 #741b47",
}
NAMES: Mapping[str, str] = {
    **_GREYS,
    **{
        (shade + hue).capitalize(): code
        for shade, row in _ROWS.items()
        for hue, code in zip(_HUES, row.split(), strict=True)
    },
}
"""Colours to choose from by their names, in rows of ten."""
THEMED: Mapping[str, str] = {
    f"Theme: {name.lower()}": each for each, name in themes.NAMES.items() if each != "LINK"
}
"""The colours of the workbook's theme by their names; what they are is the theme's."""
SIZES = (6, 7, 8, 9, 10, 11, 12, 14, 18, 24, 36)
"""Sizes of fonts that the menu offers, in points."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A button of the toolbar.

    Args:
        icon: its picture.
        entry: what it does.
        shows: what of the active cell it shows as pressed: ``bold``.
        groups: what its menu offers, if it opens one.
        colours: the requests of a palette, with ``$color`` where the colour goes.
        clears: the request that takes the colour away.
    """

    icon: str
    entry: Entry
    shows: str = ""
    groups: Sequence[Group] = ()
    colours: Sequence[Mapping[str, Any]] = ()
    clears: Sequence[Mapping[str, Any]] = ()

    @property
    def id(self) -> str:
        """The id of its menu."""
        return "tool-" + self.entry.label.lower().replace(" ", "-")


def tools_for(role: str, *, may_copy: bool = True) -> list[list[Tool]]:
    """The buttons of the toolbar in groups, as somebody with a role has them."""
    rank = RANKS[role]
    kept = [[each for each in group if offered(each.entry, rank, may_copy)] for group in TOOLS]
    return [group for group in kept if group]


def _tool(
    icon: str, label: str, *requests: Mapping[str, Any], keys: str = "", shows: str = ""
) -> Tool:
    return Tool(icon, Entry(label, requests=requests, keys=keys, role="writer"), shows)


def _dialog(icon: str, label: str, dialog: str, keys: str = "") -> Tool:
    return Tool(icon, Entry(label, dialog=dialog, keys=keys, role="writer"))


def _menu(icon: str, label: str, *entries: Entry) -> Tool:
    return Tool(icon, Entry(label, role="writer"), groups=[Group(entries)])


def _choice(label: str, *requests: Mapping[str, Any]) -> Entry:
    return Entry(label, requests=requests, role="writer")


def _palette(icon: str, label: str, look: Mapping[str, Any], fields: str) -> Tool:
    return Tool(
        icon,
        Entry(label, role="writer"),
        colours=[ask.repeated(look, fields)],
        clears=[ask.repeated({}, fields)],
    )


TOOLS: Sequence[Sequence[Tool]] = (
    (
        Tool("undo-2", Entry("Undo", act="undo", keys="Ctrl+Z", role="writer")),
        Tool("redo-2", Entry("Redo", act="redo", keys="Ctrl+Y", role="writer")),
        Tool("paint-roller", Entry("Paint format", act="paint", role="writer"), shows="painting"),
    ),
    (
        _tool("dollar-sign", "Format as currency", ask.number("CURRENCY", '"$"#,##0.00')),
        _tool("percent", "Format as percent", ask.number("PERCENT", "0.00%")),
        Tool(
            "decimals-arrow-left",
            Entry("Decrease decimal places", deed="decimals?by=-1", role="writer"),
        ),
        Tool(
            "decimals-arrow-right",
            Entry("Increase decimal places", deed="decimals?by=1", role="writer"),
        ),
        _menu(
            "hash",
            "More formats",
            *(_choice(name, ask.number(kind, pattern)) for name, kind, pattern, *_ in ask.NUMBERS),
            Entry("Custom number format", dialog="number-format", role="writer"),
        ),
    ),
    (
        _menu(
            "type",
            "Font",
            *(
                _choice(
                    face,
                    ask.repeated({"textFormat": {"fontFamily": face}}, "textFormat.fontFamily"),
                )
                for face in themes.FONTS
            ),
            _choice("As the theme", ask.repeated({}, "textFormat.fontFamily")),
        ),
        _menu(
            "equal",
            "Font size",
            *(
                _choice(
                    str(size),
                    ask.repeated({"textFormat": {"fontSize": size}}, "textFormat.fontSize"),
                )
                for size in SIZES
            ),
        ),
        _tool("bold", "Bold", ask.toggled("bold"), keys="Ctrl+B", shows="bold"),
        _tool("italic", "Italic", ask.toggled("italic"), keys="Ctrl+I", shows="italic"),
        _tool("underline", "Underline", ask.toggled("underline"), keys="Ctrl+U", shows="underline"),
        _tool(
            "strikethrough",
            "Strikethrough",
            ask.toggled("strikethrough"),
            keys="Alt+Shift+5",
            shows="strikethrough",
        ),
        _palette(
            "text-color",
            "Text color",
            {"textFormat": {"foregroundColorStyle": "$color"}},
            "textFormat.foregroundColorStyle",
        ),
    ),
    (
        _palette(
            "paint-bucket",
            "Fill color",
            {"backgroundColorStyle": "$color"},
            "backgroundColorStyle",
        ),
        _dialog("grid-2x2", "Borders", "borders"),
        _menu(
            "table-cells-merge",
            "Merge cells",
            _choice("Merge all", ask.merged("MERGE_ALL")),
            _choice("Merge vertically", ask.merged("MERGE_COLUMNS")),
            _choice("Merge horizontally", ask.merged("MERGE_ROWS")),
            _choice("Unmerge", ask.UNMERGED),
        ),
    ),
    (
        _menu(
            "align-left",
            "Alignment",
            *(
                _choice(label, ask.aligned(**{way: value}))
                for label, way, value, *_ in ask.ALIGNMENTS
            ),
        ),
        _menu(
            "wrap-text",
            "Text wrapping",
            *(_choice(label, ask.wrapped(way)) for label, way in ask.WRAPS),
        ),
        _menu(
            "rotate-ccw",
            "Text rotation",
            *(_choice(label, ask.turned(angle)) for label, angle in ask.ROTATIONS),
        ),
    ),
    (
        _dialog("link", "Insert link", "link", "Ctrl+K"),
        Tool(
            "message-square-plus",
            Entry("Insert comment", dialog="comment", keys="Ctrl+Alt+M", role="commenter"),
        ),
        _dialog("chart-column", "Insert chart", "chart"),
        Tool("funnel", Entry("Create a filter", requests=[ask.FILTERED], role="writer")),
        Tool("sigma", Entry("Functions", dialog="functions")),
    ),
)
"""All of them, in groups."""
