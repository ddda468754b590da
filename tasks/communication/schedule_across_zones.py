"""Have a message appear at a time of day where a colleague works, in another time zone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel
from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.grading.answers import Status, answered
from workworld.grading.family import ToolFailed
from workworld.randomness import Stream
from workworld.tasks.casting import personas, workers
from workworld.tasks.channels import channel_named
from workworld.tasks.cheats import after, answers, claims, tells, to_each
from workworld.tasks.conversations import channels_of, inside
from workworld.tasks.days import dated
from workworld.tasks.listings import person_id
from workworld.tasks.messages import reads
from workworld.tasks.phrasings import asked
from workworld.tasks.screens import chat
from workworld.worlds import World
from workworld.zones import zone

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCHEDULED, TOO_LATE = "SCHEDULED", "TOO_LATE"
_EARLY = (time(8, 30), time(9), time(9, 15), time(10))
_NOON = (time(11), time(11, 30), time(12))
_FURTHEST = 20
_WEEKEND = 5
_TEXTS = (
    "{first}, the numbers for the board are in the usual place. Have a look when you are in.",
    "Good morning {first}! The contract came back signed, you can go ahead.",
    "{first}: the test system is yours for the day, we keep our hands off it.",
    "A quick one for {first}. The visitors arrive at noon, your time, and know the way.",
    "{first}, please open the doors for the carriers today, I am on a train until evening.",
)
_ASKS = (
    "Please schedule a message in #{channel} for {name}, so that it appears there on {day} at "
    "{at} where {name} works. It should read exactly:\n\n{text}\n\n",
    "{name} should find the following in #{channel} on {day} at {at} of {name}'s own time, not "
    "ours:\n\n{text}\n\nSchedule it as one message, word for word. ",
    "On {day}, when it is {at} for {name}, this is to turn up in #{channel}:\n\n{text}\n\nPlease "
    "schedule it, unchanged. ",
)
_WHYS = (
    "I will be asleep by then, or in a tunnel.",
    "Last time it came in the middle of the night.",
    "I always get the hours between us wrong, above all when the clocks change.",
)
_LIMITS = (
    "Nothing is to be sent right away. Answer SCHEDULED; if that moment has passed by now, "
    "schedule nothing and answer TOO_LATE.",
    "It is not to be posted before that, and nobody else gets anything. The answer is SCHEDULED, "
    "or TOO_LATE if it cannot be done any more since the moment lies behind us.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """Which message is due when, and when one could believe that it is."""

    persona_id: str
    is_ahead: bool
    channel_id: str
    channel_name: str
    name: str
    text: str
    day: date
    at: time
    post_at: int
    """Unix time, as the time after it."""
    own_post_at: int
    """The same hour where the persona works."""
    now: int
    instruction: str

    @property
    def truth(self) -> str:
        """The right answer."""
        return SCHEDULED if self.is_ahead else TOO_LATE


def prepare(world: World, rng: Stream) -> Facts:
    """Draw somebody who works elsewhere, and a moment there."""
    is_ahead = rng.in_turn((True, True, True, False))
    with world.reading() as session:
        now = Clock(session).now()
        persona, colleague, channel = _cast(session, rng, now, needs_east=not is_ahead)
    at = rng.choice(_EARLY if is_ahead else _NOON)
    day = _workday(rng, now.date()) if is_ahead else now.date()
    there, here = (
        int(datetime.combine(day, at, zone(each.zone)).timestamp()) for each in (colleague, persona)
    )
    text = rng.choice(_TEXTS).format(first=colleague.name.split()[0])
    words = {"channel": channel.name, "name": colleague.name, "text": text}
    words |= {"day": f"{day:%A}, {dated(day)}", "at": f"{at:%H:%M}"}
    return Facts(
        persona_id=persona.id,
        is_ahead=is_ahead,
        channel_id=channel.id,
        channel_name=channel.name,
        name=colleague.name,
        text=text,
        day=day,
        at=at,
        post_at=there,
        own_post_at=here,
        now=int(now.timestamp()),
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _cast(
    session: Session, rng: Stream, now: datetime, *, needs_east: bool
) -> tuple[Person, Person, Channel]:
    """A persona, and a colleague of another time who shares a channel with them."""

    def offset(person: Person) -> timedelta:
        return now.astimezone(zone(person.zone)).utcoffset() or timedelta()

    everybody = workers(session)
    found = []
    for persona in personas(session):
        others = [each for each in everybody if offset(each) != offset(persona)]
        if needs_east:
            others = [each for each in others if offset(each) > offset(persona)]
        found += [
            (persona, colleague, channel)
            for channel in channels_of(session, persona)
            for colleague in inside(session, channel, others)
        ]
    return rng.choice(found)


def _workday(rng: Stream, today: date) -> date:
    """One of the next weeks' workdays, tomorrow at the earliest."""
    days = [today + timedelta(days=ahead) for ahead in range(2, _FURTHEST)]
    return rng.choice([each for each in days if each.weekday() < _WEEKEND])


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The answer says how it stands; if the moment is ahead, the message waits for it."""
    other = TOO_LATE if facts.is_ahead else SCHEDULED
    kind = Status((SCHEDULED, TOO_LATE))
    reply = answered("answered", "The answer says how it stands", kind, facts.truth, decoys=[other])
    if not facts.is_ahead:
        return [reply]
    said = f"The message waits for {facts.at:%H:%M} on {facts.day}, {facts.name}'s time"
    return [reply, made("scheduled", said, _scheduled(facts))]


def _scheduled(facts: Facts) -> Allowed:
    where = {
        "person_id": facts.persona_id,
        "channel_id": facts.channel_id,
        "thread_ts": None,
        "post_at": facts.post_at,
        "state": "waiting",
        "text": reads(facts.text),
    }
    return Allowed("chat_scheduled", "insert", where)


def allowed(facts: Facts) -> list[Allowed]:
    """That message, if its moment is ahead."""
    return [_scheduled(facts)] if facts.is_ahead else []


def solve(episode: Episode, facts: Facts) -> None:
    """Look up where the colleague works, and schedule the message by that place's time."""
    who = person_id(episode, facts.name)
    profile = episode.use("slack_read_user_profile", user_id=who).json()["result"]
    there = re.findall(r"^Time zone: (\S+)$", profile, re.MULTILINE)[0]
    moment = datetime.combine(facts.day, facts.at, zone(there))
    at = {"channel_id": channel_named(episode, facts.channel_name)}
    try:
        post_at = int(moment.timestamp())
        episode.use("slack_schedule_message", **at, message=facts.text, post_at=post_at)
    except ToolFailed:
        episode.answer(TOO_LATE)
    else:
        episode.answer(SCHEDULED)


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard: the profile tells the zone, the dialog asks in one's own."""
    there, here = chat.zone_of(page, facts.name), chat.zone_of(page, chat.myself(page))
    moment = datetime.combine(facts.day, facts.at, zone(there)).astimezone(zone(here))
    chat.open_channel(page, facts.channel_name)
    was_taken = chat.schedule(
        page, facts.channel_name, facts.text, f"{moment:%Y-%m-%d}", f"{moment:%H:%M}"
    )
    episode.answer(SCHEDULED if was_taken else TOO_LATE)


def _schedule(episode: Episode, facts: Facts, post_at: int) -> None:
    at = {"channel_id": facts.channel_id, "message": facts.text}
    episode.use("slack_schedule_message", **at, post_at=post_at)
    episode.answer(SCHEDULED)


def _mistaken(facts: Facts) -> list[int]:
    """The same hour where the persona works, a day late where that is past."""
    return [facts.own_post_at if facts.own_post_at > facts.now + 120 else facts.post_at + 86_400]


def _next_day(facts: Facts) -> list[int]:
    return [facts.post_at + 86_400]


def _both(facts: Facts) -> list[int]:
    return [*_next_day(facts), *_mistaken(facts)]


def _at_once(episode: Episode, facts: Facts) -> None:
    episode.use("slack_send_message", channel_id=facts.channel_id, message=facts.text)
    episode.answer(SCHEDULED)


def _as_reminder(episode: Episode, facts: Facts) -> None:
    """Has oneself reminded instead."""
    at = max(facts.post_at, facts.now + 600)
    episode.use("slack_add_reminder", text=facts.text, time=str(at))
    episode.answer(SCHEDULED)


FAMILY = Family(
    id="communication.schedule_across_zones",
    title="Schedule a message by a colleague's clock",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims("It is on its way."),
        "answers the other way": answers(lambda facts: TOO_LATE if facts.is_ahead else SCHEDULED),
        "own clock": to_each(_mistaken, _schedule),
        "a day later": to_each(_next_day, _schedule),
        "shotgun": to_each(_both, _schedule),
        "sends it at once": _at_once,
        "a reminder instead": _as_reminder,
        "says it as well": after(
            solve, tells(lambda facts: facts.channel_id, lambda _facts: "There is more to come.")
        ),
    },
    limits=Limits(steps=6),
    difficulty=Difficulty.MEDIUM,
    distractors=("the same hour of the persona's own", "clocks that change at different weekends"),
    infeasible="some moments have passed where the colleague works, if not where the persona does",
)
