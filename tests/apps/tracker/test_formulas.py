"""Formulas: what they mean, and where they mean nothing."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workworld.apps.tracker.formulas import FormulaError, read, with_names

KNOWN = {"points": ("p", "number"), "rate": ("r", "number"), "start": ("s", "date")} | {
    "due date": ("d", "date")
}
HELD: dict[str, Any] = {"p": 3.0, "r": 0.5, "s": "2026-02-27", "d": "2026-03-02"}


def value(text: str, **more: Any) -> float | None:
    return read(text, KNOWN).value(HELD | more)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("{Points} * 2 + 1", 7),
        ("2 * ({points} - 1)", 4),
        ("10 − {points} − 2", 5),
        ("{points} × 4 ÷ 2", 6),
        ("-{points} + .5", -2.5),
        ("days({Start}, {Due date})", 3),
        ("{due date} - {start} + 1", 4),
        ("{due date} - ({start} + 1)", 2),
        ("round({points} / 7, 2)", 0.43),
        ("round({rate})", 1),
        ("max(1, {points}, 2) - min({rate}, 9)", 2.5),
        ("abs(floor(-{rate})) + ceil({rate})", 2),
    ],
)
def test_formula_is_computed(text: str, number: float) -> None:
    assert value(text) == number


@pytest.mark.parametrize("text", ["{points} / ({rate} - 0.5)", "{points} * 10 / 0"])
def test_division_by_zero_is_empty(text: str) -> None:
    assert value(text) is None


def test_formula_of_what_is_empty_is_empty() -> None:
    assert value("{points} + {rate}", r=None) is None
    assert value("days({start}, {due date})", s=None) is None
    assert value("{points} * 1000000000000000 * {points}") is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "ends too early, at position 1"),
        ("{points} +", "ends too early, at position 11"),
        ("{points} + * 2", "'*' at position 12"),
        ("{points}\n+ * 2", "'*' at position 12"),
        ("{points} # 2", "'#' at position 10"),
        ("{points} + {nothing}", "no field 'nothing'"),
        ("{points} + {nothing}", "position 12"),
        ("sum({points})", "no function 'sum', at position 1"),
        ("days({points}, 2)", "takes days"),
        ("round({points}, 1, 2)", "takes a number"),
        ("{start} * 2", "'*' at position 9"),
        ("{start} + 2", "must be a number"),
        ("-{start}", "takes numbers"),
        ("1 + 2", "depends on no field"),
        ("(" * 1001, "can't exceed"),
    ],
)
def test_formula_that_means_nothing_says_where(text: str, said: str) -> None:
    with pytest.raises(FormulaError) as caught:
        read(text, KNOWN)
    assert said in caught.value.message


def test_fields_are_kept_by_id_and_shown_by_name() -> None:
    formula = read("{Points} + {RATE} + { points }", KNOWN)
    assert formula.text == "{p} + {r} + {p}"
    assert list(formula.fields) == ["p", "r"]
    assert with_names(formula.text, {"p": "Points", "r": "Rate"}) == "{Points} + {Rate} + {Points}"


@given(st.text(alphabet="0123456789.+-*/(){}, points maxround", max_size=60))
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    try:
        found = read(text, KNOWN).value(HELD)
    except FormulaError:
        return
    assert found is None or abs(found) <= 1e15


numbers = st.integers(0, 99).map(str)
sums = st.recursive(
    numbers | st.just("{points}"),
    lambda inner: st.builds("({}{}{})".format, inner, st.sampled_from(["+", "-", "*"]), inner),
    max_leaves=8,
)


@given(sums)
def test_signs_bind_as_in_arithmetic(text: str) -> None:
    plain = text.replace("(", "").replace(")", "")
    assert value(f"{{points}} * 0 + {plain}") == _computed(plain.replace("{points}", "3"))


def _computed(text: str) -> float:
    """Sums of products, from left to right."""
    total = 0
    for part in text.replace("-", "+-").split("+"):
        product = 1
        for factor in part.split("*"):
            product *= int(factor)
        total += product
    return total


@given(st.dates(date(1, 1, 1), date(9999, 12, 31)), st.dates(date(1, 1, 1), date(9999, 12, 31)))
def test_days_between_are_those_of_the_calendar(first: date, last: date) -> None:
    found = value("days({start}, {due date})", s=first.isoformat(), d=last.isoformat())
    assert found == (last - first).days


def test_deep_nesting_is_read() -> None:
    assert value("-" * 900 + "{points}") == 3
    assert value("(" * 400 + "{points}" + ")" * 400) == 3
