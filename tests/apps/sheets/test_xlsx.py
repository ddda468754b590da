"""Workbooks of other programs with something of everything: what is kept, and what is told."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.formatting.rule import DataBarRule, Rule
from openpyxl.pivot.cache import (
    CacheDefinition,
    CacheField,
    CacheSource,
    SharedItems,
    WorksheetSource,
)
from openpyxl.pivot.record import RecordList
from openpyxl.pivot.table import DataField, Location, PivotField, RowColField, TableDefinition
from openpyxl.styles import Protection
from openpyxl.worksheet.filters import CustomFilter, CustomFilters, FilterColumn, Filters
from openpyxl.worksheet.table import Table
from tests.apps.sheets import office
from tests.apps.sheets.page_kit import Pages, said
from tests.apps.sheets.rest import Book, Client
from tests.apps.sheets.test_file_pages import send
from tests.apps.sheets.test_rest_files import XLSX, exported, upload
from tests.kit import Doors


def grid(top: int, bottom: int, left: int, right: int, sheet: int = 0) -> dict[str, int]:
    return {"sheetId": sheet, "startRowIndex": top, "endRowIndex": bottom,
            "startColumnIndex": left, "endColumnIndex": right}  # fmt: skip


@pytest.fixture
def whole(book: Book) -> Book:
    """A spreadsheet with something of everything that files can hold."""
    rows = [["Lane", "Mode", "Rate"], ["Oslo", "Sea", 120], ["Riga", "Air", 90.5],
            ["Bari", "Sea", 40], ["Kiel", "Road", 75]]  # fmt: skip
    book.put("A1", rows)
    book.put("E1", [["Item", "Count"], ["Pallet", 4], ["Crate", "=2*3"], ["Sum", "=SUM(F2:F3)"]])
    book.put("H1", [["bold and plain"]])
    red = {"rgbColor": {"red": 1}}
    book.batch(
        {"setBasicFilter": {"filter": {"range": grid(0, 5, 0, 3), "filterSpecs": [
            {"columnIndex": 1, "filterCriteria": {"hiddenValues": ["Sea"]}},
            {"columnIndex": 2, "filterCriteria": {"condition": {
                "type": "NUMBER_LESS", "values": [{"userEnteredValue": "91"}]}}}]}}},
        {"addTable": {"table": {"name": "Stock", "range": grid(0, 4, 4, 6)}}},
        {"updateCells": {"start": {"rowIndex": 0, "columnIndex": 7}, "fields": "textFormatRuns",
                         "rows": [{"values": [{"textFormatRuns": [
                             {"format": {"bold": True}}, {"startIndex": 4, "format": {}}]}]}]}},
        {"addProtectedRange": {"protectedRange": {"range": {"sheetId": 0},
                                                  "unprotectedRanges": [grid(1, 4, 5, 6)]}}},
        {"addConditionalFormatRule": {"index": 0, "rule": {"ranges": [grid(1, 5, 2, 3)],
            "booleanRule": {"condition": {"type": "NUMBER_GREATER",
                                          "values": [{"userEnteredValue": "100"}]},
                            "format": {"backgroundColorStyle": red}}}}},
        {"addBanding": {"bandedRange": {"range": grid(6, 9, 0, 2), "rowProperties": {
            "firstBandColorStyle": red, "secondBandColorStyle": {"rgbColor": {"blue": 1}}}}}},
        {"repeatCell": {"range": grid(1, 2, 0, 1), "fields": "userEnteredFormat.padding", "cell": {
            "userEnteredFormat": {"padding": {"top": 2, "right": 3, "bottom": 2, "left": 21}}}}},
        {"updatePrintLayout": {"layout": {"range": "A1:C5", "landscape": True, "paper": "LETTER",
                                          "scale": "FIT_PAGE", "margins": "WIDE",
                                          "breaksAfterRows": [3], "sheetName": True}}},
        {"addFilterView": {"filter": {"title": "Mine", "range": grid(0, 5, 0, 3)}}},
    )  # fmt: skip
    book.put("A7", [["x"], ["y"], ["z"]])
    return book


def test_everything_goes_out_and_comes_back(rest: Client, whole: Book) -> None:
    copied = Book(rest, upload(rest, "Again", exported(whole, XLSX), XLSX).get_json()["id"])
    check_same(copied)
    (mine,), (theirs,) = whole.get()["sheets"], copied.get()["sheets"]
    assert theirs["basicFilter"]["criteria"] == mine["basicFilter"]["criteria"]
    looks = [each["conditionalFormats"][0]["booleanRule"] for each in (mine, theirs)]
    assert looks[0]["condition"] == looks[1]["condition"]
    assert copied.cells("H1")[0][0]["textFormatRuns"] == whole.cells("H1")[0][0]["textFormatRuns"]
    assert copied.cells("A2")[0][0]["userEnteredFormat"]["padding"]["left"] == 21
    band = copied.cells("A7:A8")
    assert [row[0]["userEnteredFormat"]["backgroundColor"] for row in band] == [
        {"red": 1}, {"blue": 1}]  # fmt: skip


def check_same(copied: Book) -> None:
    """See to it that a spreadsheet still is what ``whole`` was."""
    assert copied.values("A1:F5")[1] == ["Oslo", "Sea", "120", "", "Pallet", "4"]
    assert copied.values("F3:F4") == [["6"], ["10"]]
    (sheet,) = copied.get(includeGridData="true")["sheets"]
    lines = sheet["data"][0]["rowMetadata"][:5]
    assert [each.get("hiddenByFilter", False) for each in lines] == [
        False, True, False, True, False]  # fmt: skip
    assert not any(each.get("hiddenByUser") for each in lines)
    (table,) = sheet["tables"]
    assert (table["name"], table["range"]["endRowIndex"]) == ("Stock", 4)
    (protected,) = sheet["protectedRanges"]
    (free,) = protected["unprotectedRanges"]
    assert (free["startRowIndex"], free["endRowIndex"], free["startColumnIndex"]) == (1, 4, 5)
    address = f"/s/{copied.id}/print?gid={sheet['properties']['sheetId']}"
    paper = Pages(copied.client.doors).read(address)
    for told in ('value="A1:C5"', 'value="3"', 'width="792" height="612"'):
        assert told in paper
    chosen = dict(re.findall(r'name="(paper|scale|margins)" value="(\w+)"', paper))
    assert chosen == {"paper": "LETTER", "scale": "FIT_PAGE", "margins": "WIDE"}
    assert re.search(r'name="sheet_name"[^>]* checked', paper)
    runs = copied.cells("H1")[0][0]["textFormatRuns"]
    assert runs[0]["format"]["bold"] is True
    assert runs[1]["startIndex"] == 4
    assert not runs[1]["format"].get("bold")


@office.NEEDED
def test_another_program_opens_and_saves_everything(
    rest: Client, whole: Book, tmp_path: Path
) -> None:
    saved = office.saved_anew(exported(whole, XLSX), tmp_path)
    check_same(Book(rest, upload(rest, "Saved", saved, XLSX).get_json()["id"]))


def test_downloads_tell_what_no_file_can_hold(doors: Doors, whole: Book) -> None:
    pages = Pages(doors)
    told = said(pages.read(f"/s/{whole.id}/export/xlsx"))
    assert "filter views" in told
    taken = pages.client.get(f"/s/{whole.id}/export/xlsx?anyway=1")
    assert openpyxl.load_workbook(io.BytesIO(taken.data)).sheetnames == ["Sheet1"]


def a_file() -> bytes:
    """What other programs have and the vendor's sheets lack, or have otherwise."""
    file = openpyxl.Workbook()
    page: Any = file.active
    for row in (["Lane", "Rate", "Day"], ["Oslo", 5, None], ["Riga", 9, None], ["Bari", 1, None]):
        page.append(row)
    page["E1"] = CellRichText("plain ", TextBlock(InlineFont(i=True), "slanted"))
    page["E2"] = "See there"
    page["E2"].hyperlink = "other.xlsx"
    page["A1"].comment = Comment("[Threaded comment]\n\nYour version …", "tc")
    page["B1"].comment = Comment("A note", "")
    page.auto_filter.ref = "A1:B4"
    page.auto_filter.filterColumn = [
        FilterColumn(colId=0, filters=Filters(filter=["Oslo", "Bari"])),
        FilterColumn(colId=1, customFilters=CustomFilters(True, [
            CustomFilter("greaterThanOrEqual", "1"), CustomFilter("lessThanOrEqual", "8")])),
    ]  # fmt: skip
    page.row_dimensions[3].hidden = True
    page.row_dimensions[9].hidden = True
    bars: Any = DataBarRule
    page.conditional_formatting.add("B2:B4", bars("min", None, "max", None, "FF638EC6"))
    page.conditional_formatting.add("B2:B4", Rule(type="top10", rank=2, bottom=True))
    page.add_table(Table(displayName="Goods", ref="G1:H3"))
    for cell, value in zip(("G1", "H1", "G2", "H2", "G3"), ("A", "B", "1", "2", "3"), strict=True):
        page[cell] = value
    page.protection.enable()
    for number in (2, 3):
        page.cell(number, 2).protection = Protection(locked=False)
    page.print_area = "A1:B4"
    page.page_setup.orientation = "landscape"
    page.page_setup.scale = 80
    page.page_margins.left = 2
    page.print_title_rows = "1:1"
    page.oddFooter.right.text = "For the board"
    out = io.BytesIO()
    file.save(out)
    return out.getvalue()


def with_conversation() -> bytes:
    """``a_file`` with a conversation beside its notes."""
    space = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(a_file())) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "xl/worksheets/_rels/sheet1.xml.rels":
                kind = "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment"
                told = (
                    f'<Relationship Id="rId9" Type="{kind}" Target="../threadedComments/t1.xml"/>'
                )
                data = data.replace(b"</Relationships>", told.encode() + b"</Relationships>")
            new.writestr(name, data)
        new.writestr("xl/persons/person.xml", f'<personList xmlns="{space}">'
                     '<person displayName="Vera Zorn" id="p1"/></personList>')  # fmt: skip
        new.writestr("xl/threadedComments/t1.xml", f'<ThreadedComments xmlns="{space}">'
                     '<threadedComment ref="A1" personId="p1" id="c1"><text>Which lane?</text>'
                     '</threadedComment><threadedComment ref="A1" personId="p1" id="c2"'
                     ' parentId="c1"><text>The north.</text></threadedComment>'
                     "</ThreadedComments>")  # fmt: skip
    return out.getvalue()


def test_what_only_other_programs_have_is_taken_or_told(rest: Client, doors: Doors) -> None:
    status, page = send(Pages(doors), "/import", "a.xlsx", with_conversation())
    assert status == 200
    notes = said(page)
    for each in (
        "data bars",
        "links to other files",
        "scaled",
        "texts of headers and footers",
        "repeated on each page",
    ):
        assert each in notes
    book = Book(rest, re.findall(r"/s/([\w-]{44})", page)[0])
    (sheet,) = book.get(includeGridData="true")["sheets"]
    hidden = [
        (each.get("hiddenByFilter", False), each.get("hiddenByUser", False))
        for each in sheet["data"][0]["rowMetadata"][:9]
    ]
    assert hidden == [(False, False)] * 2 + [(True, False)] + [(False, False)] * 5 + [(False, True)]
    between = sheet["basicFilter"]["criteria"]["1"]["condition"]
    assert between["type"] == "NUMBER_BETWEEN"
    (rule,) = sheet["conditionalFormats"]
    assert "SMALL($B$2:$B$4" in rule["booleanRule"]["condition"]["values"][0]["userEnteredValue"]
    assert sheet["tables"][0]["name"] == "Goods"
    (free,) = sheet["protectedRanges"][0]["unprotectedRanges"]
    assert (free["startRowIndex"], free["endRowIndex"], free["startColumnIndex"]) == (1, 3, 1)
    assert book.cells("E1")[0][0]["textFormatRuns"] == [
        {"startIndex": 6, "format": {"italic": True}}
    ]
    assert book.cells("A1:B1")[0][1]["note"] == "A note"
    assert "note" not in book.cells("A1:B1")[0][0]
    listing = rest.ask("GET", f"/drive/v3/files/{book.id}/comments", query={"fields": "*"})
    (thread,) = listing["comments"]
    assert thread["content"] == "Vera Zorn: Which lane?"
    assert thread["replies"][0]["content"] == "Vera Zorn: The north."


def with_pivot_table(summary: str) -> bytes:
    """A file whose second sheet has a pivot table over the first."""
    file = openpyxl.Workbook()
    page: Any = file.active
    for row in (
        ["Lane", "Mode", "Rate"],
        ["Oslo", "Sea", 2],
        ["Riga", "Air", 3],
        ["Oslo", "Air", 4],
    ):
        page.append(row)
    second = file.create_sheet("Summary")
    second["A1"] = "old"
    names = ("Lane", "Mode", "Rate")
    cache = CacheDefinition(
        cacheSource=CacheSource(
            type="worksheet", worksheetSource=WorksheetSource(ref="A1:C4", sheet=page.title)
        ),
        cacheFields=[CacheField(name=name, sharedItems=SharedItems()) for name in names],
    )
    cache.records = RecordList()
    table = TableDefinition(
        name="Rates",
        dataCaption="Values",
        cacheId=1,
        location=Location(ref="A1:B4", firstHeaderRow=1, firstDataRow=1, firstDataCol=1),
        pivotFields=[PivotField(axis="axisRow"), PivotField(), PivotField(dataField=True)],
        rowFields=[RowColField(x=0)],
        dataFields=[DataField(name="Sum of Rate", fld=2, subtotal=summary)],
    )
    table.cache = cache
    second.add_pivot(table)
    out = io.BytesIO()
    file.save(out)
    return out.getvalue()


def test_pivot_tables_of_other_programs_are_pivot_tables(rest: Client) -> None:
    copied = Book(rest, upload(rest, "Rates", with_pivot_table("sum"), XLSX).get_json()["id"])
    told = copied.values("Summary!A1:B9")
    assert told[1:] == [["Oslo", "6"], ["Riga", "3"], ["Grand Total", "9"]]
    (row, *_) = copied.cells("Summary!A1")
    assert row[0]["pivotTable"]["values"][0]["name"] == "Sum of Rate"
    copied.put("Sheet!C2", [[7]])
    assert copied.values("Summary!B2") == [["11"]]


def with_totals(book: Book) -> Book:
    """A spreadsheet with a table that has a row of totals."""
    book.put("A1", [["Item", "Count"], ["Pallet", 4], ["Crate", 6], ["Sum", "=SUM(B2:B3)"]])
    footer = {"footerColorStyle": {"rgbColor": {"blue": 1}}}
    table = {"name": "Stock", "range": grid(0, 4, 0, 2), "rowsProperties": footer}
    book.batch({"addTable": {"table": table}})
    return book


def has_totals(copied: Book) -> None:
    """See to it that its last row is one of totals, and none of its data."""
    (table,) = copied.get()["sheets"][0]["tables"]
    assert table["range"]["endRowIndex"] == 4
    assert "footerColorStyle" in table["rowsProperties"]
    copied.put("D1", [["=SUM(Stock[Count])", "=Stock[[#TOTALS],[Count]]"]])
    assert copied.values("D1:E1") == [["10", "10"]]


def test_rows_of_totals_go_out_and_come_in(rest: Client, book: Book) -> None:
    content = exported(with_totals(book), XLSX)
    page: Any = openpyxl.load_workbook(io.BytesIO(content)).active
    theirs = page.tables["Stock"]
    assert (theirs.ref, theirs.totalsRowCount, theirs.autoFilter.ref) == ("A1:B4", 1, "A1:B3")
    has_totals(Book(rest, upload(rest, "Stock", content, XLSX).get_json()["id"]))


@office.NEEDED
def test_another_program_keeps_rows_of_totals(rest: Client, book: Book, tmp_path: Path) -> None:
    saved = office.saved_anew(exported(with_totals(book), XLSX), tmp_path)
    has_totals(Book(rest, upload(rest, "Stock", saved, XLSX).get_json()["id"]))
