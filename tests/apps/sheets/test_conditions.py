"""Conditions on cells, colour scales, names of ranges, and what goal seek finds."""

import datetime

import pytest

from workworld.apps.sheets.engine import conditions, gradients
from workworld.apps.sheets.engine.conditions import Subject, Wanted, meets, span
from workworld.apps.sheets.engine.range_names import is_name
from workworld.apps.sheets.engine.seeking import sought

DAY = 46098.0  # 17 March 2026
TODAY = datetime.date(2026, 3, 17)


@pytest.mark.parametrize(
    ("kind", "subject", "wanted", "expected"),
    [
        ("NUMBER_GREATER", Subject(5.0, "5"), [4.0], True),
        ("NUMBER_GREATER", Subject("x", "x"), [4.0], False),
        ("NUMBER_GREATER", Subject(None, ""), [-1.0], False),
        ("NUMBER_BETWEEN", Subject(5.0, "5"), [9.0, 5.0], True),
        ("NUMBER_NOT_BETWEEN", Subject(4.0, "4"), [5.0, 9.0], True),
        ("NUMBER_NOT_BETWEEN", Subject("a", "a"), [5.0, 9.0], False),
        ("NUMBER_NOT_EQ", Subject("a", "a"), [5.0], True),
        ("NUMBER_EQ", Subject(5.0, "5"), ["5"], True),
        ("TEXT_CONTAINS", Subject("Rowan", "Rowan"), ["WA"], True),
        ("TEXT_CONTAINS", Subject(1500.0, "$1,500"), ["$1"], True),
        ("TEXT_NOT_CONTAINS", Subject(None, ""), ["a"], True),
        ("TEXT_STARTS_WITH", Subject("Rowan", "Rowan"), ["ro"], True),
        ("TEXT_ENDS_WITH", Subject("Rowan", "Rowan"), ["an"], True),
        ("TEXT_EQ", Subject("Rowan", "Rowan"), ["rowan"], True),
        ("TEXT_EQ", Subject(None, ""), [""], False),
        ("TEXT_IS_EMAIL", Subject("a@b.example", "a@b.example"), [], True),
        ("TEXT_IS_EMAIL", Subject("a@b", "a@b"), [], False),
        ("TEXT_IS_URL", Subject("https://a.example/x?y=1", ""), [], True),
        ("TEXT_IS_URL", Subject("plain words", ""), [], False),
        ("DATE_EQ", Subject(DAY + 0.5, ""), [DAY], True),
        ("DATE_EQ", Subject(DAY - 3, ""), [span("PAST_WEEK", TODAY)], True),
        ("DATE_EQ", Subject(DAY - 8, ""), [span("PAST_WEEK", TODAY)], False),
        ("DATE_EQ", Subject(DAY - 1, ""), [span("YESTERDAY", TODAY)], True),
        ("DATE_BEFORE", Subject(DAY - 1, ""), [span("TODAY", TODAY)], True),
        ("DATE_AFTER", Subject(DAY + 2, ""), [span("TOMORROW", TODAY)], True),
        ("DATE_ON_OR_AFTER", Subject(DAY, ""), [DAY], True),
        ("DATE_BETWEEN", Subject(DAY, ""), [DAY - 1, DAY], True),
        ("DATE_NOT_BETWEEN", Subject(DAY, ""), [DAY + 1, DAY + 3], True),
        ("DATE_IS_VALID", Subject(DAY, "3/17/2026", is_date=True), [], True),
        ("DATE_IS_VALID", Subject(5.0, "5"), [], False),
        ("ONE_OF_LIST", Subject("Open", "Open"), ["Open", "Closed"], True),
        ("ONE_OF_LIST", Subject("open", "open"), ["Open", "Closed"], False),
        ("ONE_OF_LIST", Subject(5.0, "5"), ["5", "6"], True),
        ("ONE_OF_LIST", Subject(0.5, "50%"), ["50%"], True),
        ("ONE_OF_RANGE", Subject(5.0, "5"), [None, 5.0], True),
        ("BLANK", Subject("", ""), [], True),
        ("NOT_BLANK", Subject(0.0, "0"), [], True),
        ("CUSTOM_FORMULA", Subject(0.0, "0"), [True], True),
        ("CUSTOM_FORMULA", Subject(0.0, "0"), ["yes"], False),
        ("BOOLEAN", Subject(False, "FALSE"), [], True),
        ("BOOLEAN", Subject("x", "x"), [], False),
        ("BOOLEAN", Subject("yes", "yes"), ["yes", "no"], True),
    ],
)
def test_who_meets_a_condition(
    kind: str, subject: Subject, wanted: list[Wanted], expected: bool
) -> None:
    rule = conditions.RULES[kind]
    assert meets(kind, subject, wanted) is expected
    assert rule.least <= len(wanted)


def test_colours_lie_between_those_of_points() -> None:
    numbers = [0.0, 10.0, 20.0, 100.0]
    assert gradients.place("PERCENT", 50, numbers) == 50
    assert gradients.place("PERCENTILE", 50, numbers) == 15
    assert gradients.place("MIN", None, numbers) == 0
    points = [gradients.Point(100, 0, 1, 0), gradients.Point(0, 1, 1, 1)]
    assert gradients.colour(50, points) == (0.5, 1, 0.5)
    assert gradients.colour(-5, points) == (1, 1, 1)
    assert gradients.colour(500, points) == (0, 1, 0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Budget", True),
        ("budget_2026.q1", True),
        ("_x", True),
        ("Größe", True),
        ("2026budget", False),
        ("Q1", False),
        ("abc12", False),
        ("Quarter1", True),
        ("R1C1", False),
        ("rc", False),
        ("true", False),
        ("my name", False),
        ("a-b", False),
        (".a", False),
        ("", False),
        ("x" * 251, False),
    ],
)
def test_names_of_ranges(text: str, expected: bool) -> None:
    assert is_name(text) is expected


def test_goals_are_sought() -> None:
    assert sought(lambda x: x * 12 + 5, 125, 1) == 10
    assert sought(lambda x: x * x, 2, 1) == pytest.approx(2**0.5)
    assert sought(lambda x: 1000 * (1 + x) ** 10, 2000, 0.05) == pytest.approx(0.0717734625)
    assert sought(lambda x: 100 / x if x else None, 4, 0) == pytest.approx(25)
    assert sought(lambda _x: 3.0, 4, 0) is None
    assert sought(lambda x: x * x, -1, 0) is None
