"""Windows on a channel's log: the messages around a place in it, as a page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import Select, bindparam, or_, select

from workworld.apps.chat.models import Message
from workworld.apps.chat.service import channels
from workworld.apps.chat.types import ChannelId, Ts
from workworld.context import Context, Surface
from workworld.database import constant, plain_rows
from workworld.operations import Effect, operation

LARGEST = 150
"""How many messages a page holds at most; what is far off on the other side is dropped."""
END = "9999999999.999999"
"""Later than every message."""
# Built once: building a statement takes about as long as running it.
_messages = Message.__table__.c
_SHOWN = (
    _messages.channel_id == bindparam("in_channel"),
    or_(_messages.thread_ts.is_(None), _messages.is_broadcast.is_(True)),
)
_BEFORE = constant(
    select(Message.__table__)
    .where(*_SHOWN, _messages.ts < bindparam("first"))
    .order_by(_messages.ts.desc())
    .limit(bindparam("most"))
)
_WITHIN = constant(
    select(Message.__table__)
    .where(*_SHOWN, _messages.ts >= bindparam("first"), _messages.ts <= bindparam("last"))
    .order_by(_messages.ts.desc())
    .limit(bindparam("most"))
)
_AFTER = constant(
    select(Message.__table__)
    .where(*_SHOWN, _messages.ts > bindparam("last"))
    .order_by(_messages.ts)
    .limit(bindparam("most"))
)

Count = Annotated[int, Field(description="How many more to show.", ge=0, le=LARGEST)]


@dataclass(frozen=True, slots=True)
class Window:
    """Consecutive messages of a channel, oldest first."""

    rows: Sequence[Message]
    has_older: bool
    has_newer: bool


@operation(Effect.READ, scope="channels:history", doors=(Surface.UI,))
def show(
    ctx: Context,
    *,
    channel_id: ChannelId,
    first: Annotated[Ts, Field(description="The first that is shown.")] = END,
    last: Annotated[Ts, Field(description="The last that is shown.")] = END,
    older: Count = 0,
    newer: Count = 0,
) -> Window:
    """Read a channel from one message to another, and so many more before and after them.

    Thread replies are left out unless they were also sent to the channel. If there are too many,
    those stay that were asked for: the older ones with ``older``, else the newer ones.
    """
    channel = channels.known(ctx, channel_id)
    bounds = {"in_channel": channel.id, "first": first, "last": last}

    def found(query: Select[Any], most: int) -> list[Message]:
        return plain_rows(ctx.session, Message, query, {**bounds, "most": most})

    before = found(_BEFORE, older + 1)
    within = found(_WITHIN, LARGEST + 1)
    after = found(_AFTER, newer + 1) if last != END else []
    rows = [*before[:older][::-1], *within[::-1], *after[:newer]]
    shown = rows[:LARGEST] if older else rows[-LARGEST:]
    return Window(
        shown,
        has_older=len(before) > older or shown[:1] != rows[:1],
        has_newer=len(after) > newer or shown[-1:] != rows[-1:],
    )
