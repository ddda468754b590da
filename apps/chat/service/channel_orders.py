"""The orders in which channels are listed, and one page of such a listing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import Select, func, select

from workworld.apps.chat.models import Channel, Membership, Message
from workworld.context import Context
from workworld.database import plain_rows
from workworld.paging import NumberedPage

Order = Annotated[
    Literal["name", "members", "newest", "recent"], Field(description="Which come first.")
]
_channels = Channel.__table__.c
_SIZE = (
    select(func.count())
    .where(Membership.__table__.c.channel_id == _channels.id)
    .correlate(Channel.__table__)
    .scalar_subquery()
)
_LATEST = (
    select(func.max(Message.__table__.c.ts))
    .where(Message.__table__.c.channel_id == _channels.id)
    .correlate(Channel.__table__)
    .scalar_subquery()
)
_SORTED = {
    "name": _channels.name,
    "members": _SIZE.desc(),
    "newest": _channels.created.desc(),
    "recent": _LATEST.desc(),
}


def numbered(
    ctx: Context,
    query: Select[Any],
    values: Mapping[str, Any],
    *,
    sort: str,
    count: int,
    page: int,
) -> NumberedPage[Channel]:
    """A page of the channels that a query finds: rows to be read.

    Args:
        ctx: of the caller.
        query: ``select(Channel.__table__)``, restricted.
        values: its parameters.
        sort: one of the orders.
        count: how many a page may hold.
        page: which one, from 1 on.
    """
    counted = query.with_only_columns(func.count(_channels.id))
    total = ctx.session.scalars(counted, values).one()
    ordered = query.order_by(_SORTED[sort], _channels.name)
    cut = ordered.limit(count).offset(count * (page - 1))
    return NumberedPage(plain_rows(ctx.session, Channel, cut, values), total, page, count)
