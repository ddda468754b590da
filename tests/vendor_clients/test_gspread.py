"""The ``gspread`` package, unmodified, against Sheets and Drive.

https://docs.gspread.org
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import gspread
import pytest
import requests
from gspread.exceptions import APIError, SpreadsheetNotFound, WorksheetNotFound
from gspread.utils import ValueInputOption, ValueRenderOption
from requests.adapters import HTTPAdapter
from tests.kit import Doors, Office

from workworld.host import Host
from workworld.identity import Authority
from workworld.worlds import World

PREFIX = "ya29.a0Ww"
HOSTS = ("https://sheets.googleapis.com", "https://www.googleapis.com")


class Forwarding(HTTPAdapter):
    """Sends what is asked of the vendor's hosts to the app."""

    def __init__(self, base: str) -> None:
        super().__init__()
        self.base = base

    def send(self, request: requests.PreparedRequest, *rest: Any, **how: Any) -> requests.Response:
        """Send a request elsewhere."""
        assert request.url is not None
        for each in HOSTS:
            request.url = request.url.replace(each, self.base)
        return super().send(request, *rest, **how)


@pytest.fixture
def base(host: Host, world: World) -> str:
    """The app's address."""
    return f"{host.origin}/w/{world.id}/sheets"


def signed_in(base: str, doors: Doors) -> tuple[requests.Session, gspread.Client]:
    session = requests.Session()
    for each in HOSTS:
        session.mount(each, Forwarding(base))
    token = doors.authority.token(doors.world, doors.person_id, PREFIX)
    session.headers["Authorization"] = f"Bearer {token}"
    return session, gspread.authorize(None, session=session)  # type: ignore[arg-type]


@pytest.fixture
def client(base: str, doors: Doors) -> Iterator[gspread.Client]:
    """The client, signed in."""
    session, found = signed_in(base, doors)
    with closing(session):
        yield found


def test_spreadsheets_are_made_found_copied_and_deleted(client: gspread.Client) -> None:
    made = client.create("Road map 2027")
    assert made.title == "Road map 2027"
    assert made.timezone
    assert client.open("Road map 2027").id == made.id
    assert client.open_by_key(made.id).sheet1.title == "Sheet1"
    assert made.id in [each["id"] for each in client.list_spreadsheet_files()]
    made.sheet1.update([["a", "=1+1"]], "A1", value_input_option=ValueInputOption.user_entered)
    copied = client.copy(made.id, title="Copy", copy_permissions=True)
    assert copied.sheet1.get_all_values() == [["a", "2"]]
    assert copied.get_lastUpdateTime()
    client.del_spreadsheet(made.id)
    with pytest.raises(SpreadsheetNotFound):
        client.open("Road map 2027")
    with pytest.raises(SpreadsheetNotFound):
        client.open_by_key(made.id)


def test_sheets_are_added_renamed_moved_and_removed(client: gspread.Client) -> None:
    book = client.create("Tabs")
    two = book.add_worksheet("Two's", rows=20, cols=5, index=0)
    assert [each.title for each in book.worksheets()] == ["Two's", "Sheet1"]
    assert (two.row_count, two.col_count) == (20, 5)
    two.update_title("Second")
    two.resize(rows=30)
    assert book.worksheet("Second").row_count == 30
    copied = two.duplicate(new_sheet_name="Third")
    book.reorder_worksheets([book.sheet1, copied, two])
    two.freeze(rows=1)
    two.hide()
    assert book.worksheet("Second").isSheetHidden
    two.copy_to(client.create("Other").id)
    book.del_worksheet(copied)
    assert len(book.worksheets()) == 2
    with pytest.raises(WorksheetNotFound):
        book.worksheet("Third")
    with pytest.raises(APIError, match="already exists"):
        book.add_worksheet("Second", rows=1, cols=1)


def test_cells_are_written_read_and_found(client: gspread.Client) -> None:
    sheet = client.create("Cells").sheet1
    rows = [["Name", "Sum", "When"], ["Ana", 3, "2026-03-17"], ["Ben", "=B2*2", ""]]
    sheet.update(rows, "A1", value_input_option=ValueInputOption.user_entered)
    assert sheet.acell("B3").value == "6"
    assert sheet.acell("B3", value_render_option=ValueRenderOption.formula).value == "=B2*2"
    assert sheet.get_all_records() == [
        {"Name": "Ana", "Sum": 3, "When": "2026-03-17"},
        {"Name": "Ben", "Sum": 6, "When": ""},
    ]
    assert sheet.row_values(1) == ["Name", "Sum", "When"]
    assert sheet.col_values(1) == ["Name", "Ana", "Ben"]
    assert sheet.find("Ben").address == "A3"  # type: ignore[union-attr]
    sheet.update_cell(2, 2, 10)
    assert sheet.get("B2:B3") == [["10"], ["20"]]
    cells = sheet.range("D1:D2")
    for each in cells:
        each.value = each.address
    sheet.update_cells(cells)
    assert sheet.batch_get(["D1:D2", "A1"]) == [[["D1"], ["D2"]], [["Name"]]]
    sheet.batch_update([{"range": "E1", "values": [[1]]}, {"range": "E2", "values": [[2]]}])
    sheet.batch_clear(["D1:D2", "E1"])
    assert sheet.get("D1:E2") == [[], ["", "2"]]
    sheet.clear()
    assert sheet.get_all_values() == [[]]


def test_rows_are_appended_put_in_and_taken_out(client: gspread.Client) -> None:
    sheet = client.create("Rows").sheet1
    sheet.append_row(["a", "b"])
    sheet.append_rows([["c", "d"], ["e", "f"]])
    sheet.insert_row(["x", "y"], index=2)
    assert sheet.col_values(1) == ["a", "x", "c", "e"]
    sheet.delete_rows(3)
    sheet.insert_cols([["n", "m"]], col=1)
    sheet.add_rows(5)
    assert sheet.get_all_values() == [["n", "a", "b"], ["m", "x", "y"], ["", "e", "f"]]
    sheet.append_row(["1"], table_range="A1:C3")
    assert sheet.get("A4:C4") == [["1"]]


def test_looks_notes_names_and_rules(client: gspread.Client) -> None:
    book = client.create("Looks")
    sheet = book.sheet1
    sheet.update([["b"], ["a"]], "A1")
    sheet.format("A1:B1", {"textFormat": {"bold": True}, "horizontalAlignment": "CENTER"})
    sheet.update_note("A1", "remember")
    assert sheet.get_note("A1") == "remember"
    assert sheet.get_notes()[0][0] == "remember"
    sheet.clear_note("A1")
    assert sheet.get_note("A1") == ""
    sheet.merge_cells("C1:D2")
    sheet.unmerge_cells("C1:D2")
    sheet.sort((1, "asc"), range="A1:A2")
    assert sheet.col_values(1) == ["a", "b"]
    book.sheet1.define_named_range("A1:A2", "letters")
    (named,) = book.list_named_ranges()
    assert sheet.get("letters") == [["a"], ["b"]]
    sheet.delete_named_range(named["namedRangeId"])
    sheet.add_protected_range("A1", description="mine")
    assert len(book.list_protected_ranges(sheet.id)) == 1
    sheet.set_basic_filter("A1:A2")
    sheet.clear_basic_filter()
    sheet.hide_rows(3, 5)
    sheet.columns_auto_resize(0, 1)
    sheet.update_tab_color("#ff0000")
    assert book.sheet1.get_tab_color() == "#FF0000"


def test_spreadsheets_are_shared(
    client: gspread.Client, base: str, world: World, office: Office, authority: Authority
) -> None:
    book = client.create("Shared")
    other = Doors(world, authority, office.people["jwikstrand"])
    session, theirs = signed_in(base, other)
    with closing(session):
        with pytest.raises(SpreadsheetNotFound):
            theirs.open_by_key(book.id)
        address = "jwikstrand@calderoute.example"
        book.share(address, perm_type="user", role="reader", notify=False)
        found = theirs.open_by_key(book.id)
        with pytest.raises((APIError, PermissionError)) as refused:
            found.sheet1.update([["x"]], "A1")
        assert "does not have permission" in str(refused.value)
        book.share(address, perm_type="user", role="writer", notify=True)
        found.sheet1.update([["x"]], "A1")
        assert {each["role"] for each in book.list_permissions()} == {"owner", "writer"}
        book.remove_permissions(address)
        with pytest.raises(SpreadsheetNotFound):
            theirs.open_by_key(book.id)
        book.share("", perm_type="anyone", role="reader")
        assert theirs.open_by_key(book.id).title == "Shared"
