"""The files below messages: whoever sees a message sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, bindparam, delete, select

from workworld.apps.chat.models import Channel, Message, MessageFile
from workworld.context import Context, Event
from workworld.database import constant, given, insert_row, plain_rows
from workworld.errors import NotFound
from workworld.events import on
from workworld.files.files import attaches
from workworld.files.models import File
from workworld.permissions import sight_of, visible

_attached = MessageFile.__table__.c
_BELOW = constant(
    select(MessageFile.__table__)
    .where(
        _attached.channel_id == bindparam("in_channel"),
        _attached.ts.in_(given("stamps")),
    )
    .order_by(_attached.ts, _attached.position)
)
_FILES = constant(select(File.__table__).where(File.__table__.c.id.in_(given("ids"))))


@attaches("chat")
def _of_visible_messages() -> Select[Any]:
    in_sight = visible(Channel).with_only_columns(Channel.__table__.c.id)
    return select(_attached.file_id).where(_attached.channel_id.in_(in_sight))


def attach(ctx: Context, message: Message, file_ids: Sequence[str]) -> None:
    """Show files of the caller below a message.

    Raises:
        NotFound: ``file_not_found``: not uploaded by the caller.
    """
    for position, file_id in enumerate(dict.fromkeys(file_ids)):
        file = ctx.session.get(File, file_id)
        if file is None or file.uploader_id != ctx.actor.person_id:
            raise NotFound("file_not_found", "There is no such file of yours.")
        row = MessageFile(
            channel_id=message.channel_id, ts=message.ts, position=position, file_id=file_id
        )
        insert_row(ctx.session, row)


def below(ctx: Context, rows: Sequence[Message]) -> dict[str, tuple[File, ...]]:
    """The files below messages of one channel, by the message's ts: rows to be read."""
    if not rows:
        return {}
    values = {"in_channel": rows[0].channel_id, "stamps": [row.ts for row in rows]}
    attached = plain_rows(ctx.session, MessageFile, _BELOW, values)
    if not attached:
        return {}
    ids = {"ids": sorted({row.file_id for row in attached})}
    files = {file.id: file for file in plain_rows(ctx.session, File, _FILES, ids)}
    found: dict[str, tuple[File, ...]] = {}
    for row in attached:
        found[row.ts] = (*found.get(row.ts, ()), files[row.file_id])
    return found


def places(ctx: Context, file_ids: Sequence[str]) -> dict[str, tuple[MessageFile, ...]]:
    """Where files are shown that the caller may see, oldest first, by the file's id."""
    in_sight = visible(Channel).with_only_columns(Channel.__table__.c.id)
    query = (
        select(MessageFile.__table__)
        .where(_attached.file_id.in_(file_ids), _attached.channel_id.in_(in_sight))
        .order_by(_attached.ts, _attached.channel_id)
    )
    found: dict[str, tuple[MessageFile, ...]] = {}
    for row in plain_rows(ctx.session, MessageFile, query, sight_of(ctx)):
        found[row.file_id] = (*found.get(row.file_id, ()), row)
    return found


@on("chat.message_deleted")
def _forget(ctx: Context, event: Event) -> None:
    """A deleted parent leaves a note in its place, and no files below it."""
    channel_id, ts = event.facts["channel_id"], event.facts["ts"]
    gone = (MessageFile.channel_id == channel_id, MessageFile.ts == ts)
    ctx.session.execute(delete(MessageFile).where(*gone))
