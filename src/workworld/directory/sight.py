"""Whom guests know: themselves, and those with whom they share something in an app."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, or_, select

from workworld.context import Context
from workworld.database import constant, rows_of
from workworld.directory.models import GUESTS, Person

Acquaintance = Callable[[str], ColumnElement[bool]]

_people = Person.__table__.c
# Built once: building a statement takes about as long as running it.
_ROLE = constant(select(_people.role).where(_people.id == bindparam("person_id")))
_acquaintances: list[Acquaintance] = []


def acquaints(condition: Acquaintance) -> Acquaintance:
    """Declare whom an app brings together.

    Args:
        condition: a guest's id → a condition on the columns of people.
    """
    _acquaintances.append(condition)
    return condition


def is_guest(ctx: Context) -> bool:
    """Whether the caller is from elsewhere."""

    def look_up() -> bool:
        found = rows_of(ctx.session, _ROLE, {"person_id": ctx.actor.person_id})
        return bool(found) and found[0].role in GUESTS

    return ctx.remembered(("guest", ctx.actor.person_id), look_up)


def known_to(ctx: Context, people: Select[Any]) -> Select[Any]:
    """Those of some people whom the caller knows: all of them, unless they are a guest."""
    if not is_guest(ctx):
        return people
    me = ctx.actor.person_id
    return people.where(or_(_people.id == me, *(condition(me) for condition in _acquaintances)))


def knows(ctx: Context, person_id: str) -> bool:
    """Whether the caller knows that somebody is there."""
    if not is_guest(ctx):
        return True
    query = known_to(ctx, select(_people.id).where(_people.id == person_id))
    return ctx.session.scalar(query) is not None
