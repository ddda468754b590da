"""Formulas take on the number format of what they are worked out from."""

import pytest
from tests.apps.sheets.desk import Desk
from tests.kit import Doors

SHEET = [
    ["Item", "Price", "Qty", "Rate", "Day"],
    ["Pens", "$2.50", "4", "10%", "3/17/2026"],
    ["Paper", "$5.10", "10", "20%", "3/20/2026"],
]


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("=B2*C2", "$10.00"),
        ("=SUM(B:B)", "$7.60"),
        ("=SUM(B2:B3)*D2", "$0.76"),
        ("=ROUND(B2*1.19, 1)", "$3.00"),
        ('=SUMIFS(B2:B3,A2:A3,"Pens")', "$2.50"),
        ("=IF(C2>3,B2,0)", "$2.50"),
        ("=B3/B2", "2.04"),
        ("=COUNT(B2:B3)", "2"),
        ('=B2&""', "2.5"),
        ("=B2>1", "TRUE"),
        ("=E2+3", "3/20/2026"),
        ("=E3-E2", "3"),
        ("=MAX(E2:E3)", "3/20/2026"),
        ("=D2+D3", "30%"),
        ("=C2*2", "8"),
    ],
)
def test_a_formula_is_shown_as_its_operands(desk: Desk, formula: str, shown: str) -> None:
    book = desk.create(SHEET)
    desk.type(book, "G1", [[formula]])
    assert desk.read(book, "G1") == [[shown]]


def test_a_format_of_its_own_stays(desk: Desk) -> None:
    book = desk.create(SHEET)
    area = {"startRowIndex": 0, "endRowIndex": 1, "startColumnIndex": 6, "endColumnIndex": 7}
    look = {"numberFormat": {"type": "NUMBER", "pattern": "0.000"}}
    cell = {"range": area, "cell": {"userEnteredFormat": look}, "fields": "userEnteredFormat"}
    desk.edit(book, {"repeatCell": cell})
    desk.type(book, "G1", [["=B2*C2"]])
    assert desk.read(book, "G1") == [["10.000"]]


def test_amounts_and_their_formulas_may_come_together(desk: Desk) -> None:
    book = desk.create([["$2.50", "4", "=A1*B1"]])
    assert desk.read(book, "A1:C1") == [["$2.50", "4", "$10.00"]]


def test_days_are_days_wherever_they_are_shown(desk: Desk, doors: Doors) -> None:
    """Programs, the grid and an exported file agree on what a formula without a format shows."""
    book = desk.create()
    cell = {"userEnteredValue": {"formulaValue": "=DATE(2026,3,17)"}}
    rows = [{"values": [cell]}]
    start = {"sheetId": 0, "rowIndex": 0, "columnIndex": 0}
    desk.edit(book, {"updateCells": {"rows": rows, "start": start, "fields": "userEnteredValue"}})
    assert desk.read(book, "A1") == [["3/17/2026"]]
    pages = doors.pages_of("sheets")
    assert "3/17/2026" in pages.get(f"/s/{book}/blocks?gid=0&blocks=0:0").text
    assert pages.get(f"/s/{book}/export/csv?gid=0").text.strip() == "3/17/2026"
