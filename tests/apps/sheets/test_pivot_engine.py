"""Pivot tables: what they show of the rows below them."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from workworld.apps.sheets.engine.pivots import buckets, totals
from workworld.apps.sheets.engine.pivots.definitions import (
    ByValue,
    Definition,
    Grouping,
    Layout,
    Measure,
)
from workworld.apps.sheets.engine.pivots.layouts import laid_out
from workworld.apps.sheets.engine.values import Error, Value

HEADINGS = ["Region", "Rep", "Day", "Amount"]
ROWS: list[list[Value]] = [
    ["East", "Ana", 46037.0, 100.0],  # 15 January 2026
    ["East", "Ben", 46052.0, 50.0],  # 30 January
    ["West", "Ana", 46068.0, 30.0],  # 15 February
    ["West", "Ana", 46127.0, 20.0],  # 15 April
    ["East", "Ana", 46433.0, 10.0],  # 15 February 2027
]


def summing(function: str = "SUM", column: int = 3, shown_as: str = "") -> Measure:
    def total(rows: Sequence[int]) -> Value:
        return totals.total(function, [ROWS[row][column] for row in rows])

    return Measure(f"{function} of {HEADINGS[column]}", total, shown_as)


REGION, REP = Grouping(0, buckets.plain), Grouping(1, buckets.plain)


def texts(layout: Layout) -> list[list[object]]:
    bottom = max(row for row, _ in layout) + 1
    right = max(column for _, column in layout) + 1

    def at(row: int, column: int) -> object:
        spot = layout.get((row, column))
        return (
            None
            if spot is None
            else str(spot.value)
            if isinstance(spot.value, Error)
            else spot.value
        )

    return [[at(row, column) for column in range(right)] for row in range(bottom)]


def made(*rows: Grouping, along: tuple[Grouping, ...] = (), of: tuple[Measure, ...] = ()) -> object:
    return texts(laid_out(Definition(rows, along, of or (summing(),)), HEADINGS, ROWS))


def test_rows_alone() -> None:
    assert made(REGION) == [
        ["Region", "SUM of Amount"],
        ["East", 160],
        ["West", 50],
        ["Grand Total", 210],
    ]
    assert made(replace(REGION, has_totals=False, descending=True)) == [
        ["Region", "SUM of Amount"],
        ["West", 50],
        ["East", 160],
    ]


def test_groups_within_groups_have_totals_of_their_own() -> None:
    assert made(REGION, REP) == [
        ["Region", "Rep", "SUM of Amount"],
        ["East", "Ana", 110],
        [None, "Ben", 50],
        ["East Total", None, 160],
        ["West", "Ana", 50],
        ["West Total", None, 50],
        ["Grand Total", None, 210],
    ]
    flat = made(replace(REGION, repeats=True), replace(REP, has_totals=False))
    assert flat == [
        ["Region", "Rep", "SUM of Amount"],
        ["East", "Ana", 110],
        ["East", "Ben", 50],
        ["West", "Ana", 50],
        ["Grand Total", None, 210],
    ]


def test_columns_stand_across() -> None:
    assert made(REP, along=(REGION,)) == [
        ["SUM of Amount", "Region", None, None],
        ["Rep", "East", "West", "Grand Total"],
        ["Ana", 110, 50, 160],
        ["Ben", 50, None, 50],
        ["Grand Total", 160, 50, 210],
    ]


def test_several_values_stand_side_by_side_or_below_one_another() -> None:
    both = summing(), summing("COUNTA", 1)
    assert made(REP, along=(REGION,), of=both) == [
        [None, "Region", None, None, None, None, None],
        [None, "East", None, "West", None, "Grand Total", None],
        ["Rep", *["SUM of Amount", "COUNTA of Rep"] * 3],
        ["Ana", 110, 2, 50, 2, 160, 4],
        ["Ben", 50, 1, None, None, 50, 1],
        ["Grand Total", 160, 3, 50, 2, 210, 5],
    ]
    below = Definition((REGION,), (), both, measures_in_rows=True)
    assert texts(laid_out(below, HEADINGS, ROWS)) == [
        ["Region", None, None],
        ["East", "SUM of Amount", 160],
        [None, "COUNTA of Rep", 3],
        ["West", "SUM of Amount", 50],
        [None, "COUNTA of Rep", 2],
        ["Grand Total", "SUM of Amount", 210],
        [None, "COUNTA of Rep", 5],
    ]


@pytest.mark.parametrize(
    ("shown_as", "expected"),
    [
        ("PERCENT_OF_GRAND_TOTAL", [[110 / 210, 50 / 210], [50 / 210, None]]),
        ("PERCENT_OF_ROW_TOTAL", [[110 / 160, 50 / 160], [1, None]]),
        ("PERCENT_OF_COLUMN_TOTAL", [[110 / 160, 1], [50 / 160, None]]),
        ("DIFFERENCE_FROM_PREVIOUS", [[None, -60], [None, -50]]),
        ("PERCENT_DIFFERENCE_FROM_PREVIOUS", [[None, -60 / 110], [None, -1]]),
    ],
)
def test_values_as_parts_and_differences(shown_as: str, expected: list[list[Value]]) -> None:
    shown = Definition((REP,), (REGION,), (summing(shown_as=shown_as),))
    found = texts(laid_out(shown, HEADINGS, ROWS))
    assert [each[1:3] for each in found[2:4]] == expected


def test_differences_go_down_the_rows_where_there_are_no_columns() -> None:
    monthly = Grouping(2, buckets.of_dates("YEAR_MONTH"))
    found = made(monthly, of=(summing(), summing(shown_as="DIFFERENCE_FROM_PREVIOUS")))
    assert isinstance(found, list)
    assert list(found[1:5]) == [
        ["2026-Jan", 150, None],
        ["2026-Feb", 30, -120],
        ["2026-Apr", 20, -10],
        ["2027-Feb", 10, -10],
    ]


@pytest.mark.parametrize(
    ("kind", "labels"),
    [
        ("MONTH", ["Jan", "Feb", "Apr"]),
        ("QUARTER", ["Q1", "Q2"]),
        ("YEAR", [2026, 2027]),
        ("YEAR_QUARTER", ["2026-Q1", "2026-Q2", "2027-Q1"]),
        ("YEAR_WEEK", ["2026-W03", "2026-W05", "2026-W07", "2026-W16", "2027-W07"]),
        ("DAY_OF_WEEK", ["Sunday", "Monday", "Wednesday", "Thursday", "Friday"]),
    ],
)
def test_days_are_grouped_by_their_parts(kind: str, labels: list[object]) -> None:
    found = made(Grouping(2, buckets.of_dates(kind), has_totals=False))
    assert isinstance(found, list)
    assert sorted(str(each[0]) for each in found[1:]) == sorted(
        str(float(each)) if isinstance(each, int) else str(each) for each in labels
    )


def test_numbers_are_grouped_by_steps_and_items_by_hand() -> None:
    found = made(Grouping(3, buckets.of_steps(50, 20, 100), has_totals=False))
    assert found == [
        ["Amount", "SUM of Amount"],
        ["< 20", 10],
        ["20 - 70", 100],
        ["> 100", 100],
    ]
    team = buckets.of_items([("Core", ["ana", "Ben"])])
    assert made(Grouping(1, team)) == [
        ["Rep", "SUM of Amount"],
        ["Core", 210],
        ["Grand Total", 210],
    ]


def test_groups_in_the_order_of_what_they_come_to() -> None:
    by_west = replace(REP, by_value=ByValue(0, ("West",)), descending=True)
    assert made(by_west, along=(REGION,))[2][0] == "Ana"  # type: ignore[index]
    assert made(replace(REGION, by_value=ByValue(0)))[1] == ["West", 50]  # type: ignore[index]
    assert made(replace(REGION, by_value=ByValue(0), most=1)) == [
        ["Region", "SUM of Amount"],
        ["West", 50],
        ["Grand Total", 50],
    ]


def test_each_value_knows_its_rows() -> None:
    layout = laid_out(Definition((REP,), (REGION,), (summing(),)), HEADINGS, ROWS)
    assert layout[2, 1].rows == (0, 4)
    assert layout[2, 1].row_path == ("Ana",)
    assert layout[2, 1].column_path == ("East",)
    assert layout[4, 3].rows == (0, 1, 2, 3, 4)


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("SUM", 12), ("COUNT", 3), ("COUNTA", 5), ("COUNTUNIQUE", 4), ("AVERAGE", 4), ("MAX", 6),
        ("MIN", 2), ("MEDIAN", 4), ("PRODUCT", 48), ("STDEV", 2), ("VAR", 4),
        ("VARP", 8 / 3), ("STDEVP", (8 / 3) ** 0.5),
    ],
)  # fmt: skip
def test_ways_to_sum_up(function: str, expected: float) -> None:
    given: list[Value] = [2.0, 4.0, 6.0, "a", "A", None, ""]
    assert totals.total(function, given) == pytest.approx(expected)


def test_nothing_and_errors_are_summed_up() -> None:
    assert totals.total("SUM", []) == 0
    assert totals.total("AVERAGE", ["a"]) == Error("#DIV/0!")
    assert totals.total("MAX", [1.0, Error("#N/A")]) == Error("#N/A")
