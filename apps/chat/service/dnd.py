"""Do not disturb: when people want no notices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

from pydantic import Field

from workworld.apps.chat.models import Availability, PersonChoice
from workworld.apps.chat.service import choices, presence, users
from workworld.apps.chat.types import UserId, UserIds
from workworld.context import Context, Surface
from workworld.directory import people
from workworld.directory.models import Person
from workworld.errors import Conflict
from workworld.operations import Effect, operation
from workworld.schedule import plan

_SECOND = 1_000_000
LONGEST_MINUTES = 60 * 24 * 30


@dataclass(frozen=True, slots=True)
class Quiet:
    """When somebody wants no notices."""

    is_quiet: bool
    """Whether they want none just now."""
    starts: int | None = None
    """When the present, or else the next, hours without notices begin, as Unix time in seconds;
    null without such hours."""
    ends: int | None = None
    snoozed_until: int | None = None
    """Until when they asked for quiet, if they did; Unix time in seconds."""


@operation(Effect.READ, scope="dnd:read", doors=(Surface.REST, Surface.MCP))
def info(
    ctx: Context,
    *,
    user_id: Annotated[UserId | None, Field(description="Whose; the caller's if left out.")] = None,
) -> Quiet:
    """Look up when somebody wants no notices."""
    person = users.known(ctx, user_id or ctx.actor.person_id)
    return quiet_of(ctx, [person])[person.id]


@operation(Effect.READ, scope="dnd:read", doors=(Surface.REST,))
def team(
    ctx: Context, *, user_ids: Annotated[UserIds, Field(description="Whose; at most 50.")]
) -> Mapping[str, Quiet]:
    """Look up when several people want no notices, by id."""
    return quiet_of(ctx, [users.known(ctx, user_id) for user_id in user_ids])


@operation(Effect.WRITE, scope="dnd:write")
def snooze(
    ctx: Context,
    *,
    minutes: Annotated[int, Field(description="For how long.", ge=1, le=LONGEST_MINUTES)],
) -> Quiet:
    """Have no notices for some time."""
    row = presence.said_by_me(ctx)
    until = ctx.clock.now_us() // _SECOND + minutes * 60
    row.snoozed_until = until
    plan(
        ctx.session,
        due_us=until * _SECOND,
        actor_id=ctx.actor.person_id,
        operation="chat.dnd.pass_by",
        arguments={},
    )
    return _told(ctx)


@operation(Effect.WRITE, scope="dnd:write")
def wake(ctx: Context) -> Quiet:
    """Have notices again before the time that was asked for is over."""
    row = presence.said_by_me(ctx)
    if not row.snoozed_until or row.snoozed_until * _SECOND <= ctx.clock.now_us():
        raise Conflict("snooze_not_active", "Notices are not paused.")
    row.snoozed_until = None
    return _told(ctx)


# It is due when somebody's pause ends, and nobody asks for it.
@operation(Effect.WRITE, scope=None, doors=(Surface.SYSTEM,))
def pass_by(ctx: Context) -> None:
    """Show that a pause is over, unless it was made longer."""
    row = presence.said_by_me(ctx)
    if row.snoozed_until and row.snoozed_until * _SECOND <= ctx.clock.now_us():
        row.snoozed_until = None
        presence.tell(ctx)


def quiet_of(ctx: Context, persons: Sequence[Person]) -> dict[str, Quiet]:
    """When these people want no notices, by id."""
    ids = [person.id for person in persons]
    said, chosen = presence.said_by(ctx, ids), choices.of_people(ctx, ids)
    return {
        person.id: _quiet(ctx, person, said.get(person.id), chosen.get(person.id))
        for person in persons
    }


def _told(ctx: Context) -> Quiet:
    ctx.session.flush()  # what is answered is read from the rows
    presence.tell(ctx)
    return quiet_of(ctx, [people.me(ctx)])[ctx.actor.person_id]


def _quiet(
    ctx: Context, person: Person, said: Availability | None, chosen: PersonChoice | None
) -> Quiet:
    now = ctx.clock.now_us() // _SECOND
    until = said.snoozed_until if said and (said.snoozed_until or 0) > now else None
    if chosen is None or not chosen.days:
        return Quiet(until is not None, snoozed_until=until)
    local = ctx.clock.now().astimezone(people.zone_of(person))
    starts, ends = _hours(local, chosen)
    is_outside = starts <= local < ends
    stamps = (int(starts.timestamp()), int(ends.timestamp()))
    return Quiet(is_outside or until is not None, *stamps, until)


def _hours(local: datetime, chosen: PersonChoice) -> tuple[datetime, datetime]:
    """The present, or else the next, time between two days' hours for notices."""
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0)
    ended = midnight - timedelta(days=7)
    for number in range(-6, 9):
        day = midnight + timedelta(days=number)
        if chosen.days == "weekdays" and day.weekday() > 4:
            continue
        begins = day + timedelta(minutes=chosen.starts)
        if local < begins:
            return ended, begins
        ended = day + timedelta(minutes=chosen.ends)
        if local < ended:
            following = (midnight + timedelta(days=n) for n in range(number + 1, number + 8))
            workday = next(
                each for each in following if chosen.days == "every" or each.weekday() < 5
            )
            return ended, workday + timedelta(minutes=chosen.starts)
    raise AssertionError("there is a working day in every week")
