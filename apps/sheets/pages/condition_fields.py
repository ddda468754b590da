"""Conditions as forms ask for them: a kind, and up to two values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.sheets.engine.conditions import FILTERS, FORMATS, RULES, VALIDATES
from workworld.apps.sheets.pages.asked import Form

LABELS: Mapping[str, str] = {
    "BLANK": "Is empty",
    "NOT_BLANK": "Is not empty",
    "TEXT_CONTAINS": "Text contains",
    "TEXT_NOT_CONTAINS": "Text does not contain",
    "TEXT_STARTS_WITH": "Text starts with",
    "TEXT_ENDS_WITH": "Text ends with",
    "TEXT_EQ": "Text is exactly",
    "TEXT_NOT_EQ": "Text is not",
    "TEXT_IS_EMAIL": "Text is an e-mail address",
    "TEXT_IS_URL": "Text is a link",
    "DATE_IS_VALID": "Is a valid date",
    "DATE_EQ": "Date is",
    "DATE_NOT_EQ": "Date is not",
    "DATE_BEFORE": "Date is before",
    "DATE_AFTER": "Date is after",
    "DATE_ON_OR_BEFORE": "Date is on or before",
    "DATE_ON_OR_AFTER": "Date is on or after",
    "DATE_BETWEEN": "Date is between",
    "DATE_NOT_BETWEEN": "Date is not between",
    "NUMBER_GREATER": "Greater than",
    "NUMBER_GREATER_THAN_EQ": "Greater than or equal to",
    "NUMBER_LESS": "Less than",
    "NUMBER_LESS_THAN_EQ": "Less than or equal to",
    "NUMBER_EQ": "Is equal to",
    "NUMBER_NOT_EQ": "Is not equal to",
    "NUMBER_BETWEEN": "Is between",
    "NUMBER_NOT_BETWEEN": "Is not between",
    "CUSTOM_FORMULA": "Custom formula is",
}
"""What kinds of conditions are called."""
_LISTS: Mapping[str, str] = {
    "ONE_OF_LIST": "Dropdown",
    "ONE_OF_RANGE": "Dropdown (from a range)",
    "BOOLEAN": "Checkbox",
}
TAKING: Mapping[int, Sequence[str]] = {
    number: [
        kind
        for kind in (*LABELS, "ONE_OF_RANGE")
        if kind in RULES and (RULES[kind].most is None or (RULES[kind].most or 0) >= number)
    ]
    for number in (1, 2)
}
"""The kinds for which forms ask for so many values."""
_WORDS = {
    "PAST_YEAR": "in the past year",
    "PAST_MONTH": "in the past month",
    "PAST_WEEK": "in the past week",
    "YESTERDAY": "yesterday",
    "TODAY": "today",
    "TOMORROW": "tomorrow",
}


def choices(use: str) -> list[tuple[str, str]]:
    """The kinds that serve validation, conditional formats or filters, with their names."""
    first = list(_LISTS.items()) if use == VALIDATES else []
    fits = [
        (kind, text) for kind, text in LABELS.items() if kind in RULES and use in RULES[kind].uses
    ]
    return first + fits


def condition_of(form: Form) -> dict[str, Any]:
    """The vendor's ``BooleanCondition`` of the fields ``kind``, ``value`` and ``other``."""
    kind = form.get("kind", "")
    if kind == "ONE_OF_LIST":
        values = [line.strip() for line in form.get("items", "").splitlines() if line.strip()]
    elif kind == "BOOLEAN":
        values = []
    else:
        most = RULES[kind].most if kind in RULES else 1
        given = [form.get("value", "").strip(), form.get("other", "").strip()]
        values = given[: 2 if most is None else most]
        values = [each for each in values if each]
        if kind == "ONE_OF_RANGE" and values and not values[0].startswith("="):
            values = [f"={values[0]}"]
    found: dict[str, Any] = {"type": kind}
    if values:
        found["values"] = [{"userEnteredValue": each} for each in values]
    return found


def told(condition: Mapping[str, Any]) -> str:
    """A condition in words."""
    name = {**LABELS, **_LISTS}.get(condition.get("type", ""), condition.get("type", ""))
    values = [
        each.get("userEnteredValue") or _WORDS.get(each.get("relativeDate", ""), "")
        for each in condition.get("values", ())
    ]
    joined = " and ".join(values) if "BETWEEN" in condition.get("type", "") else ", ".join(values)
    return f"{name} {joined}".strip()


__all__ = ["FILTERS", "FORMATS", "VALIDATES", "choices", "condition_of", "told"]
