"""What the grid of an editor is told, and what it can change."""

import pytest
from tests.apps.sheets.desk import Desk
from tests.apps.sheets.grid_kit import GridPages, cells, texts
from tests.kit import Doors

from workworld.apps.sheets.service import shares

ROWS: list[list[object]] = [
    ["Region", "Units", "Price"],
    ["North", 120, "$12.50"],
    ["South", 80, "$14.00"],
]


@pytest.fixture
def book(desk: Desk) -> str:
    """A workbook with a small table."""
    return desk.create(ROWS, title="Plan")


@pytest.fixture
def grid(doors: Doors, book: str) -> GridPages:
    """Its editor."""
    return GridPages(doors, book)


def test_editor_begins_with_what_is_in_sight(grid: GridPages) -> None:
    start = grid.start()
    shown = cells(start["page"])
    assert shown[1, 0][:2] == ["North", "t"]
    assert shown[1, 1][:2] == ["120", "n"]
    assert shown[1, 2][0] == "$12.50"
    assert shown[1, 2][3] == {"i": "12.5"}
    assert start["mayEdit"]
    assert start["page"]["sheet"]["rows"] == 1000


def test_what_is_typed_is_read_and_calculated(grid: GridPages) -> None:
    page = grid.type(3, 0, ["Total", "=SUM(B2:B3)", "12%"], [None, "'007", "=1/0"])
    shown = cells(page)
    assert shown[3, 1] == ["200", "n", "", {"i": "=SUM(B2:B3)"}]
    assert shown[3, 2][0] == "12%"
    assert shown[4, 1] == ["007", "t", "", {"i": "'007"}]
    assert shown[4, 2][:2] == ["#DIV/0!", "e"]
    assert shown[4, 2][3]["e"].startswith("#DIV/0! ")


def test_typing_below_the_last_row_adds_rows(grid: GridPages) -> None:
    assert grid.type(1000, 0, ["more"])["sheet"]["rows"] == 1001


def test_edits_are_taken_back_and_done_again(grid: GridPages) -> None:
    grid.type(1, 0, ["West"])
    back = grid.post("undo", {})
    assert (back["label"], texts(back["page"])[1, 0]) == ("Typing", "North")
    assert (back["gid"], back["range"]) == (0, "A2")
    again = grid.post("redo", {})
    assert texts(again["page"])[1, 0] == "West"
    assert grid.post("redo", {}, 409) == "There is nothing to redo."


def test_structure_of_the_sheet_comes_with_each_edit(grid: GridPages) -> None:
    lines = {"sheetId": 0, "dimension": "ROWS", "startIndex": 1, "endIndex": 2}
    before = grid.start()["page"]["sheet"]["shape"]
    page = grid.edit(
        {"insertDimension": {"range": lines}},
        {
            "updateDimensionProperties": {
                "range": {**lines, "dimension": "COLUMNS"},
                "properties": {"pixelSize": 180},
                "fields": "pixelSize",
            }
        },
    )["page"]
    assert texts(page)[2, 0] == "North"
    assert page["sheet"]["columnRuns"] == [[1, 1, 180]]
    assert page["sheet"]["shape"] != before


def test_rows_that_moved_meanwhile_refuse_what_was_meant_for_them(
    grid: GridPages, desk: Desk, book: str
) -> None:
    seen = grid.start()["revision"]
    desk.type(book, "E1", [["elsewhere"]])
    start = {"sheetId": 0, "rowIndex": 5, "columnIndex": 0}
    request = {"enterText": {"start": start, "rows": [{"values": ["mine"]}]}}
    assert texts(grid.edit(request, revision=seen)["page"])[5, 0] == "mine"
    lines = {"sheetId": 0, "dimension": "ROWS", "startIndex": 0, "endIndex": 1}
    desk.edit(book, {"insertDimension": {"range": lines}})
    said = grid.edit(request, revision=seen, status=409)
    assert "has changed" in said


def test_sheet_that_was_deleted_leads_to_one_that_is_there(grid: GridPages) -> None:
    made = grid.edit({"addSheet": {"properties": {"title": "Data"}}})
    gid = made["replies"][0]["addSheet"]["properties"]["sheetId"]
    assert grid.start(gid=gid)["gid"] == gid
    page = grid.edit({"deleteSheet": {"sheetId": gid}}, view={"gid": gid, "blocks": "0:0"})["page"]
    assert page["sheet"]["gid"] == 0
    assert grid.start(gid=gid)["gid"] == 0
    assert grid.get("blocks", 422, gid=gid) == f"No grid with id: {gid}"


def test_blocks_are_those_asked_for(grid: GridPages) -> None:
    grid.type(120, 25, ["far"])
    page = grid.get("blocks", gid=0, blocks="100:20")
    assert texts(page) == {(120, 25): "far"}
    assert "sheet" not in page
    assert grid.get("blocks", gid=0, whole=1, known=page["revision"])["blocks"] == []
    assert "Blocks are named" in grid.get("blocks", 422, blocks="x")


@pytest.mark.parametrize(
    ("start", "way", "found"),
    [
        ((0, 0), "down", (2, 0)),
        ((0, 0), "right", (0, 2)),
        ((2, 1), "down", (999, 1)),
        ((5, 0), "up", (2, 0)),
        ((1, 1), "end", (2, 2)),
        ((0, 0), "rowEnd", (0, 2)),
    ],
)
def test_edges_of_data(
    grid: GridPages, start: tuple[int, int], way: str, found: tuple[int, int]
) -> None:
    spot = grid.get("edges", gid=0, row=start[0], column=start[1], way=way)
    assert (spot["row"], spot["column"]) == found


def test_region_around_a_cell(grid: GridPages) -> None:
    spot = grid.get("edges", gid=0, row=1, column=1, way="around")
    assert spot["range"] == {"top": 0, "left": 0, "bottom": 3, "right": 3}


def test_name_box_leads_to_names_and_other_sheets(grid: GridPages) -> None:
    made = grid.edit(
        {"addSheet": {"properties": {"title": "My data"}}},
        {
            "addNamedRange": {
                "namedRange": {
                    "name": "prices",
                    "range": {
                        "sheetId": 0,
                        "startRowIndex": 1,
                        "endRowIndex": 3,
                        "startColumnIndex": 2,
                        "endColumnIndex": 3,
                    },
                }
            }
        },
    )
    gid = made["replies"][0]["addSheet"]["properties"]["sheetId"]
    found = grid.get("spots", gid=gid, text="PRICES")
    assert found == {"gid": 0, "range": {"top": 1, "left": 2, "bottom": 3, "right": 3}}
    assert grid.get("spots", gid=0, text="'My data'!B2")["gid"] == gid
    refused = grid.get("spots", 422, gid=0, text="no such")
    assert refused == "Unable to parse range: no such"


def test_selection_is_summed_up_in_the_format_of_its_numbers(grid: GridPages) -> None:
    facts = dict(grid.get("statistics", gid=0, ranges="B2:C3,B2:B2")["facts"])
    assert facts["Sum"] == "226.5"
    assert facts["Count"] == "4"
    assert dict(grid.get("statistics", gid=0, ranges="C:C")["facts"])["Sum"] == "$26.50"
    assert dict(grid.get("statistics", gid=0, ranges="A1:A3")["facts"]) == {"Count": "3"}
    grid.type(9, 3, ["$5", "3/17/2026"])
    assert dict(grid.get("statistics", gid=0, ranges="D10:D10")["facts"])["Sum"] == "$5"
    assert dict(grid.get("statistics", gid=0, ranges="D10:E10")["facts"])["Sum"] == "46103"


def test_choices_are_those_of_the_rule(grid: GridPages) -> None:
    cell = {"sheetId": 0, "startRowIndex": 1, "endRowIndex": 3, "startColumnIndex": 3}
    condition = {
        "type": "ONE_OF_LIST",
        "values": [{"userEnteredValue": "yes"}, {"userEnteredValue": "no"}],
    }
    rule = {"condition": condition, "strict": True, "showCustomUi": True}
    page = grid.edit({"setDataValidation": {"range": {**cell, "endColumnIndex": 4}, "rule": rule}})
    assert cells(page["page"])[1, 3][3] == {"v": "list"}
    assert grid.get("choices", gid=0, row=1, column=3)["values"] == ["yes", "no"]
    grid.get("choices", 404, gid=0, row=0, column=0)


def test_who_may_only_look_sees_the_same_and_changes_nothing(
    desk: Desk, book: str, colleague: Doors
) -> None:
    theirs = GridPages(colleague, book)
    theirs.page(404)
    theirs.get("blocks", 404)
    desk.do(shares.share, workbook_id=book, person_id=colleague.person_id, role="reader")
    start = theirs.start()
    assert not start["mayEdit"]
    assert texts(start["page"])[1, 0] == "North"
    said = theirs.edit({"updateCells": {"fields": "*", "start": {}, "rows": []}}, status=403)
    assert said == "The caller does not have permission"


@pytest.mark.parametrize("body", [None, [], {"requests": [{}]}, {"requests": [{"nope": {}}]}, {}])
def test_malformed_commands_are_refused(grid: GridPages, body: object) -> None:
    grid.post("commands", body, 422)


def test_looks_are_style_sheets_of_cells(grid: GridPages) -> None:
    page = grid.edit(
        {
            "repeatCell": {
                "range": {"sheetId": 0, "endRowIndex": 1, "endColumnIndex": 1},
                "cell": {
                    "userEnteredFormat": {
                        "textFormat": {"bold": True},
                        "backgroundColorStyle": {"rgbColor": {"blue": 0.2}},
                        "horizontalAlignment": "CENTER",
                        "wrapStrategy": "WRAP",
                        "padding": {"left": 12, "right": 3},
                    }
                },
                "fields": "userEnteredFormat",
            }
        }
    )["page"]
    style = cells(page)[0, 0][2]
    css, wrap, align = page["blocks"][0]["styles"][style]
    assert "font-weight: 650;" in css
    assert "background-color: #000033; color: #ffffff;" in css
    assert "padding-left: calc(12px * var(--zoom, 1));" in css
    assert "padding-right" not in css
    assert (wrap, align) == ("wrap", "center")


def test_functions_are_told_with_their_arguments(grid: GridPages) -> None:
    found = {each["name"]: each for each in grid.get("functions")["functions"]}
    assert found["IF"]["arguments"] == ["condition", "value_if_true", "[value_if_false]"]
    assert found["PI"]["arguments"] == []


def test_what_a_rule_does_not_allow_is_marked_also_when_a_formula_comes_to_it(
    desk: Desk, doors: Doors
) -> None:
    book = desk.create([["5", "50"], ["=A1*10", "x"]])
    grid = GridPages(doors, book)
    condition = {"type": "NUMBER_LESS", "values": [{"userEnteredValue": "10"}]}
    area = {"sheetId": 0, "endRowIndex": 3, "endColumnIndex": 2}
    rule = {"condition": condition, "strict": True, "inputMessage": "Less than ten, please"}
    page = grid.edit({"setDataValidation": {"range": area, "rule": rule}})["page"]
    marked = {at: cell[3]["w"] for at, cell in cells(page).items() if "w" in cell[3]}
    assert marked == dict.fromkeys([(0, 1), (1, 0), (1, 1)], "Invalid: Less than ten, please")
    page = grid.type(0, 0, ["0.5"])
    assert (1, 0) not in {at for at, cell in cells(page).items() if "w" in cell[3]}
