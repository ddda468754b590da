"""The spreadsheets' tools: Google's, ours beside them, and the community server's."""

from __future__ import annotations

import json
from typing import Any

import mcp_types as types
import pytest
from mcp import MCPError
from sqlalchemy import select
from tests.kit import Doors, run_async

from workworld import loading
from workworld.apps.sheets.models import Workbook
from workworld.doors.mcp import FULL, VENDOR, Caller, Choice, ToolResult, call_tool, offer_of

TABLE = next(table for table in loading.tool_tables() if table.app_id == "sheets")
COMMUNITY = "mcp-google-sheets"
OFFERS = {name: offer_of([TABLE], Choice(("sheets",), name)) for name in (VENDOR, FULL, COMMUNITY)}


class Agent:
    """Whoever calls tools of a profile."""

    def __init__(self, doors: Doors, profile: str) -> None:
        self.doors, self.offer = doors, OFFERS[profile]
        self.caller = Caller(doors.world, doors.actor, doors.site.addresses.app)

    def result(self, name: str, /, **arguments: object) -> ToolResult:
        """Whatever a tool answers."""
        return call_tool(self.caller, self.offer.tools[name], arguments)

    def __call__(self, name: str, /, **arguments: object) -> Any:
        """What a tool answers that does what it is asked."""
        found = self.result(name, **arguments)
        assert not found.is_error, found.text
        said = found.json()
        assert found.structured == (said if isinstance(said, dict) else {"result": said})
        return said

    def refusal(self, name: str, /, **arguments: object) -> Any:
        """What a tool says that refuses."""
        found = self.result(name, **arguments)
        assert found.is_error, found.text
        return found


@pytest.fixture
def google(doors: Doors) -> Agent:
    """All of Google's tools and ours."""
    return Agent(doors, FULL)


@pytest.fixture
def community(doors: Doors) -> Agent:
    """The community server's tools."""
    return Agent(doors, COMMUNITY)


@pytest.fixture
def book(google: Agent) -> str:
    """A new spreadsheet."""
    return str(google("create_spreadsheet", title="Book")["spreadsheetId"])


def test_vendor_profile_has_the_vendors_tools() -> None:
    assert list(OFFERS[VENDOR].tools) == [
        "get_values",
        "get_spreadsheet",
        "update_values",
        "update_formulas",
        "update_spreadsheet",
        "insert_dimension",
    ]
    assert len(OFFERS[COMMUNITY].tools) == 20


def test_values_and_formulas_are_written_and_read(google: Agent, book: str) -> None:
    done = google("update_values", spreadsheetId=book, range="A1", values=[["a", 2], [None, "5%"]])
    assert (done["updatedRange"], done["updatedCells"]) == ("Sheet1!A1:B2", 3)
    google("update_formulas", spreadsheetId=book, range="C1", formulas=[["=B1*10"]])
    found = google("get_values", spreadsheetId=book, range="A1:C2")
    assert found["values"] == [["a", "2", "20"], ["", "5%"]]
    done = google("append_values", spreadsheetId=book, range="Sheet1", values=[["z"]])
    assert done["updates"]["updatedRange"] == "Sheet1!A3"
    google("batch_clear_values", spreadsheetId=book, ranges=["A1:C1"])
    assert google("get_values", spreadsheetId=book, range="1:1") == {
        "range": "Sheet1!A1:Z1",
        "majorDimension": "ROWS",
    }


def test_spreadsheet_is_read_and_edited(google: Agent, book: str) -> None:
    add = {"addSheet": {"properties": {"title": "Two", "sheetId": 7}}}
    done = google("update_spreadsheet", spreadsheetId=book, requests=[add])
    assert done["replies"][0]["addSheet"]["properties"]["sheetId"] == 7
    google(
        "insert_dimension", spreadsheetId=book, sheetId=7, dimension="ROWS", startIndex=0,
        endIndex=5,
    )  # fmt: skip
    found = google(
        "get_spreadsheet", spreadsheetId=book, fields=["sheets.properties.gridProperties.rowCount"]
    )
    rows = [each["properties"]["gridProperties"]["rowCount"] for each in found["sheets"]]
    assert rows == [1000, 1005]
    found = google(
        "get_spreadsheet", spreadsheetId=book, ranges=["Two!A1:B2"], includeGridData=True
    )
    assert len(found["sheets"][0]["data"][0]["rowMetadata"]) == 2


def test_chips_are_texts_among_values(google: Agent, book: str) -> None:
    chip = {"personProperties": {"email": "mchen@calderoute.example"}}
    cell = {"userEnteredValue": {"stringValue": "ask @"},
            "chipRuns": [{"startIndex": 4, "chip": chip}]}  # fmt: skip
    edit = {"start": {}, "rows": [{"values": [cell]}], "fields": "userEnteredValue,chipRuns"}
    google("update_spreadsheet", spreadsheetId=book, requests=[{"updateCells": edit}])
    found = google("get_values", spreadsheetId=book, range="A1")
    assert found["values"] == [["ask Mingzhu Chen"]]
    refused = [{"updateCells": {**edit, "fields": "chipRuns"}}]
    said = google.refusal("update_spreadsheet", spreadsheetId=book, requests=refused).text
    assert "is not the place of a placeholder" in said


def test_refusals_are_the_apis_errors(google: Agent, book: str) -> None:
    refused = google.refusal("get_values", spreadsheetId=book, range="Nowhere!A1").json()["error"]
    assert refused["status"] == "INVALID_ARGUMENT"
    assert refused["message"] == "Unable to parse range: Nowhere!A1"
    refused = google.refusal("get_spreadsheet", spreadsheetId="x").json()["error"]
    assert (refused["code"], refused["message"]) == (404, "Requested entity was not found.")
    google.refusal("update_values", spreadsheetId=book, range="A1")


def test_files_are_found_copied_shared_and_deleted(
    google: Agent, colleague: Doors, book: str
) -> None:
    found = google("search_spreadsheets", query="name = 'Book'")
    assert [each["id"] for each in found["files"]] == [book]
    copied = google("copy_spreadsheet", spreadsheetId=book, title="Second")["id"]
    google("update_file", spreadsheetId=copied, title="Third", starred=True)
    other = Agent(colleague, FULL)
    other.refusal("get_spreadsheet", spreadsheetId=copied)
    google(
        "share_spreadsheet", spreadsheetId=copied, role="reader",
        emailAddress="jwikstrand@calderoute.example",
    )  # fmt: skip
    assert other("get_spreadsheet", spreadsheetId=copied)["properties"]["title"] == "Third"
    other.refusal("update_values", spreadsheetId=copied, range="A1", values=[[1]])
    given = google("list_permissions", spreadsheetId=copied)["permissions"]
    assert [each["role"] for each in given] == ["owner", "reader"]
    google("unshare_spreadsheet", spreadsheetId=copied, permissionId=given[1]["id"])
    other.refusal("get_spreadsheet", spreadsheetId=copied)
    google("copy_sheet", spreadsheetId=book, sheetId=0, destinationSpreadsheetId=copied)
    google("delete_spreadsheet", spreadsheetId=copied)
    google.refusal("get_spreadsheet", spreadsheetId=copied)


def test_several_ranges(google: Agent, book: str) -> None:
    data = [{"range": "A1", "values": [["=1+1"]]}, {"range": "B2", "values": [[3]]}]
    google("batch_update_values", spreadsheetId=book, data=data)
    found = google(
        "batch_get_values", spreadsheetId=book, ranges=["A1", "B2"], valueRenderOption="FORMULA"
    )
    assert [each["values"] for each in found["valueRanges"]] == [[["=1+1"]], [[3]]]
    google("clear_values", spreadsheetId=book, range="A1")


def test_community_reads_and_writes_cells(community: Agent) -> None:
    book = community("create_spreadsheet", title="Theirs")["spreadsheetId"]
    community(
        "update_cells", spreadsheet_id=book, sheet="Sheet1", range="A1:B2",
        data=[["Name", "Sum"], ["Ana", "=1+2"]],
    )  # fmt: skip
    found = community("get_sheet_data", spreadsheet_id=book, sheet="Sheet1")
    assert found["valueRanges"][0]["values"] == [["Name", "Sum"], ["Ana", "3"]]
    formulas = community("get_sheet_formulas", spreadsheet_id=book, sheet="Sheet1", range="B2")
    assert formulas == [["=1+2"]]
    grid = community(
        "get_sheet_data", spreadsheet_id=book, sheet="Sheet1", range="A1", include_grid_data=True
    )
    (cell,) = grid["sheets"][0]["data"][0]["rowData"][0]["values"]
    assert cell["formattedValue"] == "Name"
    ranges = {"D1": [[1]], "D2:E2": [[2, 3]]}
    done = community("batch_update_cells", spreadsheet_id=book, sheet="Sheet1", ranges=ranges)
    assert done["totalUpdatedCells"] == 3
    found = community("find_in_spreadsheet", spreadsheet_id=book, query="aNA")
    assert found == [{"sheet": "Sheet1", "cell": "A2", "value": "Ana"}]
    here = {"spreadsheet_id": book, "sheet": "Sheet1", "range": "D1:E2"}
    queries = [here, here | {"spreadsheet_id": "x"}, {"sheet": "A"}]
    answers = community("get_multiple_sheet_data", queries=queries)
    assert answers[0]["data"] == [["1"], ["2", "3"]]
    assert answers[1]["error"] == "Requested entity was not found."
    assert "Missing required keys" in answers[2]["error"]
    (told, unknown) = community("get_multiple_spreadsheet_summary", spreadsheet_ids=[book, "x"])
    assert told["sheets"][0]["headers"] == ["Name", "Sum", "", "1"]
    assert unknown["error"] == "Requested entity was not found."


def test_community_changes_sheets(community: Agent) -> None:
    book = community("create_spreadsheet", title="Theirs")["spreadsheetId"]
    community("create_sheet", spreadsheet_id=book, title="Data")
    community("rename_sheet", spreadsheet=book, sheet="Data", new_name="Facts")
    community("add_rows", spreadsheet_id=book, sheet="Facts", count=3)
    community("add_columns", spreadsheet_id=book, sheet="Facts", count=2, start_column=1)
    copied = community(
        "copy_sheet", src_spreadsheet=book, src_sheet="Facts", dst_spreadsheet=book, dst_sheet="X"
    )
    assert copied["copy"]["gridProperties"] == {"rowCount": 1003, "columnCount": 28}
    assert community("list_sheets", spreadsheet_id=book) == ["Sheet1", "Facts", "X"]
    chart = community(
        "add_chart", spreadsheet_id=book, sheet="Facts", chart_type="column", data_range="A1:C5",
        title="Sums",
    )  # fmt: skip
    assert chart["success"] is True
    missing = community("rename_sheet", spreadsheet=book, sheet="Gone", new_name="New")
    assert missing == {"error": "Sheet 'Gone' not found"}
    refused = community.refusal("list_sheets", spreadsheet_id="x")
    assert refused.text == "Error executing tool list_sheets: Requested entity was not found."


def test_community_finds_and_shares_files(community: Agent) -> None:
    book = community("create_spreadsheet", title="Zebra's plan")["spreadsheetId"]
    listed = community("list_spreadsheets")
    assert {"id": book, "title": "Zebra's plan"} in listed
    found = community("search_spreadsheets", query="zebra's")
    assert [each["id"] for each in found] == [book]
    assert community("list_folders") == []
    recipients = [{"email_address": "jwikstrand@calderoute.example", "role": "writer"},
                  {"email_address": "nobody@elsewhere.example"}, {"role": "king"}]  # fmt: skip
    done = community("share_spreadsheet", spreadsheet_id=book, recipients=recipients)
    assert done["successes"] == [recipients[0]]
    assert len(done["failures"]) == 2


def test_community_tells_nothing_of_what_is_hidden(community: Agent) -> None:
    with community.doors.world.reading() as session:
        title = Workbook.title == "Salary review proposals FY27"
        hidden = session.scalars(select(Workbook.id).where(title)).one()
    asked, missing = 0, "9" * len(hidden)
    for name, tool in community.offer.tools.items():
        told = []
        for book in (hidden, missing):
            given = {
                **dict.fromkeys(("spreadsheet", "src_spreadsheet", "dst_spreadsheet"), book),
                "spreadsheet_id": book,
                "spreadsheet_ids": [book],
                "queries": [{"spreadsheet_id": book, "sheet": "Proposals", "range": "A1:C3"}],
                **dict.fromkeys(("sheet", "src_sheet"), "Proposals"),
                **dict.fromkeys(("dst_sheet", "new_name", "title"), "Ours"),
                **dict.fromkeys(("range", "data_range"), "A1:C3"),
                "data": [["x"]],
                "ranges": {"A1": [["x"]]},
                "count": 1,
                "query": "Dublin survey",
                "chart_type": "column",
                "recipients": [{"email_address": "aruiz@calderoute.example", "role": "writer"}],
                "requests": [{"addSheet": {}}],
            }
            known = {each: value for each, value in given.items() if each in tool.properties}
            asked += any(book in str(value) for value in known.values())
            said = community.result(name, **known)
            told.append((said.is_error, said.text.replace(book, "")))
        if name != "create_spreadsheet":  # each is a new one
            assert told[0] == told[1], name
        assert "Salary" not in str(told), name
    assert asked > 20


def test_the_community_server_has_a_resource_of_each_spreadsheet(doors: Doors, book: str) -> None:
    async def run() -> tuple[list[str], dict[str, Any], str]:
        async with doors.mcp_client(COMMUNITY, having="get_values") as client:
            told = await client.list_resource_templates()
            found = await client.read_resource(f"spreadsheet://{book}/info")
            with pytest.raises(MCPError) as refused:
                await client.read_resource(f"spreadsheet://{book[:-1]}x/info")
            with pytest.raises(MCPError):
                await client.read_resource(f"spreadsheet://{book}/cells")
            (content,) = found.contents
            assert isinstance(content, types.TextResourceContents)
            templates = [each.uri_template for each in told.resource_templates]
            return templates, json.loads(content.text), str(refused.value)

    templates, said, refused = run_async(run)
    assert templates == ["spreadsheet://{spreadsheet_id}/info"]
    (sheet,) = said["sheets"]
    assert (sheet["title"], sheet["sheetId"]) == ("Sheet1", 0)
    assert sheet["gridProperties"]["rowCount"] == 1000
    assert "Requested entity was not found" in refused


def test_google_has_no_resources(doors: Doors) -> None:
    async def run() -> bool:
        async with doors.mcp_client(having="get_values") as client:
            with pytest.raises(MCPError):
                await client.list_resource_templates()
            return True

    assert run_async(run)
