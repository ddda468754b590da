"""What people could ask for in chat, and whether they have the right to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel, Membership, Message, MessageFile, Reaction
from workworld.apps.chat.types import CHANNELS
from workworld.directory.models import Person

DONE, NOT_ALLOWED, NOT_FOUND = "DONE", "NOT_ALLOWED", "NOT_FOUND"
POST, EDIT, DELETE, RENAME = KINDS = ("post", "edit", "delete", "rename")
_PLAIN = re.compile(r"(?=.{18})\w[\w']*(?:,? [\w']+){3,5}(?= )")
_SEEN = 30
"""How many of a channel's newest messages are drawn from, which a page shows without turning it."""


@dataclass(frozen=True, slots=True)
class Request:
    """Something that a person asks for."""

    kind: str
    """One of ``KINDS``."""
    truth: str
    """What is to be answered."""
    person_id: str
    channel_id: str
    channel_name: str
    message_ts: str = ""
    quote: str = ""
    """How the message begins."""
    author: str = ""
    """Who wrote it."""
    is_own: bool = False
    """Whether that is the person who asks."""


def requests(session: Session, person: Person, kind: str) -> Iterator[Request]:
    """Each thing of a kind that a person could ask for.

    Private channels that they are not in are among them, and channels that they could join are
    not: to join one for the purpose would be neither asked for nor forbidden.
    """
    roles = _roles(session, person)
    live = (
        select(Channel)
        .where(Channel.kind.in_(CHANNELS), ~Channel.is_archived)
        .order_by(Channel.name)
    )
    for channel in session.scalars(live):
        role = roles.get(channel.id)
        found = Request(kind, DONE, person.id, channel.id, channel.name)
        if role is None:
            if channel.kind == "private" and kind in (POST, RENAME):
                yield replace(found, truth=NOT_FOUND)
        elif kind == POST:
            yield _judged(found, may=channel.posting == "everyone" or person.is_admin)
        elif kind == RENAME:
            yield _judged(found, may=person.is_admin or role == "admin")
        else:
            yield from _about_messages(session, found, person, role)


def _roles(session: Session, person: Person) -> dict[str, str]:
    query = select(Membership.channel_id, Membership.role).where(Membership.person_id == person.id)
    return dict(session.execute(query).all())


def _judged(request: Request, *, may: bool) -> Request:
    return replace(request, truth=DONE if may else NOT_ALLOWED)


def _about_messages(
    session: Session, found: Request, person: Person, role: str
) -> Iterator[Request]:
    may_delete = found.kind == DELETE and (person.is_admin or role == "admin")
    for message, author, quote in _quotable(session, found.channel_id):
        own = author.id == person.id
        request = replace(found, message_ts=message.ts, quote=quote, author=author.name, is_own=own)
        yield _judged(request, may=own or may_delete)


def _quotable(session: Session, channel_id: str) -> Iterator[tuple[Message, Person, str]]:
    """Recent messages with nothing below them that their first words single out."""
    newest = newest_in(session, channel_id)
    for message, author in newest:
        found = _PLAIN.match(message.text)
        if found is None or message.subtype is not None or _has_company(session, message):
            continue
        if sum(found[0] in each.text for each, _author in newest) == 1:
            yield message, author, found[0]


def newest_in(session: Session, channel_id: str) -> list[tuple[Message, Person]]:
    """A channel's newest messages and who wrote them, newest first."""
    query = (
        select(Message, Person)
        .join(Person, Person.id == Message.author_id)
        .where(Message.channel_id == channel_id, Message.thread_ts.is_(None))
        .order_by(Message.ts.desc())
        .limit(_SEEN)
    )
    return [(message, author) for message, author in session.execute(query)]


def _has_company(session: Session, message: Message) -> bool:
    """Whether there are replies, reactions or files that would go with it, or stay."""
    at = {"channel_id": message.channel_id}
    queries = (
        select(Message.ts).filter_by(thread_ts=message.ts, **at),
        select(Reaction.ts).filter_by(ts=message.ts, **at),
        select(MessageFile.ts).filter_by(ts=message.ts, **at),
    )
    return any(session.scalar(query.limit(1)) is not None for query in queries)
