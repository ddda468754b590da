"""Messages that oracles send, and which changes that comes to."""

from __future__ import annotations

import html

from workworld.apps.chat.mrkdwn import from_mrkdwn
from workworld.grading import Allowed, Episode, Matching
from workworld.richtext.nodes import addressed, mentioned


def send(episode: Episode, channel_id: str, text: str, thread_ts: str = "") -> str:
    """Send a message to a channel, or to a thread in it; its stamp."""
    where = {"channel_id": channel_id, "message": text}
    if thread_ts:
        where["thread_ts"] = thread_ts
    sent = episode.use("slack_send_message", **where).json()
    ts: str = sent["message_context"]["message_ts"]
    return ts


def posted(
    channel_id: str,
    author_id: str,
    text: Matching,
    *,
    thread_ts: str | None = None,
    at_most: int = 1,
) -> Allowed:
    """The change that a message makes.

    Args:
        channel_id: where.
        author_id: whose it is.
        text: what it says.
        thread_ts: the message below which it stands; none for one of its own.
        at_most: how many there may be.
    """
    where = {
        "channel_id": channel_id,
        "author_id": author_id,
        "thread_ts": thread_ts,
        "is_broadcast": False,
        "text": text,
    }
    return Allowed("chat_messages", "insert", where, at_most=at_most)


def reads(text: str) -> Matching:
    """A message that says exactly this, however its markup characters were escaped."""
    return Matching(f"reads {text!r}", lambda stored: html.unescape(stored).strip() == text)


def calls_only(person_id: str, stored: str) -> bool:
    """Whether a stored message mentions one person, and nobody else."""
    said = from_mrkdwn(stored)
    return (mentioned(said), addressed(said)) == ((person_id,), ())


def bothers_only(person_id: str, stored: str) -> bool:
    """Whether a stored message mentions nobody but one person, who may be left out."""
    said = from_mrkdwn(stored)
    return not addressed(said) and {*mentioned(said)} <= {person_id}
