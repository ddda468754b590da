"""What a query is read against: who asks, when, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, bindparam, false, select

from workworld.apps.tracker.jql.dates import Now
from workworld.apps.tracker.jql.tree import (
    Clause,
    Empty,
    Function,
    Listing,
    Operand,
    Place,
    UnfitJql,
    Value,
)
from workworld.apps.tracker.jql.writing import operand_text
from workworld.context import Context
from workworld.database import constant, rows_of
from workworld.directory.models import Person
from workworld.errors import Invalid, Problem
from workworld.zones import zone

R = TypeVar("R")

MOST_CLAUSES = 500
"""How many clauses there may be, those of filters within the query included."""
NOTHING: ColumnElement[bool] = false()
_people = Person.__table__.c
_ZONE = constant(select(_people.zone).where(_people.id == bindparam("person_id")))


@dataclass(slots=True)
class Scope:
    """One query's reading; what is wrong is gathered, so that all of it is told at once."""

    ctx: Context
    now: Now
    problems: list[str] = field(default_factory=list)
    filters: tuple[str, ...] = ()
    """Ids of the filters that are being read, one within the other."""
    clause: Clause | None = None
    """The one that is being read."""
    place: Place | None = None
    """Where the first problem is."""
    clauses: int = 0
    memory: dict[Any, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, ctx: Context) -> Scope:
        """The scope of whoever asks."""
        found = rows_of(ctx.session, _ZONE, {"person_id": ctx.actor.person_id})
        return cls(ctx, Now(ctx.clock.now_us(), zone(found[0].zone if found else "UTC")))

    def refuse(self, said: str, at: Place | None = None) -> None:
        """Note that something is wrong: there, or else where the part stands that is named."""
        if not self.problems:
            self.place = at or _named(self.clause, said)
        if said not in self.problems:
            self.problems.append(said)

    def no(self, said: str) -> ColumnElement[bool]:
        """The same, as a condition that nothing fulfils."""
        self.refuse(said)
        return NOTHING

    def remembered(self, key: Any, look_up: Callable[[], R]) -> R:
        """What ``look_up`` finds, once for each key."""
        if key not in self.memory:
            self.memory[key] = look_up()
        found: R = self.memory[key]
        return found

    def count(self) -> None:
        """Note one more clause.

        Raises:
            Invalid: there are too many of them.
        """
        self.clauses += 1
        if self.clauses > MOST_CLAUSES:
            said = f"The query has more than {MOST_CLAUSES} clauses."
            raise Invalid("jql_too_complex", said)

    def settle(self) -> None:
        """See to it that nothing was wrong.

        Raises:
            UnfitJql: with all that was.
        """
        if self.problems:
            problems = [Problem(said, "") for said in self.problems]
            refusal = UnfitJql("jql_invalid", " ".join(self.problems), problems=problems)
            refusal.place = self.place
            raise refusal

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Read another query within the clause: what is wrong there has no place in this one."""
        outer, place, is_first = self.clause, self.place, not self.problems
        try:
            yield
        finally:
            self.clause = outer
            if is_first and self.problems:
                place = _named(outer, "")
            self.place = place


def shown(operand: Operand) -> str:
    """An operand as messages show it: without quotes."""
    if isinstance(operand, Value):
        return operand.text
    if isinstance(operand, Function):
        return operand.written
    return operand_text(operand)


def flat(operand: Operand) -> list[Value | Function | Empty]:
    """All that an operand names, lists within lists included."""
    if isinstance(operand, Listing):
        return [each for item in operand.items for each in flat(item)]
    return [operand]


def _named(clause: Clause | None, said: str) -> Place | None:
    """Where the operand of a clause stands that a message names, or else its field."""
    if clause is None:
        return None
    operands = [clause.operand, *(each.operand for each in clause.predicates)]
    for each in (part for operand in operands if operand for part in flat(operand)):
        if isinstance(each, Value | Function) and _names(said, each):
            return each.place
    return clause.field.place


def _names(said: str, part: Value | Function) -> bool:
    if isinstance(part, Value):
        return f"'{part.text}'" in said
    return f"'{part.name}'" in said or f"'{part.written}'" in said
