"""Texts of which parts look otherwise, as a grid draws them."""

from __future__ import annotations

from typing import Any

from tests.apps.sheets.desk import Desk
from tests.apps.sheets.grid_kit import GridPages, cells
from tests.apps.sheets.test_chips import chipped, person
from tests.kit import Doors


def rich(text: str, *runs: tuple[int, dict[str, Any]], **look: Any) -> dict[str, Any]:
    value = {
        "userEnteredValue": {"stringValue": text},
        "userEnteredFormat": {"textFormat": look},
        "textFormatRuns": [{"startIndex": start, "format": given} for start, given in runs],
    }
    return {
        "updateCells": {
            "start": {},
            "rows": [{"values": [value]}],
            "fields": "userEnteredValue,userEnteredFormat,textFormatRuns",
        }
    }


def test_parts_of_texts_are_drawn_as_they_look(doors: Doors, desk: Desk) -> None:
    book = desk.create([["x"]])
    grid = GridPages(doors, book)
    red = {"foregroundColorStyle": {"rgbColor": {"red": 1}}, "italic": True}
    site = {"link": {"uri": "https://sheets.calderoute.example/"}}
    grid.edit(rich("Due now, see", (4, {"bold": False, **red}), (7, {}), (9, site), bold=True))
    text, _, _, extra = cells(grid.get("blocks"))[0, 0]
    assert text == "Due now, see"
    assert [start for start, _ in extra["r"]] == [4, 7, 9]
    told = dict(extra["r"])
    assert told[4] == (
        "font-weight: normal; font-style: italic; "
        "color: light-dark(#ff0000, oklch(from #ff0000 max(l, 0.78) c h));"
    )
    assert told[7] == ""
    assert "underline" in told[9]
    desk.type(book, "A1", [["Due later"]])  # one that is typed anew looks alike throughout
    assert cells(grid.get("blocks"))[0, 0][3] == {}


def test_parts_between_chips_look_otherwise_as_well(doors: Doors, desk: Desk) -> None:
    book = desk.create()
    grid = GridPages(doors, book)
    runs = [{"startIndex": 2, "format": {"bold": True}}]
    grid.edit(chipped("@ is away", person(), textFormatRuns=runs))
    text, _, _, extra = cells(grid.get("blocks"))[0, 0]
    assert text == "Mingzhu Chen is away"
    assert extra["r"] == [[13, "font-weight: 650;"]]
    assert extra["c"][0][:2] == [0, 12]


def test_rows_are_as_high_as_the_largest_part_of_a_text(doors: Doors, desk: Desk) -> None:
    book = desk.create()
    grid = GridPages(doors, book)
    grid.edit(rich("Now or never", (4, {"fontSize": 20}), (6, {})))
    assert grid.get("blocks", whole=1)["sheet"]["rowRuns"] == [[0, 1, 39]]
    desk.type(book, "A1", [["Now"]])
    assert grid.get("blocks", whole=1)["sheet"]["rowRuns"] == []
