"""Type an incident's timeline from what colleagues in several time zones have told."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

from workworld.apps.chat.models import Channel
from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, Split, made
from workworld.randomness import Stream
from workworld.tasks.casting import workers
from workworld.tasks.cheats import after, claims, tells_all, to_each
from workworld.tasks.conversations import channels_of, heard, held, inside
from workworld.tasks.days import dated, day_in, workdays_before
from workworld.tasks.phrasings import asked
from workworld.tasks.screens import chat, sheets
from workworld.tasks.workbooks import (
    Planted,
    Value,
    cell_holds,
    edited,
    planted,
    put,
    table,
    workbook_named,
)
from workworld.worlds import World
from workworld.zones import zone

if TYPE_CHECKING:
    from playwright.sync_api import Page

_TAB, _OPEN, _COLUMN = "Timeline", "?", 1
_EVENTS = (
    "alarms went off",
    "support had the first call",
    "the cause was found",
    "the old version was back",
    "everything was green again",
)
_PLACES = {
    "New York": "America/New_York",
    "Chicago": "America/Chicago",
    "Denver": "America/Denver",
    "Lisbon": "Europe/Lisbon",
    "Berlin": "Europe/Berlin",
    "Mumbai": "Asia/Kolkata",
    "Athens": "Europe/Athens",
}
_WHAT = ("Slow sign-ins", "Lost uploads", "Late messages", "Empty reports", "Stuck exports")
_CALLS = (
    "I put together what happened in “{title}” on {day}. When was what, by your own clock, and "
    "where was that?",
    "For the timeline of “{title}” ({day}): please tell what you saw when, in your local time, "
    "with the place.",
)
_TELLS = (
    "By the clock here in {place}, {event} at {at}.",
    "I was in {place}: {event} at {at} local time.",
    "{event} at {at}, that is {place} time.",
)
_CORRECTIONS = (
    "I have looked it up: {event} at {at} {place} time, not when I said.",
    "Correction to what I wrote: {event} at {at}, {place} time.",
)
_ASKS = (
    "Fill in the spreadsheet “{title}”: for each event, how many minutes after the first alarm it "
    "was. When what happened was told in the thread that {caller} began in #{channel}.",
    "The timeline “{title}” has the events, but no times yet. Put in the minutes since the alarms "
    "went off, by what was said in {caller}'s thread about it in #{channel}.",
    "In #{channel} people have answered {caller}'s question about “{title}”. Please turn that into "
    "minutes after the alarm, in the spreadsheet of the same name.",
)
_WHYS = (
    "The review is tomorrow, and nobody has done the sums.",
    "They sit in different places, so take care with the clocks.",
    "The customer wants to know how long it really took.",
)
_LIMITS = (
    "The alarm itself is minute 0. Each told the time of the place that they name; if somebody has "
    "corrected a time, the correction counts. Only the column of minutes changes, and nobody is "
    "written to.",
    "Whole minutes, with 0 for the alarms. Times are those of the places that are named with them, "
    "and a later word of the same person replaces an earlier one. Leave the rest of the sheet as "
    "it is and post nothing.",
)
_TOLD = re.compile(rf"(?P<event>{'|'.join(_EVENTS)}) at (?P<at>\d\d:\d\d)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Moment:
    """An event of the incident."""

    event: str
    row: int
    """Counted from 0; the headings are the first."""
    minutes: int
    """After the alarm."""
    by_clock: int
    """What one arrives at without heeding time zones."""
    at_first: int
    """By what was said at first."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The workbook, and what was when."""

    persona_id: str
    caller: str
    channel_id: str
    channel_name: str
    workbook: Planted
    older: Planted
    """The timeline of another incident."""
    moments: tuple[Moment, ...]
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have somebody ask when what happened, and others answer by their own clocks."""
    persona, caller, channel, speakers = _cast(world, rng)
    with world.reading() as session:
        today = Clock(session).now().date()
    day, before = rng.sample(workdays_before(today, 14)[:7], 2)
    title, other = (f"{what} on {dated(each)}" for what, each in _titles(rng, day, before))
    places = rng.sample(list(_PLACES), len(_EVENTS))
    began = datetime.combine(day, time(14, rng.integer(0, 40)), zone("UTC"))
    gaps = [0, *(rng.integer(4, 35) for _ in _EVENTS[1:])]
    minutes = [sum(gaps[: number + 1]) for number in range(len(gaps))]
    wrong = rng.integer(1, len(_EVENTS) - 1)
    error = rng.integer(3, 20)
    lines: list[tuple[Person, str]] = []
    correction: list[tuple[Person, str]] = []
    clocks: list[datetime] = []
    order = rng.sample(range(len(_EVENTS)), len(_EVENTS))
    for number, (event, after_alarm, place) in enumerate(
        zip(_EVENTS, minutes, places, strict=True)
    ):
        local = (began + timedelta(minutes=after_alarm)).astimezone(zone(_PLACES[place]))
        clocks.append(local)
        who = speakers[number % len(speakers)]
        said_first = local + timedelta(minutes=error if number == wrong else 0)
        words = {"event": event, "place": place}
        lines.append((who, rng.choice(_TELLS).format(at=f"{said_first:%H:%M}", **words)))
        if number == wrong:
            text = rng.choice(_CORRECTIONS).format(at=f"{local:%H:%M}", **words)
            correction.append((who, text))
    call = rng.choice(_CALLS).format(title=title, day=dated(day))
    held(world, rng, channel, [(caller, call), *(lines[each] for each in order), *correction])
    rows = rng.sample(range(1, len(_EVENTS) + 1), len(_EVENTS))
    moments = tuple(
        Moment(
            event=event,
            row=row,
            minutes=minutes[number],
            by_clock=_naive(clocks[0], clocks[number]),
            at_first=minutes[number] + (error if number == wrong else 0),
        )
        for number, (event, row) in enumerate(zip(_EVENTS, rows, strict=True))
    )
    words = {"title": title, "caller": caller.name, "channel": channel.name}
    return Facts(
        persona_id=persona.id,
        caller=caller.name,
        channel_id=channel.id,
        channel_name=channel.name,
        workbook=planted(world, persona.id, title, _TAB, _typed(moments)),
        older=planted(world, persona.id, other, _TAB, _typed(moments)),
        moments=moments,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _titles(rng: Stream, *days: date) -> list[tuple[str, date]]:
    return list(zip(rng.sample(_WHAT, len(days)), days, strict=True))


def _naive(first: datetime, other: datetime) -> int:
    """The minutes between what two clocks showed."""
    return (other.hour - first.hour) * 60 + other.minute - first.minute


def _typed(moments: Sequence[Moment]) -> list[list[Value]]:
    lines = sorted(moments, key=lambda each: each.row)
    typed: list[list[Value]] = [["Event", "Minutes after the alarm"]]
    return typed + [[each.event.capitalize(), _OPEN] for each in lines]


def _cast(world: World, rng: Stream) -> tuple[Person, Person, Channel, list[Person]]:
    """A persona, who asks, where, and who answers."""
    with world.reading() as session:
        everybody = workers(session)
        rooms = [
            (persona, channel, near)
            for persona in everybody
            if persona.spotlight
            for channel in channels_of(session, persona)
            if len(near := inside(session, channel, everybody)) > 4
        ]
    persona, channel, near = rng.choice(rooms)
    caller, *speakers = rng.sample([each for each in near if each is not persona], 4)
    return persona, caller, channel, speakers


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each event has its minutes."""
    return [
        made(
            f"row_{each.row}",
            f"“{each.event}” has minute {each.minutes}",
            _filled(facts, each),
            otherwise=f"Minute {each.minutes} does not stand with “{each.event}”.",
        )
        for each in facts.moments
    ]


def _filled(facts: Facts, each: Moment) -> Allowed:
    return cell_holds(facts.workbook, each.row, _COLUMN, float(each.minutes))


def allowed(facts: Facts) -> list[Allowed]:
    """Those cells."""
    return [*(_filled(facts, each) for each in facts.moments), edited(facts.workbook)]


def solve(episode: Episode, facts: Facts) -> None:
    """Read the thread to its end, reckon by the places' clocks, and type the minutes."""
    title = facts.workbook.title
    minutes = _reckoned(heard(episode, facts.channel_name, facts.caller, title), day_in(title))
    workbook_id = workbook_named(episode, title)
    for row, (event, _open) in enumerate(table(episode, workbook_id, f"{_TAB}!A2:B20"), 2):
        put(episode, workbook_id, f"{_TAB}!B{row}", minutes[event.lower()])


def _reckoned(texts: Sequence[str], day: date) -> Mapping[str, float]:
    """Minutes after the alarm, by event: the last word about each counts."""
    moments: dict[str, datetime] = {}
    for text in texts:
        for told in _TOLD.finditer(text):
            place = next(name for name in _PLACES if name in text)
            at = datetime.combine(day, time.fromisoformat(told["at"]), zone(_PLACES[place]))
            moments[told["event"].lower()] = at
    began = moments[_EVENTS[0]]
    return {event: (at - began).total_seconds() / 60 for event, at in moments.items()}


def solve_ui(page: Page, _episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard."""
    title = facts.workbook.title
    chat.open_channel(page, facts.channel_name)
    said = chat.said(chat.open_thread(page, chat.earlier_message(page, title).last))
    minutes = _reckoned([each.text for each in said], day_in(title))
    sheets.open_workbook(page, title)
    lines = sheets.table(page, f"A2:A{len(facts.moments) + 1}")
    sheets.type_down(page, "B2", [f"{minutes[event.lower()]:.0f}" for (event,) in lines])


def _into(episode: Episode, workbook: Planted, row: int, value: Value) -> None:
    put(episode, workbook.id, f"{_TAB}!B{row + 1}", value)


def _right(episode: Episode, facts: Facts, each: Moment) -> None:
    _into(episode, facts.workbook, each.row, each.minutes)


def _by_clock(episode: Episode, facts: Facts, each: Moment) -> None:
    _into(episode, facts.workbook, each.row, each.by_clock)


def _at_first(episode: Episode, facts: Facts, each: Moment) -> None:
    _into(episode, facts.workbook, each.row, each.at_first)


def _in_older(episode: Episode, facts: Facts, each: Moment) -> None:
    _into(episode, facts.older, each.row, each.minutes)


def _a_line_below(episode: Episode, facts: Facts, each: Moment) -> None:
    _into(episode, facts.workbook, each.row + 1, each.minutes)


def _as_text(episode: Episode, facts: Facts, each: Moment) -> None:
    _into(episode, facts.workbook, each.row, f"{each.minutes} minutes")


def _zeros(episode: Episode, facts: Facts, each: Moment) -> None:
    _into(episode, facts.workbook, each.row, 0)


def _renames(episode: Episode, facts: Facts) -> None:
    put(episode, facts.workbook.id, f"{_TAB}!B1", "Minutes")


def _trashes(episode: Episode, facts: Facts) -> None:
    episode.use("delete_spreadsheet", spreadsheetId=facts.workbook.id)


FAMILY = Family(
    id="incident_response.record_timeline",
    title="Record when what happened in an incident",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "time zones overlooked": to_each(lambda facts: facts.moments, _by_clock),
        "first word": to_each(lambda facts: facts.moments, _at_first),
        "look-alike workbook": to_each(lambda facts: facts.moments, _in_older),
        "wrong neighbour": to_each(lambda facts: facts.moments, _a_line_below),
        "text stuffing": to_each(lambda facts: facts.moments, _as_text),
        "shotgun": to_each(lambda facts: facts.moments, _zeros),
        "the first alone": to_each(lambda facts: facts.moments[:1], _right),
        "renames the column": after(solve, _renames),
        "deletes the workbook": after(solve, _trashes),
        "mass notification": tells_all(solve, lambda _facts: "it is all in."),
    },
    limits=Limits(steps=20),
    equivalents={"repeat * update_values": "What is typed twice stands there once."},
    split=Split.TEST,
    difficulty=Difficulty.HARD,
    distractors=(
        "clocks of five places, one in summer time already",
        "a time that was corrected later",
        "the timeline of another incident",
    ),
)
