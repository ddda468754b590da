"""Reminders: what somebody is told of at a time, once or again and again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import ColumnElement, or_

from workworld.apps.chat.models import Reminder
from workworld.apps.chat.service import users
from workworld.apps.chat.service.moments import Moment, moment_from, next_after
from workworld.apps.chat.types import ReminderId, UserId
from workworld.clock import from_microseconds, to_microseconds
from workworld.context import Context, Surface
from workworld.database import insert_row, plain_rows
from workworld.directory import people
from workworld.directory.models import Person
from workworld.errors import Conflict, Invalid, NotFound
from workworld.notifications.notices import notify_all, notify_me, withdraw
from workworld.operations import Effect, operation
from workworld.permissions import VIEWER, sees, sight_of, visible
from workworld.schedule import cancel, plan, planned
from workworld.topics import is_own, listens

_SECOND = 1_000_000
_LONGEST_TEXT = 1000
_LONGEST_AHEAD = 5 * 366 * 86_400
_MOST_SECONDS = 86_400
_RINGING = "chat.reminders.remind"
_TOPIC = "chat.reminders"
_rows = Reminder.__table__.c

When = Annotated[
    str,
    Field(
        description="Unix time, seconds from now, or words: in 20 minutes, every Monday.",
        min_length=1,
        max_length=200,
    ),
]


@sees(Reminder)
def _sight() -> ColumnElement[bool]:
    return or_(_rows.person_id == VIEWER, _rows.creator_id == VIEWER)


listens(_TOPIC)(is_own)


@operation(Effect.WRITE, scope="reminders:write")
def add(
    ctx: Context,
    *,
    text: Annotated[str, Field(description="What to be reminded of.")],
    time: When,
    user_id: Annotated[UserId | None, Field(description="Whom; the caller by default.")] = None,
) -> Reminder:
    """Remind somebody of something at a time to come, or at regular times.

    Words are read in the caller's time zone.

    Raises:
        Invalid: ``no_text``, ``cannot_parse``, ``time_in_past``, ``cannot_add_bot``.
    """
    said = _good_text(text)
    person = users.known(ctx, user_id) if user_id else people.me(ctx)
    _require_remindable(person)
    moment = _moment(ctx, time)
    row = Reminder(
        id=ctx.ids.next_id("Rm"),
        creator_id=ctx.actor.person_id,
        person_id=person.id,
        text=said,
        due=to_microseconds(moment.when) // _SECOND,
        recurrence=moment.recurrence,
        created=ctx.clock.now_us() // _SECOND,
    )
    insert_row(ctx.session, row)
    _plan(ctx, row)
    return known(ctx, row.id)


@operation(Effect.READ, scope="reminders:read")
def list(ctx: Context) -> tuple[Reminder, ...]:
    """List the reminders that the caller made or gets, the next one first."""
    query = visible(Reminder).order_by(_rows.due, _rows.id)
    return tuple(plain_rows(ctx.session, Reminder, query, sight_of(ctx)))


@operation(Effect.READ, scope="reminders:read", doors=(Surface.REST, Surface.MCP))
def info(ctx: Context, *, reminder_id: ReminderId) -> Reminder:
    """Look one reminder up."""
    return known(ctx, reminder_id)


@operation(Effect.WRITE, scope="reminders:write")
def complete(ctx: Context, *, reminder_id: ReminderId) -> Reminder:
    """Mark a reminder as complete; one that comes again cannot be.

    Raises:
        Conflict: ``cannot_complete_recurring``, ``cannot_complete_others``.
    """
    row = _own(ctx, reminder_id)
    if row.recurrence:
        said = "It comes again and again: delete it instead."
        raise Conflict("cannot_complete_recurring", said)
    if row.person_id != ctx.actor.person_id:
        raise Conflict("cannot_complete_others", "Only who is reminded can complete it.")
    row.completed = row.completed or ctx.clock.now_us() // _SECOND
    _forget(ctx, row)
    return row


# The vendor's Web API knows no way to change one.
@operation(Effect.WRITE, scope="reminders:write", doors=(Surface.UI, Surface.MCP))
def edit(
    ctx: Context,
    *,
    reminder_id: ReminderId,
    text: Annotated[str | None, Field(description="What to be reminded of; as it is.")] = None,
    time: Annotated[
        When | None, Field(description="When, as for a new one; as it is if not given.")
    ] = None,
) -> Reminder:
    """Change what a reminder is about, or when it comes; a new time opens it again.

    Raises:
        Invalid: ``no_text``, ``cannot_parse``, ``time_in_past``.
    """
    row = _own(ctx, reminder_id)
    if text is not None:
        row.text = _good_text(text)
    if time is not None:
        moment = _moment(ctx, time)
        row.due, row.recurrence = to_microseconds(moment.when) // _SECOND, moment.recurrence
        row.reminded = row.completed = None
        _forget(ctx, row)
        _plan(ctx, row)
    ctx.touch(topic_of(row.person_id))
    return row


@operation(Effect.WRITE, scope="reminders:write")
def delete(ctx: Context, *, reminder_id: ReminderId) -> None:
    """Delete a reminder: nobody is reminded any more."""
    row = _own(ctx, reminder_id)
    _forget(ctx, row)
    ctx.session.delete(row)


# Whoever made it may have been deactivated meanwhile: what comes again has to come again.
@operation(Effect.WRITE, scope="reminders:write", doors=(), outlives_account=True)
def remind(ctx: Context, *, reminder_id: ReminderId) -> None:
    """Tell somebody what they wanted to be reminded of, and plan the next time if there is one.

    Whoever is deactivated finds a single reminder if they are let in again; of those that come
    again they miss what comes until then.
    """
    row = _own(ctx, reminder_id)
    if not row.recurrence or not _is_away(ctx, row):
        _ring(ctx, row)
        row.reminded = ctx.clock.now_us() // _SECOND
    if row.recurrence:
        zone = people.my_zone(ctx)
        when = from_microseconds(row.due * _SECOND).astimezone(zone)
        then = next_after(when, row.recurrence, ctx.clock.now().astimezone(zone))
        row.due = to_microseconds(then) // _SECOND
        _plan(ctx, row)
    ctx.touch(topic_of(row.person_id))


def _is_away(ctx: Context, row: Reminder) -> bool:
    """Whether whom it reminds is deactivated."""
    return people.by_ids(ctx.session, [row.person_id])[row.person_id].is_deactivated


def _ring(ctx: Context, row: Reminder) -> None:
    url = address_of(ctx, row)
    if row.person_id == ctx.actor.person_id:
        said = f"asked for a reminder: {row.text}"
        return notify_me(ctx, app_id="chat", kind="reminder", text=said, url=url)
    withdraw(ctx, url)
    return notify_all(
        ctx,
        person_ids=(row.person_id,),
        app_id="chat",
        kind="reminder",
        text=f"asked to remind you: {row.text}",
        url=url,
    )


def known(ctx: Context, reminder_id: str) -> Reminder:
    """The reminder of this id, if the caller made or gets it.

    Raises:
        NotFound: ``not_found``.
    """
    query = visible(Reminder).where(_rows.id == reminder_id)
    found = plain_rows(ctx.session, Reminder, query, sight_of(ctx))
    if not found:
        raise NotFound("not_found", "You have no reminder with this id.")
    return found[0]


def unix_from(ctx: Context, words: str) -> int:
    """The time to come that somebody means, as Unix time.

    Raises:
        Invalid: ``cannot_parse``, ``time_in_past``.
    """
    return to_microseconds(_moment(ctx, words).when) // _SECOND


def is_time(ctx: Context, words: str) -> bool:
    """Whether words are a time to come, as the caller would say it."""
    now = ctx.clock.now().astimezone(people.my_zone(ctx))
    moment = moment_from(words, now)
    return moment is not None and moment.when > now


def splits(words: str) -> Iterator[tuple[str, str]]:
    """Text and time of ``water the ficus in 5 minutes`` or ``in 5 minutes to water it``.

    All that it may mean, the longest times first.
    """
    parts = words.split()
    for place in range(1, len(parts)):
        yield _said(parts[:place]), " ".join(parts[place:])
    for place in range(len(parts) - 1, 0, -1):
        yield _said(parts[place:]), " ".join(parts[:place])


def _said(parts: Sequence[str]) -> str:
    said = " ".join(parts[1:] if parts[0] in ("to", "of", "that") and parts[1:] else parts)
    return said.strip('"')


def address_of(ctx: Context, row: Reminder) -> str:
    """The canonical address of a reminder."""
    return people.canonical_url(ctx.session, "chat", f"/reminders?id={row.id}")


def topic_of(person_id: str) -> str:
    """The topic of somebody's reminders."""
    return f"{_TOPIC}:{person_id}"


def _good_text(text: str) -> str:
    said = " ".join(text.replace("\x00", "").split())
    if not said:
        raise Invalid("no_text", "Say what to be reminded of.")
    if len(said) > _LONGEST_TEXT:
        length = f"A reminder may hold {_LONGEST_TEXT:,} characters; this one has {len(said):,}."
        raise Invalid("invalid_arguments", length)
    return said


def _require_remindable(person: Person) -> None:
    if person.kind != "person" or person.is_deactivated:
        said = f"{person.display_name} cannot be reminded of anything."
        raise Invalid("cannot_add_bot" if person.kind != "person" else "user_not_found", said)


def _moment(ctx: Context, text: str) -> Moment:
    now = ctx.clock.now().astimezone(people.my_zone(ctx))
    moment = _counted(ctx, text) if text.strip().isdecimal() else moment_from(text, now)
    if moment is None:
        raise Invalid(
            "cannot_parse", f"This is no time: {text[:60]}. Write: in 20 minutes, tomorrow at 9am."
        )
    if moment.when <= now:
        raise Invalid("time_in_past", "That time has passed: choose one to come.")
    if (moment.when - now).total_seconds() > _LONGEST_AHEAD:
        raise Invalid("cannot_parse", "A reminder comes within five years.")
    return moment


def _counted(ctx: Context, text: str) -> Moment | None:
    """Unix time, or seconds from now, which is all a number within a day can mean."""
    number = int(text.strip()[:12])
    seconds = number + (ctx.clock.now_us() // _SECOND if number <= _MOST_SECONDS else 0)
    if seconds > 9_999_999_999:
        return None
    return Moment(from_microseconds(seconds * _SECOND).astimezone(people.my_zone(ctx)))


def _own(ctx: Context, reminder_id: str) -> Reminder:
    """The reminder as an object, to be changed."""
    return ctx.session.get_one(Reminder, known(ctx, reminder_id).id)


def _plan(ctx: Context, row: Reminder) -> None:
    plan(
        ctx.session,
        due_us=row.due * _SECOND,
        actor_id=row.creator_id,
        operation=_RINGING,
        arguments={"reminder_id": row.id},
    )
    ctx.touch(topic_of(row.person_id))


def _forget(ctx: Context, row: Reminder) -> None:
    """Take its next time off the schedule, and the notice of the last one away."""
    for due in planned(ctx.session):
        if due.operation == _RINGING and due.arguments["reminder_id"] == row.id:
            cancel(ctx.session, due)
    withdraw(ctx, address_of(ctx, row))
    ctx.touch(topic_of(row.person_id))
