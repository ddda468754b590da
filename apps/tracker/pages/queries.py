"""Queries as pages put them together: sorted otherwise, made of pickers, told of their faults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from workworld.apps.tracker.jql import JqlError, Query, parse, written
from workworld.apps.tracker.jql.tree import (
    And,
    Clause,
    Empty,
    Field,
    Function,
    Listing,
    Node,
    Sorting,
    Value,
)
from workworld.errors import Invalid

PICKED = {"project": "project", "issuetype": "type", "type": "type", "status": "status"}
"""Fields that pickers choose from, upper and lower case alike, and what these are called."""
_NAMES = {**PICKED, "assignee": "assignee", "text": "text", "summary": "text"}
_WRITTEN = {
    "project": "project",
    "type": "issuetype",
    "status": "status",
    "assignee": "assignee",
    "text": "text",
}
ME, NOBODY = "me", "nobody"
"""Among people: the reader, and nobody at all."""


@dataclass(frozen=True, slots=True)
class Picked:
    """What the pickers hold; ``order`` is how results are sorted, as JQL."""

    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    text: str = ""
    order: str = ""

    def jql(self) -> str:
        """The query that they stand for."""
        clauses = [self._clause(name) for name in _WRITTEN if self.values.get(name)]
        if self.text:
            clauses.append(Clause(Field("text"), "~", Value(self.text, is_quoted=True)))
        where: Node | None = And(tuple(clauses)) if len(clauses) > 1 else None
        if len(clauses) == 1:
            where = clauses[0]
        return " ".join(each for each in (written(Query(where)), self.order) if each)

    def _clause(self, name: str) -> Clause:
        operands = tuple(_operand(name, value) for value in self.values[name])
        of_field = Field(_WRITTEN[name])
        if len(operands) > 1:
            return Clause(of_field, "IN", Listing(operands))
        if isinstance(operands[0], Empty):
            return Clause(of_field, "IS", operands[0])
        return Clause(of_field, "=", operands[0])


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a query, and where."""

    message: str
    line: int = 0
    column: int = 0


def picked_of(jql: str) -> Picked | None:
    """What pickers hold for a query; None if they cannot express it."""
    try:
        query = parse(jql)
    except Invalid:
        return None
    nodes: Sequence[Node] = ()
    if query.where is not None:
        nodes = query.where.nodes if isinstance(query.where, And) else (query.where,)
    values: dict[str, tuple[str, ...]] = {}
    text = ""
    for node in nodes:
        found = _picked(node)
        if found is None or found[0] in values or (found[0] == "text" and text):
            return None
        if found[0] == "text":
            text = found[1][0]
        else:
            values[found[0]] = found[1]
    return Picked(values, text, written(Query(None, query.order)))


def _picked(node: Node) -> tuple[str, tuple[str, ...]] | None:
    """A picker's name and what it holds; None if no picker can hold it."""
    if not isinstance(node, Clause) or node.predicates or node.operand is None:
        return None
    name, operator = _NAMES.get(node.field.name.lower()), node.operator.upper()
    if name is None:
        return None
    if name == "text":
        is_words = operator == "~" and isinstance(node.operand, Value)
        is_text = node.field.name.lower() == "text"
        return (name, (node.operand.text,)) if is_words and is_text else None  # type: ignore[union-attr]  # it is a value
    if operator not in ("=", "IN", "IS"):
        return None
    items = node.operand.items if isinstance(node.operand, Listing) else (node.operand,)
    found = [_value(name, item) for item in items]
    return (name, tuple(each for each in found if each)) if all(found) else None


def _value(name: str, item: object) -> str | None:
    if isinstance(item, Value):
        return item.text
    if name != "assignee":
        return None
    if isinstance(item, Empty):
        return NOBODY
    is_me = isinstance(item, Function) and item.name.lower() == "currentuser"
    return ME if is_me else None


def _operand(name: str, value: str) -> Value | Function | Empty:
    if name == "assignee" and value == ME:
        return Function("currentUser")
    if name == "assignee" and value == NOBODY:
        return Empty()
    return Value(value)


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
    return Fault(refusal.message)
