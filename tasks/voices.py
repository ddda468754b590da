"""Who writes how in chat, read off what they have written."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel, Message
from workworld.directory.models import AccountKind, Person

_MOST = 4


class Author(NamedTuple):
    """Somebody who writes in a channel."""

    handle: str
    writes_small: bool
    """Whether their messages begin with a small letter and end without a full stop."""
    since: date = date.min
    """Their first day at work."""


def writers(session: Session, channel: Channel, without_id: str) -> list[Author]:
    """Those who have written most in a channel, one person left out."""
    small = func.sum(Message.text.op("GLOB")("[a-z]*"))
    query = (
        select(Person.handle, func.count(), small, Person.started)
        .join(Message, Message.author_id == Person.id)
        .where(Message.channel_id == channel.id, Person.kind == AccountKind.PERSON)
        .where(Person.id != without_id, Person.is_deactivated.is_(False))
        .group_by(Person.handle)
        .order_by(func.count().desc(), Person.handle)
        .limit(_MOST)
    )
    return [
        Author(handle, 2 * few > many, date.fromisoformat(started))
        for handle, many, few, started in session.execute(query)
    ]


def everything_said(session: Session) -> str:
    """All messages of the world as one text, in which one looks for words that nobody has used.

    One row of many texts is read, and searched, far sooner than a hundred thousand rows.
    """
    return session.scalar(select(func.group_concat(Message.text, "\n"))) or ""


def voiced(author: Author, text: str, **values: object) -> str:
    """A text as somebody writes it.

    Args:
        author: who.
        text: a sentence or several, with slots in braces.
        values: what stands in the slots.
    """
    if not author.writes_small:
        return text.format(**values)
    return (text[0].lower() + text[1:]).format(**values).removesuffix(".")
