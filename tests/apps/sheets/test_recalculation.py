"""What an edit changes: values, arrays, circles, and what is told about cells."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

import pytest

from workworld.apps.sheets.engine.addresses import Area, Place
from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.calculation import Calculation, Formula, Input, Source
from workworld.apps.sheets.engine.functions import FUNCTIONS
from workworld.apps.sheets.engine.values import Display, Error, Value

NOW = datetime.datetime(2026, 3, 17, 12, tzinfo=datetime.UTC)
BOOK = Book.of([Frame(0, "Plan", 100, 26), Frame(1, "Data", 50, 10)], {"Rate": "Data!$B$2"})


def made(cells: Mapping[str, Any], book: Book = BOOK, **further: Any) -> Calculation:
    return Calculation(book, placed(cells), FUNCTIONS, now=NOW, **further)


def placed(cells: Mapping[str, Any]) -> dict[int, dict[tuple[int, int], Input]]:
    """Inputs by addresses: ``A1`` on the first sheet, ``Data!A1`` on the second one."""
    found: dict[int, dict[tuple[int, int], Input]] = {0: {}, 1: {}}
    for address, given in cells.items():
        sheet, at = where(address)
        is_formula = isinstance(given, str) and given.startswith("=")
        found[sheet][at] = Formula(given) if is_formula else given
    return found


def where(address: str) -> tuple[int, tuple[int, int]]:
    title, _, cell = address.rpartition("!")
    return int(title == "Data"), (int(cell[1:]) - 1, ord(cell[0]) - 65)


def put(calculation: Calculation, **cells: Any) -> set[str]:
    """Which cells differ after an edit, as addresses."""
    return named(calculation.put_all(placed(cells)))


def named(places: Any) -> set[str]:
    return {
        ("Data!" if each.sheet else "") + str(Area.of_cell(each.row, each.column))
        for each in places
    }


def value(calculation: Calculation, address: str) -> Value:
    sheet, at = where(address)
    return calculation.value(sheet, *at)


def test_an_edit_tells_which_values_differ() -> None:
    book = made(
        {"A1": 1.0, "B1": "=A1*2", "C1": "=B1>0", "D1": "=Data!A1", "Data!A1": "=Plan!A1+1"}
    )
    assert put(book, A1=5.0) == {"A1", "B1", "Data!A1", "D1"}
    assert put(book, A1=5.0) == set()
    assert put(book, A1=None) == {"A1", "B1", "C1", "D1", "Data!A1"}
    assert put(book, Z9="=TRUE") == {"Z9"}
    assert put(book, Z9="=1") == {"Z9"}  # TRUE and 1 are shown differently


def test_arrays_tell_the_cells_that_they_fill_and_leave() -> None:
    book = made({"A1": 2.0, "C1": "=SEQUENCE(A1)"})
    assert put(book, A1=3.0) == {"A1", "C3"}
    assert put(book, A1=1.0) == {"A1", "C2", "C3"}
    assert put(book, A1=3.0) == {"A1", "C2", "C3"}
    assert put(book, C2="here") == {"C1", "C2", "C3"}
    assert put(book, C2=None) == {"C1", "C2", "C3"}
    assert put(book, C1=None) == {"C1", "C2", "C3"}


def test_blanks_in_arrays_stay_blank() -> None:
    book = made({"A1": 1.0, "A3": "x", "C1": "=FILTER(A1:A3,{1;1;1})", "E1": "=TRANSPOSE(A1:A3)"})
    assert [value(book, each) for each in ("C1", "C2", "C3")] == [1.0, None, "x"]
    assert [value(book, each) for each in ("E1", "F1", "G1")] == [1.0, None, "x"]
    assert book.calculate("={A1:A2;7}", 0) == [[1.0], [None], [7.0]]
    assert book.calculate("=COUNTA(FILTER(A1:A3,{1;1;1}))", 0) == [[2.0]]


def test_something_put_on_a_blank_of_an_array_is_in_its_way() -> None:
    book = made({"A1": 1.0, "C1": "=FILTER(A1:A2,{1;1})"})
    assert put(book, C2="x") == {"C1", "C2"}
    assert value(book, "C1") == Error("#SPILL!")


def test_arrays_that_hang_on_one_anothers_room_come_to_an_end() -> None:
    book = made({"B3": "=TRANSPOSE(A1:A3)", "D3": "=SORT(B1:B4)", "F1": "=1+1"})
    assert value(book, "F1") == 2.0
    assert value(book, "D3") == Error("#CALC!")
    put(book, B3=None)
    assert not isinstance(value(book, "D3"), Error)
    assert put(book, F1="=2+2") == {"F1"}


def test_a_formula_that_refers_to_its_own_cell_is_taken() -> None:
    book = made({"A1": 1.0})
    assert put(book, A1="=A1+1", B1='=INDIRECT("B1")') == {"A1", "B1"}
    assert value(book, "A1") == Error("#CIRC!", "Circular reference: A1.")
    assert isinstance(value(book, "B1"), Error)
    assert put(book, A1="=2") == {"A1"}


def test_plain_cells_beside_an_array_are_not_told() -> None:
    book = made({"A1": 1.0, "C1": "=SEQUENCE(A1)", "D1": 7.0, "E1": "=D1", "E3": 9.0})
    assert put(book, A1=2.0) == {"A1", "C2"}
    assert put(book, E2="=E3") == {"E2"}


def test_spills_say_what_they_fill_and_what_blocks_them() -> None:
    book = made({"A1": "=SEQUENCE(2,2)", "A5": "=SEQUENCE(3)", "A7": "x", "C1": "=SUM(A1#)"})
    told = {str(Area.of_cell(*each.anchor[1:])): each for each in book.spills()}
    assert str(told["A1"].area) == "A1:B2"
    assert told["A1"].blocker is None
    assert str(told["A5"].area) == "A5:A7"
    assert told["A5"].blocker == Place(0, 6, 0)
    assert value(book, "A5") == Error("#SPILL!")
    assert value(book, "C1") == 10.0
    assert put(book, A7=None) == {"A5", "A6", "A7"}
    assert [each.blocker for each in book.spills()] == [None, None]


def test_an_array_in_the_way_of_another_gives_way_when_it_shrinks() -> None:
    book = made({"A1": 3.0, "B1": "=SEQUENCE(A1)", "A3": "=SEQUENCE(1,2)"})
    blocked = [each for each in book.spills() if each.blocker]
    assert len(blocked) == 1
    put(book, A1=1.0)
    assert [each.blocker for each in book.spills()] == [None]
    assert [value(book, each) for each in ("A3", "B3", "B1", "B2")] == [1.0, 2.0, 1.0, None]


def test_circles_name_their_cells() -> None:
    book = made({"A1": "=B1+1", "B1": "=C1", "C1": "=SUM(A1:A3)", "D1": "=A1", "E1": "=E1"})
    assert value(book, "A1") == Error("#CIRC!", "Circular reference: A1, B1 and C1.")
    assert value(book, "E1") == Error("#CIRC!", "Circular reference: E1.")
    assert value(book, "D1") == Error("#CIRC!", "This cell refers to a circle of references.")
    assert named(book.circle(0, 0, 1)) == {"A1", "B1", "C1"}
    assert book.circle(0, 0, 3) == ()
    assert put(book, C1=1.0) == {"A1", "B1", "C1", "D1"}
    assert value(book, "D1") == 2.0


def test_cells_tell_what_they_hang_on_and_what_hangs_on_them() -> None:
    book = made({"A1": 1.0, "B1": "=A1+Rate", "B2": "=SUM(A:A)", "B3": "=MAP(A1:A2,LAMBDA(x,x))"})
    told = [(each.sheet, str(each.area)) for each in book.precedents(0, 0, 1)]
    assert told == [(0, "A1"), (1, "B2")]
    assert named(book.dependents(0, 0, 0)) == {"B1", "B2", "B3"}
    assert named(book.dependents(1, 1, 1)) == {"B1"}
    assert len(book.dependents(0, 0, 0, most=2)) == 2
    assert book.precedents(0, 0, 0) == []


def test_a_formula_is_tried_without_being_put_anywhere() -> None:
    book = made({"A1": 4.0, "B1": "=RAND()"})
    before = value(book, "B1")
    assert book.calculate("=SEQUENCE(2,2)*A1", 0) == [[4.0, 8.0], [12.0, 16.0]]
    assert book.calculate("=Plan!A1+ROW()", 1, 6) == [[11.0]]
    assert book.calculate("=SUM(", 0) == [[Error("#ERROR!")]]
    assert book.calculate("=A1:A2+0", 0) == [[4.0], [0.0]]
    assert value(book, "B1") == before
    assert put(book, A2=1.0) == {"A2", "B1"}


def test_random_numbers_are_drawn_anew_and_repeat_exactly() -> None:
    cells = {"A1": "=RAND()", "A2": "=RAND()", "A3": "=RAND()+RAND()", "A4": "=RANDBETWEEN(1,6)",
             "B1": "=RANDARRAY(2,2)", "D1": "=SUM(MAP({1,2,3},LAMBDA(x,RAND())))"}  # fmt: skip
    one, same, other = made(cells, seed=1), made(cells, seed=1), made(cells, seed=2)
    every = Area(0, 0, 4, 4)
    assert one.values(0, every) == same.values(0, every) != other.values(0, every)
    assert value(one, "A1") != value(one, "A2")
    assert value(one, "A3") != 2 * (value(one, "A1") or 0)  # type: ignore[operator]  # a number
    before = one.values(0, every)
    assert put(one, Z1=1.0) == {"Z1", "A1", "A2", "A3", "B1", "B2", "C1", "C2", "D1"} | (
        {"A4"} if before[3][0] != value(one, "A4") else set()
    )
    put(same, Z1=1.0)
    assert one.values(0, every) == same.values(0, every)
    later = made(cells, seed=1, revision=1)
    assert later.values(0, every) == one.values(0, every)
    one.reseed(2)
    put(one, Z1=2.0)
    assert one.values(0, every) == other.values(0, every)
    assert value(one, "A4") in {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}


def test_the_time_is_told_at_once() -> None:
    book = made({"A1": "=TODAY()", "A2": "=RAND()", "A3": "=A1+1"})
    before = value(book, "A2")
    assert named(book.tell_time(NOW + datetime.timedelta(days=1))) == {"A1", "A3"}
    assert (value(book, "A3"), value(book, "A2")) == (46_100.0, before)


def test_structural_edits_are_taken_over() -> None:
    cells = {"A1": 1.0, "A2": "=A1*2", "B1": "=SUM(Data!A:A)", "Data!A1": 5.0}
    book = made(cells)
    renamed = Book.of([Frame(0, "Plan", 100, 26), Frame(1, "New", 50, 10)], {"Rate": "New!$B$2"})
    given = placed(cells | {"B1": "=SUM(New!A:A)"})
    assert book.change(renamed, given) == set()
    assert value(book, "B1") == 5.0
    moved = placed({"A2": 1.0, "A3": "=A2*2", "B1": "=SUM(New!A:A)", "Data!A1": 5.0})
    assert named(book.change(renamed, moved)) == {"A1", "A2", "A3"}
    assert [value(book, each) for each in ("A1", "A2", "A3")] == [None, 1.0, 2.0]
    shorter = Book.of([Frame(0, "Plan", 100, 26)])
    alone = {0: moved[0]}
    assert named(book.change(shorter, alone)) == {"B1"}
    assert value(book, "B1") == Error("#REF!")
    assert named(book.change(renamed, given | {1: {(0, 0): 6.0}})) >= {"A1", "A2", "A3", "B1"}
    assert value(book, "B1") == 6.0


def test_links_images_and_sparklines_are_shown_beside_values() -> None:
    book = made({
        "A1": '=HYPERLINK("https://x.example","Go")', "A2": "=LEN(A1)",
        "A3": '=IMAGE("/p.png",4,20,30)',
        "A4": '=SPARKLINE({1,2,3},{"charttype","column";"color","red"})', "B1": True,
        "A5": '=IF(B1,HYPERLINK("https://x.example"),"no")',
    })  # fmt: skip
    assert value(book, "A1") == "Go"
    assert book.display(0, 0, 0) == Display("link", {"url": "https://x.example"})
    assert value(book, "A2") == 2.0
    shown = book.display(0, 2, 0)
    assert shown is not None
    assert shown.details == {"url": "/p.png", "mode": "custom", "height": 20, "width": 30}
    chart = book.display(0, 3, 0)
    assert chart is not None
    assert chart.details == {"charttype": "column", "color": "red", "values": (1.0, 2.0, 3.0)}
    assert book.display(0, 4, 0) is not None
    put(book, B1=False, A1=None)
    assert book.display(0, 4, 0) is None
    assert book.display(0, 0, 0) is None


def test_subtotals_leave_out_hidden_rows_and_other_subtotals() -> None:
    cells = {f"A{row}": float(row) for row in range(1, 5)}
    book = made(cells | {"A5": "=SUBTOTAL(9,A1:A4)", "B1": "=SUBTOTAL(109,A1:A5)",
                         "B2": "=SUBTOTAL(9,A1:A5)", "B3": "=AGGREGATE(9,5,A1:A4)"})  # fmt: skip
    assert [value(book, each) for each in ("A5", "B1", "B2", "B3")] == [10.0] * 4
    assert named(book.hide(0, hidden={0}, filtered={3})) == {"A5", "B1", "B2", "B3"}
    assert [value(book, each) for each in ("A5", "B1", "B2", "B3")] == [6.0, 5.0, 6.0, 5.0]
    assert named(book.hide(0)) == {"A5", "B1", "B2", "B3"}


def test_sources_are_asked_once_and_again_when_refreshed() -> None:
    asked = list[tuple[Any, ...]]()

    def answer(*given: Any) -> Any:
        asked.append(given)
        return [["Name", "Amount"], ["Kestrel", float(len(asked))]]

    book = made({"A1": '=CRM("open deals")', "D1": '=INDEX(CRM("open deals"),2,2)'},
                sources=[Source("CRM", answer, 1, 1)])  # fmt: skip
    assert asked == [("open deals",)]
    assert value(book, "B2") == 1.0
    put(book, F1=1.0)
    assert len(asked) == 1
    assert [each.at for each in book.fetched().values()] == [NOW]
    book.tell_time(NOW + datetime.timedelta(hours=1))
    assert named(book.refresh()) == {"B2", "D1"}
    assert value(book, "D1") == 2.0
    assert [each.at for each in book.fetched().values()] == [NOW + datetime.timedelta(hours=1)]
    assert named(book.refresh({"ISSUES"})) == set()


def test_memory_is_estimated_by_what_there_is() -> None:
    small, large = made({"A1": 1.0}), made({f"A{row}": "=1+1" for row in range(1, 10)})
    assert 0 < small.estimate_bytes() < large.estimate_bytes()


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("=FORMULATEXT(A2)", "The cell holds no formula."),
        ("=1/0", "Something is divided by zero, or there is nothing to take an average of."),
        ("=SEQUENCE(3)", "The array does not fit: it would overwrite C3."),
        ("=C1", "Circular reference: C1."),
        ("=LAMBDA(x,x)", "A function has to be called."),
        ("=1", ""),
    ],
)
def test_errors_are_explained(formula: str, said: str) -> None:
    book = made({"C1": formula, "C3": "in the way"})
    assert book.explanation(0, 0, 2) == said


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("=FORMULATEXT(A1)", "=1+1"),
        ("=FORMULATEXT(A2)", Error("#N/A")),
        ("=ISFORMULA(A1)", True),
        ("=ISFORMULA(A2)", False),
        ('=CELL("address",B7)', "$B$7"),
        ('=CELL("contents",A2)', "text"),
        ('=CELL("type",A2)', "l"),
        ('=CELL("type",A9)', "b"),
        ("=ROW()", 9.0),
        ("=ROW()*10+COLUMN()", 93.0),
        ('=INDIRECT("Data!A1")', 8.0),
        ('=INDIRECT("A"&1)', 2.0),
        ('=SUM(INDIRECT("Data!A:A"))', 8.0),
        ('=INDIRECT("Rate")', 3.0),
        ('=SUM(MAP({1,2},LAMBDA(x,x*INDIRECT("A1"))))', 6.0),
    ],
)
def test_functions_that_look_at_cells(formula: str, expected: Value) -> None:
    book = made({"A1": "=1+1", "A2": "text", "Data!A1": 8.0, "Data!B2": 3.0, "C9": formula})
    assert value(book, "C9") == expected


def test_formulas_that_name_a_blank_cell_show_nothing() -> None:
    book = made({"A1": "=Z9", "B1": "=A1", "C1": "=$B$1", "A2": "=Z9+0", "A3": "=A2", "A4": "=Z8",
                 "Z8": 0.0})  # fmt: skip
    assert [book.value(0, 0, column) for column in range(3)] == [None, None, None]
    assert [book.value(0, row, 0) for row in (1, 2, 3)] == [0.0, 0.0, 0.0]
    book.put(0, {(8, 25): 0.0})
    assert [book.value(0, 0, column) for column in range(3)] == [0.0, 0.0, 0.0]
    book.put(0, {(8, 25): None})
    assert book.value(0, 0, 2) is None


@pytest.mark.parametrize(
    "formula",
    [
        "=IF(TRUE,Z9,1)", "=IF(1>0,Z9)", "=IFS(FALSE,1,TRUE,Z9)", "=SWITCH(2,1,5,2,Z9)",
        "=CHOOSE(2,1,Z9)", "=IFERROR(Z9,1)", "=IFNA(Z9,1)", "=INDEX(Y9:Z9,1,2)",
        '=VLOOKUP("x",Y9:Z9,2,FALSE)', '=HLOOKUP("y",Z8:Z9,2,FALSE)', '=XLOOKUP("x",Y9:Y9,Z9:Z9)',
        "=OFFSET(Y9,0,1)", '=INDIRECT("Z9")', "= if( Y9=\"x\" , index(Z9:Z9,1) )",
    ],
)  # fmt: skip
def test_functions_that_come_to_a_blank_cell_show_nothing(formula: str) -> None:
    """As in Google Sheets: neither 0 nor an empty text, and 0 in what counts on with it."""
    book = made({"A1": formula, "B1": "=A1", "C1": "=A1+1", "Y9": "x", "Z8": "y"})
    assert [book.value(0, 0, column) for column in range(3)] == [None, None, 1.0]
    told = book.put(0, {(8, 25): 0.0})
    assert {(0, 0, 0), (0, 0, 1)} <= {tuple(each) for each in told}
    assert [book.value(0, 0, column) for column in range(3)] == [0.0, 0.0, 1.0]
    assert (0, 0, 1) in {tuple(each) for each in book.put(0, {(8, 25): None})}
    assert [book.value(0, 0, column) for column in range(3)] == [None, None, 1.0]
    book.put(0, {(8, 25): 7.0})
    assert [book.value(0, 0, column) for column in range(3)] == [7.0, 7.0, 8.0]
    book.put(0, {(0, 0): Formula("=0*1"), (8, 25): None})
    assert book.value(0, 0, 0) == 0.0


@pytest.mark.parametrize("beside", [{}, {(5, 0): Formula("=SEQUENCE(3)")}])
def test_sheets_go_with_formulas_that_come_to_nothing(
    beside: Mapping[tuple[int, int], Input],
) -> None:
    plan, data = Frame(0, "Plan", 12, 8), Frame(1, "Data", 12, 8)
    told = {(0, 0): Formula("=Data!A1"), **beside}
    cells = {0: told, 1: {(0, 0): Formula("=IF(TRUE,Z9)"), (1, 0): Formula("=IF(TRUE,)")}}
    book = Calculation(Book.of([plan, data]), cells, now=NOW)
    assert (book.value(0, 0, 0), book.value(1, 1, 0)) == (None, None)
    left = {0: {**told, (0, 0): Formula("=#REF!")}}
    assert Place(0, 0, 0) in book.change(Book.of([plan]), left)
    assert book.put(0, {(0, 1): Formula("=IF(TRUE,)"), (1, 1): Formula("=B1")}) == set()
    assert book.put(0, {(0, 1): Formula("=0")}) == {Place(0, 0, 1), Place(0, 1, 1)}


def test_functions_that_come_to_0_show_it() -> None:
    book = made({"A1": "=IF(TRUE,0)", "A2": "=INDEX(Z9:Z9,1)+0", "A3": "=VLOOKUP(1,{1,0},2)",
                 "A4": "=IF(TRUE,SUM(Z9))", "A5": "=IFERROR(Z9*1,1)"})  # fmt: skip
    assert [book.value(0, row, 0) for row in range(5)] == [0.0] * 5
