"""Charts: made of ranges, which they follow, and drawn over the grid."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.apps.sheets.desk import Desk
from tests.apps.sheets.page_kit import Pages, said
from tests.kit import Doors

from workworld.apps.sheets.pages.charting import TYPES
from workworld.apps.sheets.service import batches

ROWS = [["Month", "Sold", "Lost"], ["Jan", "3", "1"], ["Feb", "5", "2"], ["Feb", "4", "0"]]


@pytest.fixture
def pages(doors: Doors) -> Pages:
    return Pages(doors)


@pytest.fixture
def book(desk: Desk) -> str:
    return desk.create(ROWS, title="Sales")


def spec(*columns: str, kind: str = "COLUMN") -> dict[str, Any]:
    """A chart of columns of the sheet, of which the first names the rows."""

    def data(column: str) -> dict[str, Any]:
        index = ord(column) - ord("A")
        source = {
            "sheetId": 0,
            "startRowIndex": 0,
            "endRowIndex": 4,
            "startColumnIndex": index,
            "endColumnIndex": index + 1,
        }
        return {"sourceRange": {"sources": [source]}}

    return {
        "title": "Sales",
        "basicChart": {
            "chartType": kind,
            "headerCount": 1,
            "domains": [{"domain": data(columns[0])}],
            "series": [{"series": data(each)} for each in columns[1:]],
        },
    }


def add(desk: Desk, book: str, **given: Any) -> dict[str, Any]:
    """Add a chart: the reply."""
    batch = desk.edit(book, {"addChart": {"chart": {"spec": spec("A", "B", "C"), **given}}})
    found: dict[str, Any] = batch.replies[0]["addChart"]["chart"]
    return found


@pytest.mark.parametrize("kind", [value for value, _ in TYPES])
def test_each_type_is_drawn_with_its_numbers(pages: Pages, book: str, kind: str) -> None:
    pages.take(book, "chart", source="Sheet1!A1:C4", type=kind, head="1", title="Sold", stacked="1")
    shown = pages.read(f"/s/{book}/charts?gid=0", fragment=True)
    assert "<svg" in shown
    assert "Feb" in said(shown.partition("<table")[2])


def test_a_chart_is_told_as_the_vendor_does(desk: Desk, book: str) -> None:
    chart = add(desk, book)
    assert chart["spec"] == spec("A", "B", "C")
    assert chart["position"]["overlayPosition"]["widthPixels"] == 600


@pytest.mark.parametrize("kind", ["SCATTER", "LINE"])
def test_days_along_a_chart_are_days_as_far_apart_as_they_are(
    desk: Desk, pages: Pages, kind: str
) -> None:
    days = [["Day", "Sold"], ["3/1/2026", "3"], ["3/2/2026", "5"], ["3/31/2026", "4"]]
    book = desk.create(days, title="Days")
    desk.edit(book, {"addChart": {"chart": {"spec": spec("A", "B", kind=kind)}}})
    shown = pages.read(f"/s/{book}/charts?gid=0", fragment=True)
    assert "from 3 at 1 Mar 2026 to 4 at 31 Mar 2026" in shown
    assert "31 Mar 2026 4" in said(shown.partition("<table")[2])
    assert "1 Mar 8 Mar 15 Mar 22 Mar 29 Mar" in said(shown)


def test_a_chart_follows_its_range(desk: Desk, pages: Pages, book: str) -> None:
    add(desk, book)
    above = {"sheetId": 0, "dimension": "ROWS", "startIndex": 0, "endIndex": 2}
    desk.edit(book, {"insertDimension": {"range": above}})
    desk.type(book, "B4", [["77"]])
    assert "Jan 77 1" in said(pages.read(f"/s/{book}/charts?gid=0", fragment=True))


def test_a_chart_is_changed_moved_and_deleted(desk: Desk, pages: Pages, book: str) -> None:
    chart = add(desk, book)["chartId"]
    desk.edit(book, {"updateChartSpec": {"chartId": chart, "spec": spec("A", "C")}})
    assert "Sold" not in said(pages.read(f"/s/{book}/charts?gid=0", fragment=True))
    sides = {"left": "250", "top": "50", "width": "300", "height": "200"}
    pages.client.post(
        f"/s/{book}/deeds/move-chart",
        data={"csrf": pages.doors.csrf, "gid": "0", "chart": str(chart), **sides},
    )
    shown = pages.read(f"/s/{book}/charts?gid=0", fragment=True)
    assert re.search(r'data-left="250" data-top="50" data-width="300" data-height="200"', shown)
    desk.edit(book, {"deleteEmbeddedObject": {"objectId": chart}})
    assert "<figure" not in pages.read(f"/s/{book}/charts?gid=0", fragment=True)


def test_hidden_rows_and_columns_are_left_out_unless_they_are_wanted(
    desk: Desk, pages: Pages, book: str
) -> None:
    number = add(desk, book)["chartId"]
    row = {"sheetId": 0, "dimension": "ROWS", "startIndex": 1, "endIndex": 2}
    hide = {"range": row, "properties": {"hiddenByUser": True}, "fields": "hiddenByUser"}
    desk.edit(book, {"updateDimensionProperties": hide})
    assert "Jan" not in said(pages.read(f"/s/{book}/charts?gid=0", fragment=True))
    wanted = spec("A", "B", "C") | {"hiddenDimensionStrategy": "SHOW_ALL"}
    desk.edit(book, {"updateChartSpec": {"chartId": number, "spec": wanted}})
    assert "Jan" in said(pages.read(f"/s/{book}/charts?gid=0", fragment=True))


def test_a_chart_of_nothing_says_so(desk: Desk, pages: Pages, book: str) -> None:
    add(desk, book)
    desk.edit(
        book,
        {"updateCells": {"range": {"sheetId": 0}, "fields": "userEnteredValue"}},
    )
    shown = pages.read(f"/s/{book}/charts?gid=0", fragment=True)
    assert "There is nothing to be drawn" in said(shown)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"spec": {"title": "x"}}, "invalid_request"),
        ({"spec": {"orgChart": {}}}, "unsupported_chart"),
        ({"spec": {"basicChart": {"chartType": "HAT"}}}, "unsupported_chart"),
        ({"spec": {"basicChart": {}, "hat": 1}}, "invalid_request"),
        ({"spec": spec("A", "b")}, "exceeds_grid_limits"),
    ],
)
def test_what_is_no_chart_is_refused(
    desk: Desk, book: str, given: dict[str, Any], code: str
) -> None:
    request = {"addChart": {"chart": given}}
    assert desk.refused(batches.update, workbook_id=book, requests=[request]).code == code


def test_a_histogram_counts_values_and_a_scorecard_shows_one(
    desk: Desk, pages: Pages, book: str
) -> None:
    pages.take(book, "chart", source="Sheet1!B1:B4", type="HISTOGRAM", head="1", bucket="2")
    shown = said(pages.read(f"/s/{book}/charts?gid=0", fragment=True))
    assert "2 – 4 1 4 – 6 2" in shown
    picture = pages.read(f"/s/{book}/charts?gid=0", fragment=True)
    assert ">2 – 4<" in picture.partition("sheet-chart-picture")[2].partition("<details")[0]
    pages.take(book, "chart", source="Sheet1!B2:C4", type="SCORECARD", aggregate="SUM")
    shown = said(pages.read(f"/s/{book}/charts?gid=0", fragment=True))
    assert "12 +1,100.0%" in shown
    pages.take(book, "chart", 422, source="Sheet1!B1:B4", type="HISTOGRAM", bucket="many")
    bad = {"scorecardChart": {"aggregateType": "MODE"}}
    refused = desk.refused(
        batches.update, workbook_id=book, requests=[{"addChart": {"chart": {"spec": bad}}}]
    )
    assert "MODE" in refused.message


def test_a_legend_stands_where_it_is_wanted(pages: Pages, book: str) -> None:
    def drawn(where: str) -> str:
        form = {"source": "Sheet1!A1:C4", "type": "LINE", "head": "1", "legend": where}
        pages.take(book, "chart", **form)
        page = pages.read(f"/s/{book}/charts?gid=0", fragment=True)
        return page.rpartition("sheet-chart-picture")[2].partition("<details")[0]

    pictures = {where: drawn(where) for where in ("RIGHT_LEGEND", "BOTTOM_LEGEND", "NO_LEGEND")}
    assert len(set(pictures.values())) == 3
