"""Validation as workbooks of other programs have them, and back."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from openpyxl.worksheet.datavalidation import DataValidation

from workworld.apps.sheets.engine.typed_input import typed
from workworld.apps.sheets.service.xlsx.formulas import inward, outward

Json = dict[str, Any]
OPERATORS: Mapping[str, Any] = {
    "EQ": "equal",
    "NOT_EQ": "notEqual",
    "GREATER": "greaterThan",
    "GREATER_THAN_EQ": "greaterThanOrEqual",
    "LESS": "lessThan",
    "LESS_THAN_EQ": "lessThanOrEqual",
    "BETWEEN": "between",
    "NOT_BETWEEN": "notBetween",
    "BEFORE": "lessThan",
    "AFTER": "greaterThan",
    "ON_OR_BEFORE": "lessThanOrEqual",
    "ON_OR_AFTER": "greaterThanOrEqual",
}
NUMBERS = {
    "equal": "NUMBER_EQ",
    "notEqual": "NUMBER_NOT_EQ",
    "greaterThan": "NUMBER_GREATER",
    "greaterThanOrEqual": "NUMBER_GREATER_THAN_EQ",
    "lessThan": "NUMBER_LESS",
    "lessThanOrEqual": "NUMBER_LESS_THAN_EQ",
    "between": "NUMBER_BETWEEN",
    "notBetween": "NUMBER_NOT_BETWEEN",
}
_DATES = {
    "equal": "DATE_EQ",
    "greaterThan": "DATE_AFTER",
    "greaterThanOrEqual": "DATE_ON_OR_AFTER",
    "lessThan": "DATE_BEFORE",
    "lessThanOrEqual": "DATE_ON_OR_BEFORE",
    "between": "DATE_BETWEEN",
    "notBetween": "DATE_NOT_BETWEEN",
}
_LONGEST_LIST = 255
_ANY_DAY = datetime.date(2000, 1, 1)
FORMULAS: Mapping[str, Callable[[str, Sequence[str]], str]] = {
    "TEXT_CONTAINS": lambda at, v: f"NOT(ISERROR(SEARCH({v[0]},{at})))",
    "TEXT_NOT_CONTAINS": lambda at, v: f"ISERROR(SEARCH({v[0]},{at}))",
    "TEXT_STARTS_WITH": lambda at, v: f"LEFT({at},LEN({v[0]}))={v[0]}",
    "TEXT_ENDS_WITH": lambda at, v: f"RIGHT({at},LEN({v[0]}))={v[0]}",
    "TEXT_EQ": lambda at, v: f"{at}={v[0]}",
    "TEXT_NOT_EQ": lambda at, v: f"{at}<>{v[0]}",
    "TEXT_IS_EMAIL": lambda at, _v: f'ISNUMBER(MATCH("*@*.?*",{at},0))',
    "TEXT_IS_URL": lambda at, _v: f'ISNUMBER(MATCH("http*://?*",{at},0))',
    "DATE_IS_VALID": lambda at, _v: f"ISNUMBER({at})",
    "BLANK": lambda at, _v: f"LEN(TRIM({at}))=0",
    "NOT_BLANK": lambda at, _v: f"LEN(TRIM({at}))>0",
}
"""Conditions that files tell by a formula for the first cell."""


def validation(rule: Mapping[str, Any], first: str) -> DataValidation | None:
    """What may be put into cells; None where files cannot tell it.

    Args:
        rule: the vendor's ``DataValidationRule``.
        first: the first cell that it is for.
    """
    condition = rule["condition"]
    told = _validated(condition["type"], given(condition), first)
    if told is None:
        return None
    found = DataValidation(**told, allow_blank=True)
    found.showErrorMessage = True
    found.errorStyle = "stop" if rule.get("strict") else "warning"
    if message := rule.get("inputMessage"):
        found.prompt, found.showInputMessage = message[:255], True
    if told["type"] == "list" and rule.get("showCustomUi") is False:
        found.showDropDown = True  # which hides it, as the format has it
    return found


def given(condition: Mapping[str, Any]) -> list[str]:
    """What a condition compares with, as it was typed."""
    values = condition.get("values") or []
    return [str(each.get("userEnteredValue", each.get("relativeDate", ""))) for each in values]


def _validated(kind: str, values: Sequence[str], first: str) -> dict[str, Any] | None:
    if kind in ("BOOLEAN", "ONE_OF_LIST"):
        whole = ",".join(values or ["TRUE", "FALSE"])
        fits = len(whole) <= _LONGEST_LIST and not any("," in each for each in values)
        return {"type": "list", "formula1": '"' + whole.replace('"', '""') + '"'} if fits else None
    if kind == "ONE_OF_RANGE":
        return {"type": "list", "formula1": outward(f"={values[0].removeprefix('=')}")[1:]}
    if kind == "CUSTOM_FORMULA":
        return {"type": "custom", "formula1": outward(values[0])[1:]}
    family, _, which = kind.partition("_")
    if family in ("NUMBER", "DATE") and which in OPERATORS and values:
        ends = [compared(each) for each in values]
        return {
            "type": "decimal" if family == "NUMBER" else "date",
            "operator": OPERATORS[which],
            "formula1": ends[0],
            "formula2": ends[1] if len(ends) > 1 else None,
        }
    if kind in FORMULAS:
        return {"type": "custom", "formula1": FORMULAS[kind](first, [quoted(v) for v in values])}
    return None


def quoted(value: str) -> str:
    """A typed value as a formula names it: a formula, or a text."""
    if value.startswith("="):
        return outward(value)[1:]
    return '"' + value.replace('"', '""') + '"'


def compared(value: str) -> str:
    """A typed value as a formula compares with it: a number, a day, a formula or a text."""
    if value.startswith("="):
        return outward(value)[1:]
    found = typed(value, _ANY_DAY).value
    if isinstance(found, int | float) and not isinstance(found, bool):
        return f"{found:.15g}"
    relative = {"TODAY": "TODAY()", "TOMORROW": "TODAY()+1", "YESTERDAY": "TODAY()-1",
                "PAST_WEEK": "TODAY()-7", "PAST_MONTH": "EDATE(TODAY(),-1)",
                "PAST_YEAR": "EDATE(TODAY(),-12)"}  # fmt: skip
    return relative.get(value) or quoted(value)


def validation_rule(found: DataValidation) -> Json | None:
    """The vendor's ``DataValidationRule`` of what a file tells; None where it allows anything."""
    condition = _condition_in(found)
    if condition is None:
        return None
    rule: Json = {"condition": condition, "strict": found.errorStyle in (None, "stop")}
    if found.type == "list":
        rule["showCustomUi"] = not found.showDropDown
    if found.prompt:
        rule["inputMessage"] = found.prompt
    return rule


def _condition_in(found: DataValidation) -> Json | None:
    one, two = found.formula1, found.formula2
    if found.type in (None, "none") or one is None:
        return None
    if found.type == "list":
        return _choice(one)
    if found.type == "custom":
        return condition_of("CUSTOM_FORMULA", f"={inward(one)}")
    kinds = _DATES if found.type in ("date", "time") else NUMBERS
    kind = kinds.get(found.operator or "between")
    if found.type == "textLength" or kind is None:
        return None
    ends = [each for each in (one, two) if each is not None]
    return condition_of(kind, *(map(end_of, ends[: 2 if "BETWEEN" in kind else 1])))


def _choice(source: str) -> Json:
    if not source.startswith('"'):
        return condition_of("ONE_OF_RANGE", f"={inward(source)}")
    words = [each.strip() for each in source[1:-1].replace('""', '"').split(",")]
    if [each.upper() for each in words] == ["TRUE", "FALSE"]:
        return condition_of("BOOLEAN")
    return condition_of("ONE_OF_LIST", *words)


def end_of(text: str) -> str:
    """What a formula compares with as a typed value: a number, or a formula."""
    try:
        return f"{float(text):.15g}"
    except ValueError:
        return f"={inward(text)}"


def condition_of(kind: str, *values: str) -> Json:
    """A condition in the vendor's JSON."""
    told = [{"userEnteredValue": each} for each in values]
    return {"type": kind, **({"values": told} if told else {})}
