"""Values of cells, brought up to date as inputs change."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

import pytest

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.calculation import Calculation, Formula, Input
from workworld.apps.sheets.engine.functions import FUNCTIONS
from workworld.apps.sheets.engine.values import Error, Value

NOW = datetime.datetime(2026, 3, 17, 21, 30, tzinfo=datetime.timezone(datetime.timedelta(hours=-4)))
BOOK = Book.of(
    [Frame(0, "Sheet1", 100, 26), Frame(7, "It's É", 10, 5)],
    {"Rate": "'It''s É'!$B$2", "Twice": "Rate*2", "Prices": "Sheet1!A1:A3"},
)
CELLS: Mapping[tuple[int, int], Input] = {(0, 0): 3.0, (1, 0): "x", (2, 0): True}


def calculated(*formulas: str) -> Calculation:
    """The first column holds 3, a text and TRUE; formulas stand in the third one."""
    placed = {(row, 2): Formula(each) for row, each in enumerate(formulas)}
    other: Mapping[tuple[int, int], Input] = {(1, 1): 10.0, (2, 1): 5.5}
    return Calculation(BOOK, {0: {**CELLS, **placed}, 7: other}, FUNCTIONS, now=NOW)


def value(formula: str) -> Value:
    return calculated(formula).value(0, 0, 2)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("=A1*2", 6.0),
        ("=SUM(A:A)", 3.0),
        ("=SUM(A2:A)+1", 1.0),
        ("=COUNTA(A1:B)", 3.0),
        ("=rate", 10.0),
        ("=Twice+A1", 23.0),
        ("=SUM(Prices)", 3.0),
        ("=SUM('it''s É'!B:B)", 15.5),
        ("=SUM('It''s É'!2:3)", 15.5),
        ("=TODAY()", 46_098.0),
        ("=NOW()-TODAY()", 0.8958333333),
        ("=0.1+0.2=0.3", True),
        ("=0.3=0.1+0.2", True),
        ("=IF(1-0.9=0.1,1,2)", 1.0),
        ('=IF(A1*1.1<=3.3,"a","b")', "a"),
        ("=SUM(IF(A1:A3=3,1,0))", 1.0),
        ("=1<>1+1E-16", False),
    ],
)
def test_formulas_name_sheets_names_and_open_ranges(formula: str, expected: Value) -> None:
    found = value(formula)
    assert found == (pytest.approx(expected) if isinstance(expected, float) else expected)


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ("=SUM(1,", "#ERROR!"),
        ("=Nowhere!A1", "#REF!"),
        ("=nothing", "#NAME?"),
        ("=NOSUCH(1)", "#NAME?"),
        ("=1/0", "#DIV/0!"),
        ("=C1+1", "#CIRC!"),
        ('="a"+1', "#VALUE!"),
        ("=#REF!+1", "#REF!"),
        ("=NA()", "#N/A"),
        ("=SQRT(-1)", "#NUM!"),
    ],
)
def test_what_cannot_be_worked_out_is_an_error_value(formula: str, code: str) -> None:
    found = value(formula)
    assert isinstance(found, Error)
    assert found.code == code


def test_values_follow_what_is_put_in() -> None:
    made = calculated("=A1*2", "=C1+Rate")
    assert made.value(0, 1, 2) == 16.0
    made.put(0, {(0, 0): 5.0})
    made.put(7, {(1, 1): 1.0})
    assert made.values(0, Area(0, 0, 2, 3)) == [[5.0, None, 10.0], ["x", None, 11.0]]
    made.put(0, {(0, 2): None})
    assert made.value(0, 1, 2) == 1.0


def test_arrays_spill_and_recover() -> None:
    made = calculated("=SEQUENCE(3)")
    assert [made.value(0, row, 2) for row in range(3)] == [1.0, 2.0, 3.0]
    made.put(0, {(1, 2): "in the way"})
    assert made.value(0, 0, 2) == Error("#SPILL!")
    assert made.value(0, 2, 2) is None
    made.put(0, {(1, 2): None})
    assert [made.value(0, row, 2) for row in range(3)] == [1.0, 2.0, 3.0]
    made.put(0, {(2, 2): 9.0})
    assert made.value(0, 0, 2) == Error("#SPILL!")
    made.put(0, {(2, 2): None, (0, 2): None})
    assert [made.value(0, row, 2) for row in range(3)] == [None, None, None]
    made.put(0, {(0, 2): Formula("=SEQUENCE(3)")})
    assert [made.value(0, row, 2) for row in range(3)] == [1.0, 2.0, 3.0]


def test_an_array_that_grows_takes_what_was_cleared() -> None:
    made = calculated("=FILTER(A1:A3,ISNUMBER(A1:A3))")
    made.put(0, {(1, 2): 1.0})
    made.put(0, {(1, 2): None})
    made.put(0, {(1, 0): 4.0})
    assert [made.value(0, row, 2) for row in range(3)] == [3.0, 4.0, None]


def test_time_is_told_anew() -> None:
    made = calculated("=TODAY()")
    made.tell_time(NOW + datetime.timedelta(hours=3))
    made.put(0, {(9, 9): 1.0})
    assert made.value(0, 0, 2) == 46_099.0


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ('=SPLIT("a,b;3",",;")', [["a", "b", 3.0]]),
        ('=SPLIT("a--b","--",FALSE)', [["a", "b"]]),
        ('=SPLIT("a,,b",",",TRUE,FALSE)', [["a", None, "b"]]),
        ('=JOIN("-",{1,2},"x")', [["1-2-x"]]),
        ('=REGEXMATCH("Dock 12","k \\d+")', [[True]]),
        ('=REGEXEXTRACT("Dock 12","\\d+")', [["12"]]),
        ('=REGEXEXTRACT("a1-b2","(\\w)1-(\\w)2")', [["a", "b"]]),
        ('=REGEXREPLACE("a1b2","([a-z])(\\d)","$2$1.")', [["1a.2b."]]),
        ("=FILTER({1,2;3,4},{TRUE;FALSE})", [[1.0, 2.0]]),
        ("=FILTER({1,2;3,4},{FALSE,TRUE})", [[2.0], [4.0]]),
        ("=FILTER({1;2;3},{1;1;0},{0;1;1})", [[2.0]]),
        ('=FILTER({1;2},{FALSE;FALSE},"none")', [["none"]]),
        ("=FLATTEN({1,2;3,4})", [[1.0], [2.0], [3.0], [4.0]]),
        ("=EXPAND({1,2},2,3,0)", [[1.0, 2.0, 0.0], [0.0, 0.0, 0.0]]),
        ("=WRAPROWS({1,2,3},2,0)", [[1.0, 2.0], [3.0, 0.0]]),
        ("=WRAPCOLS({1,2,3},2,0)", [[1.0, 3.0], [2.0, 0.0]]),
        ("=SORTN({3;1;2;1},2)", [[1.0], [1.0]]),
        ("=SORTN({3;1;2;1},1,1)", [[1.0], [1.0]]),
        ("=SORTN({3;1;2;1},2,2)", [[1.0], [2.0]]),
        ("=SORTN({3;1;2;1},2,0,1,FALSE)", [[3.0], [2.0]]),
        ('=COUNTUNIQUE({1,"a","A",1,TRUE})', [[3.0]]),
        ("=MMULT({1,2;3,4},{5;6})", [[17.0], [39.0]]),
        ("=MDETERM({1,2;3,4})", [[-2.0]]),
        ("=MINVERSE({1,2;3,4})", [[-2.0, 1.0], [1.5, -0.5]]),
        ("=ARRAYFORMULA({1,2}*2)", [[2.0, 4.0]]),
        ("=EPOCHTODATE(86400)", [[25_570.0]]),
    ],
)
def test_functions_that_the_library_lacks(formula: str, expected: list[list[Value]]) -> None:
    made = calculated(formula)
    area = Area(0, 2, len(expected), 2 + len(expected[0]))
    found = made.values(0, area)
    flat = [each for row in expected for each in row]
    got = [each for row in found for each in row]
    assert got == [pytest.approx(each) if isinstance(each, float) else each for each in flat]


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ('=SPLIT("a","")', "#VALUE!"),
        ('=REGEXMATCH("a","(")', "#REF!"),
        ('=REGEXEXTRACT("a","b")', "#N/A"),
        ("=MINVERSE({1,2;2,4})", "#NUM!"),
        ("=MMULT({1,2},{1,2})", "#VALUE!"),
        ("=EXPAND({1,2},1,1)", "#VALUE!"),
        ('=JOIN(",",1/0)', "#DIV/0!"),
        ("=EPOCHTODATE(-1)", "#NUM!"),
        ("=FLATTEN()", "#VALUE!"),
        ("=FILTER({1;2},{FALSE;FALSE})", "#N/A"),
        ("=FILTER({1;2},{TRUE;TRUE;TRUE})", "#VALUE!"),
        ('=REGEXMATCH(REPT("a",5000)&"b","(a+)+$")', "FALSE"),
    ],
)
def test_functions_refuse_what_makes_no_sense(formula: str, code: str) -> None:
    found = value(formula)
    assert found is False if code == "FALSE" else isinstance(found, Error)
    if isinstance(found, Error):
        assert found.code == code


def shown(formula: str) -> list[list[Value]]:
    """All that a formula comes to, without what is blank around it."""
    found = calculated(formula).values(0, Area(0, 2, 9, 9))
    width = max(sum(each is not None for each in row) for row in found)
    return [row[:width] for row in found if row[0] is not None]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("=LEN(A1:A3)", [[1.0], [1.0], [4.0]]),
        ("=ISNUMBER(A1:A3)", [[True], [False], [False]]),
        ('=FILTER(A1:A3,ISNUMBER(SEARCH("x",A1:A3)))', [["x"]]),
        ("=SUMPRODUCT(--(LEN(A1:A3)=1))", [[2.0]]),
        ('=TEXTJOIN(",",TRUE,UPPER(A1:A3))', [["3,X,TRUE"]]),
        ("=YEAR({46098,36526})", [[2026.0, 2000.0]]),
        ("=ROUND({1.26;2.24},{0,1})", [[1.0, 1.3], [2.0, 2.2]]),
        ("=POWER({1,2,3},{1,2})", [[1.0, 4.0, Error("#N/A")]]),
        ("=VLOOKUP({2;1},{1,5;2,6},2,FALSE)", [[6.0], [5.0]]),
        ("=COUNTIF({1,2,2},{1,2})", [[1.0, 2.0]]),
        ('=SWITCH({1,2},1,"one","other")', [["one", "other"]]),
        ("=1/{1,0}", [[1.0, Error("#DIV/0!")]]),
        ('=VALUE({"1","x"})', [[1.0, Error("#VALUE!")]]),
        ("={A1:A2;5}", [[3.0], ["x"], [5.0]]),
        ("=LEN(INDEX(A1:A3,3))", [[4.0]]),
        ("=IF(ISNUMBER(A1:A3),A1:A3,0)", [[3.0], [0.0], [0.0]]),
    ],
)
def test_functions_of_one_value_take_arrays(formula: str, expected: list[list[Value]]) -> None:
    assert shown(formula) == expected


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("=MAP({1,2},LAMBDA(x,x*2+A1))", [[5.0, 7.0]]),
        ("=MAP({1,2},{10,20},LAMBDA(a,b,a+b))", [[11.0, 22.0]]),
        ("=REDUCE(1,{2,3,4},LAMBDA(total,each,total*each))", [[24.0]]),
        ("=SCAN(0,{1;2;3},LAMBDA(a,v,a+v))", [[1.0], [3.0], [6.0]]),
        ("=BYROW({1,2;3,4},LAMBDA(r,SUM(r)))", [[3.0], [7.0]]),
        ("=BYCOL({1,2;3,4},LAMBDA(c,MAX(c)))", [[3.0, 4.0]]),
        ("=MAKEARRAY(2,2,LAMBDA(r,c,r*10+c))", [[11.0, 12.0], [21.0, 22.0]]),
        ("=LAMBDA(x,y,x-y)(7,4)", [[3.0]]),
        ("=LAMBDA(v,FILTER(v,v>1))({1,2,3})", [[2.0, 3.0]]),
        ("=SUM(MAP({1,2},LAMBDA(x,SUM(MAP({1,2},LAMBDA(y,x*y))))))", [[9.0]]),
        ("=LET(rate,Rate,MAP({1,2},LAMBDA(x,x*rate)))", [[10.0, 20.0]]),
        ("=LET(t,{1,2,3},FILTER(t,t>1))", [[2.0, 3.0]]),
        ('=MAP({"a","b"},LAMBDA(x,x&"""x"""))', [['a"x"', 'b"x"']]),
        ("=SUM(MAP('It''s É'!B2:B3,LAMBDA(x,ROUND(x,0))))", [[16.0]]),
        ('=MAP(A1:A3,LAMBDA(x,IFERROR(REGEXMATCH(x,"x"),FALSE)))', [[False], [True], [False]]),
    ],
)
def test_functions_that_formulas_make(formula: str, expected: list[list[Value]]) -> None:
    assert shown(formula) == expected


@pytest.mark.parametrize(
    "formula",
    ["=LAMBDA(x,x)", "=MAP({1,2},3)", "=MAP({1,2},LAMBDA(a,b,a))", "=REDUCE(0,LAMBDA(a,a))"],
)
def test_functions_called_wrongly_are_errors(formula: str) -> None:
    assert isinstance(value(formula), Error)
