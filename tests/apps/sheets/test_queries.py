"""``QUERY``: its language, and what it makes of data."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import pytest

from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.calculation import Calculation
from workworld.apps.sheets.engine.inputs import Formula, Input
from workworld.apps.sheets.engine.values import Error, Value

NOW = datetime.datetime(2026, 3, 17, 12, tzinfo=datetime.UTC)
DATA: Sequence[Sequence[Input]] = (
    ("Owner", "Stage", "Amount", "Closes", "Won"),
    ("Ana", "Open", 100.0, 46_098.0, False),
    ("Ben", "Won", 250.0, 46_022.5, True),
    ("Ana", "Won", 50.0, 45_992.0, True),
    ("Cleo", "Open", None, 46_200.0, False),
    ("Ben", "Open", 75.0, 46_098.25, False),
)


def book() -> Calculation:
    """The data stands in B2:F7."""
    cells = {
        (row, column): value
        for row, line in enumerate(DATA, 1)
        for column, value in enumerate(line, 1)
        if value is not None
    }
    return Calculation(Book.of([Frame(0, "Deals", 100, 26)]), {0: cells}, now=NOW)


def asked(query: str, *, data: str = "B2:F7", headers: int | None = 1) -> list[list[Value]]:
    end = "" if headers is None else f",{headers}"
    doubled = query.replace('"', '""')
    return book().calculate(f'=QUERY({data},"{doubled}"{end})', 0, 20, 20)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("select B where D > 80", [["Owner"], ["Ana"], ["Ben"]]),
        ("select Col1 where Col3 > 80", [["Owner"], ["Ana"], ["Ben"]]),
        ("SELECT B, D WHERE C = 'Won' ORDER BY D",
         [["Owner", "Amount"], ["Ana", 50], ["Ben", 250]]),
        ("select B, D order by D desc limit 2", [["Owner", "Amount"], ["Ben", 250], ["Ana", 100]]),
        ("select D order by D limit 2 offset 1", [["Amount"], [50], [75]]),
        ("select B, D order by B, D desc limit 1", [["Owner", "Amount"], ["Ana", 100]]),
        ("select B where D is null", [["Owner"], ["Cleo"]]),
        ("select B where D is not null and not C = 'Won'", [["Owner"], ["Ana"], ["Ben"]]),
        ("select B where (C = 'Won' or D < 80) and B != 'Ana'", [["Owner"], ["Ben"], ["Ben"]]),
        ("select B where (D + 10) * 2 > 500", [["Owner"], ["Ben"]]),
        ("select B where F = true", [["Owner"], ["Ben"], ["Ana"]]),
        ("select B where B contains 'le'", [["Owner"], ["Cleo"]]),
        ("select B where B starts with 'C'", [["Owner"], ["Cleo"]]),
        ("select B where B ends with 'n' and D>80", [["Owner"], ["Ben"]]),
        ("select B where B matches 'C.*|x'", [["Owner"], ["Cleo"]]),
        ("select B where B like '%e%' and D > 80", [["Owner"], ["Ben"]]),
        ("select B where E >= date '2026-03-17'", [["Owner"], ["Ana"], ["Cleo"], ["Ben"]]),
        ("select B where E > datetime '2026-03-17 05:00:00'", [["Owner"], ["Cleo"], ["Ben"]]),
        ("select B where E < now()", [["Owner"], ["Ana"], ["Ben"], ["Ana"], ["Ben"]]),
        ("select B where toDate(E) = date '2026-03-17'", [["Owner"], ["Ana"], ["Ben"]]),
        ("select sum(D)", [["sum Amount"], [475]]),
        ("select count(B), avg(D), min(D), max(B)",
         [["count Owner", "avg Amount", "min Amount", "max Owner"], [5, 118.75, 50, "Cleo"]]),
        ("select B, sum(D) group by B",
         [["Owner", "sum Amount"], ["Ana", 150], ["Ben", 325], ["Cleo", None]]),
        ("select B, sum(D) where F = true group by B order by sum(D) desc label sum(D) 'Total'",
         [["Owner", "Total"], ["Ben", 250], ["Ana", 50]]),
        ("select B, count(D) group by B order by count(D) desc, B limit 1",
         [["Owner", "count Amount"], ["Ana", 2]]),
        ("select C, sum(D) group by C pivot B",
         [["Stage", "Ana", "Ben", "Cleo"], ["Open", 100, 75, None], ["Won", 50, 250, None]]),
        ("select sum(D) pivot C", [["Open", "Won"], [175, 300]]),
        ("select B, sum(D), count(D) where B = 'Ana' group by B pivot C",
         [["Owner", "Open sum Amount", "Open count Amount", "Won sum Amount", "Won count Amount"],
          ["Ana", 100, 1, 50, 1]]),
        ("select year(E), sum(D) group by year(E)",
         [["year(Closes)", "sum Amount"], [2025, 300], [2026, 175]]),
        ("select month(E), quarter(E), dayOfWeek(E), hour(E) where D = 75",
         [["month(Closes)", "quarter(Closes)", "dayOfWeek(Closes)", "hour(Closes)"], [2, 1, 3, 6]]),
        ("select D * 2, D - 1, D / 0 where D = 50 label D * 2 'x', D - 1 'y', D / 0 'z'",
         [["x", "y", "z"], [100, 49, None]]),
        ("select upper(B), lower(C) where D = 50 label upper(B) '', lower(C) ''",
         [["ANA", "won"]]),
        ("select dateDiff(E, date '2026-03-10') where D = 100", None),
        ("select D where D = 250 format D '$#,##0.00'", [["Amount"], ["$250.00"]]),
        ("select B, 5 where D = 50 label 5 'five'", [["Owner", "five"], ["Ana", 5]]),
        ("select `B` where D = -1 * -50", [["Owner"], ["Ana"]]),
        ("select B where D = 999", [["Owner"]]),
        ("limit 1",
         [["Owner", "Stage", "Amount", "Closes", "Won"], ["Ana", "Open", 100, 46098, False]]),
        ("select sum(D) + 1, sum(D) / count(D) label sum(D) + 1 'a', sum(D) / count(D) 'b'",
         [["a", "b"], [476, 118.75]]),
    ],
)  # fmt: skip
def test_queries_are_answered(query: str, expected: list[list[Value]] | None) -> None:
    found = asked(query)
    if expected is None:
        assert found[1:] == [[7.0]]
        return
    assert found == expected


@pytest.mark.parametrize(
    ("data", "headers", "expected"),
    [
        ("B2:F7", None, [["Owner"], ["Ana"], ["Ana"]]),
        ("B3:F7", 0, [["Ana"], ["Ana"]]),
        ("B3:F7", None, [["Ana"], ["Ana"]]),
        ("B2:F7", 2, [["Owner Ana"], ["Ana"]]),
        ("{B2:B7,C2:F7}", 1, [["Owner"], ["Ana"], ["Ana"]]),
        ("{B3:F7;B3:F4}", 0, [["Ana"], ["Ana"], ["Ana"]]),
    ],
)
def test_headers_are_told_or_seen(
    data: str, headers: int | None, expected: list[list[Value]]
) -> None:
    assert asked("select Col1 where Col1 = 'Ana'", data=data, headers=headers) == expected


def test_values_of_another_kind_than_their_column_are_blank() -> None:
    data = '{"a";1;2;"x"}'
    assert asked("select sum(Col1)", data=data, headers=1) == [["sum a"], [3.0]]
    assert asked("select Col1 where Col1 is null", data=data, headers=0) is not None


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("select", "The query ends too early."),
        ("select Z", "There is no column “Z” in the data."),
        ("select Col9", "There is no column “Col9” in the data."),
        ("select nothing", "There is no column “nothing”."),
        ("select B where", "The query ends too early."),
        ("where D > select B", "There is no column “select”."),
        ("where D > 1 select B", "“select” stands at the wrong place."),
        ("select B, sum(D)", "“Owner” has to be in a total, or in “group by”."),
        ("select B where sum(D) > 1", "“where” is about single rows: it cannot have totals."),
        ("select sum(D) group by sum(D)", "Rows cannot be grouped by totals."),
        ("select B order by sum(D)", "Rows can be sorted by totals only where they are grouped."),
        ("select sum(B)", "“sum” needs a column of numbers."),
        ("select B limit x", "Expected a whole number, but found “x”."),
        ("select B where E > date 'soon'", "“soon” is no date."),
        ("select fly(B)", "There is no function “fly”."),
        ("select year(B, C)", "“year” takes 1, but is given 2."),
        ("select B where B matches '('", "“(” is no regular expression."),
        ("select B; drop", "Cannot read “; drop”."),
        ("select B where " + "(" * 80 + "D",
         "The query has too many parentheses within one another."),
        ("select B label B", "The query ends too early."),
    ],
)  # fmt: skip
def test_queries_that_make_no_sense_say_why(query: str, said: str) -> None:
    made = book()
    doubled = query.replace('"', '""')
    made.put(0, {(20, 20): Formula(f'=QUERY(B2:F7,"{doubled}",1)')})
    assert made.value(0, 20, 20) == Error("#VALUE!")
    assert made.explanation(0, 20, 20) == said


def test_the_answer_follows_its_data() -> None:
    made = book()
    made.put(0, {(20, 20): Formula('=QUERY(B2:F7,"select sum(D)",1)')})
    assert made.value(0, 21, 20) == 475.0
    made.put(0, {(2, 3): 200.0})
    assert made.value(0, 21, 20) == 575.0
