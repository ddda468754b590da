"""What LibreOffice makes of formulas drawn by chance, and where spreadsheets differ from it."""

from __future__ import annotations

import datetime
import json
import math
from pathlib import Path
from typing import Any

import pytest
from tests.apps.sheets.oracle.formulas import TABLE, formulas

from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.calculation import Calculation, Formula, Input
from workworld.apps.sheets.engine.functions import FUNCTIONS
from workworld.apps.sheets.engine.values import Error, Value

NOW = datetime.datetime(2026, 3, 17, 12, tzinfo=datetime.UTC)
ANSWERS = [
    json.loads(line)
    for line in Path(__file__).parent.joinpath("oracle", "answers.jsonl").read_text().splitlines()
]
REASONS = {
    "In LibreOffice truth values in cells are numbers; in Excel and Google Sheets they are not: "
    "sums, counts and criteria leave them out and comparisons put them behind texts.": """
        =COUNT(D1:D10) =D8<=10 =STDEVP(D1:D10) =D8>F2 =D8&3*2 =D8&F7+F3 =D3>10 =SUM(3,G1)
        =VLOOKUP(10,F1:G10,2) =VLOOKUP(A1,F1:G10,2) =VLOOKUP(A9,F1:G10,2) =ROUND(SUM(D1:D10),2)
        =NORMDIST(SUM(D1:D10),1,2,TRUE) =VAR(D1:D10) =AVERAGEIFS(D1:D10,A1:A10,"<>apple")
        =SUBTOTAL(1,D1:D10) =MEDIAN(D1:D10) =STDEV(D1:D10) =AVERAGEIFS(A1:A10,D1:D10,"<=8")
        =SUBTOTAL(2,D1:D10) =TYPE(TRUE) =SUM(A5,G3) =SUMSQ(D1:D10) =DATE(1950,SUM(D1:D10),B4)
    """,
    "LibreOffice writes its own errors for wrong arguments into files as #VALUE!: Excel and "
    "Google Sheets say #NUM!, #REF! or #DIV/0!.": """
        =COMBIN(1,2) =PERMUT(2,5) =DATEDIF(DATE(2005,8,30),E4,"ym") =LOG(0.5,1)
        =QUOTIENT(2,MOD(0,3)) =HLOOKUP(12.5,A1:G3,5,FALSE) =QUARTILE(F1:F10,5)
    """,
    "A number that is not in the list has no rank: #N/A in Excel and Google Sheets.": """
        =RANK(0.25,A1:A10) =RANK(SUM(A1:B4),A1:A10)
    """,
    "Arrays fill cells in Excel and Google Sheets; LibreOffice takes one value, or none.": """
        =PERCENTRANK(F1:F10,F1:F10) =VLOOKUP(F1:F10,F1:G10,2,FALSE) =INDEX(A1:B10,2)
    """,
    "Excel and Google Sheets refuse kinds of addresses beyond 4.": """
        =ADDRESS(1,2,5) =ADDRESS(5,2,5) =ADDRESS(1,3,5)
    """,
    "An empty text has no first letter: #VALUE! in Excel.": "=CODE(C6)",
    "31 December 2024 is in the 53rd week from Monday on; LibreOffice counts as ISO does.": """
        =WEEKNUM(E6,2)
    """,
    "A pound is 0.45359237 kg; LibreOffice has fewer digits of it.": """
        =CONVERT(2,"kg","lbm") =CONVERT(F10,"kg","lbm") =CONVERT(12.25,"kg","lbm")
        =CONVERT(3,"kg","lbm")
    """,
    "Combinations with repetitions may have more places than kinds, as Excel has it.": """
        =COMBINA(1,3) =COMBINA(2,4) =COMBINA(1,5)
    """,
    "Days between two are whole: times of day do not count in Excel and Google Sheets.": """
        =DAYS(DATE(2024,2,29),E6)
    """,
    "Excel shows negative amounts in parentheses.": "=DOLLAR(-1.5,4)",
    "What comes to a blank cell shows nothing in Google Sheets; in Excel and LibreOffice, 0.": """
        =INDEX(A1:G10,4,4) =INDEX(B3:B9,5) =OFFSET(A1,1,1)
    """,
}
DIFFERENT = {formula: reason for reason, them in REASONS.items() for formula in them.split()}


@pytest.fixture(scope="module")
def found() -> dict[str, Value]:
    cells: dict[tuple[int, int], Input] = {
        (row, column): value
        for row, line in enumerate(TABLE)
        for column, value in enumerate(line)
        if value not in (None, "")
    }
    for row, (formula, _) in enumerate(ANSWERS):
        cells[2 * ROOM + row * ROOM, 9] = Formula(formula)
    book = Book.of([Frame(0, "Data", 20_000, 26)])
    made = Calculation(book, {0: cells}, FUNCTIONS, now=NOW)
    return {
        formula: made.value(0, 2 * ROOM + row * ROOM, 9) for row, (formula, _) in enumerate(ANSWERS)
    }


ROOM = 10
"""How many rows each formula has for itself."""


def test_the_formulas_are_those_that_were_asked() -> None:
    assert [formula for formula, _ in ANSWERS] == formulas(len(ANSWERS))
    assert len(ANSWERS) >= 1_000


def test_libreoffice_answers_the_same(found: dict[str, Value]) -> None:
    wrong = {
        formula: (found[formula], expected)
        for formula, expected in ANSWERS
        if formula not in DIFFERENT and not agree(found[formula], expected)
    }
    assert wrong == {}


def test_differences_are_those_that_are_explained(found: dict[str, Value]) -> None:
    answers = dict(ANSWERS)
    stale = [each for each in DIFFERENT if agree(found[each], answers[each])]
    assert stale == []


def agree(value: Value, expected: Any) -> bool:
    """Whether a value is what was answered: numbers to nine digits, errors by their codes."""
    if isinstance(expected, list):
        return isinstance(value, Error) and value.code == expected[0]
    if expected is None:
        return value in ("", None)
    if isinstance(expected, (bool, str)):
        return type(value) is type(expected) and value == expected
    if not isinstance(value, float):
        return False
    return math.isclose(value, expected, rel_tol=1e-9, abs_tol=1e-9)
