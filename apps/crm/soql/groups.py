"""Groups of records, and what may be asked of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

from sqlalchemy import ColumnElement, literal, null

from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.soql.functions import AGGREGATES, SHOWN, Value, evaluated
from workworld.apps.crm.soql.joins import Level
from workworld.apps.crm.soql.tree import Call, Expression, Grouping, Path
from workworld.apps.crm.soql.wording import FIELD, MALFORMED

_UNGROUPED = (
    Kind.DATETIME,
    Kind.DOUBLE,
    Kind.PERCENT,
    Kind.CURRENCY,
    Kind.TEXTAREA,
    Kind.MULTIPICKLIST,
)
"""The kinds by whose values nothing is grouped."""
MOST_SUBTOTALS = 3
"""By how many fields there may be subtotals."""


class Groups:
    """The groups of one query.

    Args:
        level: of which.
        grouping: by what.
    """

    def __init__(self, level: Level, grouping: Grouping) -> None:
        self._level = level
        self._way = grouping.way
        if grouping.way and len(grouping.values) > MOST_SUBTOTALS:
            said = f"GROUP BY {grouping.way.upper()} allows {MOST_SUBTOTALS} fields"
            raise level.scope.refusal(MALFORMED, said, grouping.values[MOST_SUBTOTALS].at)
        self._values = {self._key(each): self._groupable(each) for each in grouping.values}
        self._kept = tuple(self._values)

    def value(self, expression: Expression) -> Value:
        """What an expression is for a group.

        Raises:
            QueryRefused: it differs within the group.
        """
        if isinstance(expression, Call) and expression.argument is not None:
            if expression.name in AGGREGATES:
                return evaluated(self._level, expression)
            if expression.name == "grouping":
                return self._grouping(expression.argument)
            if expression.name in SHOWN:
                inner = self.value(expression.argument)
                return replace(inner, formats=expression.name == "format" or inner.formats)
        elif isinstance(expression, Call) and expression.name == "count":
            said = "Grouping not allowed with count()"
            raise self._level.scope.refusal(MALFORMED, said, expression.at)
        known = self._values.get(self._key(expression))
        if known is None:
            shown = evaluated(self._level, expression)
            name = ".".join(shown.found.names) if shown.found else shown.name
            said = f"Field must be grouped or aggregated: {name}"
            raise self._level.scope.refusal(FIELD, said, expression.at)
        return known if self._key(expression) in self._kept else replace(known, sql=null())

    def sets(self) -> list[tuple[str, ...]]:
        """The fields by which is grouped: all of them, and fewer each time for subtotals."""
        keys = tuple(self._values)
        if self._way == "rollup":
            return [keys[:length] for length in range(len(keys), -1, -1)]
        if self._way == "cube":
            sizes = range(len(keys), -1, -1)
            return [kept for size in sizes for kept in combinations(keys, size)]
        return [keys]

    def keep(self, kept: tuple[str, ...]) -> list[ColumnElement[Any]]:
        """Group by these alone from now on; their expressions."""
        self._kept = kept
        return [self._values[key].sql for key in kept]

    def _grouping(self, expression: Expression) -> Value:
        known = self._values.get(self._key(expression))
        if known is None or not self._way:
            said = "GROUPING is allowed for fields of GROUP BY ROLLUP and CUBE"
            raise self._level.scope.refusal(MALFORMED, said, expression.at)
        is_left_out = self._key(expression) not in self._kept
        return Value(literal(int(is_left_out)), Kind.INT, "", is_aggregate=True)

    def _groupable(self, expression: Expression) -> Value:
        value = evaluated(self._level, expression)
        if value.is_aggregate or (isinstance(expression, Path) and value.kind in _UNGROUPED):
            name = value.found.field.name if value.found else value.name
            said = f"field '{name}' can not be grouped in a query call"
            raise self._level.scope.refusal(FIELD, said, expression.at)
        return value

    def _key(self, expression: Expression) -> str:
        """By what the same expression is known again, however it is written."""
        if isinstance(expression, Path):
            return ".".join(self._level.find(expression).names)
        if expression.argument is None:
            return expression.name
        return f"{expression.name}({self._key(expression.argument)})"
