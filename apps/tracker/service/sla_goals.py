"""Which goal of an SLA is an issue's: queries that are answered from the issue alone.

The vendor asks JQL here; what a goal may ask is that part of it which does not change as time
passes, and is the same whoever looks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from workworld.apps.tracker.jql import parse
from workworld.apps.tracker.jql.scope import flat
from workworld.apps.tracker.jql.tree import And, Clause, Empty, Node, Not, Value, clauses_of
from workworld.errors import Invalid, Problem

FIELDS = {
    "priority": "priority",
    "type": "issuetype",
    "issuetype": "issuetype",
    "component": "components",
    "components": "components",
    "label": "labels",
    "labels": "labels",
    "reporter": "reporter",
    "request type": "request type",
    "organizations": "organizations",
    "organization": "organizations",
    "key": "key",
}
"""What queries call a field, and under what it stands among an issue's facts."""
_OPERATORS = ("=", "!=", "in", "not in", "is", "is not")
Facts = Mapping[str, Collection[str]]
"""What an issue holds in each field, in lower case: names, and ids beside them."""


def check(jql: str) -> None:
    """See to it that a query can be a goal's.

    Raises:
        Invalid: ``jql_parse_error``, or ``invalid_sla``: it asks what goals do not know.
    """
    if not jql.strip():
        return
    query = parse(jql)
    for clause in clauses_of(query.where):
        known = clause.field.name.lower() in FIELDS and clause.operator in _OPERATORS
        named = clause.operand is not None and all(
            isinstance(each, Value | Empty) for each in flat(clause.operand)
        )
        if not known or not named:
            fields = ", ".join(dict.fromkeys(FIELDS))
            said = f"A goal asks with =, !=, IN, NOT IN or IS for one of: {fields}."
            raise Invalid("invalid_sla", said, problems=[Problem(said, "goals")])


def fits(jql: str, facts: Facts) -> bool:
    """Whether a query that was checked finds an issue."""
    if not jql.strip():
        return True
    return _holds(parse(jql).where, facts)


def _holds(node: Node | None, facts: Facts) -> bool:
    if node is None:
        return True
    if isinstance(node, Not):
        return not _holds(node.node, facts)
    if isinstance(node, Clause):
        return _meets(node, facts)
    parts: Sequence[bool] = [_holds(each, facts) for each in node.nodes]
    return all(parts) if isinstance(node, And) else any(parts)


def _meets(clause: Clause, facts: Facts) -> bool:
    held = facts.get(FIELDS[clause.field.name.lower()], ())
    operands = [] if clause.operand is None else flat(clause.operand)
    wanted = {each.text.strip().lower() for each in operands if isinstance(each, Value)}
    with_empty = any(isinstance(each, Empty) for each in operands)
    found = not wanted.isdisjoint(held) or (with_empty and not held)
    if clause.operator in ("=", "in", "is"):
        return found
    return not found and bool(held)
