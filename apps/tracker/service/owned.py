"""What people of the tracker make, own, share and star: lists of filters and dashboards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeVar

from sqlalchemy import exists, func

from workworld.apps.tracker.models import Dashboard, Filter, Star
from workworld.context import Context
from workworld.database import plain_rows, rows_of
from workworld.permissions import VIEWER, sight_of, visible

T = TypeVar("T", Filter, Dashboard)
_stars = Star.__table__.c


class Asked(NamedTuple):
    """Which of them are wanted: what the name holds, whose they are, whether starred ones alone."""

    text: str
    owner_id: str | None
    is_starred: bool
    start: int
    limit: int


def found(
    ctx: Context, model: type[T], kind: Literal["filter", "dashboard"], asked: Asked
) -> tuple[Sequence[T], int]:
    """Those that the caller sees, by name, and how many there are in all.

    Args:
        model: of what.
        kind: what stars call that.
        asked: which of them, from the first that is wanted on.
    """
    things = model.__table__.c
    query = visible(model)
    if asked.text.strip():
        query = query.where(func.instr(func.lower(things.name), asked.text.strip().lower()) > 0)
    if asked.owner_id is not None:
        query = query.where(things.owner_id == asked.owner_id)
    if asked.is_starred:
        mine = (_stars.kind == kind, _stars.person_id == VIEWER, _stars.thing_id == things.id)
        query = query.where(exists().where(*mine))
    counted = query.with_only_columns(func.count().label("total"), maintain_column_froms=True)
    total = rows_of(ctx.session, counted, sight_of(ctx))[0].total
    page = query.order_by(func.lower(things.name), things.id)
    page = page.offset(asked.start).limit(asked.limit)
    return plain_rows(ctx.session, model, page, sight_of(ctx)), total
