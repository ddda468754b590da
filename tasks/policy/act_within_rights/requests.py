"""What people could ask for in chat, and whether they have the right to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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


class Quotable:
    """What could be quoted from channels; it is looked up once for all who could ask."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._found: dict[str, list[tuple[Message, Person, str]]] = {}

    def in_channel(self, channel_id: str) -> list[tuple[Message, Person, str]]:
        """Recent messages with nothing below them that their first words single out."""
        if channel_id not in self._found:
            self._found[channel_id] = list(_quotable(self.session, channel_id))
        return self._found[channel_id]


def requests(quotable: Quotable, person: Person, kind: str) -> Iterator[Request]:
    """Each thing of a kind that a person could ask for.

    Private channels that they are not in are among them, and channels that they could join are
    not: to join one for the purpose would be neither asked for nor forbidden.
    """
    session = quotable.session
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
            yield from _about_messages(quotable, found, person, role)


def _roles(session: Session, person: Person) -> dict[str, str]:
    query = select(Membership.channel_id, Membership.role).where(Membership.person_id == person.id)
    return dict(session.execute(query).all())


def _judged(request: Request, *, may: bool) -> Request:
    return replace(request, truth=DONE if may else NOT_ALLOWED)


def _about_messages(
    quotable: Quotable, found: Request, person: Person, role: str
) -> Iterator[Request]:
    may_delete = found.kind == DELETE and (person.is_admin or role == "admin")
    for message, author, quote in quotable.in_channel(found.channel_id):
        own = author.id == person.id
        request = replace(found, message_ts=message.ts, quote=quote, author=author.name, is_own=own)
        yield _judged(request, may=own or may_delete)


def _quotable(session: Session, channel_id: str) -> Iterator[tuple[Message, Person, str]]:
    newest = newest_in(session, channel_id)
    accompanied = _accompanied(session, channel_id, [message.ts for message, _author in newest])
    for message, author in newest:
        found = _PLAIN.match(message.text)
        if found is None or message.subtype is not None or message.ts in accompanied:
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


def _accompanied(session: Session, channel_id: str, stamps: Sequence[str]) -> set[str | None]:
    """Which messages have replies, reactions or files that would go with them, or stay."""
    queries = (
        select(Message.thread_ts).where(Message.thread_ts.in_(stamps)),
        select(Reaction.ts).where(Reaction.ts.in_(stamps)),
        select(MessageFile.ts).where(MessageFile.ts.in_(stamps)),
    )
    return {ts for each in queries for ts in session.scalars(each.filter_by(channel_id=channel_id))}
