"""What somebody who writes may mean by the beginning of a name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import exists, select

from workworld.apps.chat.models import Channel, Membership
from workworld.apps.chat.service import (
    channels,
    commands,
    emoji_choices,
    own_emoji,
    usergroups,
)
from workworld.apps.chat.types import ChannelId
from workworld.context import Context, Surface
from workworld.database import rows_of
from workworld.directory import words
from workworld.directory.models import AccountKind, Person
from workworld.directory.sight import known_to
from workworld.emoji import every_emoji
from workworld.operations import Effect, operation
from workworld.permissions import sight_of, visible

MOST = 8
_AUDIENCES = {
    "channel": "Tell everybody in this channel",
    "here": "Tell everybody in this channel who is active",
    "everyone": "Tell everybody in the company",
}
_people, _channels, _memberships = Person.__table__.c, Channel.__table__.c, Membership.__table__.c


@dataclass(frozen=True, slots=True)
class Completion:
    """One thing that may be meant.

    Args:
        text: what is written for it, with its sign.
        title: what it is called.
        hint: what else there is to say of it.
        icon: the name of its icon, if it has no picture of its own.
        person_id: whose picture stands before it.
        emoji: the name of the emoji that it is.
    """

    text: str
    title: str
    hint: str = ""
    icon: str = ""
    person_id: str = ""
    emoji: str = ""


@operation(Effect.READ, scope="channels:read", doors=(Surface.UI,))
def find(
    ctx: Context,
    *,
    channel_id: ChannelId,
    sign: Annotated[Literal["@", "#", ":", "/"], Field(description="What the name begins with.")],
    text: Annotated[str, Field(description="How it goes on.", max_length=80)] = "",
) -> Sequence[Completion]:
    """Find what may be meant by the beginning of a name, the likeliest first.

    Nothing is found that the caller may not see, and nobody whose account is deactivated.
    """
    channel = channels.known(ctx, channel_id)
    found = _FINDERS[sign](ctx, channel, text.lower())
    return tuple(found if sign == "/" else islice(found, MOST))


def _people_named(ctx: Context, channel: Channel, text: str) -> Iterator[Completion]:
    """Those in the channel before those outside, and whoever ``text`` addresses altogether."""
    inside = exists().where(
        _memberships.channel_id == channel.id, _memberships.person_id == _people.id
    )
    found = select(*_people, inside.label("is_inside")).where(_people.is_deactivated.is_(False))
    ranked = words.matching(known_to(ctx, found.order_by(inside.desc())), text).limit(MOST)
    for row in rows_of(ctx.session, ranked, {}):
        marks = [row.title] if row.title else []
        marks += ["bot"] if row.kind == AccountKind.BOT else []
        marks += [] if row.is_inside else ["not in this channel"]
        title = (
            row.display_name if row.display_name == row.name else f"{row.display_name}, {row.name}"
        )
        yield Completion(f"@{row.handle}", title, " · ".join(marks), person_id=row.id)


def _addressed(channel: Channel, text: str) -> Iterator[Completion]:
    for name, hint in _AUDIENCES.items():
        if name.startswith(text) and (name != "everyone" or channel.is_default):
            yield Completion(f"@{name}", f"@{name}", hint, icon="megaphone")


def _groups_named(ctx: Context, text: str) -> Iterator[Completion]:
    for row in usergroups.list(ctx):
        if row.handle.startswith(text) or row.name.lower().startswith(text):
            yield Completion(f"@{row.handle}", f"@{row.handle}", row.name, icon="users")


def _anybody(ctx: Context, channel: Channel, text: str) -> Iterator[Completion]:
    groups = (*_groups_named(ctx, text), *_addressed(channel, text))
    yield from islice(_people_named(ctx, channel, text), MOST - len(groups))
    yield from groups


def _channels_named(ctx: Context, _channel: Channel, text: str) -> Iterator[Completion]:
    """Those whose name begins so come first, the caller's own before others."""
    mine = exists().where(
        _memberships.channel_id == _channels.id, _memberships.person_id == ctx.actor.person_id
    )
    begins = _channels.name.istartswith(text, autoescape=True)
    found = (
        visible(Channel)
        .where(_channels.kind.in_(("public", "private")), _channels.is_archived.is_(False))
        .where(_channels.name.icontains(text, autoescape=True))
        .order_by(begins.desc(), mine.desc(), _channels.name)
        .limit(MOST)
    )
    for row in rows_of(ctx.session, found, sight_of(ctx)):
        icon = "lock" if row.kind == "private" else "hash"
        yield Completion(f"#{row.name}", row.name, row.purpose or row.topic, icon=icon)


def _emoji_named(ctx: Context, _channel: Channel, text: str) -> Iterator[Completion]:
    """Those whose name begins so come first; one that goes by several names is offered once.

    Without a beginning it is what the caller uses most.
    """
    if not text:
        for choice in emoji_choices.frequent(ctx):
            yield Completion(f":{choice.name}:", f":{choice.name}:", emoji=choice.name)
        return
    fits = {emoji.name: name for name, emoji in reversed([*every_emoji().items()]) if text in name}
    fits |= {name: name for name in own_emoji.every(ctx) if text in name}
    for name, fit in sorted(fits.items(), key=lambda pair: _nearness(text, pair[1])):
        yield Completion(f":{name}:", f":{fit}:", emoji=name)


def _nearness(text: str, name: str) -> tuple[bool, int, str]:
    return (not name.startswith(text), len(name), name)


def _commands_named(ctx: Context, channel: Channel, text: str) -> Iterator[Completion]:
    for each in commands.known(ctx, channel):
        if each.name.startswith(text):
            yield Completion(
                f"/{each.name}", f"/{each.name} {each.usage}".strip(), each.says, "command"
            )


_FINDERS: dict[str, Callable[[Context, Channel, str], Iterator[Completion]]] = {
    "@": _anybody,
    "#": _channels_named,
    ":": _emoji_named,
    "/": _commands_named,
}
