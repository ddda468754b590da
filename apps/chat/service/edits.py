"""Edits: what somebody makes of a message that stands already.

Two may edit one message at a time, as in two windows. A page says which state of it an edit began
from, and what somebody typed and did not save is kept with that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import bindparam, select

from workworld.apps.chat.models import Message, UnfinishedEdit
from workworld.apps.chat.service import messages
from workworld.apps.chat.types import ChannelId, Ts
from workworld.context import Context, Surface
from workworld.database import constant, rows_of
from workworld.operations import Effect, operation
from workworld.permissions import can

_LONGEST_KEPT = 100_000
_kept = UnfinishedEdit.__table__.c
_MINE = constant(
    select(_kept.ts).where(
        _kept.person_id == bindparam("whose"),
        _kept.channel_id == bindparam("in_channel"),
    )
)


@operation(Effect.HOUSEKEEPING, scope="chat:write", doors=(Surface.UI,))
def keep(
    ctx: Context,
    *,
    channel_id: ChannelId,
    ts: Ts,
    text: Annotated[
        str, Field(description="As typed; empty forgets it.", max_length=_LONGEST_KEPT)
    ],
    seen: Annotated[str, Field(description="Its last edit as the caller began.", max_length=20)],
) -> bool:
    """Keep what the caller makes of a message, unasked; whether it was, if they may edit it."""
    message = messages.known(ctx, channel_id, ts)
    row = ctx.session.get(UnfinishedEdit, (ctx.actor.person_id, message.channel_id, ts))
    if not text.strip():
        if row is not None:
            ctx.session.delete(row)
        return True
    if not can(ctx, "chat.messages.edit", message):
        return False
    if row is None:
        row = UnfinishedEdit(person_id=ctx.actor.person_id, channel_id=message.channel_id, ts=ts)
        ctx.session.add(row)
    row.text, row.seen = text, seen
    return True


def of(ctx: Context, message: Message) -> UnfinishedEdit | None:
    """What the caller has made of a message and not saved."""
    key = (ctx.actor.person_id, message.channel_id, message.ts)
    return ctx.session.get(UnfinishedEdit, key)


def among(ctx: Context, rows: Sequence[Message]) -> frozenset[str]:
    """Of which of one channel's messages the caller has an edit that is not saved."""
    values = {"whose": ctx.actor.person_id, "in_channel": rows[0].channel_id}
    return frozenset(row.ts for row in rows_of(ctx.session, _MINE, values))
