"""Queries as pages put them together: sorted otherwise, and told of their faults."""

from __future__ import annotations

from dataclasses import dataclass

from workworld.apps.tracker.jql import JqlError, Query, parse, written
from workworld.apps.tracker.jql.tree import Field, Sorting, UnfitJql
from workworld.errors import Invalid


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a query, and where."""

    message: str
    line: int = 0
    column: int = 0
    length: int = 1


def sorted_by(jql: str, clause: str, *, is_descending: bool) -> str:
    """The query with its results in another order.

    Raises:
        Invalid: it cannot be read.
    """
    order = Sorting(Field(clause), "desc" if is_descending else "asc")
    return written(Query(parse(jql).where, (order,)))


def first_order(jql: str) -> tuple[str, bool]:
    """By what results are sorted first, in lower case, and whether from the end."""
    try:
        order = parse(jql).order
    except Invalid:
        return "", False
    return (order[0].field.name.lower(), order[0].direction == "desc") if order else ("", False)


def fault_of(refusal: Invalid) -> Fault:
    """What a refusal says of a query."""
    if isinstance(refusal, JqlError):
        return Fault(refusal.message, refusal.line, refusal.column)
    if isinstance(refusal, UnfitJql) and refusal.place:
        place = refusal.place
        return Fault(refusal.message, place.line, place.column, place.length)
    return Fault(refusal.message)
