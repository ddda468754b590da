"""What the workspace has settled on, and the rules that follow from it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import select

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Message, Settings
from workworld.apps.chat.service import preferences, standing
from workworld.context import Context, Surface
from workworld.database import constant, plain_rows
from workworld.directory import people
from workworld.directory.models import Company, Person
from workworld.errors import Forbidden, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require

_MINUTE_US = 60 * 1_000_000
_PAST = {"edit": "edited", "delete": "deleted"}
_LONGEST_WINDOW = 30 * 24 * 60
Minutes = Annotated[
    int | None,
    Field(
        description="For how many minutes; 0 is never, -1 at any time.", ge=-1, le=_LONGEST_WINDOW
    ),
]
AnyMember = Literal["members", "admins"]
AnyRank = Literal["members", "channel_admins", "admins"]
# Built once: building a statement takes about as long as running it.
_ROW = constant(select(Settings.__table__))


@operation(Effect.READ, scope="team.preferences:read")
def read(ctx: Context) -> Settings:
    """Read what the workspace has settled on: who may do what, and for how long."""
    return of(ctx)


# The vendor changes these on its own pages alone.
@operation(Effect.WRITE, scope="admin.teams:write", doors=(Surface.UI, Surface.MCP))
def change(
    ctx: Context,
    *,
    creating: Annotated[
        AnyMember | None, Field(description="Who creates public channels: members or admins.")
    ] = None,
    managing: Annotated[
        AnyRank | None,
        Field(description="Who renames and archives: members, channel_admins or admins."),
    ] = None,
    inviting: Annotated[
        AnyRank | None,
        Field(description="Who adds people to channels: members, channel_admins or admins."),
    ] = None,
    deleting: Annotated[
        Literal["channel_admins", "admins"] | None,
        Field(description="Who deletes what others wrote: channel_admins or admins."),
    ] = None,
    addressing: Annotated[
        AnyMember | None,
        Field(description="Who may mention everybody in the default channel: members or admins."),
    ] = None,
    emoji: Annotated[
        AnyMember | None,
        Field(description="Who adds emoji of the workspace's own: members or admins."),
    ] = None,
    building: Annotated[
        AnyMember | None, Field(description="Who builds workflows: members or admins.")
    ] = None,
    threshold: Annotated[
        int | None,
        Field(description="From how many members on a page asks first.", ge=2, le=10_000),
    ] = None,
    edit_minutes: Minutes = None,
    delete_minutes: Minutes = None,
    names: Annotated[
        Literal["display", "full"] | None,
        Field(description="What people are called beside messages: display or full names."),
    ] = None,
) -> Settings:
    """Change what the workspace has settled on; whatever is left out stays as it is."""
    company = people.company(ctx.session)
    require(ctx, "chat.settings.change", company)
    row = ctx.session.get_one(Settings, company.id)
    given = {
        "creating": creating,
        "managing": managing,
        "inviting": inviting,
        "deleting": deleting,
        "addressing": addressing,
        "emoji": emoji,
        "building": building,
        "threshold": threshold,
        "names": names,
    }
    wanted = {name: value for name, value in given.items() if value is not None}
    windows = {"edit_minutes": edit_minutes, "delete_minutes": delete_minutes}
    for name, minutes in windows.items():
        if minutes is not None:
            wanted[name] = None if minutes < 0 else minutes  # type: ignore[assignment]
    for name, value in wanted.items():
        setattr(row, name, value)
    ctx.emit("chat.settings_changed", fields=sorted(wanted))
    return row


def of(ctx: Context) -> Settings:
    """The settings: a row to be read, looked up once for each page."""

    def look_up() -> Settings:
        (row,) = plain_rows(ctx.session, Settings, _ROW, {})
        return row

    return ctx.remembered(Settings, look_up)


def called(ctx: Context, person: Person) -> str:
    """What somebody is called beside messages and in them, for readers of pages as they like it."""
    liked = preferences.of(ctx)["names"] if ctx.request.surface is Surface.UI else "workspace"
    names = of(ctx).names if liked == "workspace" else liked
    return person.name if names == "full" else person.display_name


@permits("chat.settings.change", Company)
def _may_change(ctx: Context, _company: Company) -> Refused | None:
    if people.me(ctx).is_admin:
        return None
    return Forbidden("not_an_admin", "Only admins of the workspace change its settings.")


@permits("chat.channels.create", Company)
def _may_create(ctx: Context, _company: Company) -> Refused | None:
    me = people.me(ctx)
    if me.is_guest:
        return Forbidden("user_is_restricted", "Guests do not create channels.")
    return None


@permits("chat.channels.create.public", Company)
def _may_create_public(ctx: Context, company: Company) -> Refused | None:
    if refusal := _may_create(ctx, company):
        return refusal
    if of(ctx).creating == "members" or people.me(ctx).is_admin:
        return None
    said = "Only admins of the workspace create public channels."
    return Forbidden("restricted_action", said)


def require_may_create(ctx: Context, *, is_private: bool) -> None:
    """See to it that the caller may create a channel.

    Raises:
        Forbidden: ``user_is_restricted`` for guests, ``restricted_action``.
    """
    action = "chat.channels.create" if is_private else "chat.channels.create.public"
    require(ctx, action, people.company(ctx.session))


def why_not_entitled(ctx: Context, who: str, to_do: str, channel: Channel) -> Forbidden | None:
    """Why the caller is not among those who may do something with a channel, or None.

    Args:
        ctx: who asks.
        who: ``members``, ``channel_admins`` or ``admins``.
        to_do: what, as in ``Only admins can rename #general.``
        channel: which.
    """
    if who == "members" and not people.me(ctx).is_guest:
        return None
    if people.me(ctx).is_admin or (who == "channel_admins" and standing.is_admin(ctx, channel)):
        return None
    whom = "admins of the workspace" if who == "admins" else "admins"
    return Forbidden("restricted_action", f"Only {whom} can {to_do} #{channel.name}.")


def why_too_late(ctx: Context, message: Message, to_do: str) -> Forbidden | None:
    """Why the caller can no longer edit or delete what they wrote, or None.

    Args:
        ctx: who asks.
        message: their own.
        to_do: ``edit`` or ``delete``.
    """
    minutes: int | None = getattr(of(ctx), f"{to_do}_minutes")
    if minutes is None:
        return None
    code = "edit_window_closed" if to_do == "edit" else "cant_delete_message"
    if minutes == 0:
        return Forbidden(code, f"In this workspace nobody can {to_do} messages.")
    if ctx.clock.now_us() - stamps.microseconds(message.ts) <= minutes * _MINUTE_US:
        return None
    return Forbidden(code, f"Messages can be {_PAST[to_do]} for {in_words(minutes)} only.")


def in_words(minutes: int) -> str:
    """How long so many minutes are."""
    sizes = ((1440, "day"), (60, "hour"), (1, "minute"))
    size, name = next((size, name) for size, name in sizes if minutes % size == 0)
    return f"{minutes // size} {name}{'' if minutes == size else 's'}"
