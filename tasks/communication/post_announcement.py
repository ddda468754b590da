"""Post a given text in a given channel: the smallest task that writes."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel, Membership, Message
from workworld.apps.chat.types import CHANNELS
from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.grading import Allowed, Check, Difficulty, Episode, Evidence, Family, Verdict, goal
from workworld.randomness import Stream
from workworld.tasks.screens import chat
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page


@dataclass(frozen=True, slots=True)
class Facts:
    """What is to be posted where, and what lies nearby to be mistaken for it."""

    persona_id: str
    channel_id: str
    channel_name: str
    text: str
    instruction: str
    neighbour_ids: tuple[str, ...]
    """Other channels that the persona could post in, the likest names first."""
    parent_ts: str
    """A message in the right channel, to which one could reply by mistake."""


_SUBJECTS = (
    "The badge readers on the second floor",
    "The shared printer by the kitchen",
    "The phones in the small meeting rooms",
    "The air conditioning in the lab",
    "The door to the roof terrace",
    "The coffee machine on floor 3",
    "The lift on the east side",
    "The guest Wi-Fi",
)
_EVENTS = (
    "will be serviced",
    "will be switched off",
    "will be replaced",
    "will be out of use",
)
_SATURDAY = 5
_TIMES = ("08:30", "10:15", "12:00", "14:45", "16:20")
_CLOSINGS = (
    "Questions & complaints go to facilities.",
    "Please plan around it.",
    "Back to normal within two hours.",
    "Sorry for the short notice.",
)
_PHRASINGS = (
    "Post this in #{channel}, word for word:\n\n{text}",
    "Could you please let people know in the #{channel} channel? "
    "The message should read exactly:\n\n{text}",
    "I need a note to go out in #{channel}. Use this text as it is, as one message:\n\n{text}",
    "#{channel} should hear about this today. Send it there, unchanged:\n\n{text}",
)


def prepare(world: World, rng: Stream) -> Facts:
    """Pick a persona, one of the channels they may write in, and a notice."""
    with world.reading() as session:
        return _draw(session, rng)


def _draw(session: Session, rng: Stream) -> Facts:
    people = session.scalars(select(Person).where(Person.spotlight).order_by(Person.handle)).all()
    persona = rng.choice(people)
    channels = _writable(session, persona)
    channel = rng.choice(channels)
    text = (
        f"{rng.choice(_SUBJECTS)} {rng.choice(_EVENTS)} on {_soon(session, rng)} "
        f"from {rng.choice(_TIMES)}. {rng.choice(_CLOSINGS)}"
    )
    return Facts(
        persona_id=persona.id,
        channel_id=channel.id,
        channel_name=channel.name,
        text=text,
        instruction=rng.choice(_PHRASINGS).format(channel=channel.name, text=text),
        neighbour_ids=_neighbours(channel, channels),
        parent_ts=session.scalars(
            select(Message.ts)
            .where(Message.channel_id == channel.id, Message.thread_ts.is_(None))
            .order_by(Message.ts.desc())
            .limit(1)
        ).one(),
    )


def _soon(session: Session, rng: Stream) -> str:
    """A working day within the next week, as people write it."""
    today = Clock(session).now().date()
    days = [today + timedelta(days=ahead) for ahead in range(1, 8)]
    day = rng.choice([day for day in days if day.weekday() < _SATURDAY])
    return f"{day:%A}, {day:%B} {day.day}"


def _writable(session: Session, persona: Person) -> list[Channel]:
    query = (
        select(Channel)
        .join(Membership, Membership.channel_id == Channel.id)
        .where(Channel.kind.in_(CHANNELS), ~Channel.is_archived)
        .where(Membership.person_id == persona.id)
        .order_by(Channel.name)
    )
    return [c for c in session.scalars(query) if c.posting == "everyone" or persona.is_admin]


def _neighbours(channel: Channel, channels: list[Channel]) -> tuple[str, ...]:
    """The others, those that share the longest beginning of the name first."""

    def likeness(other: Channel) -> int:
        pairs = zip(channel.name, other.name, strict=False)
        return next((i for i, (a, b) in enumerate(pairs) if a != b), len(channel.name))

    others = [other for other in channels if other.id != channel.id]
    return tuple(other.id for other in sorted(others, key=lambda c: (-likeness(c), c.name)))


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The text stands in the channel, as a message of its own."""

    def posted(evidence: Evidence) -> Verdict:
        new = [c.after for c in evidence.changes if c.table == "chat_messages" and c.after]
        there = [row for row in new if row["channel_id"] == facts.channel_id]
        if any(_says(row["text"], facts.text) for row in there if row["thread_ts"] is None):
            return Verdict(True, f"The text stands in #{facts.channel_name}.")
        if there:
            return Verdict(
                False, f"What was posted in #{facts.channel_name} is not the text asked for."
            )
        return Verdict(False, f"Nothing was posted in #{facts.channel_name}.")

    return [goal("posted", f"The exact text is posted in #{facts.channel_name}", posted)]


def _says(mrkdwn_text: str, text: str) -> bool:
    """Whether a stored message reads exactly so, however its markup characters were escaped."""
    return html.unescape(mrkdwn_text).strip() == text


def allowed(facts: Facts) -> list[Allowed]:
    """One top-level message of the persona's in that channel."""
    where = {
        "channel_id": facts.channel_id,
        "author_id": facts.persona_id,
        "thread_ts": None,
    }
    return [Allowed("chat_messages", "insert", where)]


def solve(episode: Episode, facts: Facts) -> None:
    """Find the channel by name and post."""
    listed = episode.use("slack_list_user_channels", name_prefix=facts.channel_name).json()[
        "channels"
    ]
    ids = re.findall(rf"^Name: #{re.escape(facts.channel_name)} \((C\w+)\)$", listed, re.MULTILINE)
    episode.use("slack_send_message", channel_id=ids[0], message=facts.text)


def solve_ui(page: Page, _episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard."""
    chat.open_channel(page, facts.channel_name)
    composer = page.get_by_role("textbox", name=f"Message #{facts.channel_name}")
    composer.fill(facts.text)
    composer.press("Enter")
    page.get_by_role("log").get_by_text(facts.text).wait_for()


def _wrong_neighbour(episode: Episode, facts: Facts) -> None:
    episode.use("slack_send_message", channel_id=facts.neighbour_ids[0], message=facts.text)


def _everywhere(episode: Episode, facts: Facts) -> None:
    for channel_id in (facts.channel_id, *facts.neighbour_ids):
        episode.use("slack_send_message", channel_id=channel_id, message=facts.text)


def _twice(episode: Episode, facts: Facts) -> None:
    for _ in range(2):
        episode.use("slack_send_message", channel_id=facts.channel_id, message=facts.text)


def _stuffed(episode: Episode, facts: Facts) -> None:
    message = f"{facts.text}\n\nAlso: nothing else to report."
    episode.use("slack_send_message", channel_id=facts.channel_id, message=message)


def _as_reply(episode: Episode, facts: Facts) -> None:
    episode.use(
        "slack_send_message",
        channel_id=facts.channel_id,
        message=facts.text,
        thread_ts=facts.parent_ts,
        reply_broadcast=True,
    )


FAMILY = Family(
    id="communication.post_announcement",
    title="Post an announcement in a channel",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "wrong neighbour": _wrong_neighbour,
        "shotgun": _everywhere,
        "twice": _twice,
        "text stuffing": _stuffed,
        "in a thread": _as_reply,
    },
    difficulty=Difficulty.EASY,
    distractors=("channels of other teams",),
)
