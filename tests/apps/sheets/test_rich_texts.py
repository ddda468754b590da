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


def test_what_stays_of_an_edited_text_looks_as_it_did(doors: Doors, desk: Desk) -> None:
    grid = GridPages(doors, desk.create())
    bold, italic = {"bold": True}, {"italic": True}

    def after(text: str, amends: bool = True) -> list[tuple[int, str]]:
        grid.edit(rich("Pay the 🙂 rate now", (4, bold), (7, {}), (11, italic), (15, {})))
        typed = {"start": {}, "rows": [{"values": [text]}], "amends": amends}
        grid.edit({"enterText": typed})
        looks = {"": "", "font-weight: 650;": "bold", "font-style: italic;": "italic"}
        shown = cells(grid.get("blocks"))[0, 0][3]
        return [(start, looks[css]) for start, css in shown.get("r", [])]

    as_was = [(4, "bold"), (7, ""), (11, "italic"), (15, "")]
    assert after("Pay the 🙂 rate now!") == as_was
    assert after("Now pay the 🙂 rate now") == [(8, "bold"), (11, ""), (15, "italic"), (19, "")]
    assert after("Pay them the 🙂 rate now")[0] == (4, "bold")
    assert after("Pay the 🙁 rate now") == as_was
    assert after("Pay rate now") == [(4, "italic"), (8, "")]
    assert after("Pay the") == [(4, "bold")]
    assert after("Pay") == []
    assert after("12") == []
    assert after("Pay the 🙂 rate now!", amends=False) == []


def test_chips_beside_which_a_text_is_edited_stay_chips(doors: Doors, desk: Desk) -> None:
    grid = GridPages(doors, desk.create())

    def after(text: str) -> tuple[list[list[int]], list[int]]:
        grid.edit(chipped("🙂 @ or @ pays", person(3), person(8), textFormatRuns=[
            {"startIndex": 10, "format": {"bold": True}}]))  # fmt: skip
        grid.edit({"enterText": {"start": {}, "rows": [{"values": [text]}], "amends": True}})
        shown = cells(grid.get("blocks"))[0, 0][3]
        return [each[:2] for each in shown.get("c", [])], [at for at, _ in shown.get("r", [])]

    one = "Mingzhu Chen"
    assert after(f"🙂 {one} or {one} pays!") == ([[3, 15], [19, 31]], [32])
    assert after(f"🙂🙂 {one} or {one} pays") == ([[5, 17], [21, 33]], [34])
    assert after(f"{one} or {one} pays") == ([[0, 12], [16, 28]], [29])
    assert after(f"🙂 {one} and then {one} pays") == ([[3, 15], [25, 37]], [38])
    assert after(f"🙂 {one} or Mingzhu pays") == ([[3, 15]], [27])
    assert after("Nobody") == ([], [])
    assert after("12") == ([], [])
