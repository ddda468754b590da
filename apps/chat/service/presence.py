"""Who is there: by their working hours in their own zone, unless they said otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.apps.chat.models import Availability, Membership
from workworld.apps.chat.service import users
from workworld.apps.chat.types import UserId
from workworld.context import Context
from workworld.database import constant, given, plain_rows
from workworld.directory import people
from workworld.directory.models import AccountKind, Person
from workworld.errors import Invalid
from workworld.operations import Effect, operation
from workworld.randomness import digest

AUTO, AWAY = "auto", "away"
_SECOND = 1_000_000
_BEGINS, _ENDS = 8 * 60 + 30, 17 * 60 + 30
"""Minutes of a day; everybody comes and goes up to half an hour later."""
_SLOT_MINUTES = 30
_PAUSES = 32
"""How many of 256 half hours somebody spends away from their desk."""
_said = Availability.__table__.c
_BY_IDS = constant(select(Availability.__table__).where(_said.person_id.in_(given("ids"))))


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether somebody is there, and what they say of it."""

    is_active: bool
    emoji: str = ""
    """The name of their status's emoji."""
    text: str = ""
    until: int | None = None
    """When the status ends, as Unix time in seconds."""
    is_snoozing: bool = False
    """Whether they want no notices just now."""


@operation(Effect.READ, scope="users:read")
def get(ctx: Context, *, user_id: UserId) -> Presence:
    """Look up whether somebody is active."""
    person = users.known(ctx, user_id)
    return presence_of(ctx, [person.id])[person.id]


@operation(Effect.WRITE, scope="users:write")
def set(
    ctx: Context,
    *,
    presence: Annotated[str, Field(description="away, or auto to go by working hours.")],
) -> None:
    """Set oneself away, or let it go by working hours again."""
    if presence not in (AUTO, AWAY):
        raise Invalid("invalid_presence", "Presence is auto or away.")
    said_by_me(ctx).is_away = presence == AWAY
    tell(ctx)


def presence_of(ctx: Context, person_ids: Iterable[str]) -> dict[str, Presence]:
    """Whether these people are there, by id; the caller is, unless they set themselves away."""
    known = people.by_ids(ctx.session, person_ids)
    said = said_by(ctx, known)
    return {person.id: _presence(ctx, person, said.get(person.id)) for person in known.values()}


def present(ctx: Context, person_ids: Iterable[str]) -> list[str]:
    """Those of these people who are there, in order."""
    there = presence_of(ctx, person_ids)
    return [who for who in sorted(there) if there[who].is_active]


def said_by(ctx: Context, person_ids: Iterable[str]) -> Mapping[str, Availability]:
    """What these people said of themselves, by id: rows to be read. Most say nothing."""
    rows = plain_rows(ctx.session, Availability, _BY_IDS, {"ids": sorted(person_ids)})
    return {row.person_id: row for row in rows}


def said_by_me(ctx: Context) -> Availability:
    """What the caller says of themselves: a row to be changed."""
    row = ctx.session.get(Availability, ctx.actor.person_id)
    if row is None:
        row = Availability(person_id=ctx.actor.person_id)
        ctx.session.add(row)
        ctx.session.flush()  # so that it has what is usual
    return row


def tell(ctx: Context) -> None:
    """Let the pages know that show the caller."""
    mine = select(Membership.channel_id).where(Membership.person_id == ctx.actor.person_id)
    found = ctx.session.scalars(mine.order_by(Membership.channel_id))
    ctx.touch(
        f"chat.sidebar:{ctx.actor.person_id}",
        people.topic_of(ctx.actor.person_id),
        *(f"chat.channel:{channel_id}" for channel_id in found),
    )


def status_of(said: Availability | None, now_us: int) -> tuple[str, str, int | None]:
    """Emoji by name, text and end of a status that has not ended yet; empty without one."""
    if said is None or (said.status_until and said.status_until * _SECOND <= now_us):
        return "", "", None
    return said.status_emoji, said.status_text, said.status_until


def _presence(ctx: Context, person: Person, said: Availability | None) -> Presence:
    now_us = ctx.clock.now_us()
    emoji, text, until = status_of(said, now_us)
    is_snoozing = bool(said and said.snoozed_until and said.snoozed_until * _SECOND > now_us)
    is_away = said is not None and said.is_away
    is_active = not is_away and _is_there(ctx, person)
    return Presence(is_active, emoji, text, until, is_snoozing)


def _is_there(ctx: Context, person: Person) -> bool:
    if person.is_deactivated:
        return False
    if person.kind == AccountKind.BOT or person.id == ctx.actor.person_id:
        return True
    return _is_at_work(person.id, ctx.clock.now().astimezone(people.zone_of(person)))


def _is_at_work(person_id: str, local: datetime) -> bool:
    """Working days from nine to five, each a little otherwise, with pauses away from the desk."""
    habit = digest("working hours", person_id)
    minute = local.hour * 60 + local.minute
    begins, ends = _BEGINS + habit[0] % 31, _ENDS + habit[1] % 31
    slot = digest("pause", person_id, local.date(), minute // _SLOT_MINUTES)
    return local.weekday() < 5 and begins <= minute < ends and slot[0] >= _PAUSES
