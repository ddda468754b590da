"""What a query is read against: who asks, when, and what they may see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from sqlalchemy import ColumnElement, FromClause

from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.schema.periods import Calendar
from workworld.apps.crm.soql import known_objects
from workworld.apps.crm.soql.wording import QueryRefused, refusal

MOST_JOINS = 50
"""How many parents a query may go to; SQLite joins no more than 64 tables."""


class Sight(Protocol):
    """What whoever asks may see."""

    def reads(self, sobject: SObject) -> bool:
        """Whether they may read records of an object at all."""
        ...

    def readable(self, sobject: SObject, field: Field) -> bool:
        """Whether they may read a field."""
        ...

    def rows(
        self, sobject: SObject, table: FromClause, *, deleted: bool = False
    ) -> ColumnElement[bool]:
        """The condition of the rows of a table, or an alias, that they see."""
        ...


@dataclass(slots=True)
class Scope:
    """One query's reading."""

    sight: Sight
    calendar: Calendar
    me_id: str
    """The user's id."""
    in_corporate: Callable[[ColumnElement[Any], ColumnElement[Any]], ColumnElement[Any]]
    """An amount in hundredths and its currency's code → the same in the organisation's."""
    rates: Callable[[], Any]
    """How many units of each currency one of the organisation's buys, by code."""
    corporate: Callable[[], str]
    """The code of the organisation's currency."""
    text: str = ""
    """The query, for what is wrong with it."""
    version: str = "v62.0"
    """Of the API, as addresses of records name it."""
    deleted: bool = False
    """Whether deleted records are found too."""
    aliases: int = field(default=0)
    """How many tables it has so far."""

    def alias(self, sobject: SObject) -> FromClause:
        """An object's table under a name that nothing else in the statement has.

        Raises:
            QueryRefused: it has too many already.
        """
        self.aliases += 1
        if self.aliases > MOST_JOINS:
            raise self.refusal("MALFORMED_QUERY", "The query goes to too many relationships")
        return known_objects.alias(sobject, f"t{self.aliases}")

    def refusal(self, code: str, said: str, at: int = -1) -> QueryRefused:
        """What is wrong, with an excerpt of the query."""
        return refusal(code, said, self.text, at)
