"""Where cells lead: shown, told by the API, and kept in files, places in the same file included."""

from __future__ import annotations

import io
from typing import Any

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.hyperlink import Hyperlink
from tests.apps.sheets.grid_kit import GridPages
from tests.apps.sheets.page_kit import Pages
from tests.apps.sheets.rest import Book, Client
from tests.apps.sheets.test_rest_files import XLSX, exported, upload
from tests.kit import Doors


def hyperlinks(book: Book, range_: str) -> list[str | None]:
    return [row[0].get("hyperlink") for row in book.cells(range_)]


def linked() -> bytes:
    """A file with links to its own places, to the web, and to nowhere."""
    file = openpyxl.Workbook()
    page: Any = file.active
    page.title = "Index"
    file.create_sheet("Rates 2026")["B7"] = 4
    file.defined_names["Best"] = DefinedName("Best", attr_text="'Rates 2026'!$B$7:$C$9")
    places = ("'Rates 2026'!B7", "C3", "Best", "Gone!A1")
    for row, place in enumerate(places, 1):
        page.cell(row, 1, place).hyperlink = Hyperlink(ref="", location=place)
    page["A5"] = "web"
    page["A5"].hyperlink = Hyperlink(ref="", target="https://a.example/x", location="part")
    page["A6"] = '=HYPERLINK("#\'Rates 2026\'!B7","Go")'
    page["A7"] = "script"
    page["A7"].hyperlink = "javascript:alert(1)"
    out = io.BytesIO()
    file.save(out)
    return out.getvalue()


def test_links_to_places_of_the_file_lead_there_and_come_back(rest: Client, doors: Doors) -> None:
    answer = upload(rest, "Linked", linked(), XLSX).get_json()
    book = Book(rest, answer["id"])
    first, gid = (each["properties"]["sheetId"] for each in book.get()["sheets"])
    there = f"#gid={gid}&range=B7"
    assert hyperlinks(book, "Index!A1:A7") == [
        there, f"#gid={first}&range=C3", f"#gid={gid}&range=B7:C9", None, "https://a.example/x#part",
        there, None]  # fmt: skip
    assert book.values("Index!A6") == [["Go"]]
    book.batch({"updateSheetProperties": {
        "properties": {"sheetId": gid, "title": "Rates"}, "fields": "title"}})  # fmt: skip
    page: Any = openpyxl.load_workbook(io.BytesIO(exported(book, XLSX)))["Index"]
    assert [page.cell(row, 1).hyperlink.location for row in (1, 2, 3)] == [
        "Rates!B7", "Index!C3", "Rates!B7:C9"]  # fmt: skip
    assert page["A5"].hyperlink.target == "https://a.example/x#part"
    assert page["A6"].value == '=HYPERLINK("#Rates!B7","Go")'
    book.batch({"deleteSheet": {"sheetId": gid}})
    assert "links to sheets that were deleted" in Pages(doors).read(f"/s/{book.id}/export/xlsx")


@pytest.mark.parametrize(
    ("cell", "link"),
    [
        ({"userEnteredValue": {"formulaValue": '=HYPERLINK("https://a.example","A")'}},
         "https://a.example"),
        ({"userEnteredValue": {"formulaValue": '=IF(TRUE,HYPERLINK("https://b.example"),"")'}},
         "https://b.example"),
        ({"userEnteredValue": {"stringValue": "text"},
          "userEnteredFormat": {"textFormat": {"link": {"uri": "https://c.example"}}}},
         "https://c.example"),
        ({"userEnteredValue": {"formulaValue": '=IF(FALSE,HYPERLINK("https://d.example"),"")'}},
         None),
    ],
)  # fmt: skip
def test_cells_tell_where_they_lead(
    doors: Doors, book: Book, cell: dict[str, Any], link: str | None
) -> None:
    book.batch({"updateCells": {"start": {"rowIndex": 0, "columnIndex": 0}, "fields": "*",
                                "rows": [{"values": [cell]}]}})  # fmt: skip
    assert hyperlinks(book, "A1") == [link]
    shown = GridPages(doors, book.id).get("blocks", gid=0, whole=1)["blocks"]
    assert (f"'u': '{link}'" in str(shown)) is (link is not None)


def test_a_link_goes_with_the_text_that_it_was_on(rest: Client) -> None:
    book = Book(rest, upload(rest, "Linked", linked(), XLSX).get_json()["id"])
    book.put("Index!A5", [["other"]])
    assert hyperlinks(book, "Index!A5") == [None]
