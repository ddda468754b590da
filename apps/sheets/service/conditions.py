"""Conditions of a workbook's rules, looked at cell by cell: their formulas move along."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from workworld.apps.sheets.engine import conditions, formulas
from workworld.apps.sheets.engine.calculation import Formula
from workworld.apps.sheets.engine.changes import Copied
from workworld.apps.sheets.engine.conditions import Subject, Wanted
from workworld.apps.sheets.engine.format_codes import FormatError, sections
from workworld.apps.sheets.engine.formulas import is_formula
from workworld.apps.sheets.engine.number_formats import shown
from workworld.apps.sheets.engine.typed_input import typed
from workworld.apps.sheets.engine.values import Error, Value
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import calculations
from workworld.apps.sheets.service.grids import Grid, Place
from workworld.context import Context
from workworld.errors import Invalid
from workworld.zones import zone as zone_named

if TYPE_CHECKING:  # requests lie above
    from workworld.apps.sheets.service.requests.shapes import BooleanCondition

Calculate = Callable[[str, int, int, int], list[list[Value]]]
"""What a formula comes to on a sheet (``Sheet.id``), at a row and a column."""
_Condition = Mapping[str, Any]
"""The vendor's ``BooleanCondition``."""


def check(condition: BooleanCondition, use: str) -> None:
    """See to it that a condition can be used for something.

    Args:
        condition: as it was given.
        use: ``VALIDATES``, ``FORMATS`` or ``FILTERS``.

    Raises:
        Invalid: it is of an unknown kind, of one that has another use, or lacks values.
    """
    rule = conditions.RULES.get(condition.type)
    if rule is None:
        said = f"Invalid value at 'condition.type': {condition.type!r}"
        raise Invalid("invalid_request", said)
    if use not in rule.uses:
        raise Invalid("invalid_request", f"{condition.type} is not supported for {use}.")
    count = len(condition.values)
    if count < rule.least or (rule.most is not None and count > rule.most):
        wanted = str(rule.least) if rule.most == rule.least else f"{rule.least} or more"
        said = f"{condition.type} requires {wanted} ConditionValues; {count} were given."
        raise Invalid("invalid_request", said)
    for each in condition.values:
        if (each.relative_date is None) == (each.user_entered_value is None):
            said = "A ConditionValue must have exactly one of relativeDate and userEnteredValue."
            raise Invalid("invalid_request", said)
        if each.relative_date is not None and not condition.type.startswith("DATE"):
            raise Invalid("invalid_request", f"{condition.type} takes no relativeDate.")
        text = each.user_entered_value or ""
        if condition.type in ("CUSTOM_FORMULA", "ONE_OF_RANGE") and not is_formula(text):
            raise Invalid("invalid_request", f"{condition.type} requires a formula.")


@dataclass(slots=True)
class Judge:
    """Looks whether cells of a workbook meet conditions."""

    calculate: Calculate
    today: datetime.date
    known: dict[tuple[str, int], list[list[Value]]] = field(default_factory=dict)

    @classmethod
    def of(cls, ctx: Context, workbook: Workbook) -> Judge:
        """One that goes by what a workbook's cells come to now."""
        values = calculations.calculated(ctx, workbook)
        today = ctx.clock.now().astimezone(zone_named(workbook.time_zone)).date()

        return cls(values.calculate, today)

    def meets(
        self, condition: _Condition, grid: Grid, at: Place, corner: Place, subject: Subject
    ) -> bool:
        """Whether a cell meets a condition.

        Args:
            condition: the vendor's JSON of it.
            grid: the sheet.
            at: the cell.
            corner: the cell for which formulas of the condition were written.
            subject: what the cell holds.
        """
        wanted = [
            value
            for each in condition.get("values", ())
            for value in self.wanted(condition["type"], each, grid, at, corner)
        ]
        rule = conditions.RULES.get(condition["type"])
        if rule is None or len(wanted) < rule.least:
            return False
        if any(isinstance(each, Error) for each in wanted) and condition["type"] != "ONE_OF_RANGE":
            return False
        return rule.meets(subject, wanted)

    def wanted(
        self, kind: str, given: Mapping[str, Any], grid: Grid, at: Place, corner: Place
    ) -> list[Wanted]:
        """What a value of a condition stands for at a cell: several for a range."""
        relative = given.get("relativeDate")
        if relative:
            return [conditions.span(relative, self.today)]
        text = given.get("userEnteredValue", "")
        if kind == "ONE_OF_LIST" and not is_formula(text):
            return [text]
        value = typed(text, self.today).value
        if not isinstance(value, Formula):
            return [text if kind.startswith("TEXT") else value]
        change = Copied(at[0] - corner[0], at[1] - corner[1])
        formula = formulas.changed(value.text, grid.sheet.title, change)
        key = formula, grid.sheet.id
        if key not in self.known:
            self.known[key] = self.calculate(formula, grid.sheet.id, *at)
        rows = self.known[key]
        if kind == "ONE_OF_RANGE":
            return [each for row in rows for each in row]
        return [rows[0][0]] if rows and rows[0] else [None]


def subject(value: Value, pattern: str) -> Subject:
    """A cell as conditions look at it.

    Args:
        value: what it comes to.
        pattern: its number format; empty for none.
    """
    try:
        is_date = bool(pattern) and sections(pattern)[0].is_date
        return Subject(value, shown(value, pattern).text, is_date)
    except FormatError:
        return Subject(value, shown(value).text)
