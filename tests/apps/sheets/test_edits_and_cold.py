"""Edits drawn by chance come to what working the workbook out anew does, and tell all of it."""

from __future__ import annotations

import datetime

import pytest

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.calculation import Calculation
from workworld.apps.sheets.engine.inputs import Formula, Input
from workworld.randomness import Stream

NOW = datetime.datetime(2026, 3, 17, 12, tzinfo=datetime.UTC)
BOOK = Book.of([Frame(0, "Plan", 12, 8), Frame(1, "Data", 12, 8)], {"Rate": "Data!$B$2"})
WINDOW = Area(0, 0, 12, 8)
FORMULAS = (
    "=A{row}+1", "=SUM(A1:C{row})", "=SEQUENCE(MOD({row},3)+1)", "=FILTER(A1:A6,A1:A6>2)",
    "=Data!{column}{row}", '={column}{row}&"x"', '=IF({column}{row}>3,{column}1,"no")',
    "=TRANSPOSE(A1:A3)", "=UNIQUE(A1:A6)", "=Rate*{row}", '=COUNTIF(A:C,">2")', "=RAND()",
    "=MAP(A1:A3,LAMBDA(x,x+1))", "={column}{row}", "=SUBTOTAL(9,A1:C{row})",
    "=IF({column}{row}>3,0,{column}1)", "=INDEX(A1:E8,{row},2)", "=IFERROR({column}{row},1)",
    "=VLOOKUP({row},A1:C8,2,FALSE)", "=OFFSET(Data!A1,{row},1)",
)  # fmt: skip


def drawn(stream: Stream) -> Input:
    kind = stream.integer(0, 9)
    if kind < 2:
        return None
    if kind < 5:
        return float(stream.integer(0, 9))
    if kind == 5:
        return stream.choice(("x", True, False, "10"))
    column, row = stream.choice("ABCDE"), stream.integer(1, 8)
    return Formula(stream.choice(FORMULAS).format(row=row, column=column))


def place(stream: Stream) -> tuple[int, int]:
    return stream.integer(0, 8), stream.integer(0, 6)


@pytest.mark.parametrize("seed", range(24))
def test_edits_come_to_the_same_as_working_out_anew(seed: int) -> None:
    stream = Stream("sheets", "edits", seed)
    cells: dict[int, dict[tuple[int, int], Input]] = {
        sheet: {place(stream): drawn(stream) for _ in range(20)} for sheet in (0, 1)
    }
    made = Calculation(BOOK, without_blanks(cells), now=NOW, seed=seed)
    for _ in range(6):
        sheet = stream.integer(0, 1)
        put = {place(stream): drawn(stream) for _ in range(stream.integer(1, 3))}
        before = shown(made)
        told = {tuple(each) for each in made.put(sheet, put)}
        cells[sheet] |= put
        cold = Calculation(BOOK, without_blanks(cells), now=NOW, seed=seed, revision=made.revision)
        assert shown(made) == shown(cold)
        after = shown(made)
        assert {each for each in told if (each[1], each[2]) in WINDOW} == {
            each for each, value in after.items() if value != before[each]
        }


def without_blanks(
    cells: dict[int, dict[tuple[int, int], Input]],
) -> dict[int, dict[tuple[int, int], Input]]:
    return {
        sheet: {at: given for at, given in some.items() if given is not None}
        for sheet, some in cells.items()
    }


def shown(made: Calculation) -> dict[tuple[int, ...], str]:
    """All values, as texts that tell TRUE from 1; of errors their codes."""
    return {
        (sheet, row, column): str(value) if hasattr(value, "code") else repr(value)
        for sheet in (0, 1)
        for row, line in enumerate(made.values(sheet, WINDOW))
        for column, value in enumerate(line)
    }
