"""How pressing messages are, and whether their authors ask people to acknowledge them.

Both are said before a message is posted to a conversation, and never changed: as Mattermost has it,
https://docs.mattermost.com/end-user-guide/collaborate/message-priority.html. Slack has neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, Field
from sqlalchemy import bindparam, delete, select

from workworld.apps.chat.models import (
    Acknowledgement,
    Message,
    MessagePriority,
    ScheduledMessage,
)
from workworld.context import Context, Event
from workworld.database import constant, given, insert_row, plain_rows
from workworld.errors import Invalid
from workworld.events import on
from workworld.shapes import CLOSED

URGENT = "urgent"
_priorities = MessagePriority.__table__.c
_AMONG = constant(
    select(MessagePriority.__table__).where(
        _priorities.channel_id == bindparam("in_channel"), _priorities.ts.in_(given("stamps"))
    )
)


class Priority(BaseModel):
    """What an author says of a message beside its text."""

    model_config = CLOSED

    level: Literal["standard", "important", "urgent"] = "standard"
    asks_for_acknowledgement: bool = False

    @property
    def is_usual(self) -> bool:
        """Whether it says nothing that an ordinary message does not."""
        return self.level == "standard" and not self.asks_for_acknowledgement


Given = Annotated[
    Priority | None,
    Field(description="How pressing it is, and whether people are asked to acknowledge it."),
]


def of(row: ScheduledMessage) -> Priority:
    """What was said of a message that waits for its time."""
    values = {"level": row.level, "asks_for_acknowledgement": row.asks_for_acknowledgement}
    return Priority.model_validate(values)


def require_not_in_thread(priority: Priority | None, thread_ts: str | None) -> None:
    """See to it that only what begins a thread is pressing.

    Raises:
        Invalid: ``invalid_arguments``: it is a reply.
    """
    if priority is not None and not priority.is_usual and thread_ts is not None:
        raise Invalid("invalid_arguments", "A reply in a thread has no priority of its own.")


def keep(ctx: Context, message: Message, priority: Priority | None) -> None:
    """Keep what was said of a message that is being posted."""
    if priority is None or priority.is_usual:
        return
    row = MessagePriority(channel_id=message.channel_id, ts=message.ts, **priority.model_dump())
    insert_row(ctx.session, row)


def among(ctx: Context, channel_id: str, stamps: Sequence[str]) -> dict[str, MessagePriority]:
    """What was said of these messages of a channel, by ts; ordinary ones are left out."""
    values = {"in_channel": channel_id, "stamps": [*stamps]}
    return {row.ts: row for row in plain_rows(ctx.session, MessagePriority, _AMONG, values)}


def is_urgent(ctx: Context, channel_id: str, ts: str) -> bool:
    """Whether a message is urgent."""
    row = among(ctx, channel_id, [ts]).get(ts)
    return row is not None and row.level == URGENT


@on("chat.message_deleted")
def forget(ctx: Context, event: Event) -> None:
    """A message that is gone, with or without a note in its place, presses nobody."""
    for model in (Acknowledgement, MessagePriority):
        here = (model.channel_id == event.facts["channel_id"], model.ts == event.facts["ts"])
        ctx.session.execute(delete(model).where(*here))
