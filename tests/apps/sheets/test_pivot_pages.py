"""Pivot tables, made and edited in dialogs."""

from __future__ import annotations

import re

import pytest
from tests.apps.sheets.desk import Desk
from tests.apps.sheets.page_kit import Pages, said
from tests.kit import Doors

ROWS = [
    ["Region", "Item", "Amount"],
    ["East", "Dock", "10"],
    ["West", "Dock", "5"],
    ["East", "Crane", "7"],
]


@pytest.fixture
def pages(doors: Doors) -> Pages:
    return Pages(doors)


@pytest.fixture
def book(desk: Desk) -> str:
    return desk.create(ROWS, title="Sales")


@pytest.fixture
def pivot(pages: Pages, book: str) -> str:
    """The id of a pivot table on a new sheet."""
    pages.take(book, "pivot-new", 200, source="Sheet1!A1:C4", where="new")
    found = re.search(r'data-query="pivot=(\d+)"', pages.dialog(book, "pivots"))
    assert found
    return found[1]


def test_a_pivot_table_is_built_field_by_field(
    desk: Desk, pages: Pages, book: str, pivot: str
) -> None:
    sheet = "Pivot Table 1"
    pages.take(book, "pivot", 200, **{"pivot": pivot, "add-rows": "0"})
    pages.take(book, "pivot", 200, **{"pivot": pivot, "add-values": "2"})
    assert ["East", "17"] in desk.read(book, f"'{sheet}'!A1:B9")
    pages.take(book, "pivot", 200, **{"pivot": pivot, "add-columns": "1"})
    head = desk.read(book, f"'{sheet}'!A1:D2")
    assert "Crane" in head[-1]
    shown = said(pages.dialog(book, "pivot", pivot=pivot))
    assert "Rows Region" in shown
    assert "Columns Item" in shown
    pages.take(book, "pivot", 200, pivot=pivot, do="remove:columns-0")
    changed = {"values-0-summary": "AVERAGE", "values-0-name": "Mean", "values-0-display": ""}
    pages.take(book, "pivot", 200, pivot=pivot, **changed)
    assert ["East", "8.5"] in desk.read(book, f"'{sheet}'!A1:B9")


def test_rows_are_left_out_by_a_filter(desk: Desk, pages: Pages, book: str, pivot: str) -> None:
    fields = {"add-rows": "0", "add-values": "2", "add-filters": "1"}
    pages.take(book, "pivot", 200, pivot=pivot, **fields)
    pages.take(book, "pivot", 200, **{"pivot": pivot, "filters-0-shown": "Crane"})
    rows = desk.read(book, "'Pivot Table 1'!A1:B9")
    assert ["East", "7"] in rows
    assert not any("West" in row for row in rows)


def test_rows_below_the_source_are_offered_to_be_counted(
    desk: Desk, pages: Pages, book: str, pivot: str
) -> None:
    pages.take(book, "pivot", 200, **{"pivot": pivot, "add-rows": "0", "add-values": "2"})
    assert "right below" not in pages.dialog(book, "pivot", pivot=pivot)
    desk.type(book, "A5", [["East", "Quay", "100"], ["East", "Quay", "1"]])
    assert "Use Sheet1!A1:C6" in said(pages.dialog(book, "pivot", pivot=pivot))
    shown = pages.take(book, "pivot", 200, pivot=pivot, source="Sheet1!A1:C4", do="grow")
    assert "right below" not in shown
    assert ["East", "118"] in desk.read(book, "'Pivot Table 1'!A1:B9")


def test_a_pivot_table_is_deleted(desk: Desk, pages: Pages, book: str, pivot: str) -> None:
    pages.take(book, "pivot", 200, **{"pivot": pivot, "add-rows": "0", "add-values": "2"})
    pages.take(book, "pivots", 200, remove=pivot)
    assert not desk.read(book, "'Pivot Table 1'!A1:B9")
    assert "no pivot tables yet" in pages.dialog(book, "pivots")


def test_a_pivot_table_of_nothing_is_refused(pages: Pages, book: str) -> None:
    pages.take(book, "pivot-new", 422, source="Nowhere!A1:C4", where="new")
    pages.read(f"/s/{book}/dialogs/pivot", 422, fragment=True)
