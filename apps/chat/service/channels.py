"""Channels: which there are, and who may see and use them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import ColumnElement, and_, bindparam, exists, func, or_, select

from workworld.apps.chat import mrkdwn
from workworld.apps.chat.models import Channel, Membership
from workworld.apps.chat.service import entries, log, settings, standing, texts, titles, users
from workworld.apps.chat.types import (
    ChannelId,
    ChannelKind,
    ChannelName,
    Cursor,
    PageSize,
    Topic,
    UserId,
    UserIds,
    Words,
)
from workworld.context import Context, Surface
from workworld.database import constant, insert_row, plain_rows
from workworld.directory import people
from workworld.directory.models import GUESTS, Person
from workworld.errors import Conflict, Forbidden, NotFound, Refused
from workworld.operations import Effect, operation
from workworld.paging import Page, decode_cursor, page_of
from workworld.permissions import VIEWER, permits, require, seen, sees, sight_of, visible
from workworld.topics import is_own, listens

_SECOND = 1_000_000
# Built once: building a statement takes about as long as running it.
_WANTED: ColumnElement[str] = bindparam("wanted")
# By columns of the tables, since rows that are only read need no objects.
_channels, _memberships = Channel.__table__.c, Membership.__table__.c
_people = Person.__table__.c


def _has_member(person: ColumnElement[str] | str) -> ColumnElement[bool]:
    return exists().where(_memberships.channel_id == _channels.id, _memberships.person_id == person)


@sees(Channel)
def _sight() -> ColumnElement[bool]:
    inside = _has_member(VIEWER)
    return or_(and_(_channels.kind == "public", ~_is_guest()), inside)


def _is_guest() -> ColumnElement[bool]:
    """Whether the viewer is from elsewhere, and sees only what they are in."""
    guests = or_(*(_people.role == role for role in GUESTS))
    return exists().where(_people.id == VIEWER, guests)


@listens("chat.channel")
def _hears(ctx: Context, channel_id: str) -> bool:
    return seen(ctx, Channel, channel_id) is not None


@listens("chat.thread")
def _hears_thread(ctx: Context, name: str) -> bool:
    return _hears(ctx, name.partition(":")[0])


listens("chat.sidebar")(is_own)


@listens("chat.channels")
def _concerns_all(_ctx: Context, kind: str) -> bool:
    return kind == "public"


_VISIBLE = visible(Channel)
_BY_NAME = constant(_VISIBLE.where(_channels.name == _WANTED))


@operation(Effect.READ, scope="channels:read")
def list(
    ctx: Context,
    *,
    kinds: Annotated[Sequence[ChannelKind], Field(description="Which kinds to list.")] = (
        "public",
    ),
    member_id: Annotated[
        UserId | None, Field(description="Only channels that this person is in.")
    ] = None,
    exclude_archived: Annotated[bool, Field(description="Leave archived channels out.")] = False,
    words: Annotated[
        Words, Field(description="Each must occur in the name, topic or purpose.")
    ] = (),
    name_prefix: Annotated[str, Field(description="How the name begins.", max_length=80)] = "",
    limit: PageSize = 100,
    cursor: Cursor = "",
) -> Page[Channel]:
    """List the channels that the caller may see, by name; direct conversations come first.

    Private channels and direct conversations are listed only to their members.
    """
    query = _VISIBLE.where(_channels.kind.in_(kinds))
    if member_id is not None:
        member = users.known(ctx, member_id)
        query = query.where(_has_member(member.id))
    if exclude_archived:
        query = query.where(_channels.is_archived.is_(False))
    for word in words:
        columns = (_channels.name, _channels.topic, _channels.purpose)
        query = query.where(or_(*(column.icontains(word, autoescape=True) for column in columns)))
    if name_prefix:
        query = query.where(_channels.name.istartswith(name_prefix, autoescape=True))
    listing = f"channels {member_id}"
    if cursor:
        query = query.where(decode_cursor(listing, cursor) < _channels.name)
    page = query.order_by(_channels.name).limit(limit + 1)
    rows = plain_rows(ctx.session, Channel, page, sight_of(ctx))
    return page_of(rows, limit, listing, lambda channel: channel.name)


@operation(Effect.READ, scope="channels:read")
def info(ctx: Context, *, channel_id: ChannelId) -> Channel:
    """Look one channel up.

    A private channel one is not in is ``channel_not_found``, as if it did not exist.
    """
    return known(ctx, channel_id)


# Whoever calls the Web API or a tool learns it by trying.
@operation(Effect.READ, scope="channels:manage", doors=(Surface.UI,))
def check_name(ctx: Context, *, name: ChannelName) -> str:
    """Say why a new channel cannot have a name; nothing if it can."""
    try:
        texts.require_good_name(name)
        _require_free(ctx, name)
    except Refused as refused:
        return refused.message
    return ""


@operation(Effect.WRITE, scope="channels:manage")
def create(
    ctx: Context,
    *,
    name: ChannelName,
    is_private: Annotated[bool, Field(description="Whether only members see it.")] = False,
    user_ids: Annotated[UserIds, Field(description="Others who shall be in it.")] = (),
) -> Channel:
    """Create a channel; the caller is in it, as its admin."""
    settings.require_may_create(ctx, is_private=is_private)
    texts.require_good_name(name)
    _require_free(ctx, name)
    channel = Channel(
        id=ctx.ids.next_id("C"),
        name=name,
        kind="private" if is_private else "public",
        created=ctx.clock.now_us() // _SECOND,
        creator_id=ctx.actor.person_id,
    )
    insert_row(ctx.session, channel)
    entries.let_in(ctx, channel, channel.creator_id, role=standing.ADMIN)
    entries.let_all_in(ctx, channel, user_ids)
    _tell(ctx, "chat.channel_created", channel)
    return known(ctx, channel.id)


@operation(Effect.WRITE, scope="channels:manage")
def rename(ctx: Context, *, channel_id: ChannelId, name: ChannelName) -> Channel:
    """Rename a channel. Its id and links stay."""
    return call_anew(ctx, _changeable(ctx, channel_id, "chat.channels.rename"), name)


def call_anew(ctx: Context, channel: Channel, name: str) -> Channel:
    """Give a channel another name, which is written down in it.

    Raises:
        Refused: ``invalid_name_…``, ``name_taken``.
    """
    texts.require_good_name(name)
    if name != channel.name:
        _require_free(ctx, name)
        former, channel.name = channel.name, name
        said = f'has renamed the channel from "{former}" to "{name}"'
        log.note(ctx, channel, "channel_name", said)
        _tell(ctx, "chat.channel_renamed", channel)
    return channel


@operation(Effect.WRITE, scope="channels:write.topic")
def set_topic(ctx: Context, *, channel_id: ChannelId, topic: Topic) -> Channel:
    """Say what a channel is about just now."""
    return _describe(ctx, channel_id, "topic", topic)


@operation(Effect.WRITE, scope="channels:write.topic")
def set_purpose(ctx: Context, *, channel_id: ChannelId, purpose: Topic) -> Channel:
    """Say what a channel is for."""
    return _describe(ctx, channel_id, "purpose", purpose)


@operation(Effect.WRITE, scope="channels:manage")
def archive(ctx: Context, *, channel_id: ChannelId) -> Channel:
    """Archive a channel: it can be read and searched, but not written to."""
    return shut(ctx, _changeable(ctx, channel_id, "chat.channels.archive"))


def shut(ctx: Context, channel: Channel) -> Channel:
    """Archive a channel, which is written down in it."""
    channel.is_archived = True
    log.note(ctx, channel, "channel_archive", "archived the channel")
    _tell(ctx, "chat.channel_archived", channel)
    return channel


@operation(Effect.WRITE, scope="channels:manage")
def unarchive(ctx: Context, *, channel_id: ChannelId) -> Channel:
    """Open an archived channel again, with the members that it had."""
    return reopen(ctx, _changeable(ctx, channel_id, "chat.channels.unarchive"))


def reopen(ctx: Context, channel: Channel) -> Channel:
    """Open an archived channel, which is written down in it."""
    channel.is_archived = False
    log.note(ctx, channel, "channel_unarchive", "un-archived the channel")
    _tell(ctx, "chat.channel_unarchived", channel)
    return channel


@operation(Effect.WRITE, scope="admin.conversations:write")
def make_private(ctx: Context, *, channel_id: ChannelId) -> Channel:
    """Make a public channel private, for good: only its members go on seeing it."""
    channel = _changeable(ctx, channel_id, "chat.channels.make_private")
    log.note(ctx, channel, "channel_convert_to_private", "made the channel private")
    channel.kind = "private"
    _tell(ctx, "chat.channel_changed", channel)
    return channel


def known(ctx: Context, channel_id: str) -> Channel:
    """The channel of this id, if the caller may see it: a row to be read.

    Raises:
        NotFound: ``channel_not_found``, for an unknown and a hidden channel alike.
    """
    return _found(seen(ctx, Channel, channel_id))


def named(ctx: Context, name: str) -> Channel:
    """The channel of this name, if the caller may see it: a row to be read.

    Raises:
        NotFound: ``channel_not_found``, for an unknown and a hidden channel alike.
    """
    values = sight_of(ctx) | {"wanted": name}
    rows = plain_rows(ctx.session, Channel, _BY_NAME, values)
    return _found(rows[0] if rows else None)


def _found(channel: Channel | None) -> Channel:
    if channel is None:
        raise NotFound("channel_not_found", "There is no such channel that you can see.")
    return channel


def visible_names(ctx: Context, channel_ids: Sequence[str]) -> dict[str, str]:
    """What the caller calls those of these conversations that they may see, by id."""
    query = _VISIBLE.where(_channels.id.in_(channel_ids))
    found = plain_rows(ctx.session, Channel, query, sight_of(ctx))
    return titles.titles(ctx, found)


def visible_labels(ctx: Context, channel_ids: Sequence[str]) -> dict[str, str]:
    """The same, with ``#`` before the names of channels."""
    query = _VISIBLE.where(_channels.id.in_(channel_ids))
    found = plain_rows(ctx.session, Channel, query, sight_of(ctx))
    return {channel.id: titles.label(ctx, channel) for channel in found}


def member_counts(ctx: Context, channel_ids: Sequence[str]) -> dict[str, int]:
    """How many people are in each of these channels."""
    query = (
        select(Membership.channel_id, func.count())
        .where(Membership.channel_id.in_(channel_ids))
        .group_by(Membership.channel_id)
    )
    return dict(ctx.session.execute(query).all())


def joined(ctx: Context, channel_ids: Sequence[str]) -> frozenset[str]:
    """Which of these channels the caller is in."""
    query = select(Membership.channel_id).where(
        Membership.channel_id.in_(channel_ids), Membership.person_id == ctx.actor.person_id
    )
    return frozenset(ctx.session.scalars(query))


@permits("chat.channels.rename", Channel)
def _may_rename(ctx: Context, channel: Channel) -> Refused | None:
    if refusal := _why_unchangeable(ctx, channel, "rename it"):
        return refusal
    who = settings.of(ctx).managing
    refusal = settings.why_not_entitled(ctx, who, "rename", channel)
    return Forbidden("not_authorized", refusal.message) if refusal else None


@permits("chat.channels.set_topic", Channel)
def _may_set_topic(ctx: Context, channel: Channel) -> Refused | None:
    return _why_unchangeable(ctx, channel, "set its topic")


@permits("chat.channels.set_purpose", Channel)
def _may_set_purpose(ctx: Context, channel: Channel) -> Refused | None:
    return _why_unchangeable(ctx, channel, "set its purpose")


@permits("chat.channels.archive", Channel)
def _may_archive(ctx: Context, channel: Channel) -> Refused | None:
    return why_not_archivable(channel) or _why_not_in_charge(ctx, channel, "archive")


def why_not_archivable(channel: Channel) -> Refused | None:
    """Why nobody can archive the channel, or None."""
    if refusal := standing.why_direct(channel):
        return refusal
    if channel.is_archived:
        return Conflict("already_archived", f"#{channel.name} is archived already.")
    if channel.is_default:
        return Forbidden("cant_archive_general", f"#{channel.name} cannot be archived.")
    return None


@permits("chat.channels.make_private", Channel)
def _may_make_private(ctx: Context, channel: Channel) -> Refused | None:
    if channel.kind != "public":
        said = "Only public channels can be made private."
        return Forbidden("method_not_supported_for_channel_type", said)
    if channel.is_default:
        return Forbidden("default_org_wide_channel", f"#{channel.name} is open to everybody.")
    refusal = standing.why_read_only(channel)
    if refusal is None and not people.me(ctx).is_admin:
        refusal = standing.why_outside(ctx, channel, "make it private")
    return refusal or settings.why_not_entitled(ctx, "channel_admins", "make private", channel)


@permits("chat.channels.unarchive", Channel)
def _may_unarchive(ctx: Context, channel: Channel) -> Refused | None:
    if refusal := standing.why_direct(channel):
        return refusal
    if not channel.is_archived:
        return Conflict("not_archived", f"#{channel.name} is not archived.")
    return _why_not_in_charge(ctx, channel, "un-archive")


def _why_unchangeable(ctx: Context, channel: Channel, to_do: str) -> Refused | None:
    if refusal := standing.why_direct(channel) or standing.why_read_only(channel):
        return refusal
    return standing.why_outside(ctx, channel, to_do)


def _why_not_in_charge(ctx: Context, channel: Channel, to_do: str) -> Refused | None:
    who = settings.of(ctx).managing
    outside = None if people.me(ctx).is_admin else standing.why_outside(ctx, channel, to_do)
    return settings.why_not_entitled(ctx, who, to_do, channel) or outside


def _changeable(ctx: Context, channel_id: str, action: str) -> Channel:
    """The channel as an object, if the caller may do this with it."""
    require(ctx, action, known(ctx, channel_id))
    return ctx.session.get_one(Channel, channel_id)


def _require_free(ctx: Context, name: str) -> None:
    """No two channels have one name, archived and hidden ones included."""
    taken = select(_channels.id).where(_channels.name == name)
    if ctx.session.scalar(taken) is not None:
        raise Conflict("name_taken", "There is a channel of this name already.")


def _describe(ctx: Context, channel_id: str, what: str, text: str) -> Channel:
    """Set a channel's ``topic`` or ``purpose``, and who did so when."""
    channel = _changeable(ctx, channel_id, f"chat.channels.set_{what}")
    text = texts.good_topic(text, what)
    if text != getattr(channel, what):
        setattr(channel, what, text)
        setattr(channel, f"{what}_by", ctx.actor.person_id)
        setattr(channel, f"{what}_set", ctx.clock.now_us() // _SECOND)
        said = f"set the channel {what}: {mrkdwn.from_plain(text)}"
        log.note(ctx, channel, f"channel_{what}", said if text else f"cleared the channel {what}")
        _tell(ctx, "chat.channel_changed", channel)
    return channel


def _tell(ctx: Context, kind: str, channel: Channel) -> None:
    ctx.emit(kind, channel_id=channel.id, name=channel.name, kind_of=channel.kind)
