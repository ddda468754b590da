"""What structural edits do to formulas."""

import pytest

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.changes import (
    Axis,
    Change,
    Copied,
    Deleted,
    Inserted,
    Moved,
    Renamed,
    Reordered,
    SheetDeleted,
)
from workworld.apps.sheets.engine.formulas import changed, parts, renamed

HOME = "Plan"


def after(formula: str, change: Change) -> str:
    return changed(formula, HOME, change)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("=A4", "=A4"),
        ("=A5", "=A7"),
        ("=$A$5", "=$A$7"),
        ("=A1:A4", "=A1:A4"),  # put in at its end: it does not grow
        ("=A1:A5", "=A1:A7"),
        ("=A5:A9", "=A7:A11"),
        ("=A9:A1", "=A11:A1"),
        ("=A5:A", "=A7:A"),
        ("=A:C", "=A:C"),
        ("=3:9", "=3:11"),
        ("=Plan!A5", "=Plan!A7"),
        ("=plan!A5", "=plan!A7"),
        ("=Other!A5", "=Other!A5"),
        ('="A5"&A5', '="A5"&A7'),
        ("=SUM(A5, B5)*C5%", "=SUM(A7, B7)*C7%"),
        ("=A5#", "=A7#"),
        ("=LOG10(A5)", "=LOG10(A7)"),
        ("={1,2;3,4}+A5", "={1,2;3,4}+A7"),
        ('="é"&A5&"ü"&A6', '="é"&A7&"ü"&A8'),
    ],
)
def test_two_rows_put_in_before_the_fifth(formula: str, expected: str) -> None:
    assert after(formula, Inserted(HOME, "row", 4, 2)) == expected


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("=A4", "=A4"),
        ("=A5", "=#REF!"),
        ("=A5#", "=#REF!"),
        ("=A7", "=A5"),
        ("=A1:A9", "=A1:A7"),
        ("=A5:A9", "=A5:A7"),
        ("=A6:A9", "=A5:A7"),
        ("=A1:A5", "=A1:A4"),
        ("=A9:A1", "=A7:A1"),
        ("=A5:A6", "=#REF!"),
        ("=SUM(A5:B6,C1)", "=SUM(#REF!,C1)"),
        ("=A6:A", "=A5:A"),
        ("=5:6", "=#REF!"),
        ("=4:7", "=4:5"),
        ("=A:A", "=A:A"),
        ("=Other!A5", "=Other!A5"),
    ],
)
def test_fifth_and_sixth_row_taken_out(formula: str, expected: str) -> None:
    assert after(formula, Deleted(HOME, "row", 4, 2)) == expected


def test_columns_follow_as_rows_do() -> None:
    assert after("=B1+$C$2+B:D", Inserted(HOME, "column", 1, 1)) == "=C1+$D$2+C:E"
    assert after("=A1+B1+A:C+B:B+3:3", Deleted(HOME, "column", 1, 1)) == "=A1+#REF!+A:B+#REF!+3:3"


@pytest.mark.parametrize(
    ("start", "end", "to", "axis", "formula", "expected"),
    [
        (2, 3, 0, "row", "=A3+A1+A4", "=A1+A2+A4"),
        (0, 2, 5, "row", "=A1+A3+A6", "=A4+A1+A6"),
        (1, 2, 3, "row", "=A1:A4", "=A1:A4"),  # moved within the range
        (0, 2, 9, "row", "=A1:A2", "=A8:A9"),  # the range itself moved
        (0, 1, 9, "row", "=A1:A4", "=A1:A3"),  # its first row moved away
        (8, 9, 1, "row", "=A1:A4", "=A1:A5"),  # a row moved into it
        (0, 1, 2, "column", "=A1+B1+C1", "=B1+A1+C1"),
        (0, 2, 5, "row", "=A:A", "=A:A"),
    ],
)
def test_lines_moved(
    start: int, end: int, to: int, axis: Axis, formula: str, expected: str
) -> None:
    assert after(formula, Reordered(HOME, axis, start, end, to)) == expected


def test_cut_cells_are_followed_wherever_they_are_put() -> None:
    block = Area(0, 0, 2, 2)
    assert after("=A1+$B$2+A1:B2+C1+A1:C1", Moved(HOME, block, HOME, 4, 1)) == (
        "=B5+$C$6+B5:C6+C1+A1:C1"
    )
    assert after("=A1+C1", Moved(HOME, block, "Other", 0, 0)) == "=Other!A1+C1"
    assert changed("=Plan!A1", "Other", Moved(HOME, block, "Other", 1, 0)) == "=Other!A2"


def test_copies_keep_what_is_fixed() -> None:
    formula = "=A1+$A1+A$1+$A$1+A:A+1:1+Other!A1"
    assert after(formula, Copied(2, 1)) == "=B3+$A3+B$1+$A$1+B:B+3:3+Other!B3"
    assert after("=A1+$A$1", Copied(-1, 0)) == "=#REF!+$A$1"


def test_renamed_sheets_and_names_are_followed() -> None:
    assert after("=Data!A1+data!B2+A1", Renamed("Data", "It's new")) == (
        "='It''s new'!A1+'It''s new'!B2+A1"
    )
    assert after("=Data!A1+A1", SheetDeleted("data")) == "=#REF!+A1"

    def put(name: str) -> str | None:
        return "Tax.Rate" if name.casefold() == "rate" else None

    assert renamed('=Rate*2+RATE+Rates+"Rate"', put) == '=Tax.Rate*2+Tax.Rate+Rates+"Rate"'


def test_parts_of_formulas_are_told_with_their_places() -> None:
    formula = "=\"ü\"&SUM('My É'!C:C, A2:A)+Rate+A5#"
    found = parts(formula)
    assert [formula[each.start : each.end] for each in found] == [
        "'My É'!C:C",
        "A2:A",
        "Rate",
        "A5#",
    ]
    assert [each.reference is None for each in found] == [False, False, True, False]


def test_what_cannot_be_read_is_left_alone() -> None:
    for formula in ('="open', "='open!A1", "=SUM(A5"):
        assert after(formula, Inserted(HOME, "row", 0, 1)) == formula
        assert parts(formula) == []
