"""All channels as those who administer the workspace see them: which there are, not what is said.

Source: https://docs.slack.dev/reference/methods/admin.conversations.search and those beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import func, or_, select, update

from workworld.apps.chat.models import Channel, Message
from workworld.apps.chat.service import channel_orders, channels
from workworld.apps.chat.service.channel_orders import Order
from workworld.apps.chat.types import CHANNELS, ChannelId, ChannelName, Words
from workworld.context import Context, Surface
from workworld.database import given, plain_rows, rows_of
from workworld.directory import people
from workworld.directory.models import Company
from workworld.errors import Conflict, Forbidden, NotFound, Refused
from workworld.operations import Effect, operation
from workworld.paging import NumberedPage, PageNumber
from workworld.permissions import permits, require

Shown = Literal["all", "public", "private", "archived", "default"]
_MOST_DEFAULTS = 100
_channels, _messages = Channel.__table__.c, Message.__table__.c
_SHOWN = {
    "all": _channels.kind.in_(CHANNELS),
    "public": (_channels.kind == "public") & ~_channels.is_archived,
    "private": (_channels.kind == "private") & ~_channels.is_archived,
    "archived": _channels.is_archived.is_(True),
    "default": or_(_channels.is_default, _channels.is_for_newcomers),
}
_LAST = select(_messages.channel_id, func.max(_messages.ts).label("ts")).group_by(
    _messages.channel_id
)


@operation(Effect.READ, scope="admin.conversations:read")
def find(
    ctx: Context,
    *,
    words: Annotated[Words, Field(description="Each must occur in the name.")] = (),
    show: Annotated[Shown, Field(description="Which of them.")] = "all",
    sort: Order = "name",
    count: Annotated[int, Field(description="How many a page may hold.", ge=1, le=100)] = 25,
    page: PageNumber = 1,
) -> NumberedPage[Channel]:
    """Find channels of the whole workspace, private ones too: rows to be read.

    Only admins of the workspace may. What a private channel is about and what is said there is for
    its members alone.
    """
    _require_admin(ctx)
    query = select(Channel.__table__).where(_SHOWN[show], _channels.kind.in_(CHANNELS))
    for word in words:
        query = query.where(_channels.name.icontains(word, autoescape=True))
    return channel_orders.numbered(ctx, query, {}, sort=sort, count=count, page=page)


# Tools and the vendor's API find it by its name.
@operation(Effect.READ, scope="admin.conversations:read", doors=(Surface.UI,))
def info(ctx: Context, *, channel_id: ChannelId) -> Channel:
    """Look up any channel of the workspace, as one of its admins: a row to be read."""
    return _any(ctx, channel_id)


@operation(Effect.WRITE, scope="admin.conversations:write")
def archive(ctx: Context, *, channel_id: ChannelId) -> Channel:
    """Archive any channel of the workspace, as one of its admins."""
    return channels.shut(ctx, _governed(ctx, channel_id, "archive"))


@operation(Effect.WRITE, scope="admin.conversations:write")
def unarchive(ctx: Context, *, channel_id: ChannelId) -> Channel:
    """Open any archived channel of the workspace again, as one of its admins."""
    return channels.reopen(ctx, _governed(ctx, channel_id, "unarchive"))


@operation(Effect.WRITE, scope="admin.conversations:write")
def rename(ctx: Context, *, channel_id: ChannelId, name: ChannelName) -> Channel:
    """Rename any channel of the workspace, as one of its admins. Its id and links stay."""
    return channels.call_anew(ctx, _governed(ctx, channel_id, "rename"), name)


@operation(Effect.WRITE, scope="admin.teams:write")
def set_defaults(
    ctx: Context,
    *,
    channel_ids: Annotated[
        Sequence[ChannelId],
        Field(description="Public channels; nothing for none.", max_length=_MOST_DEFAULTS),
    ],
) -> Sequence[Channel]:
    """Say which channels whoever joins the workspace is let into, besides the default one."""
    require(ctx, "chat.oversight.set_defaults", people.company(ctx.session))
    wanted = [_open_one(ctx, channel_id) for channel_id in dict.fromkeys(channel_ids)]
    ids = [channel.id for channel in wanted if not channel.is_default]
    ctx.session.execute(
        update(Channel).where(_channels.is_for_newcomers).values(is_for_newcomers=False)
    )
    for channel_id in ids:
        ctx.session.get_one(Channel, channel_id).is_for_newcomers = True
    ctx.emit("chat.default_channels_changed", channel_ids=ids)
    return wanted


def last_stamps(ctx: Context, channel_ids: Sequence[str]) -> dict[str, str]:
    """The ``ts`` of the newest message of each of these channels, by channel."""
    query = _LAST.where(_messages.channel_id.in_(given("ids")))
    rows = rows_of(ctx.session, query, {"ids": [*channel_ids]})
    return {row.channel_id: row.ts for row in rows}


def newcomers(ctx: Context) -> Sequence[Channel]:
    """The channels that whoever joins the workspace is let into, by name."""
    is_open = ~_channels.is_archived & (_channels.kind == "public")
    query = select(Channel.__table__).where(_SHOWN["default"], is_open)
    return plain_rows(ctx.session, Channel, query.order_by(_channels.name), {})


def default_ids(ctx: Context) -> Sequence[str]:
    """Ids of the channels that were named besides the default one."""
    query = select(_channels.id).where(_channels.is_for_newcomers).order_by(_channels.name)
    return ctx.session.scalars(query).all()


def _require_admin(ctx: Context) -> None:
    """See to it that the caller administers the workspace: others learn of no channel here."""
    require(ctx, "chat.oversight.find", people.company(ctx.session))


def _governed(ctx: Context, channel_id: str, to_do: str) -> Channel:
    """Any channel as an object, if the caller may do this with it."""
    channel = _any(ctx, channel_id)
    require(ctx, f"chat.oversight.{to_do}", channel)
    return channel


def _any(ctx: Context, channel_id: str) -> Channel:
    _require_admin(ctx)
    channel = ctx.session.get(Channel, channel_id)
    if channel is None or channel.kind not in CHANNELS:
        raise NotFound("channel_not_found", "There is no such channel.")
    return channel


def _open_one(ctx: Context, channel_id: str) -> Channel:
    """A public channel that can be written to.

    Raises:
        Refused: ``channel_not_found``, ``is_archived``, ``method_not_supported_for_channel_type``.
    """
    channel = _any(ctx, channel_id)
    if channel.kind != "public":
        said = f"#{channel.name} is private: nobody is let into it unasked."
        raise Forbidden("method_not_supported_for_channel_type", said)
    if channel.is_archived:
        raise Forbidden("is_archived", f"#{channel.name} is archived.")
    return channel


@permits("chat.oversight.find", Company)
def _may_find(ctx: Context, _company: Company) -> Refused | None:
    if people.me(ctx).is_admin:
        return None
    return Forbidden("not_an_admin", "Only admins of the workspace oversee its channels.")


@permits("chat.oversight.set_defaults", Company)
def _may_set_defaults(ctx: Context, company: Company) -> Refused | None:
    return _may_find(ctx, company)


@permits("chat.oversight.rename", Channel)
def _may_rename(ctx: Context, channel: Channel) -> Refused | None:
    refusal = _may_find(ctx, people.company(ctx.session))
    if refusal is None and channel.is_archived:
        return Forbidden("is_archived", f"#{channel.name} is archived.")
    return refusal


@permits("chat.oversight.archive", Channel)
def _may_archive(ctx: Context, channel: Channel) -> Refused | None:
    refusal = _may_find(ctx, people.company(ctx.session))
    return refusal or channels.why_not_archivable(channel)


@permits("chat.oversight.unarchive", Channel)
def _may_unarchive(ctx: Context, channel: Channel) -> Refused | None:
    refusal = _may_find(ctx, people.company(ctx.session))
    if refusal is None and not channel.is_archived:
        return Conflict("not_archived", f"#{channel.name} is not archived.")
    return refusal
