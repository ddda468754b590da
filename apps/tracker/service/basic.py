"""Queries as pickers show them: projects, types, statuses, assignees and words.

A query of more than that cannot be shown by pickers, and stays a text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from pydantic import Field

from workworld.apps.tracker.jql import parse, written
from workworld.apps.tracker.jql.tree import (
    And,
    Clause,
    Empty,
    Function,
    JqlError,
    Listing,
    Node,
    Operand,
    Query,
    Value,
)
from workworld.apps.tracker.jql.tree import Field as Name
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

ME = "currentUser()"
NOBODY = "EMPTY"
_PICKED = {
    "project": "projects",
    "type": "types",
    "issuetype": "types",
    "status": "statuses",
    "assignee": "assignees",
}
_ORDER = ("project", "type", "status", "assignee")
Chosen = Annotated[Sequence[str], Field(description="Any of these; none for all.", max_length=200)]


@dataclass(frozen=True, slots=True)
class Pickers:
    """What is picked; of each picker any, and all of them together."""

    projects: Sequence[str] = ()
    types: Sequence[str] = ()
    statuses: Sequence[str] = ()
    assignees: Sequence[str] = ()
    """Names or ids; ``currentUser()`` for the reader, ``EMPTY`` for nobody."""
    text: str = ""
    order: str = field(default="")
    """``ORDER BY`` and what follows, as it was."""


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.UI,))
def write(
    _ctx: Context,
    *,
    projects: Chosen = (),
    types: Chosen = (),
    statuses: Chosen = (),
    assignees: Chosen = (),
    text: Annotated[str, Field(description="Words to find.", max_length=1000)] = "",
    order: Annotated[str, Field(description="ORDER BY …", max_length=1000)] = "",
) -> str:
    """Write the JQL query of what is picked."""
    return jql_of(Pickers(projects, types, statuses, assignees, text, order))


def pickers_of(jql: str) -> Pickers | None:
    """How pickers show a query; None if they cannot, or it makes no sense."""
    try:
        query = parse(jql)
    except JqlError:
        return None
    pickers = Pickers(order=written(Query(None, query.order)))
    seen: set[str] = set()
    for node in _parts(query.where):
        said = _picked(node)
        if said is None or said[0] in seen:
            return None
        seen.add(said[0])
        changes: dict[str, Any] = {said[0]: said[1]}
        pickers = replace(pickers, **changes)
    return pickers


def jql_of(pickers: Pickers) -> str:
    """The query of what is picked."""
    nodes = [
        _clause(name, chosen) for name in _ORDER if (chosen := getattr(pickers, _PICKED[name]))
    ]
    if pickers.text.strip():
        nodes.append(Clause(Name("text"), "~", Value(pickers.text.strip(), is_quoted=True)))
    where = And(tuple(nodes)) if len(nodes) > 1 else (nodes[0] if nodes else None)
    try:
        order = parse(pickers.order).order
    except JqlError:
        order = ()
    return written(Query(where, order))


def _parts(where: Node | None) -> Sequence[Node]:
    if where is None:
        return ()
    return where.nodes if isinstance(where, And) else (where,)


def _picked(node: Node) -> tuple[str, Sequence[str] | str] | None:
    """The picker of a clause, and what is picked; None if there is none."""
    if not isinstance(node, Clause) or node.operand is None or node.predicates:
        return None
    name = node.field.name.lower()
    if name == "text":
        operand = node.operand
        is_plain = node.operator == "~" and isinstance(operand, Value)
        return ("text", operand.text) if is_plain and isinstance(operand, Value) else None
    if name not in _PICKED or node.operator not in ("=", "in", "is"):
        return None
    items = node.operand.items if isinstance(node.operand, Listing) else (node.operand,)
    chosen = [_shown(name, each) for each in items]
    return None if None in chosen else (_PICKED[name], [each for each in chosen if each])


def _shown(name: str, operand: Operand) -> str | None:
    if isinstance(operand, Value):
        return operand.text
    if name != "assignee":
        return None
    if isinstance(operand, Empty):
        return NOBODY
    if isinstance(operand, Function) and operand.written.lower() == ME.lower():
        return ME
    return None


def _clause(name: str, chosen: Sequence[str]) -> Clause:
    operands = [_operand(name, each) for each in chosen]
    if len(operands) == 1:
        is_empty = isinstance(operands[0], Empty)
        return Clause(Name(name), "is" if is_empty else "=", operands[0])
    return Clause(Name(name), "in", Listing(tuple(operands)))


def _operand(name: str, text: str) -> Operand:
    if name == "assignee" and text == ME:
        return Function("currentUser")
    return Empty() if name == "assignee" and text == NOBODY else Value(text)
