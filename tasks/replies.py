"""Colleagues who are asked, and reply by a rule: what they may be asked, and what they said."""

from __future__ import annotations

import re
from collections.abc import Callable

from workworld.grading import Allowed, Episode, Evidence, Matching
from workworld.journal import DONE
from workworld.tasks.listings import pages
from workworld.tasks.messages import bothers_only

MINUTES = 30
"""How long an oracle waits before it looks again."""


def questions(channel_id: str, persona_id: str, asked_id: str, at_most: int = 4) -> Allowed:
    """A few messages of the persona's that call nobody but whoever is asked.

    Args:
        channel_id: where.
        persona_id: who asks.
        asked_id: who is asked.
        at_most: how many there may be.
    """
    text = Matching("calls nobody but whoever is asked", lambda said: bothers_only(asked_id, said))
    where = {"channel_id": channel_id, "author_id": persona_id, "text": text}
    return Allowed("chat_messages", "insert", where, at_most=at_most)


def told_at(evidence: Evidence, asked_id: str, holds: Callable[[str], bool]) -> int | None:
    """The step in which somebody who was asked said something that holds; None if they did not.

    Args:
        evidence: of the episode.
        asked_id: whose rule it is.
        holds: told the text of each message that their rule has sent.
    """
    for entry in evidence.journal:
        is_theirs = entry.cause is not None and entry.actor_id == asked_id
        if is_theirs and entry.outcome == DONE and holds((entry.arguments or {}).get("text", "")):
            return entry.step
    return None


def reply(
    episode: Episode, channel_id: str, ts: str, asked_id: str, *, count: int = 1, waits: int = 8
) -> str:
    """What somebody said in a thread when they have replied so many times.

    Args:
        episode: which waits half an hour between two looks.
        channel_id: where the thread is.
        ts: the stamp of the message above it.
        asked_id: who replies.
        count: which of their replies is told, from 1.
        waits: how often there is a look before it is given up.

    Raises:
        LookupError: they do not reply.
    """
    said = re.compile(rf"^From: .* \({asked_id}\)\nTime: .*\nMessage TS: .*\n(.*)$", re.MULTILINE)
    for _ in range(waits):
        thread = {"channel_id": channel_id, "message_ts": ts}
        text = "\n".join(pages(episode, "slack_read_thread", "messages", **thread))
        replies = said.findall(text)
        if len(replies) >= count:
            return str(replies[count - 1])
        episode.wait(MINUTES)
    raise LookupError(f"{asked_id} does not answer")
