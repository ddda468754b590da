"""Browsing: all channels that somebody could look into, in an order of their choice."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import or_, select

from workworld.apps.chat.models import Channel, Membership
from workworld.apps.chat.service import channel_orders
from workworld.apps.chat.service.channel_orders import Order
from workworld.apps.chat.types import CHANNELS, Words
from workworld.context import Context, Surface
from workworld.operations import Effect, operation
from workworld.paging import NumberedPage, PageNumber
from workworld.permissions import VIEWER, sight_of, visible

_channels, _memberships = Channel.__table__.c, Membership.__table__.c
_MINE = select(_memberships.channel_id).where(_memberships.person_id == VIEWER)
_SHOWN = {
    "all": _channels.is_archived.is_(False),
    "mine": _channels.is_archived.is_(False) & _channels.id.in_(_MINE),
    "other": _channels.is_archived.is_(False) & _channels.id.not_in(_MINE),
    "archived": _channels.is_archived.is_(True),
}


# Tools search, and the vendor's Web API lists by name alone.
@operation(Effect.READ, scope="channels:read", doors=(Surface.UI,))
def find(
    ctx: Context,
    *,
    words: Annotated[
        Words, Field(description="Each must occur in the name, topic or purpose.")
    ] = (),
    show: Annotated[
        Literal["all", "mine", "other", "archived"], Field(description="Which of them.")
    ] = "all",
    sort: Order = "name",
    count: Annotated[int, Field(description="How many a page may hold.", ge=1, le=100)] = 25,
    page: PageNumber = 1,
) -> NumberedPage[Channel]:
    """Find channels that the caller may see, a page of them: rows to be read."""
    query = visible(Channel).where(_SHOWN[show], _channels.kind.in_(CHANNELS))
    for word in words:
        columns = (_channels.name, _channels.topic, _channels.purpose)
        query = query.where(or_(*(column.icontains(word, autoescape=True) for column in columns)))
    values = sight_of(ctx)
    return channel_orders.numbered(ctx, query, values, sort=sort, count=count, page=page)
