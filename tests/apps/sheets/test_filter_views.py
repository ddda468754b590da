"""Filter views: rows are hidden for who looks through one, and for nobody else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.apps.sheets.desk import Desk
from tests.apps.sheets.grid_kit import GridPages
from tests.apps.sheets.page_kit import Pages
from tests.kit import Doors

ROWS = [["Name", "Amount"], ["Cedar", "3"], ["Alder", "1"], ["Birch", "2"], ["Elm", "=B2*2"]]


@pytest.fixture
def pages(doors: Doors) -> Pages:
    return Pages(doors)


@pytest.fixture
def book(desk: Desk) -> str:
    return desk.create(ROWS, title="Trees")


def _hidden(doors: Doors, book: str, lens: str = "") -> list[int]:
    found: dict[str, Any] = GridPages(doors, book).get("blocks", whole=1, lens=lens)
    runs = found["sheet"]["rowRuns"]
    return [at for first, count, size in runs for at in range(first, first + count) if not size]


def _do(pages: Pages, book: str, name: str, **values: str) -> str:
    form = {"csrf": pages.doors.csrf, "gid": "0", "range": "A1", "active": "A1", **values}
    answer = pages.client.post(f"/s/{book}/deeds/{name}", data=form, headers={"HX-Request": "true"})
    assert answer.status_code == 204, answer.text
    lens: str = json.loads(answer.headers["HX-Trigger"])["sheets:lens"]["lens"]
    return lens


def test_a_filter_view_hides_rows_for_who_looks_through_it(
    pages: Pages, doors: Doors, book: str, desk: Desk
) -> None:
    lens = _do(pages, book, "new-filter-view")
    pages.take(
        book,
        "filter",
        active="B1",
        lens=lens,
        kind="NUMBER_GREATER",
        value="2",
        keep=["1", "2", "3", "6"],
    )
    assert pages.triggers["sheets:lens"] == {"lens": lens}
    assert _hidden(doors, book, lens) == [2, 3]
    assert _hidden(doors, book) == []
    desk.type(book, "B2", [["0"]])  # it goes by what cells come to now
    assert _hidden(doors, book, lens) == [1, 2, 3, 4]
    page = pages.read(f"/s/{book}?fvid={lens}")
    assert "Filter 1" in page
    assert "Close filter view" in page


def test_filter_views_are_named_duplicated_and_deleted(
    pages: Pages, doors: Doors, book: str
) -> None:
    lens = _do(pages, book, "new-filter-view")
    pages.take(book, "filter-view", view=lens, title="Large ones", range="A1:B4")
    assert "Large ones" in pages.dialog(book, "filter-view", lens=lens)  # the one that is open
    assert "Open a filter view first." in pages.read(f"/s/{book}/dialogs/filter-view?gid=0", 422)
    twin = _do(pages, book, "duplicate-filter-view", view=lens)
    listed = pages.dialog(book, "filter-views")
    assert "Copy of Large ones" in listed
    assert _do(pages, book, "delete-filter-view", view=twin) == ""
    assert "Copy of" not in pages.dialog(book, "filter-views")
    assert _hidden(doors, book, twin) == []  # it is gone: the sheet as it is


def test_readers_filter_for_themselves_alone(
    pages: Pages, colleague: Doors, doors: Doors, book: str
) -> None:
    pages.take(book, "share", 200, do="add", people=colleague.person_id, role="reader")
    theirs = Pages(colleague)
    lens = _do(theirs, book, "temporary-filter-view")
    theirs.take(book, "filter", active="A1", lens=lens, keep=["Cedar", "Elm"])
    lens = theirs.triggers["sheets:lens"]["lens"]
    assert _hidden(colleague, book, lens) == [2, 3]
    assert _hidden(doors, book) == []
    assert "Temporary filter view" in theirs.read(f"/s/{book}?lens={lens}")
    assert _do(theirs, book, "close-filter-view") == ""
    # What one keeps is another's only if it may be read.
    GridPages(doors, book).get("blocks", 422, lens="{}{")
    GridPages(doors, book).get("blocks", 422, lens='{"range": "ZZZZ9", "criteria": {}}')


def _seen(doors: Doors, book: str, lens: str = "") -> list[str]:
    """What the first column shows, from above, with the rows that it is of."""
    found: dict[str, Any] = GridPages(doors, book).get("blocks", whole=1, lens=lens)
    top, rows = found["sheet"]["order"] or (0, [])
    there = {row: text for row, *cells in found["blocks"][0]["rows"] for _, text, *_ in cells[:1]}
    at = {top + number: row for number, row in enumerate(rows)}
    return [f"{text} {at.get(place, place) + 1}" for place, text in sorted(there.items())]


PLAIN = ["Name 1", "Cedar 2", "Alder 3", "Birch 4", "Elm 5"]


def test_a_filter_view_sorts_for_who_looks_through_it_and_moves_nothing(
    pages: Pages, doors: Doors, book: str, desk: Desk
) -> None:
    lens = _do(pages, book, "new-filter-view")
    pages.take(book, "filter", active="B1", lens=lens, do="sort:DESCENDING")
    by_amount = ["Name 1", "Elm 5", "Cedar 2", "Birch 4", "Alder 3"]
    assert _seen(doors, book, lens) == by_amount
    assert _seen(doors, book) == PLAIN
    assert desk.read(book, "A1:A5") == [[row[0]] for row in ROWS]
    grid = GridPages(doors, book)
    grid.edit({"updateDimensionProperties": {
        "range": {"sheetId": 0, "dimension": "ROWS", "startIndex": 4, "endIndex": 5},
        "properties": {"pixelSize": 60}, "fields": "pixelSize"}})  # fmt: skip
    assert grid.get("blocks", whole=1, lens=lens)["sheet"]["rowRuns"] == [[1, 1, 60]]
    pages.take(book, "filter", active="A1", lens=lens, keep=["Cedar", "Elm", "Birch"])
    assert _seen(doors, book, lens) == by_amount
    assert _hidden(doors, book, lens) == [4]  # Alder, where it is seen
    desk.type(book, "B4", [["99"]])
    assert _seen(doors, book, lens)[1] == "Birch 4"
    assert "Remove the order" in pages.dialog(book, "filter", active="B1", lens=lens)
    pages.take(book, "filter", active="B1", lens=lens, do="sort:NONE")
    assert _seen(doors, book, lens) == PLAIN


def test_readers_sort_for_themselves_and_rows_with_merged_cells_stay(
    pages: Pages, colleague: Doors, doors: Doors, book: str
) -> None:
    pages.take(book, "share", 200, do="add", people=colleague.person_id, role="reader")
    theirs = Pages(colleague)
    lens = _do(theirs, book, "temporary-filter-view")
    theirs.take(book, "filter", active="A1", lens=lens, do="sort:ASCENDING")
    lens = theirs.triggers["sheets:lens"]["lens"]
    wanted = ["Name 1", "Alder 3", "Birch 4", "Cedar 2", "Elm 5"]
    assert _seen(colleague, book, lens) == wanted
    theirs.take(book, "filter", active="A1", lens=lens, keep=["Birch", "Cedar"])
    lens = theirs.triggers["sheets:lens"]["lens"]
    assert (_seen(colleague, book, lens), _hidden(colleague, book, lens)) == (wanted, [1, 4])
    merge = {"sheetId": 0, "startRowIndex": 1, "endRowIndex": 3, "endColumnIndex": 1}
    GridPages(doors, book).edit({"mergeCells": {"range": merge, "mergeType": "MERGE_ALL"}})
    assert GridPages(colleague, book).get("blocks", whole=1, lens=lens)["sheet"]["order"] is None
    said = theirs.take(book, "filter", 422, active="A1", lens=lens, do="sort:ASCENDING")
    assert "merged cells" in said


def test_a_filter_goes_by_colours_and_is_applied_again(
    pages: Pages, doors: Doors, book: str, desk: Desk
) -> None:
    grid = GridPages(doors, book)
    red = {"backgroundColorStyle": {"rgbColor": {"red": 1}}}
    area = {
        "sheetId": 0,
        "startRowIndex": 2,
        "endRowIndex": 3,
        "startColumnIndex": 0,
        "endColumnIndex": 1,
    }
    grid.edit(
        {
            "repeatCell": {
                "range": area,
                "cell": {"userEnteredFormat": red},
                "fields": "userEnteredFormat",
            }
        },
        {
            "setBasicFilter": {
                "filter": {"range": {"sheetId": 0, "endRowIndex": 5, "endColumnIndex": 2}}
            }
        },
    )
    assert "#ff0000" in pages.dialog(book, "filter", active="A1").lower() or "Red" in pages.dialog(
        book, "filter", active="A1"
    )
    pages.take(book, "filter", active="A1", fill="#ff0000", keep=["Alder", "Birch", "Cedar", "Elm"])
    assert _hidden(doors, book) == [1, 3, 4]
    pages.take(book, "filter", active="A1", do="clear")
    pages.take(
        book, "filter", active="B1", kind="NUMBER_LESS", value="3", keep=["1", "2", "3", "6"]
    )
    assert _hidden(doors, book) == [1, 4]
    desk.type(book, "B3", [["9"]])
    assert _hidden(doors, book) == [1, 4]  # until it is applied again
    form = {"csrf": doors.csrf, "gid": "0", "range": "A1", "active": "A1"}
    pages.client.post(f"/s/{book}/deeds/reapply-filter", data=form, headers={"HX-Request": "true"})
    assert _hidden(doors, book) == [1, 2, 4]
