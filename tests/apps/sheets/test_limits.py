"""Formulas that ask for too much come to an error, told from what they ask and never by a clock."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import pytest

from workworld.apps.sheets.engine import callables, efforts, values
from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.calculation import Calculation
from workworld.apps.sheets.engine.inputs import Formula
from workworld.apps.sheets.engine.values import Error, Value

NOW = datetime.datetime(2026, 3, 17, 12, tzinfo=datetime.UTC)
DOUBLING = ",".join(
    f"f{at},LAMBDA(x,{f'f{at - 1}(f{at - 1}(x))' if at else 'x+1'})" for at in range(60)
)


def book(rows: int = 1_000, columns: int = 26) -> Book:
    return Book.of([Frame(0, "Plan", rows, columns)])


def value(formula: str) -> Value:
    made = Calculation(book(), {0: {(0, 0): 3.0, (5, 5): Formula(formula)}}, now=NOW)
    return made.value(0, 5, 5)


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ("=SEQUENCE(1E4,1E4)", "#NUM!"),
        ("=SUM(RANDARRAY(1E4,1E4))", "#NUM!"),
        ("=MAKEARRAY(1E4,1E4,LAMBDA(r,c,1))", "#CALC!"),
        ('=REPT(REPT(REPT("abcdefgh",4000),4000),4000)', "#VALUE!"),
        ('=SUBSTITUTE(REPT("a",30000),"a",REPT("b",30000))', "#VALUE!"),
        ('=TEXTJOIN(REPT("x",1000),FALSE,SEQUENCE(10000))', "#VALUE!"),
        ("=SUM(SEQUENCE(5000)*SEQUENCE(1,5000))", "#NUM!"),
        ("=WRAPROWS(SEQUENCE(1000),1E9,0)", "#NUM!"),
        ("=EXPAND(1,1E5,1E5,0)", "#NUM!"),
        ('=QUERY(SEQUENCE(5000,2),"select Col1, sum(Col2) group by Col1 pivot Col2")', "#VALUE!"),
        ("=SUM(SCAN(0,SEQUENCE(200000),LAMBDA(a,x,a+x)))", "#CALC!"),
        (f"=LET({DOUBLING},f59(1))", "#CALC!"),
        ("=LET(f,LAMBDA(f,f(f)),f(f))", "#NAME?"),
        ("=LET(f,LAMBDA(n,IF(n<1,0,f(n-1))),f(5))", "#NAME?"),
        ("=" + "(" * 4000 + "1" + ")" * 4000, "#ERROR!"),
        ("=" + "A1&" * 2700 + "A1", "#ERROR!"),
        ("=" + "-" * 8000 + "1", "#ERROR!"),
        ("=" + "ABS(" * 1600 + "1" + ")" * 1600, "#ERROR!"),
        ("=" + "1+" * 5000 + "1", "#CALC!"),
        ("=WORKDAY(1,1E9)", "#NUM!"),
        ("=EDATE(1,1E300)", "#NUM!"),
        ("=RANDBETWEEN(-1E308,1E308)", "#VALUE!"),
    ],
    ids=lambda each: each[:40],
)
def test_formulas_that_make_too_much_are_errors(formula: str, code: str) -> None:
    found = value(formula)
    assert isinstance(found, Error)
    assert found.code == code


def test_functions_within_functions_share_what_they_may_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("workworld.apps.sheets.engine.callables.MOST_CASES", 3_000)
    nested = "=SUM(MAP(SEQUENCE({0}),LAMBDA(a,SUM(MAP(SEQUENCE({0}),LAMBDA(b,a*b))))))"
    assert value(nested.format(5)) == 225.0
    assert value(nested.format(100)) == Error("#CALC!")


def test_texts_do_not_double_without_end() -> None:
    cells = {(0, 0): Formula('=REPT("a",30000)')}
    cells |= {(row, 0): Formula(f"=A{row}&A{row}") for row in range(1, 60)}
    made = Calculation(book(), {0: cells}, now=NOW)
    assert made.calculate("=LEN(A2)", 0) == [[60_000.0]]
    assert made.value(0, 59, 0) == Error("#VALUE!")


def test_formulas_over_too_many_cells_are_refused_in_the_order_of_their_cells() -> None:
    rows = 1_000_000
    cells = {(row, 30): Formula(f"=SUM(A$1:B${rows})+{row}") for row in range(1_200)}
    made = Calculation(book(rows, 40), {0: cells}, now=NOW)
    allowed = [row for row in range(1_200) if not isinstance(made.value(0, row, 30), Error)]
    weighty = 2 * rows * 20
    assert allowed == list(range(efforts.MOST_EFFORT // weighty))
    assert made.explanation(0, 1_199, 30) == (
        "The formulas of the workbook go through too many cells."
    )
    made.put(0, {(row, 30): None for row in range(1_000)})
    assert made.value(0, 1_000, 30) == 1_000.0
    made.put(0, {(row, 31): Formula(f"=SUM(A$1:B${rows})+{row}") for row in range(1_000, 1_200)})
    assert made.value(0, 1_199, 31) == Error("#CALC!")
    assert made.value(0, 1_000, 31) == 1_000.0


def test_long_circles_are_named() -> None:
    length = 20_000
    cells = {(row, 0): Formula(f"=A{row + 2}+1") for row in range(length - 1)}
    cells[length - 1, 0] = Formula("=A1")
    made = Calculation(book(length), {0: cells}, now=NOW)
    found = made.value(0, 500, 0)
    said = "Circular reference: A1, A2, A3, A4, A5 and 19,995 more."
    assert found == Error("#CIRC!", said)
    assert len(made.circle(0, 500, 0)) == length


@pytest.mark.parametrize(
    "formula",
    [
        "=REDUCE(0,SEQUENCE(1000000),LAMBDA(a,x,a+x))",
        "=SUM(SCAN(0,SEQUENCE(1E6),LAMBDA(a,x,a+x)))",
        "=SUM(MAP(SEQUENCE(1000,1000),LAMBDA(x,x+1)))",
        "=SUM(MAKEARRAY(1000,1000,LAMBDA(r,c,r*c)))",
        "=MAP(A1:Z1000,LAMBDA(x,REDUCE(0,A1:Z1000,LAMBDA(a,y,a+y))))",
        "=SUM(MAKEARRAY(300,300,LAMBDA(r,c,REDUCE(0,SEQUENCE(100),LAMBDA(a,y,a+y)))))",
        "=SUM(MAP(SEQUENCE(90000),LAMBDA(x,SUM(A1:Z1000*x))))",
        "=SUM(BYCOL(SEQUENCE(2,20000),LAMBDA(c,MAX(c))))",
        "=REDUCE(SEQUENCE(1000),SEQUENCE(9000),LAMBDA(a,x,a+x))",
    ],
)
def test_bombs_of_functions_go_off_at_once(formula: str, monkeypatch: pytest.MonkeyPatch) -> None:
    passed = 0

    def counted(convert: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def answer(value: Any) -> Any:
            nonlocal passed
            passed += 1
            return convert(value)

        return answer

    for name in ("of_any", "to_library"):  # what every value passes, in or out
        monkeypatch.setattr(values, name, counted(getattr(values, name)))
    made = Calculation(book(columns=40), {0: {(0, 30): Formula(formula)}}, now=NOW)
    assert made.value(0, 0, 30) == Error("#CALC!")
    assert passed < callables.MOST_IN_ALL


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("=SUM(BYROW(SEQUENCE(20000,2),LAMBDA(r,SUM(r))))", 800020000.0),
        ("=SUM(BYCOL(SEQUENCE(2,9000),LAMBDA(c,MAX(c))))", 121504500.0),
        ("=SUM(REDUCE(SEQUENCE(100),SEQUENCE(50),LAMBDA(a,x,a+x)))", 132550.0),
        ("=REDUCE(0,SEQUENCE(5000),LAMBDA(a,x,a+x))", 12502500.0),
        ("=SUM(MAP(SEQUENCE(300),LAMBDA(x,COUNTIF(A1:A1000,x))))", 1.0),
    ],
)
def test_much_that_is_not_too_much_is_worked_out(formula: str, expected: float) -> None:
    assert value(formula) == expected
