"""Conversations: held in a channel before a task begins, and read by its oracle."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel, Membership, Message
from workworld.clock import Clock
from workworld.directory import people as directory
from workworld.directory.models import Person
from workworld.grading import Episode
from workworld.randomness import Stream
from workworld.schedule import plan
from workworld.seed_data.chat import say
from workworld.seed_data.facts import MessageFact
from workworld.tasks.channels import channel_named
from workworld.tasks.days import workdays_before, working_moment
from workworld.tasks.listings import pages
from workworld.worlds import World
from workworld.zones import zone

_MINUTE = 60_000_000
_BEFORE_TEXT = re.compile(r"^Message TS: (\S+)\n", re.MULTILINE)
_AUTHOR = re.compile(r"^From: (.+) \(\w+\)$", re.MULTILINE)
_BETWEEN = re.compile(r"--- Reply .*|=== THREAD REPLIES.*")


def channels_of(session: Session, person: Person, about: str = "") -> Sequence[Channel]:
    """The public channels that somebody is in and where all may write, by name.

    Args:
        session: a session on a world.
        person: who.
        about: what the names have in them.
    """
    mine = select(Membership.channel_id).where(Membership.person_id == person.id)
    query = select(Channel).where(
        Channel.kind == "public",
        ~Channel.is_archived,
        Channel.posting == "everyone",
        Channel.name.contains(about),
        Channel.id.in_(mine),
    )
    return session.scalars(query.order_by(Channel.name)).all()


def inside(session: Session, channel: Channel, people: Sequence[Person]) -> list[Person]:
    """Those of some people who are in a channel."""
    query = select(Membership.person_id).where(Membership.channel_id == channel.id)
    ids = set(session.scalars(query))
    return [each for each in people if each.id in ids]


def everybodys_channel(session: Session) -> str:
    """The id of the channel that all are in."""
    return session.scalars(select(Channel.id).where(Channel.is_default)).one()


def held(world: World, rng: Stream, channel: Channel, lines: Sequence[tuple[Person, str]]) -> None:
    """Have somebody write a message, and others answer below it, one each workday until yesterday.

    Args:
        world: where a task is prepared.
        rng: decides on the moments.
        channel: where.
        lines: who says what; ``&``, ``<`` and ``>`` are plain characters.
    """
    with world.writing() as session:
        at = zone(directory.company(session).zone)
        days = workdays_before(Clock(session).now().date(), len(lines))
        first, *replies = (
            MessageFact(working_moment(rng, at, day), who.handle, html.escape(text, quote=False))
            for day, (who, text) in zip(days, lines, strict=True)
        )
        note = MessageFact(first.at, first.by, first.text, replies=replies)
        say(session, {channel.name: [note]})


def continues(
    world: World,
    channel: Channel,
    opening: tuple[Person, str],
    later: Sequence[tuple[Person, str]],
    minutes: int,
) -> None:
    """Have a thread go on while the task is worked on, a reply every two minutes.

    Args:
        world: where a task is prepared.
        channel: where the thread is.
        opening: who began it, and with what words, as ``held`` was told.
        later: who says what.
        minutes: after how many the first of it is said.
    """
    author, words = opening
    with world.writing() as session:
        query = select(Message.ts).where(
            Message.channel_id == channel.id,
            Message.author_id == author.id,
            Message.text == html.escape(words, quote=False),
        )
        ts = session.scalars(query.order_by(Message.ts.desc())).first()
        begin = Clock(session).now_us() + minutes * _MINUTE
        for place, (who, text) in enumerate(later):
            said = {"channel_id": channel.id, "thread_ts": ts}
            plan(
                session,
                due_us=begin + 2 * place * _MINUTE,
                actor_id=who.id,
                operation="chat.messages.post",
                arguments={**said, "text": html.escape(text, quote=False)},
            )


def heard(episode: Episode, channel: str, author: str, words: str) -> list[str]:
    """What somebody wrote that has these words in it, and what was answered, the oldest first.

    Args:
        episode: in which it is looked for.
        channel: the channel's name.
        author: theirs.
        words: as they stand there.

    Raises:
        LookupError: nobody did.
    """
    return [text for _who, text in heard_from(episode, channel, author, words)]


def heard_from(episode: Episode, channel: str, author: str, words: str) -> list[tuple[str, str]]:
    """The same, each with the name of who wrote it; for arguments and errors see ``heard``."""
    channel_id = channel_named(episode, channel)
    for page in pages(episode, "slack_read_channel", "messages", channel_id=channel_id):
        for block in page.split("=== Message from ")[1:]:
            if block.startswith(f"{author} ") and words in html.unescape(block):
                ts = _BEFORE_TEXT.findall(block)[0]
                return _thread(episode, str(channel_id), ts)
    raise LookupError(f"{author} has not written of {words}")


def _thread(episode: Episode, channel_id: str, ts: str) -> list[tuple[str, str]]:
    at = {"channel_id": channel_id, "message_ts": ts}
    read = pages(episode, "slack_read_thread", "messages", **at)
    blocks = [block for page in read for block in _BETWEEN.split(page)]
    return [_spoken(block) for block in blocks if _BEFORE_TEXT.search(block)]


def _spoken(block: str) -> tuple[str, str]:
    """Who wrote the message in a block, and its text."""
    author = _AUTHOR.findall(block)[0]
    return author, html.unescape(_BEFORE_TEXT.split(block)[-1].strip())
