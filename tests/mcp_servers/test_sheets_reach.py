"""What Google's server lacks: comments, versions, files in and out, trials of formulas."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode

import pytest
from tests.kit import Doors
from tests.mcp_servers.test_sheets import OFFERS, Agent

from workworld.apps.sheets.service import themes
from workworld.doors.mcp import FULL


@pytest.fixture
def google(doors: Doors) -> Agent:
    """All of Google's tools and ours."""
    return Agent(doors, FULL)


@pytest.fixture
def book(google: Agent) -> str:
    """A spreadsheet with a few numbers."""
    made = str(google("create_spreadsheet", title="Book")["spreadsheetId"])
    rows = [["Yard", "Docks"], ["Camden", 14], ["Lyon", 9]]
    google("update_values", spreadsheetId=made, range="A1", values=rows)
    return made


def test_comments_are_told_answered_settled_and_deleted(
    google: Agent, colleague: Doors, book: str
) -> None:
    said = google(
        "add_comment", spreadsheetId=book, range="Sheet1!B2:B3", content="Is this right?",
    )  # fmt: skip
    assert (said["sheet"], said["range"], said["resolved"]) == ("Sheet1", "B2:B3", False)
    assert said["quotedFileContent"]["value"] == "14"
    place = {"spreadsheetId": book, "commentId": said["id"]}
    answer = google("reply_to_comment", **place, content="It is.", resolve=True)
    assert answer["action"] == "resolve"
    assert google("list_comments", spreadsheetId=book, includeResolved=False)["comments"] == []
    assert google("resolve_comment", **place, resolved=False)["resolved"] is False
    google("update_comment", **place, content="Is this still right?")
    google("update_comment", **place, replyId=answer["id"], content="It was.")
    (found,) = google("list_comments", spreadsheetId=book)["comments"]
    assert found["content"] == "Is this still right?"
    assert [each["content"] for each in found["replies"]] == ["It was.", ""]
    google("delete_comment", **place, replyId=answer["id"])
    google("delete_comment", **place)
    assert google("list_comments", spreadsheetId=book)["comments"] == []
    assert "comment" in google.refusal("delete_comment", **place).text


def test_comments_are_refused_where_nobody_may_say_them(
    google: Agent, colleague: Doors, book: str
) -> None:
    place = {"spreadsheetId": book, "range": "A1", "content": "?"}
    said = google.refusal("add_comment", **place, assigneeEmailAddress="x@nowhere.example")
    assert "x@nowhere.example" in said.text
    bad = {"spreadsheetId": book, "commentId": "x", "content": "?"}
    assert google.refusal("reply_to_comment", **bad).json()["error"]["status"] == "NOT_FOUND"
    theirs = Agent(colleague, FULL)
    assert theirs.refusal("add_comment", **place).json()["error"]["code"] == 404
    google(
        "share_spreadsheet", spreadsheetId=book, role="reader",
        emailAddress=_address(theirs, colleague),
    )  # fmt: skip
    assert theirs.refusal("add_comment", **place).json()["error"]["code"] == 403
    assert theirs.refusal("list_versions", spreadsheetId=book).json()["error"]["code"] == 403
    read = theirs.refusal("get_version_values", spreadsheetId=book, revisionId="1")
    assert read.json()["error"]["code"] == 403


def _address(theirs: Agent, colleague: Doors) -> str:
    own = theirs("create_spreadsheet", title="Theirs")["spreadsheetId"]
    (owner,) = theirs("list_permissions", spreadsheetId=own)["permissions"]
    return str(owner["emailAddress"])


def test_versions_are_listed_read_named_and_restored(google: Agent, book: str) -> None:
    before = google("list_versions", spreadsheetId=book)["versions"][0]
    google("name_version", spreadsheetId=book, revisionId=before["id"], name="As planned")
    google("update_values", spreadsheetId=book, range="B2", values=[[99]])
    found = google("list_versions", spreadsheetId=book)["versions"]
    named = next(each for each in found if each.get("name") == "As planned")
    place = {"spreadsheetId": book, "revisionId": named["id"]}
    assert google("get_version_values", **place)["values"] == [
        ["Yard", "Docks"], ["Camden", "14"], ["Lyon", "9"],
    ]  # fmt: skip
    assert google("get_version_values", **place, range="Sheet1!B2:B")["values"] == [["14"], ["9"]]
    assert "values" not in google("get_version_values", **place, range="Z90")
    present = google("get_version_values", spreadsheetId=book, revisionId="head", range="B2")
    assert present["values"] == [["99"]]
    for wrong in ("Nowhere", "Sheet1!AAA9", "A9999999"):
        google.refusal("get_version_values", **place, range=wrong)
    done = google("restore_version", **place)
    assert int(done["revisionId"]) > int(named["id"])
    assert google("get_values", spreadsheetId=book, range="B2")["values"] == [["14"]]
    for wrong in ("x", "999999", "-1", "9" * 30):
        said = google.refusal("restore_version", spreadsheetId=book, revisionId=wrong)
        assert said.json()["error"]["code"] == 404


def test_files_go_in_and_out(google: Agent, book: str) -> None:
    made = google("import_file", name="yards.csv", content="Yard,Docks\nLyon,=1+1\n")
    assert made["properties"]["title"] == "yards"
    place = {"spreadsheetId": made["spreadsheetId"]}
    told = google("export_spreadsheet", **place, format="csv")
    assert (told["encoding"], told["content"]) == ("text", "Yard,Docks\r\nLyon,=1+1\r\n")
    more = {"name": "more.csv", "content": "Camden,3"}
    google("import_file_into_spreadsheet", **place, **more, importLocation="APPEND_TO_SHEET")
    (sheet,) = google("get_spreadsheet", **place, fields=["sheets.properties"])["sheets"]
    told = google(
        "export_spreadsheet", **place, format="tsv", sheetId=sheet["properties"]["sheetId"]
    )
    assert told["content"].splitlines()[-1] == "Camden\t3"
    packed = google("export_spreadsheet", spreadsheetId=book)
    assert packed["encoding"] == "base64"
    assert b64decode(packed["content"]).startswith(b"PK")
    again = google(
        "import_file", name="Book.xlsx", content=packed["content"], encoding="base64", title="Two",
    )  # fmt: skip
    found = google("get_values", spreadsheetId=again["spreadsheetId"], range="A1:B2")
    assert found["values"] == [["Yard", "Docks"], ["Camden", "14"]]
    upright = google("export_spreadsheet", spreadsheetId=book, format="pdf")
    assert upright["size"] > 500
    paper = {"paper": "LETTER", "landscape": True, "breaksAfterRows": [1]}
    lying = google("export_spreadsheet", spreadsheetId=book, format="pdf", printLayout=paper)
    boxes = [
        re.findall(rb"/MediaBox ?\[([^]]+)", b64decode(each["content"]))
        for each in (upright, lying)
    ]
    assert boxes[0] != boxes[1]
    assert b"792" in boxes[1][0]
    said = google.refusal("export_spreadsheet", **place, format="pdf", printLayout={"paper": "B9"})
    assert "paper" in said.text


def test_files_that_cannot_be_read_are_refused(google: Agent, book: str) -> None:
    broken = b64encode(b"PK\x03\x04 no workbook").decode()
    for content, encoding in ((broken, "base64"), ("no base64!", "base64")):
        said = google.refusal("import_file", name="a.xlsx", content=content, encoding=encoding)
        assert said.json()["error"]["status"] == "INVALID_ARGUMENT"
    google.refusal("export_spreadsheet", spreadsheetId=book, format="csv", sheetId=12345)


def test_formulas_are_tried_without_being_written(google: Agent, book: str) -> None:
    def tried(formula: str, **more: str) -> object:
        return google("calculate_formula", spreadsheetId=book, formula=formula, **more)["values"]

    before = google("list_versions", spreadsheetId=book)
    assert tried("=SUM(B2:B3)*2") == [[46]]
    assert tried("=SEQUENCE(2,2)") == [[1, 2], [3, 4]]
    assert tried("=ROW()", cell="Sheet1!C7") == [[7]]
    assert tried("=1/0") == [["#DIV/0!"]]
    assert tried("=FILTER(A2:A3,B2:B3>10)", cell="B2") == [["Camden"]]
    assert google("list_versions", spreadsheetId=book) == before
    google.refusal("calculate_formula", spreadsheetId=book, formula="SUM(B2:B3)")
    google.refusal("calculate_formula", spreadsheetId=book, formula="=1", cell="Nowhere!A1")
    google("calculate_formula", spreadsheetId=book, formula="=SUM(")


def test_reads_are_told_from_what_destroys() -> None:
    marks = OFFERS[FULL].tools
    reads = {"list_comments", "list_versions", "get_version_values", "export_spreadsheet",
             "calculate_formula"}  # fmt: skip
    destroys = {"update_comment", "delete_comment", "restore_version", "name_version",
                "import_file_into_spreadsheet"}  # fmt: skip
    for name in reads:
        assert marks[name].read_only, name
    for name in destroys:
        assert (marks[name].destructive, marks[name].read_only) == (True, False), name
    for name in ("add_comment", "reply_to_comment", "resolve_comment", "import_file"):
        assert (marks[name].destructive, marks[name].read_only) == (False, False), name


def test_themes_are_read_and_changed(google: Agent, book: str) -> None:
    place, mask = {"spreadsheetId": book}, ["properties.spreadsheetTheme"]

    def theme() -> dict[str, object]:
        found: dict[str, object] = google("get_spreadsheet", **place, fields=mask)["properties"]
        return found

    harbor = themes.resource(next(each for each in themes.THEMES if each.name == "Harbor"))
    before = theme()
    change = {"properties": {"spreadsheetTheme": harbor}, "fields": "spreadsheetTheme"}
    google("update_spreadsheet", **place, requests=[{"updateSpreadsheetProperties": change}])
    assert before != theme() == {"spreadsheetTheme": harbor}
    broken = {**harbor, "themeColors": harbor["themeColors"][:2]}
    change = {"properties": {"spreadsheetTheme": broken}, "fields": "spreadsheetTheme"}
    requests = [{"updateSpreadsheetProperties": change}]
    said = google.refusal("update_spreadsheet", **place, requests=requests)
    assert said.json()["error"]["status"] == "INVALID_ARGUMENT"
    assert theme() == {"spreadsheetTheme": harbor}
