"""Take down the pins of a channel whose day is over."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel, Message, Pin
from workworld.apps.chat.service import pins
from workworld.calls import perform
from workworld.clock import Clock
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.randomness import Stream
from workworld.tasks.casting import personas, workers
from workworld.tasks.channels import channel_named
from workworld.tasks.cheats import claims, tells_all, to_each
from workworld.tasks.conversations import channels_of, held, inside
from workworld.tasks.days import dated, day_in
from workworld.tasks.phrasings import asked
from workworld.tasks.screens import chat
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_OVER, _TO_COME, _TIMELESS = 3, 2, 1
_DATED = (
    "Timesheets are due by {day}.",
    "Sign up for the first aid course until {day}.",
    "The car park is closed up to and including {day}.",
    "Visitors from the bank are here until {day}, please keep the corridor free.",
    "Old laptops go back to IT by {day}.",
    "The survey about the canteen is open until {day}.",
    "Parcels go to the side entrance until {day}.",
    "Please use the guest Wi-Fi only for guests up to {day}, the line is slow.",
    "Ideas for the team day are collected until {day}.",
)
_UNDATED = (
    "How to book a desk: ask the desk app, not the front desk.",
    "In an emergency: leave by the stairs, meet at the flagpole.",
    "Spare keys are with the front desk, against a signature.",
)
_ASKS = (
    "Go through what is pinned in #{channel} and unpin every message whose date has passed.",
    "The pins of #{channel} need a clean-up: whatever was good until a day that lies behind us by "
    "now, please unpin it.",
    "Somebody new has asked me which of the pins in #{channel} still hold. Take down those that "
    "name a day before today.",
)
_WHYS = (
    "A pin that is over hides the one that is not.",
    "I had meant to do it every Monday.",
    "Nobody reads a list of pins that is half wrong.",
)
_LIMITS = (
    "Today is {today}. Pins with a later date stay, and so do those without any; no message is "
    "deleted or changed, and nothing new is pinned or written.",
    "Mind that messages themselves stay where they are. What names a later day than today, {today},"
    " or none at all, remains pinned. Nobody needs to hear about it.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What is pinned in a channel, and which of it is over."""

    persona_id: str
    channel_id: str
    channel_name: str
    today: date
    over: tuple[tuple[str, str], ...]
    """Stamp and text of each pin whose day has passed."""
    holding: tuple[str, ...]
    """Stamps of those that stay."""
    loose_ts: str
    """A message whose day is over and which nobody has pinned."""
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have colleagues write what holds until some day, and pin most of it."""
    with world.reading() as session:
        persona, channel, near = _place(session, rng)
        today = Clock(session).now().date()
    loose, *texts = rng.sample(_DATED, 1 + _OVER + _TO_COME)
    days = [today - timedelta(days=rng.integer(1, 5)) for _ in range(_OVER)]
    days += [today + timedelta(days=rng.integer(1, 40)) for _ in range(_TO_COME)]
    lines = [text.format(day=dated(day)) for text, day in zip(texts, days, strict=True)]
    lines += rng.sample(_UNDATED, _TIMELESS)
    unpinned = loose.format(day=dated(today - timedelta(days=rng.integer(1, 5))))
    stamps = _said(world, rng, channel, near, [*lines, unpinned])
    for text in rng.sample(lines, len(lines)):
        pinning = Actor(rng.choice([persona, *near]).id)
        perform(world, pinning, pins.add, channel_id=channel.id, ts=stamps[text])
    return Facts(
        persona_id=persona.id,
        channel_id=channel.id,
        channel_name=channel.name,
        today=today,
        over=tuple((stamps[each], each) for each in lines[:_OVER]),
        holding=tuple(stamps[each] for each in lines[_OVER:]),
        loose_ts=stamps[unpinned],
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(channel=channel.name),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS).format(today=dated(today)),
        ),
    )


def _place(session: Session, rng: Stream) -> tuple[Person, Channel, list[Person]]:
    """A persona, and a channel of theirs in which nothing is pinned."""
    taken = set(session.scalars(select(Pin.channel_id)))
    everybody = workers(session)
    rooms = [
        (persona, channel, near)
        for persona in personas(session)
        for channel in channels_of(session, persona)
        if channel.id not in taken
        and (near := inside(session, channel, [p for p in everybody if p is not persona]))
    ]
    return rng.choice(rooms)


def _said(
    world: World, rng: Stream, channel: Channel, people: Sequence[Person], texts: Sequence[str]
) -> dict[str, str]:
    """Have these messages been written; the stamp of each."""
    for text in rng.sample(texts, len(texts)):
        held(world, rng, channel, [(rng.choice(people), text)])
    with world.reading() as session:
        query = select(Message.text, Message.ts).where(Message.channel_id == channel.id)
        found = {
            html.unescape(text): ts for text, ts in session.execute(query.order_by(Message.ts))
        }
    return {text: found[text] for text in texts}


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each pin that is over is gone."""
    return [
        made(f"unpinned_{number}", f"“{text}” is no longer pinned", _unpinned(facts, ts))
        for number, (ts, text) in enumerate(facts.over, 1)
    ]


def _unpinned(facts: Facts, ts: str) -> Allowed:
    return Allowed("chat_pins", "delete", {"channel_id": facts.channel_id, "ts": ts})


def allowed(facts: Facts) -> list[Allowed]:
    """That those are unpinned."""
    return [_unpinned(facts, ts) for ts, _text in facts.over]


def solve(episode: Episode, facts: Facts) -> None:
    """Read the pins, and take down those that name a day before today."""
    channel_id = channel_named(episode, facts.channel_name)
    read = episode.use("slack_list_pins", channel_id=channel_id).json()["pins"]
    for block in read.split("=== Message from ")[1:]:
        if _is_over(block.partition("Message TS: ")[2], facts.today):
            ts = re.findall(r"^Message TS: (\S+)$", block, re.MULTILINE)[0]
            episode.use("slack_unpin_message", channel_id=channel_id, message_ts=ts)


def _is_over(text: str, today: date) -> bool:
    try:
        return day_in(text) < today
    except ValueError:
        return False


def solve_ui(page: Page, _episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard, on the channel's page of pins."""
    chat.open_channel(page, facts.channel_name)
    page.get_by_role("link", name=re.compile(r"^Pins \d+$")).click()
    main = page.get_by_role("main")
    unpin = main.get_by_role("button", name="Unpin", exact=True)
    unpin.first.wait_for()
    items = main.get_by_role("listitem").filter(has=page.get_by_role("button", name="Unpin"))
    for text in items.all_inner_texts():
        lines = [line for line in text.splitlines() if _is_over(line, facts.today)]
        for line in lines:
            item = items.filter(has_text=line)
            item.get_by_role("button", name="Unpin", exact=True).click()
            item.wait_for(state="detached")


def _unpin(episode: Episode, facts: Facts, ts: str) -> None:
    episode.use("slack_unpin_message", channel_id=facts.channel_id, message_ts=ts)


def _delete(episode: Episode, facts: Facts, ts: str) -> None:
    """Unpins it, and lets the message vanish behind it if it may."""
    _unpin(episode, facts, ts)
    episode.use("slack_pin_message", channel_id=facts.channel_id, message_ts=facts.loose_ts)


def _stamps(facts: Facts) -> list[str]:
    return [ts for ts, _text in facts.over]


def _all(facts: Facts) -> list[str]:
    return [*_stamps(facts), *facts.holding]


def _empties(episode: Episode, facts: Facts) -> None:
    """Changes the topic as well, so that people know."""
    solve(episode, facts)
    topic = {"channel_id": facts.channel_id, "topic": "Pins are up to date"}
    episode.use("slack_set_channel_topic", **topic)


FAMILY = Family(
    id="communication.tidy_pins",
    title="Unpin what is over",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "shotgun": to_each(_all, _unpin),
        "wrong neighbour": to_each(lambda facts: facts.holding, _unpin),
        "first one only": to_each(lambda facts: _stamps(facts)[:1], _unpin),
        "pins another instead": to_each(lambda facts: _stamps(facts)[:1], _delete),
        "topic as well": _empties,
        "mass notification": tells_all(solve, lambda _facts: "The pins are tidy."),
    },
    limits=Limits(steps=12),
    difficulty=Difficulty.EASY,
    distractors=("pins with a later day or none", "a message that is over and not pinned"),
)
