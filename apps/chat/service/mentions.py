"""Whom a message calls when it is posted, as the sidebar counts it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlalchemy import bindparam, delete, select

from workworld.apps.chat.models import Keyword, Membership, Mention
from workworld.apps.chat.mrkdwn import from_mrkdwn
from workworld.apps.chat.service import presence, usergroups
from workworld.context import Context, Event
from workworld.database import constant, insert_row, rows_of
from workworld.directory.words import folded
from workworld.events import on
from workworld.richtext.nodes import addressed, mentioned

MENTION, EVERYBODY, KEYWORD = "mention", "everybody", "keyword"
_HERE = "here"
_memberships, _keywords = Membership.__table__.c, Keyword.__table__.c
_MEMBERS = constant(
    select(_memberships.person_id)
    .where(_memberships.channel_id == bindparam("of"))
    .order_by(_memberships.person_id)
)
_WORDS = constant(
    select(_keywords.person_id, _keywords.word)
    .join(Membership.__table__, _memberships.person_id == _keywords.person_id)
    .where(_memberships.channel_id == bindparam("of"))
    .order_by(_keywords.person_id, _keywords.word)
)


@on("chat.message_posted")
def note(ctx: Context, event: Event) -> None:
    """Write down whom a new message calls."""
    facts = event.facts
    for person_id, kind in called(ctx, event).items():
        row = Mention(
            person_id=person_id,
            channel_id=facts["channel_id"],
            ts=facts["ts"],
            kind=kind,
            root_ts=facts["thread_ts"] if _is_in_thread_alone(event) else None,
        )
        insert_row(ctx.session, row)
        ctx.touch(f"chat.sidebar:{person_id}")


@on("chat.message_deleted")
def forget(ctx: Context, event: Event) -> None:
    """A message that is gone calls nobody."""
    here = (Mention.channel_id == event.facts["channel_id"], Mention.ts == event.facts["ts"])
    ctx.session.execute(delete(Mention).where(*here))


def called(ctx: Context, event: Event) -> dict[str, str]:
    """The members whom a text calls, each with the strongest reason; never its author.

    Of ``@here`` only those count who are present at that time.
    """
    text = f"{event.facts['text']}\n{event.facts.get('blocks_say', '')}".rstrip("\n")
    said = from_mrkdwn(text)
    found = dict.fromkeys(_with_keywords(ctx, event), KEYWORD)
    if audiences := addressed(said):
        everybody = members(ctx, event.facts["channel_id"])
        whom = everybody if {*audiences} - {_HERE} else presence.present(ctx, everybody)
        found |= dict.fromkeys(whom, EVERYBODY)
    if named := {*mentioned(said), *usergroups.concerned(ctx, text)}:
        inside = members(ctx, event.facts["channel_id"])
        found |= dict.fromkeys((who for who in inside if who in named), MENTION)
    found.pop(event.facts["author_id"], None)
    return found


def members(ctx: Context, channel_id: str) -> Sequence[str]:
    """The ids of who is in a channel, in order."""
    return [row.person_id for row in rows_of(ctx.session, _MEMBERS, {"of": channel_id})]


def _with_keywords(ctx: Context, event: Event) -> list[str]:
    chosen = rows_of(ctx.session, _WORDS, {"of": event.facts["channel_id"]})
    if not chosen:
        return []
    text = folded(event.facts["text"])
    return [
        row.person_id for row in chosen if re.search(rf"(?<!\w){re.escape(row.word)}(?!\w)", text)
    ]


def _is_in_thread_alone(event: Event) -> bool:
    facts = event.facts
    return facts["thread_ts"] != facts["ts"] and not facts["is_broadcast"]
