"""How numbered filters work together."""

from __future__ import annotations

import re

import pytest

from workworld.apps.crm.schema.filter_logic import LogicError, folded, parse, written


def _holds(text: str, *values: bool) -> bool:
    tree = parse(text, len(values))
    assert tree is not None
    return folded(
        tree,
        values,
        both=lambda *parts: all(parts),
        either=lambda *parts: any(parts),
        negated=lambda part: not part,
    )


@pytest.mark.parametrize(
    ("text", "values", "holds"),
    [
        ("", (True, True), True),
        ("", (True, False), False),
        ("1 AND (2 OR 3)", (True, False, True), True),
        ("1 AND (2 OR 3)", (False, True, True), False),
        ("1 OR 2 AND 3", (True, False, False), True),
        ("(1 OR 2) AND 3", (True, False, False), False),
        ("NOT 1 AND 2", (False, True), True),
        ("NOT (1 AND 2)", (False, True), True),
        ("not 1 or not(2)", (True, True), False),
        ("1and(2or3)", (True, True, False), True),
        ("((1))", (True,), True),
    ],
)
def test_logic_has_the_precedence_of_queries(
    text: str, values: tuple[bool, ...], holds: bool
) -> None:
    assert _holds(text, *values) is holds


@pytest.mark.parametrize(
    ("text", "count", "message"),
    [
        ("1 AND 4", 3, "The filter logic names filter 4, but there is no such filter."),
        ("1 AND 0", 1, "The filter logic names filter 0, but there is no such filter."),
        ("1 OR 99999999999", 1, "names filter 99999999999, but"),
        ("1 AND 3", 3, "Filter 2 is not used in the filter logic."),
        ("1 AND", 1, "ends where the number of a filter is expected"),
        ("1 2", 2, "an unexpected “2”"),
        ("1 XOR 2", 2, "an unexpected “XOR”"),
        ("1 & 2", 2, "an unexpected “&”"),
        ("(1 OR 2", 2, "is not closed"),
        ("1)", 1, "an unexpected “)”"),
        ("()", 1, "an unexpected “)”"),
        ("1", 0, "names filter 1, but"),
        ("(" * 500 + "1" + ")" * 500, 1, "too many brackets"),
    ],
)
def test_logic_that_cannot_be_says_why(text: str, count: int, message: str) -> None:
    with pytest.raises(LogicError, match=re.escape(message)):
        parse(text, count)


def test_no_filters_and_no_logic_is_nothing() -> None:
    assert parse("  ", 0) is None


def test_logic_is_written_as_it_was_meant() -> None:
    tree = parse("1 and ((2 or 3)) and not 4", 4)
    assert tree is not None
    assert written(tree) == "1 AND (2 OR 3) AND NOT 4"
