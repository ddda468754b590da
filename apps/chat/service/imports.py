"""Imports: what was said elsewhere, brought into the workspace in one step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import select

from workworld.apps.chat.models import Channel, Import, Membership
from workworld.apps.chat.service import archives, channels, standing, texts
from workworld.apps.chat.service.archives import Archive, Room, Skipped
from workworld.apps.chat.service.import_messages import Passage, bring
from workworld.apps.chat.service.import_people import Author, authors, make
from workworld.context import Context, Surface
from workworld.database import insert_row, plain_rows
from workworld.directory import people
from workworld.directory.models import Company
from workworld.errors import Forbidden, NotFound, Refused
from workworld.files import files
from workworld.files.types import FileId
from workworld.operations import Effect, operation
from workworld.permissions import permits, require

_MOST_TOLD = 1000
_MOST_LISTED = 100
_LONGEST_NAME = 80
_SECOND = 1_000_000
_imports = Import.__table__.c
NEW, MERGE, SKIP = "new", "merge", "skip"
Prefix = Annotated[str, Field(description="Put before the names of all channels.", max_length=40)]


@dataclass(frozen=True, slots=True)
class Destination:
    """Where the messages of a channel of the archive go."""

    room: Room
    name: str
    """What the channel is called here."""
    way: str
    """``new``, ``merge`` with one that is there, or ``skip``."""
    why: str
    """Why it is left out."""
    channel_id: str
    """Of the one that is there."""
    message_count: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """What an import would do."""

    authors: Sequence[Author]
    destinations: Sequence[Destination]
    skipped: Sequence[Skipped]


# The vendor has imports on its own pages alone.
@operation(Effect.READ, scope="admin.conversations:write", doors=(Surface.UI,))
def preview(ctx: Context, *, file_id: FileId, prefix: Prefix = "") -> Outlook:
    """Say what would come of importing an archive, a file of the caller's.

    Raises:
        Invalid: ``invalid_archive``.
    """
    archive = _archive(ctx, file_id)
    return Outlook(
        [*authors(ctx, archive).values()], _destinations(ctx, archive, prefix), archive.skipped
    )


@operation(Effect.WRITE, scope="admin.conversations:write", doors=(Surface.UI,))
def run(
    ctx: Context,
    *,
    file_id: FileId,
    prefix: Prefix = "",
    leave_out: Annotated[
        Sequence[Annotated[str, Field(max_length=80)]],
        Field(description="Channels of the archive, by name.", max_length=1000),
    ] = (),
) -> Import:
    """Import an archive: people, channels and messages, all of it or, when it is refused, nothing.

    What is here already is left as it is, so a second time changes nothing.
    """
    archive = _archive(ctx, file_id)
    known = authors(ctx, archive)
    found = _destinations(ctx, archive, prefix, leave_out)
    ids = {source_id: make(ctx, author) for source_id, author in known.items()}
    made = {each.room.name: _channel(ctx, each, ids) for each in found if each.way != SKIP}
    rooms = {
        str(each.room.shape.get("id", "")): made[each.room.name].id
        for each in found
        if each.way != SKIP
    }
    skipped = [*archive.skipped]
    skipped += [Skipped(each.name, each.why) for each in found if each.way == SKIP]
    counts = {
        "new people": sum(not author.person_id for author in known.values()),
        "known people": sum(bool(author.person_id) for author in known.values()),
        "new channels": sum(each.way == NEW for each in found),
        "merged channels": sum(each.way == MERGE for each in found),
    }
    passages = [Passage(name, ids, rooms) for name in made]
    for passage in passages:
        bring(ctx, made[passage.folder], archive.messages[passage.folder], passage)
        skipped += passage.skipped
    counts |= {
        "messages": sum(each.messages for each in passages),
        "reactions": sum(each.reactions for each in passages),
        "messages that were here": sum(each.known for each in passages),
        "left out": len(skipped),
    }
    _close(ctx, found, made)
    return _noted(ctx, file_id, counts, skipped)


@operation(Effect.READ, scope="admin.conversations:read", doors=(Surface.UI,))
def list(ctx: Context) -> Sequence[Import]:
    """List what was imported, the newest first: rows to be read. Admins of the workspace may."""
    require(ctx, "chat.imports.run", people.company(ctx.session))
    query = select(Import.__table__).order_by(_imports.created.desc(), _imports.id)
    return plain_rows(ctx.session, Import, query.limit(_MOST_LISTED), {})


@operation(Effect.READ, scope="admin.conversations:read", doors=(Surface.UI,))
def info(
    ctx: Context,
    *,
    import_id: Annotated[str, Field(description="Id of an import.", min_length=1, max_length=64)],
) -> Import:
    """Look up what came of an import.

    Raises:
        NotFound: ``import_not_found``.
    """
    require(ctx, "chat.imports.run", people.company(ctx.session))
    row = ctx.session.get(Import, import_id)
    if row is None:
        raise NotFound("import_not_found", "There is no such import.")
    return row


@permits("chat.imports.run", Company)
def _may_import(ctx: Context, _company: Company) -> Refused | None:
    if people.me(ctx).is_admin:
        return None
    return Forbidden("not_an_admin", "Only admins of the workspace import messages.")


def _archive(ctx: Context, file_id: str) -> Archive:
    require(ctx, "chat.imports.run", people.company(ctx.session))
    file = files.known(ctx, file_id)
    if file.uploader_id != ctx.actor.person_id:
        raise NotFound("file_not_found", "There is no such file of yours.")
    return archives.opened(files.content_of(ctx.session, file))


def _destinations(
    ctx: Context, archive: Archive, prefix: str, leave_out: Sequence[str] = ()
) -> Sequence[Destination]:
    """Where each channel goes, by name; one whose name occurs twice goes there once."""
    found = {
        room.name: _destination(ctx, archive, room, f"{prefix}{room.name}"[:_LONGEST_NAME])
        for room in archive.rooms
    }
    return [
        Destination(each.room, each.name, SKIP, "It was not wanted.", "", each.message_count)
        if name in leave_out and each.way != SKIP
        else each
        for name, each in sorted(found.items())
    ]


def _destination(ctx: Context, archive: Archive, room: Room, name: str) -> Destination:
    count = len(archive.messages[room.name])
    try:
        texts.require_good_name(name)
    except Refused as refused:
        return Destination(room, name, SKIP, refused.message, "", count)
    channel = ctx.session.scalar(select(Channel).where(Channel.name == name))
    if channel is None:
        return Destination(room, name, NEW, "", "", count)
    why = ""
    if channel.id not in channels.visible_names(ctx, [channel.id]):
        why = "There is a channel of this name that you are not in."
    elif channel.is_archived:
        why = "There is a channel of this name, and it is archived."
    elif room.is_private and channel.kind == "public":
        why = "There is a public channel of this name, and this one was private."
    way = SKIP if why else MERGE
    return Destination(room, name, way, why, channel.id, count)


def _channel(ctx: Context, to: Destination, ids: Mapping[str, str]) -> Channel:
    """The channel that is there, or a new one with the members that it had."""
    if to.way == MERGE:
        return ctx.session.get_one(Channel, to.channel_id)
    shape = to.room.shape
    me = ctx.actor.person_id
    creator = ids.get(str(shape.get("creator", "")), me)
    created = shape.get("created")
    now = ctx.clock.now_us() // _SECOND
    channel = Channel(
        id=ctx.ids.next_id("C"),
        name=to.name,
        kind="private" if to.room.is_private else "public",
        topic=_said(shape.get("topic")),
        purpose=_said(shape.get("purpose")),
        created=created if isinstance(created, int) and 0 < created <= now else now,
        creator_id=creator,
    )
    insert_row(ctx.session, channel)
    inside = {ids[member] for member in _texts(shape.get("members")) if member in ids}
    runs = creator if creator in inside else me
    for person_id in sorted(inside | {runs}):
        role = standing.ADMIN if person_id in (runs, me) else standing.MEMBER
        row = Membership(channel_id=channel.id, person_id=person_id, role=role, joined=now)
        insert_row(ctx.session, row)
        ctx.touch(f"chat.sidebar:{person_id}")
    if channel.kind == "public":
        ctx.touch("chat.channels:public")
    return ctx.session.get_one(Channel, channel.id)


def _texts(said: Any) -> Sequence[str]:
    return [str(each) for each in said] if isinstance(said, Sequence) else []


def _said(shape: Any) -> str:
    value = shape.get("value") if isinstance(shape, Mapping) else ""
    try:
        return texts.good_topic(str(value or ""), "topic")
    except Refused:
        return ""


def _close(ctx: Context, found: Sequence[Destination], made: Mapping[str, Channel]) -> None:
    """New channels that were archived are so here, and pages of all of them are told."""
    for each in found:
        if each.way == NEW and each.room.shape.get("is_archived") is True:
            made[each.room.name].is_archived = True
    ctx.touch(*(f"chat.channel:{channel.id}" for channel in made.values()))


def _noted(
    ctx: Context, file_id: str, counts: Mapping[str, int], skipped: Sequence[Skipped]
) -> Import:
    row = Import(
        id=ctx.ids.next_id("Im"),
        person_id=ctx.actor.person_id,
        name=files.known(ctx, file_id).name,
        created=ctx.clock.now_us() // _SECOND,
        counts=dict(counts),
        skipped=[[each.where, each.why] for each in skipped[:_MOST_TOLD]],
    )
    insert_row(ctx.session, row)
    ctx.emit("chat.messages_imported", import_id=row.id)
    return row
