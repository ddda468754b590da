"""Who of those whom a message calls is away for longer or wants no notices: its writer is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.chat.models import Availability, Message
from workworld.apps.chat.mrkdwn import from_mrkdwn
from workworld.apps.chat.service import channels, dnd, mentions, messages, presence, titles
from workworld.apps.chat.types import ChannelId, Ts
from workworld.context import Context, Surface
from workworld.directory import people
from workworld.directory.models import AccountKind, Person
from workworld.emoji import character_of
from workworld.operations import Effect, operation
from workworld.richtext.nodes import mentioned

_AWAY = ("palm_tree", "face_with_thermometer")
"""Emoji of statuses that say of somebody that they are not at work."""


@dataclass(frozen=True, slots=True)
class Absence:
    """Why somebody may not answer soon."""

    person: Person
    emoji: str
    """The character of their status, or "" for somebody who wants no notices just now."""
    text: str
    """What their status says."""


@operation(Effect.READ, scope="users:read", doors=(Surface.UI,))
def among(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> Sequence[Absence]:
    """Look up who of those whom a message of the caller calls may not answer soon, by name."""
    message = messages.known(ctx, channel_id, ts)
    if message.author_id != ctx.actor.person_id:
        return ()
    called = [row for row in _called(ctx, message) if row.kind == AccountKind.PERSON]
    quiet, said = dnd.quiet_of(ctx, called), presence.said_by(ctx, [row.id for row in called])
    found = (_absence(ctx, row, said.get(row.id), quiet[row.id].is_quiet) for row in called)
    return [each for each in found if each is not None]


def _called(ctx: Context, message: Message) -> list[Person]:
    """The members whom a message mentions; in a direct conversation everybody but its author."""
    inside = {*mentions.members(ctx, message.channel_id)} - {ctx.actor.person_id}
    if not titles.is_direct(channels.known(ctx, message.channel_id)):
        inside &= {*mentioned(from_mrkdwn(message.text))}
    known = people.by_ids(ctx.session, inside).values()
    return sorted(known, key=lambda person: (person.display_name, person.id))


def _absence(
    ctx: Context, person: Person, said: Availability | None, is_quiet: bool
) -> Absence | None:
    emoji, text, _until = presence.status_of(said, ctx.clock.now_us())
    if emoji in _AWAY:
        return Absence(person, character_of(emoji) or "", text)
    return Absence(person, "", "") if is_quiet else None
