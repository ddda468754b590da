"""All that ``gspread`` offers, once: each call does what its name says, or is refused clearly.

https://docs.gspread.org
"""

# Calls that answer nothing stand beside those that show what they did.
# mypy: disable-error-code="func-returns-value"

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import gspread
import pytest
from gspread.utils import Dimension, ExportFormat, MergeType, PasteType, ValidationConditionType
from tests.kit import Doors
from tests.vendor_clients.test_gspread import signed_in

from workworld.host import Host
from workworld.worlds import World

TABLE: list[list[Any]] = [
    ["Lane", "Mode", "Rate"],
    ["Oslo", "Sea", 3],
    ["Riga", "Air", 1],
    ["Bari", "Sea", 2],
]


@pytest.fixture
def base(host: Host, world: World) -> str:
    """The app's address."""
    return f"{host.origin}/w/{world.id}/sheets"


@pytest.fixture
def client(base: str, doors: Doors) -> Iterator[gspread.Client]:
    """The client, signed in."""
    session, found = signed_in(base, doors)
    with closing(session):
        yield found


class Walk:
    """Calls whatever it is handed, and keeps what went wrong."""

    def __init__(self) -> None:
        self.wrong: list[str] = []

    def __call__(self, name: str, act: Callable[[], Any], *expected: Any) -> Any:
        try:
            found = act()
        except Exception as error:  # noqa: BLE001 - the walk goes on, and tells all at the end
            self.wrong.append(f"{name}: {type(error).__name__}: {str(error)[:300]}")
            return None
        if expected and found != expected[0]:
            self.wrong.append(f"{name}: {found!r} is not {expected[0]!r}")
        return found


def test_clients_and_spreadsheets(client: gspread.Client) -> None:
    walk = Walk()
    book = client.create("Walk")
    walk("open_by_url", lambda: client.open_by_url(book.url).id, book.id)
    walk("openall", lambda: [each.id for each in client.openall("Walk")], [book.id])
    walk("drive_metadata", lambda: client.get_file_drive_metadata(book.id)["name"], "Walk")
    mail = "akovac@calderoute.example"
    walk(
        "share",
        lambda: (
            book.share(mail, perm_type="user", role="reader", notify=True, email_message="Look")
            and None
        ),
    )
    walk(
        "share anyone",
        lambda: (
            client.insert_permission(book.id, None, perm_type="anyone", role="reader").status_code
        ),
        200,
    )
    listed = walk("list_permissions", lambda: client.list_permissions(book.id)) or []
    walk("count", lambda: len(listed), 3)
    theirs = next(each["id"] for each in listed if each.get("emailAddress") == mail)
    walk(
        "remove_permission",
        lambda: client.remove_permission(
            book.id, next(e["id"] for e in listed if e.get("emailAddress") == mail)
        ),
    )
    walk("remove_permissions", lambda: book.remove_permissions("nowhere.example"), [])
    walk("title", lambda: (book.update_title("Stroll"), book.title)[1], "Stroll")
    walk("locale", lambda: (book.update_locale("en_GB"), book.locale)[1], "en_GB")
    walk("timezone", lambda: (book.update_timezone("Europe/Oslo"), book.timezone)[1], "Europe/Oslo")
    walk("created", lambda: (book.update_drive_metadata(), bool(book.creationTime))[1], True)
    walk("changed", lambda: bool(book.get_lastUpdateTime()), True)
    walk(
        "values_update",
        lambda: book.values_update("Sheet1!A1", {"valueInputOption": "RAW"}, {"values": TABLE})[
            "updatedCells"
        ],
        12,
    )
    walk("values_get", lambda: book.values_get("Sheet1!A2:A3")["values"], [["Oslo"], ["Riga"]])
    walk(
        "values_append",
        lambda: book.values_append(
            "Sheet1!A1", {"valueInputOption": "RAW"}, {"values": [["Kiel"]]}
        )["tableRange"],
        "Sheet1!A1:C4",
    )
    walk(
        "values_batch_get",
        lambda: len(
            book.values_batch_get(["A1:A2", "B1"], {"majorDimension": "COLUMNS"})["valueRanges"]
        ),
        2,
    )
    walk(
        "values_batch_update",
        lambda: book.values_batch_update(
            {"valueInputOption": "USER_ENTERED", "data": [{"range": "E1", "values": [["=C2*2"]]}]}
        )["totalUpdatedCells"],
        1,
    )
    walk("values_clear", lambda: book.values_clear("A5")["clearedRange"], "Sheet1!A5")
    walk(
        "values_batch_clear",
        lambda: book.values_batch_clear(body={"ranges": ["E1"]})["clearedRanges"],
        ["Sheet1!E1"],
    )
    walk(
        "named_range",
        lambda: (
            book.sheet1.define_named_range("A1:B2", "Box"),
            [len(row) for row in [book.named_range("Box")]],
        )[1],
        [4],
    )
    walk("duplicate", lambda: book.duplicate_sheet(0, new_sheet_name="Two").title, "Two")
    walk("get_worksheet", lambda: book.get_worksheet(1).title, "Two")
    two = book.worksheet("Two")
    walk("by id", lambda: book.get_worksheet_by_id(two.id).title, "Two")
    walk("del by id", lambda: book.del_worksheet_by_id(two.id) and None)
    walk("export", lambda: book.export(ExportFormat.EXCEL)[:2], b"PK")
    walk("export pdf", lambda: client.export(book.id, ExportFormat.PDF)[:4], b"%PDF")
    walk("export csv", lambda: client.export(book.id, ExportFormat.CSV)[:4], b"Lane")
    walk("export tsv", lambda: client.export(book.id, ExportFormat.TSV)[:4], b"Lane")
    walk("export html", lambda: client.export(book.id, ExportFormat.ZIPPED_HTML)[:2], b"PK")
    walk("import_csv", lambda: client.import_csv(book.id, "a,b\n1,2"))
    walk("imported", book.sheet1.get_all_values, [["a", "b"], ["1", "2"]])
    walk("share again", lambda: book.share(mail, "user", "writer").status_code, 200)
    walk("transfer", lambda: book.transfer_ownership(theirs).status_code, 200)
    assert not walk.wrong, "\n".join(walk.wrong)


def test_worksheets(client: gspread.Client) -> None:
    walk = Walk()
    book = client.create("Sheets")
    sheet = book.sheet1
    sheet.update(TABLE, "A1")
    walk("cell", lambda: sheet.cell(2, 1).value, "Oslo")
    walk("update_acell", lambda: (sheet.update_acell("E1", "x"), sheet.acell("E1").value)[1], "x")
    walk("get_values", lambda: sheet.get_values("A1:B2"), [["Lane", "Mode"], ["Oslo", "Sea"]])
    walk("get_all_cells", lambda: len(sheet.get_all_cells()), 26_000)
    walk("expand", lambda: len(sheet.expand("A1")), 4)
    walk("findall", lambda: [each.address for each in sheet.findall("Sea")], ["B2", "B4"])
    walk("records", lambda: sheet.get_all_records(expected_headers=[])[0]["Rate"], 3)
    walk("title", lambda: (sheet.update_title("One"), sheet.title)[1], "One")
    walk("freeze", lambda: (sheet.freeze(rows=1, cols=0), book.sheet1.frozen_row_count)[1], 1)
    walk("frozen", lambda: book.sheet1.frozen_col_count, 0)
    walk(
        "gridlines",
        lambda: (sheet.hide_gridlines(), book.sheet1.is_gridlines_hidden, sheet.show_gridlines())[
            1
        ],
        True,
    )
    walk(
        "tab colour",
        lambda: (sheet.update_tab_color("#ff0000"), sheet.get_tab_color())[1],
        "#FF0000",
    )
    walk("clear colour", lambda: (sheet.clear_tab_color(), sheet.get_tab_color())[1], None)
    walk(
        "notes", lambda: (sheet.insert_notes({"A1": "n", "B1": "m"}), sheet.get_note("B1"))[1], "m"
    )
    walk(
        "insert_note",
        lambda: (sheet.insert_note("A1", "k"), sheet.get_notes()[0][:2])[1],
        ["k", "m"],
    )
    walk("update_notes", lambda: (sheet.update_notes({"A1": "z"}), sheet.get_note("A1"))[1], "z")
    walk("clear_notes", lambda: (sheet.clear_notes(["A1", "B1"]), sheet.get_note("B1"))[1], "")
    walk(
        "batch_format",
        lambda: sheet.batch_format([{"range": "A1:C1", "format": {"textFormat": {"bold": True}}}])[
            "replies"
        ],
        [{}],
    )
    walk(
        "copy_range",
        lambda: (sheet.copy_range("A1:C4", "G1", PasteType.normal), sheet.acell("G2").value)[1],
        "Oslo",
    )
    walk("cut_range", lambda: (sheet.cut_range("G1:I4", "K1"), sheet.acell("K2").value)[1], "Oslo")
    walk(
        "validation",
        lambda: sheet.add_validation(
            "D2:D4", ValidationConditionType.one_of_list, ["a", "b"], showCustomUi=True
        )["replies"],
        [{}],
    )
    walk(
        "row group",
        lambda: (sheet.add_dimension_group_rows(1, 3), len(sheet.list_dimension_group_rows()))[1],
        1,
    )
    walk(
        "column group",
        lambda: (
            sheet.add_dimension_group_columns(1, 3),
            len(sheet.list_dimension_group_columns()),
        )[1],
        1,
    )
    walk(
        "ungroup",
        lambda: None,
    )
    walk(
        "hide",
        lambda: None,
    )
    walk("rows_auto_resize", lambda: sheet.rows_auto_resize(0, 3) and None)
    walk("merge", lambda: sheet.merge_cells("A6:B7", MergeType.merge_all) and None)
    walk(
        "batch_merge",
        lambda: (
            sheet.batch_merge(
                [{"range": "A9:B10"}, {"range": "C9:D10", "mergeType": MergeType.merge_rows}]
            )
            and None
        ),
    )
    made = walk("protect", lambda: sheet.add_protected_range("A1:B2", description="d"))
    number = made["replies"][0]["addProtectedRange"]["protectedRange"]["protectedRangeId"]
    walk("protected", lambda: len(book.list_protected_ranges(sheet.id)), 1)
    walk("unprotect", lambda: sheet.delete_protected_range(number) and None)
    walk("resize", lambda: (sheet.resize(rows=50, cols=20), book.sheet1.row_count)[1], 50)
    walk("add_cols", lambda: (sheet.add_cols(2), book.sheet1.col_count)[1], 22)
    walk("delete_columns", lambda: (sheet.delete_columns(12, 13), book.sheet1.column_count)[1], 20)
    walk("delete_dimension", lambda: sheet.delete_dimension(Dimension.rows, 20, 21) and None)
    walk("insert_rows", lambda: (sheet.insert_rows([["in"]], 2), sheet.acell("A2").value)[1], "in")
    walk("copy_to", lambda: sheet.copy_to(book.id)["title"], "Copy of One")
    walk("duplicate", lambda: sheet.duplicate(new_sheet_name="Three").title, "Three")
    walk("update_index", lambda: (sheet.update_index(1), book.worksheets()[1].title)[1], "One")
    walk(
        "hide sheet",
        lambda: (sheet.hide(), book.worksheet("One").isSheetHidden, sheet.show())[1],
        True,
    )
    walk(
        "update cells",
        lambda: sheet.update_cells([gspread.Cell(1, 1, "A"), gspread.Cell(2, 2, "B")])[
            "updatedCells"
        ],
    )
    walk("clear", lambda: (sheet.clear(), sheet.get_all_values())[1], [[]])
    assert not walk.wrong, "\n".join(walk.wrong)
