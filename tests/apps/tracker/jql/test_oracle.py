"""Random queries, answered by JQL and by plain Python."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from tests.apps.tracker.jql.quay import MING, Quay

from workworld.apps.tracker.models import Issue
from workworld.randomness import Stream

_STATUSES = {"To Do": "10000", "In Progress": "10001", "Done": "10003"}
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_NEGATED = {"=": "!=", "!=": "=", "in": "not in", "not in": "in", "is": "is not", "is not": "is"}
_NEGATED |= {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}
Clause = tuple[str, str, Any]


def test_random_queries_find_what_plain_python_finds(harbour: Quay) -> None:
    ours = "project in (QUA, HAR)"
    rows = harbour.found(ours, limit=1000).rows
    chance = Stream("queries", 7)
    for _ in range(80):
        node = _node(chance, harbour, 3)
        wanted = {row.key for row in rows if _holds(node, row)}
        jql = f"{ours} AND ({_text(node)})"
        assert set(harbour.find(jql)) == wanted, jql


def _node(chance: Stream, harbour: Quay, depth: int) -> Any:
    kind = chance.choice(("and", "or", "not", "clause")) if depth else "clause"
    if kind == "clause":
        return _clause(chance, harbour)
    if kind == "not":
        return ("not", _node(chance, harbour, depth - 1))
    return (kind, _node(chance, harbour, depth - 1), _node(chance, harbour, depth - 1))


def _clause(chance: Stream, harbour: Quay) -> Clause:
    people = [harbour.people[each] for each in (MING, "aruiz", "tbreslin")]
    fields: dict[str, tuple[list[Any], tuple[str, ...]]] = {
        "assignee_id": (people, ("=", "!=", "in", "not in", "is", "is not")),
        "reporter_id": (people, ("=", "!=", "in", "not in")),
        "status_id": (list(_STATUSES), ("=", "!=", "in", "not in")),
        "story_points": ([2, 3, 5], ("=", "!=", "<", "<=", ">", ">=", "is", "is not", "in")),
        "number": ([1, 3, 6], ("<", "<=", ">", ">=")),
        "time_spent": ([60, 120, 360], ("=", "!=", "<", "<=", ">", ">=", "is")),
    }
    field = chance.choice(sorted(fields))
    values, operators = fields[field]
    op = chance.choice(operators)
    value = chance.choice(values)
    if op.endswith("in"):
        value = chance.sample(values, 2)
    return (field, op, None if op.startswith("is") else value)


_CALLED = {
    "assignee_id": "assignee",
    "reporter_id": "reporter",
    "status_id": "status",
    "story_points": '"Story Points"',
    "number": "key",
    "time_spent": "timeSpent",
}


def _text(node: Any) -> str:
    if node[0] == "not":
        return f"NOT ({_text(node[1])})"
    if node[0] in ("and", "or"):
        return f"({_text(node[1])}) {node[0]} ({_text(node[2])})"
    field, op, value = node
    if field == "number":
        return f"(project = QUA AND key {op} QUA-{value})"
    said = "EMPTY" if value is None else f'"{value}"'
    if isinstance(value, list):
        said = "(" + ", ".join(f'"{each}"' for each in value) + ")"
    return f"{_CALLED[field]} {op} {said}"


def _holds(node: Any, row: Issue, *, negated: bool = False) -> bool:
    if node[0] == "not":
        return _holds(node[1], row, negated=not negated)
    if node[0] in ("and", "or"):
        both = (node[0] == "and") != negated
        parts = [_holds(each, row, negated=negated) for each in node[1:]]
        return all(parts) if both else any(parts)
    field, op, value = node
    if field == "number":
        in_project = row.project_id == "9001"
        found = _fits(row.number, _NEGATED[op] if negated else op, value)
        return (not in_project or found) if negated else (in_project and found)
    return _fits(_value(row, field), _NEGATED[op] if negated else op, _meant(field, value))


def _value(row: Issue, field: str) -> Any:
    value = getattr(row, field)
    return None if field == "time_spent" and not value else value


def _meant(field: str, value: Any) -> Any:
    if isinstance(value, list):
        return [_meant(field, each) for each in value]
    if field == "status_id":
        return _STATUSES[value]
    return value * 60 if field == "time_spent" and value is not None else value


def _fits(held: Any, op: str, value: Any) -> bool:
    if op in ("is", "is not"):
        return (held is None) == (op == "is")
    if held is None:
        return False
    if op in _COMPARE:
        return _COMPARE[op](held, value)
    among = held in value if isinstance(value, list) else held == value
    return among == (op in ("=", "in"))
