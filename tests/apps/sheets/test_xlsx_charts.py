"""Charts in files of other programs: written, and read again as what they were."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.chart import AreaChart
from tests.apps.sheets import office
from tests.apps.sheets.page_kit import Pages
from tests.apps.sheets.rest import Book, Client
from tests.apps.sheets.test_file_pages import send
from tests.apps.sheets.test_rest_files import XLSX, exported, upload
from tests.kit import Doors

ROWS = [["Lane", "Units", "Rate"], ["Oslo", 3, 10], ["Riga", 5, 20], ["Bari", 4, 15]]
HIDDEN = {"hiddenDimensionStrategy": "SHOW_ALL"}


def column(at: int) -> dict[str, Any]:
    return {"sourceRange": {"sources": [{"sheetId": 0, "startRowIndex": 0, "endRowIndex": 4,
            "startColumnIndex": at, "endColumnIndex": at + 1}]}}  # fmt: skip


def basic(kind: str, **more: Any) -> dict[str, Any]:
    """What is drawn of two series, with titles along both axes."""
    side = "BOTTOM_AXIS" if kind == "BAR" else "LEFT_AXIS"
    series: list[dict[str, Any]] = [{"series": column(at), "targetAxis": side} for at in (1, 2)]
    if kind == "COMBO":
        series[0]["type"], series[1]["type"] = "COLUMN", "LINE"
    return {"chartType": kind, "legendPosition": "TOP_LEGEND", "headerCount": 1,
            "domains": [{"domain": column(0)}], "series": series,
            "axis": [{"position": "BOTTOM_AXIS", "title": "Below"},
                     {"position": "LEFT_AXIS", "title": "Beside"}], **more}  # fmt: skip


CHARTS: list[dict[str, Any]] = [
    {"title": "Columns", "basicChart": basic("COLUMN", stackedType="STACKED"), **HIDDEN},
    {"title": "Bars", "basicChart": basic("BAR")},
    {"title": "Areas", "basicChart": basic("AREA", stackedType="PERCENT_STACKED")},
    {"title": "Both", "basicChart": basic("COMBO")},
    {"title": "Lines", "basicChart": basic("LINE"), **HIDDEN},
]


def drawn(book: Book, sheet: int = 0) -> list[dict[str, Any]]:
    """What is told of the charts, but for the numbers of sheets."""
    told = [each["spec"] for each in book.get()["sheets"][sheet]["charts"]]
    return [_without_numbers(each) for each in told]


def _without_numbers(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_numbers(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {name: _without_numbers(each) for name, each in value.items() if name != "sheetId"}


def _kept(spec: dict[str, Any]) -> dict[str, Any]:
    """What is read again of a chart; of areas, nothing along the axes."""
    told: dict[str, Any] = spec["basicChart"]
    return told | {"axis": None} if told["chartType"] == "AREA" else told


@pytest.fixture
def charted(book: Book) -> Book:
    """A spreadsheet with a chart of each kind."""
    book.put("A1", ROWS)
    book.batch(*(
        {"addChart": {"chart": {"spec": spec, "position": {"overlayPosition": {"anchorCell": {
            "sheetId": 0, "rowIndex": 5 + at * 10, "columnIndex": 0}}}}}}
        for at, spec in enumerate(CHARTS)
    ))  # fmt: skip
    return book


def test_charts_come_back_as_they_went(rest: Client, charted: Book) -> None:
    copied = Book(rest, upload(rest, "Again", exported(charted, XLSX), XLSX).get_json()["id"])
    wanted = {each["title"]: each for each in _without_numbers(CHARTS)}
    for told in drawn(copied):
        expected = wanted.pop(told["title"])
        assert told.get("hiddenDimensionStrategy") == expected.get("hiddenDimensionStrategy")
        for name, value in _kept(expected).items():
            assert told["basicChart"].get(name) == value, (told["title"], name)
    assert wanted == {}


def test_what_is_not_read_of_charts_is_told(doors: Doors, charted: Book) -> None:
    content = exported(charted, XLSX)
    _, page = send(Pages(doors), "/import", "charts.xlsx", content)
    assert "titles along the axes of area charts" in page


def test_axes_are_there_in_newer_programs(charted: Book) -> None:
    page: Any = openpyxl.load_workbook(io.BytesIO(exported(charted, XLSX))).worksheets[0]
    assert len(page._charts) == len(CHARTS)
    for chart in page._charts:
        if isinstance(chart, AreaChart):
            continue  # whose axes the library reads over
        assert (chart.x_axis.delete, chart.y_axis.delete) == (False, False)


@office.NEEDED
def test_another_program_draws_the_same_charts(rest: Client, charted: Book, tmp_path: Path) -> None:
    saved = office.saved_anew(exported(charted, XLSX), tmp_path)
    copied = Book(rest, upload(rest, "Saved", saved, XLSX).get_json()["id"])
    told = {each["title"]: each for each in drawn(copied)}
    for spec in CHARTS:
        there = told[spec["title"]]
        for name in ("chartType", "stackedType", "axis"):
            assert there["basicChart"].get(name) == _kept(spec).get(name), (spec, name)
        assert [each["series"] for each in there["basicChart"]["series"]] == [
            each["series"] for each in _without_numbers(spec)["basicChart"]["series"]]  # fmt: skip
