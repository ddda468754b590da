"""Golden vectors: what formulas come to in spreadsheets, as a table that people can read.

``golden.txt`` has a formula in each line, what it comes to, and behind a bar where Excel (E),
Google Sheets (G) and LibreOffice (L) differ; where nothing stands there, they agree or only one of
them knows the function. The table below is what the formulas refer to; they stand in J20.
"""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.calculation import Calculation, Formula, Input
from workworld.apps.sheets.engine.functions import FUNCTIONS
from workworld.apps.sheets.engine.signatures import Signature, signatures
from workworld.apps.sheets.engine.values import Error, Value

NOW = datetime.datetime(2026, 3, 17, 12, tzinfo=datetime.UTC)
TABLE: tuple[tuple[Input, ...], ...] = (
    (3.0, "apple", 1.0),
    ("x", "cat", 2.0),
    (True, None, 3.0),
    (None, "a*b", 5.0),
    ("10", "bat", 8.0),
    (7.0, "Apple", 5.0),
    (Formula("=1/0"), "", None),
    (None, None, "5"),
    (Formula("=A1+1"), None, None),
)
FUNCTION_NAMES = """
    SUM SUMIF SUMIFS SUMPRODUCT PRODUCT ROUND ROUNDUP ROUNDDOWN MROUND CEILING FLOOR INT TRUNC ABS
    MOD POWER SQRT EXP LN LOG LOG10 SIGN PI QUOTIENT SUBTOTAL COUNT COUNTA COUNTBLANK COUNTIF
    COUNTIFS COUNTUNIQUE AVERAGE AVERAGEIF AVERAGEIFS MIN MAX MINIFS MAXIFS MEDIAN MODE LARGE SMALL
    RANK PERCENTILE QUARTILE STDEV STDEVP VAR VARP CORREL IF IFS AND OR NOT XOR SWITCH IFERROR IFNA
    TRUE FALSE VLOOKUP HLOOKUP XLOOKUP LOOKUP INDEX MATCH XMATCH CHOOSE OFFSET INDIRECT ROW ROWS
    COLUMN COLUMNS ADDRESS CONCATENATE CONCAT TEXTJOIN LEFT RIGHT MID LEN LOWER UPPER PROPER TRIM
    CLEAN SUBSTITUTE REPLACE FIND SEARCH EXACT REPT TEXT VALUE CHAR CODE SPLIT FIXED T TODAY NOW
    DATE TIME DATEVALUE TIMEVALUE YEAR MONTH DAY HOUR MINUTE SECOND WEEKDAY WEEKNUM ISOWEEKNUM
    EDATE EOMONTH DAYS DATEDIF NETWORKDAYS WORKDAY YEARFRAC ISBLANK ISNUMBER ISTEXT ISLOGICAL
    ISERROR ISERR ISNA ISFORMULA NA TYPE N FILTER SORT UNIQUE TRANSPOSE SEQUENCE ARRAYFORMULA
    FLATTEN LET LAMBDA MAP REDUCE BYROW BYCOL SCAN MAKEARRAY SORTBY SORTN TAKE DROP CHOOSECOLS
    CHOOSEROWS HSTACK VSTACK TOCOL TOROW WRAPROWS EXPAND FREQUENCY MMULT MINVERSE MDETERM SUMXMY2
    SUMSQ GCD LCM FACT COMBIN PERMUT DEGREES RADIANS SIN COS TAN ASIN ACOS ATAN ATAN2 GEOMEAN
    HARMEAN TRIMMEAN PERCENTRANK PERCENTILE.EXC QUARTILE.EXC STDEV.S STDEV.P VAR.S VAR.P COVAR
    SLOPE INTERCEPT RSQ FORECAST TREND LINEST GROWTH NORM.DIST NORM.INV NORM.S.DIST T.TEST
    CONFIDENCE PMT IPMT PPMT PV FV NPER RATE NPV XNPV IRR XIRR SLN DB CUMIPMT REGEXMATCH
    REGEXEXTRACT REGEXREPLACE JOIN NUMBERVALUE DOLLAR UNICHAR UNICODE TEXTBEFORE TEXTAFTER
    TEXTSPLIT NETWORKDAYS.INTL WORKDAY.INTL DAYS360 EPOCHTODATE HYPERLINK FORMULATEXT ISREF ISEVEN
    ISODD CELL ERROR.TYPE AGGREGATE CONVERT BASE DECIMAL DEC2HEX HEX2DEC ROMAN ARABIC
"""
"""What the table covers. Random numbers, images, sparklines and what comes from outside have tests
of their own, in ``test_recalculation``; queries have theirs in ``test_queries``."""


class Vector(NamedTuple):
    """A line of the table."""

    formula: str
    expected: str
    note: str


def vectors() -> list[Vector]:
    """All lines but those that begin with ``#``."""
    lines = Path(__file__).with_name("golden.txt").read_text(encoding="utf-8").splitlines()
    found = list[Vector]()
    for line in lines:
        if line and not line.startswith("#"):
            formula, _, rest = line.partition(" → ")
            expected, _, note = rest.partition(" | ")
            found.append(Vector(formula.strip(), expected.strip(), note.strip()))
    return found


@pytest.fixture(scope="module")
def book() -> Calculation:
    cells = {
        (row, column): value
        for row, line in enumerate(TABLE)
        for column, value in enumerate(line)
        if value is not None
    }
    return Calculation(Book.of([Frame(0, "Plan", 1_000, 26)]), {0: cells}, FUNCTIONS, now=NOW)


@pytest.mark.parametrize("vector", vectors(), ids=lambda each: each.formula)
def test_formulas_come_to_what_spreadsheets_make_of_them(book: Calculation, vector: Vector) -> None:
    assert said(book.calculate(vector.formula, 0, 19, 9)) == vector.expected


def test_each_function_is_in_the_table() -> None:
    formulas = "\n".join(each.formula for each in vectors())
    missing = [
        name
        for name in FUNCTION_NAMES.split()
        if not re.search(rf"(?<![A-Z.]){re.escape(name)}\(", formulas)
    ]
    assert missing == []
    assert len(vectors()) >= 400


_ELSEWHERE = {"Web", "Other apps", "Arrays"}
"""Groups of functions that are given more than numbers, which have tests of their own."""


@pytest.mark.parametrize(
    "signature",
    [each for each in signatures() if each.group not in _ELSEWHERE and each.name != "GETPIVOTDATA"],
    ids=lambda each: each.name,
)
def test_each_function_that_is_offered_is_known(book: Calculation, signature: Signature) -> None:
    needed = [each for each in signature.arguments if each[0] not in "[…"]
    formula = f"={signature.name}({','.join('1' for _ in needed)})"
    assert said(book.calculate(formula, 0, 19, 9)) != "#NAME?"


def said(rows: list[list[Value]]) -> str:
    """An array as formulas write it: commas between columns, semicolons between rows."""
    if len(rows) == 1 and len(rows[0]) == 1:
        return one(rows[0][0]) or "blank"
    return "{" + "; ".join(", ".join(map(one, row)) for row in rows) + "}"


def one(value: Value) -> str:
    """A value as formulas write it, numbers with twelve digits."""
    if value is None:
        return ""
    if isinstance(value, Error):
        return value.code
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, str):
        doubled = value.replace('"', '""')
        return f'"{doubled}"'
    return f"{value:.12g}"
