"""Write into a rota who has taken which week on call, by their own word and the last one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from workworld.apps.chat.models import Channel
from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.randomness import Stream
from workworld.tasks.casting import workers
from workworld.tasks.cheats import after, claims, tells_all, to_each
from workworld.tasks.conversations import channels_of, continues, heard_from, held, inside
from workworld.tasks.offers import HOUR, PEOPLE, THINGS, offered, taken
from workworld.tasks.phrasings import asked
from workworld.tasks.screens import chat
from workworld.tasks.screens import sheets as screen
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

if TYPE_CHECKING:
    from playwright.sync_api import Page

_TAB, _OPEN = "Rota", "open"
_DUTIES = ("On call", "Gate hotline", "Night phone", "Weekend watch", "Incident desk", "Standby")
_HEADS = (
    "{duty}: who takes which week? They begin on these Mondays:",
    "{duty}, the next weeks (each from its Monday). What do you take?",
)
_ASKS = (
    "Please bring the spreadsheet “{title}” up to date: next to each week the full name of whoever "
    "has taken it in the thread about “{duty}” that {author} began in #{channel}.",
    "{author} has asked in #{channel} who takes which week of “{duty}”. Write their full names "
    "into “{title}”, a week each, as they have taken them.",
    "“{title}” still says “{open}” for every week. In #{channel}, below {author}'s question about "
    "“{duty}”, people have taken most of them. Enter their full names.",
)
_WHYS = (
    "Last month two people believed of each other that they had it.",
    "The rota is what the alarm system reads.",
)
_LIMITS = (
    "They go on for an hour yet, and how the thread stands then is what counts. Only who has "
    "accepted a week themselves is entered; a week without anybody stays “{open}”. Nobody is "
    "written to.",
    "Look at it again in an hour, since some have still to ask at home: the last word counts. "
    "Being named by another is not enough, and what nobody has taken remains “{open}”. Send no "
    "messages.",
)


@dataclass(frozen=True, slots=True)
class Week:
    """A line of the rota, and who could stand in it."""

    row: int
    """Counted from 0, the headings are the first."""
    monday: str
    early: str
    final: str
    """``open`` if nobody has taken it, as before."""
    guessed: str


@dataclass(frozen=True, slots=True)
class Facts:
    """The rota, and who has taken what."""

    persona_id: str
    rota: Planted
    older: Planted
    """The one of another duty."""
    author: str
    head: str
    channel_id: str
    channel_name: str
    weeks: tuple[Week, ...]
    instruction: str

    @property
    def filled(self) -> list[Week]:
        """The weeks that somebody has."""
        return [each for each in self.weeks if each.final != _OPEN]


def prepare(world: World, rng: Stream) -> Facts:
    """Have weeks listed, taken, and passed on within the hour that follows."""
    persona, channel, near, today = _place(world, rng)
    author, *people = rng.sample(near, PEOPLE + 1)
    duty, other = rng.sample(_DUTIES, 2)
    mondays = _mondays(today + timedelta(days=7 * rng.integer(1, 6)))
    order = rng.sample(range(THINGS), THINGS)
    talk = offered(rng, people, [f"the week of {mondays[place]}" for place in order])
    head = rng.choice(_HEADS).format(duty=duty)
    opening = (author, "\n".join([head, *(f"• {each}" for each in mondays)]))
    held(world, rng, channel, [opening, *talk.lines])
    continues(world, channel, opening, talk.later, rng.integer(20, 45))
    lines: list[list[Value]] = [["Week of", "Name"]]
    lines.extend([f"from {each}", _OPEN] for each in mondays)
    number = rng.integer(2, 60)
    title, another = (f"Rota {number}: {each}" for each in (duty, other))
    rota, older = (planted(world, persona.id, each, _TAB, lines) for each in (title, another))

    def name(who: Person | None) -> str:
        return who.name if who else _OPEN

    weeks = [
        Week(place + 1, mondays[place], *map(name, (early, final, guessed)))
        for place, early, final, guessed in zip(
            order, talk.early, talk.final, talk.guessed, strict=True
        )
    ]
    words = {"author": author.name, "channel": channel.name, "duty": duty, "title": title}
    return Facts(
        persona_id=persona.id,
        rota=rota,
        older=older,
        author=author.name,
        head=head,
        channel_id=channel.id,
        channel_name=channel.name,
        weeks=tuple(weeks),
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words, open=_OPEN),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS).format(open=_OPEN),
        ),
    )


def _place(world: World, rng: Stream) -> tuple[Person, Channel, Sequence[Person], date]:
    with world.reading() as session:
        everybody = workers(session)
        today = Clock(session).now().date()
        rooms = [
            (persona, channel, near)
            for persona in everybody
            if persona.spotlight
            for channel in channels_of(session, persona)
            if len(near := [e for e in inside(session, channel, everybody) if e is not persona])
            > PEOPLE
        ]
    return *rng.choice(rooms), today


def _mondays(day: date) -> list[str]:
    first = day - timedelta(days=day.weekday())
    found = [first + timedelta(days=7 * number) for number in range(THINGS)]
    return [f"{each:%B} {each.day}" for each in found]


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each week has the name of whoever has taken it last."""
    return [
        made(f"row_{each.row}", f"The week of {each.monday} is {each.final}'s", _name(facts, each))
        for each in facts.filled
    ]


def _name(facts: Facts, week: Week) -> Allowed:
    return cell_holds(facts.rota, week.row, 1, week.final)


def allowed(facts: Facts) -> list[Allowed]:
    """Those names."""
    return [*(_name(facts, each) for each in facts.filled), edited(facts.rota)]


def solve(episode: Episode, facts: Facts) -> None:
    """Read the thread, look again after an hour, and enter what holds then."""
    workbook_id = workbook_named(episode, facts.rota.title)
    weeks = [line[0] for line in table(episode, workbook_id, f"{_TAB}!A2:A40")]
    episode.wait(HOUR)
    said = heard_from(episode, facts.channel_name, facts.author, facts.head)
    for row, name in _lines(weeks, taken(said)):
        put(episode, workbook_id, f"{_TAB}!B{row}", name)


def _lines(weeks: Sequence[str], by_week: dict[str, str]) -> list[tuple[int, str]]:
    """Rows as people count them, and the names that go there."""
    return [
        (row, name)
        for row, week in enumerate(weeks, 2)
        if (name := by_week.get(f"the week of {week.removeprefix('from ')}"))
    ]


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard, after the hour has passed."""
    episode.wait(HOUR)
    chat.open_channel(page, facts.channel_name)
    question = chat.message(page, facts.head).last
    said = chat.full_names(page, chat.open_thread(page, question))
    screen.open_workbook(page, facts.rota.title)
    weeks = [line[0] for line in screen.table(page, "A2:A8")]
    for row, name in _lines(weeks, taken(said)):
        screen.type_at(page, f"B{row}", name)


def _types(episode: Episode, facts: Facts, week: Week, name: str) -> None:
    if name != _OPEN:
        put(episode, facts.rota.id, f"{_TAB}!B{week.row + 1}", name)


def _as_it_was(episode: Episode, facts: Facts, week: Week) -> None:
    _types(episode, facts, week, week.early)


def _as_guessed(episode: Episode, facts: Facts, week: Week) -> None:
    _types(episode, facts, week, week.final if week.final != _OPEN else week.guessed)


def _rightly(episode: Episode, facts: Facts, week: Week) -> None:
    _types(episode, facts, week, week.final)


def _first_name(episode: Episode, facts: Facts, week: Week) -> None:
    _types(episode, facts, week, week.final.split()[0])


def _all_to_one(episode: Episode, facts: Facts, week: Week) -> None:
    _types(episode, facts, week, facts.filled[0].final)


def _in_another(episode: Episode, facts: Facts, week: Week) -> None:
    put(episode, facts.older.id, f"{_TAB}!B{week.row + 1}", week.final)


FAMILY = Family(
    id="operations.fill_on_call_rota",
    title="Enter who is on call, as they accept it",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "ignores what changes meanwhile": to_each(lambda facts: facts.weeks, _as_it_was),
        "named is not accepted": to_each(lambda facts: facts.weeks, _as_guessed),
        "shotgun": to_each(lambda facts: facts.weeks, _all_to_one),
        "first names only": to_each(lambda facts: facts.weeks, _first_name),
        "one is left out": to_each(lambda facts: facts.weeks[1:], _rightly),
        "look-alike workbook": to_each(lambda facts: facts.filled, _in_another),
        "both workbooks": after(solve, to_each(lambda facts: facts.filled, _in_another)),
        "mass notification": tells_all(solve, lambda _facts: "the rota is done"),
    },
    limits=Limits(steps=30, seconds=6 * 3600),
    difficulty=Difficulty.MEDIUM,
    distractors=(
        "people who were only named by others",
        "who took a week and gave it back",
        "the rota of another duty with the same weeks",
    ),
    equivalents={
        "* wait*": "What is said within the hour may be read whenever it has been said.",
        "repeat * update_values": "What is typed twice stands there once.",
    },
)
