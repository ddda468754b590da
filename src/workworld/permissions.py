"""Who may do and see what: one decision for pages, REST and MCP.

What somebody may see is a condition that is folded into queries, so that what is hidden is not
found; what they may do with it is a rule that every door asks, a page before it offers a control.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, bindparam, inspect, select

from workworld.context import Context
from workworld.database import Base, constant, plain_rows, rows_of
from workworld.errors import MissingScope, Refused
from workworld.operations import Operation, operations

M = TypeVar("M", bound=Base)
Rule = Callable[[Context, Any], Refused | None]
Sight = Callable[[], ColumnElement[bool]]

VIEWER: ColumnElement[str] = bindparam("viewer_id")
"""Stands in conditions for the id of whoever looks; ``sight_of`` gives it its value."""


@dataclass(frozen=True, slots=True)
class Permission:
    """The declared rule of one action."""

    action: str
    model: type[Base]
    """What kind of row the rule judges."""
    rule: Rule


_permissions: dict[str, Permission] = {}
_sights: dict[type[Base], Sight] = {}


def permits(action: str, model: type[Base]) -> Callable[[Rule], Rule]:
    """Declare the rule of an action on a row that the caller can see.

    The rule answers why not, as the refusal that every door will tell, or None.

    Args:
        action: the operation's id, or a name below it where it asks for more than one thing.
        model: what kind of row.

    Raises:
        TypeError: the action has a rule already.
    """

    def declare(rule: Rule) -> Rule:
        if action in _permissions:
            raise TypeError(f"two rules decide on {action}")
        _permissions[action] = Permission(action, model, rule)
        return rule

    return declare


def permissions() -> Mapping[str, Permission]:
    """Every declared rule of the apps imported so far, by action."""
    return MappingProxyType(_permissions)


def why_not(ctx: Context, action: str, thing: object) -> Refused | None:
    """Why the caller may not do something with a row, or None if they may.

    The credential counts as well as the person: for ``chat.messages.post.reply`` it must be good
    for ``chat.messages.post``.

    Raises:
        KeyError: nobody declared a rule.
    """
    declared = _operation_of(action)
    if declared is not None and not ctx.actor.may(declared.scope):
        return MissingScope(declared.scope or "", ctx.actor.scopes)
    return _permissions[action].rule(ctx, thing)


def _operation_of(action: str) -> Operation | None:
    """The operation that an action is, or that it is a part of."""
    known, name = operations(), action
    while name and name not in known:
        name = name.rpartition(".")[0]
    return known.get(name)


def can(ctx: Context, action: str, thing: object) -> bool:
    """Whether the caller may do something with a row."""
    return why_not(ctx, action, thing) is None


def require(ctx: Context, action: str, thing: object) -> None:
    """See to it that the caller may do something with a row.

    Raises:
        Refused: they may not; whatever the rule says.
    """
    refusal = why_not(ctx, action, thing)
    if refusal is not None:
        raise refusal


def sees(model: type[Base]) -> Callable[[Sight], Sight]:
    """Declare which rows of a table somebody sees: a condition on its columns and ``VIEWER``.

    Raises:
        TypeError: the table has one already.
    """

    def declare(sight: Sight) -> Sight:
        if model in _sights:
            raise TypeError(f"two conditions say who sees {model.__tablename__}")
        _sights[model] = sight
        return sight

    return declare


@cache
def visible(model: type[Base]) -> Select[Any]:
    """The rows of a table that the viewer sees, to be restricted and ordered further.

    Run it with the parameters of ``sight_of``.

    Raises:
        KeyError: nobody declared who sees this table.
    """
    return select(model.__table__).where(_sights[model]())


def sight_of(ctx: Context) -> dict[str, Any]:
    """The parameters of a query on ``visible`` rows: who looks."""
    return {"viewer_id": ctx.actor.person_id}


@cache
def _by_key(model: type[Base]) -> Select[Any]:
    keys = inspect(model).primary_key
    named = (column == bindparam(f"key_{column.name}") for column in keys)
    return constant(visible(model).where(*named))


def seen(ctx: Context, model: type[M], *key: str) -> M | None:
    """The row with a primary key, if the caller sees it: to be read only. Else None.

    What is hidden and what is not there are the same to the caller.
    """
    return ctx.remembered((model, *key), lambda: _looked_up(ctx, model, key))


def who_see(ctx: Context, model: type[Base], key: str, person_ids: Iterable[str]) -> Sequence[str]:
    """Those of some people who see the row with a primary key, each once, in their order."""
    (column,) = inspect(model).primary_key
    query, value = _by_key(model), {f"key_{column.name}": key}
    return [
        each
        for each in dict.fromkeys(person_ids)
        if rows_of(ctx.session, query, {"viewer_id": each} | value)
    ]


def _looked_up(ctx: Context, model: type[M], key: tuple[str, ...]) -> M | None:
    columns = inspect(model).primary_key
    values = {f"key_{column.name}": part for column, part in zip(columns, key, strict=True)}
    found = plain_rows(ctx.session, model, _by_key(model), sight_of(ctx) | values)
    return found[0] if found else None
