"""Writing a query: tree → text. What is read again is the same tree."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workworld.apps.tracker.jql.tree import (
    And,
    Clause,
    Empty,
    Field,
    Function,
    Node,
    Not,
    Operand,
    Or,
    Query,
    Value,
)
from workworld.apps.tracker.jql.words import RESERVED

_PLAIN = re.compile(r"(?!-?\d{19})[A-Za-z0-9_.\-]+", re.ASCII)
_NUMBERED = re.compile(r"cf\[\d+\]")
_ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def quoted(text: str) -> str:
    """A text as a quoted value."""
    return '"' + "".join(_ESCAPED.get(letter, letter) for letter in text) + '"'


def word(text: str) -> str:
    """A text as a name or value, quoted if it has to be."""
    if _PLAIN.fullmatch(text) and text.lower() not in RESERVED:
        return text
    return quoted(text)


def written(query: Query) -> str:
    """A whole query."""
    parts = [node_text(query.where)] if query.where else []
    if query.order:
        fields = (
            f"{field_text(each.field)} {each.direction.upper()}".strip() for each in query.order
        )
        parts.append(f"ORDER BY {', '.join(fields)}")
    return " ".join(parts)


def node_text(node: Node) -> str:
    """A condition."""
    if isinstance(node, And):
        return " AND ".join(_within(node.nodes, Or, And))
    if isinstance(node, Or):
        return " OR ".join(_within(node.nodes, Or))
    if isinstance(node, Not):
        return f"NOT {_within([node.node], And, Or)[0]}"
    return _clause_text(node)


def field_text(field: Field) -> str:
    """A field's name."""
    return field.name if _NUMBERED.fullmatch(field.name) else word(field.name)


def operand_text(operand: Operand) -> str:
    """What a field is compared with."""
    if isinstance(operand, Value):
        return quoted(operand.text) if operand.is_quoted else word(operand.text)
    if isinstance(operand, Empty):
        return operand.word
    if isinstance(operand, Function):
        arguments = ", ".join(word(each) for each in operand.arguments)
        return f"{word(operand.name)}({arguments})"
    return f"({', '.join(operand_text(each) for each in operand.items)})"


def _clause_text(clause: Clause) -> str:
    parts = [field_text(clause.field), clause.operator.upper()]
    if clause.operand is not None:
        parts.append(operand_text(clause.operand))
    for predicate in clause.predicates:
        parts += [predicate.word.upper(), operand_text(predicate.operand)]
    return " ".join(parts)


def _within(nodes: Iterable[Node], *kinds: type[Node]) -> list[str]:
    """Conditions, those of some kinds in parentheses."""
    return [
        f"({node_text(node)})" if isinstance(node, kinds) else node_text(node) for node in nodes
    ]
