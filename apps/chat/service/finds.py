"""What of chat the search over all apps finds."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from sqlalchemy import func, select

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Message
from workworld.apps.chat.service import (
    channels,
    document_finds,
    markers,
    search,
    titles,
    wording,
    workflow_finds,
)
from workworld.apps.chat.types import CHANNELS, EVERY_KIND, LARGEST_PAGE
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.paging import decode_cursor, encode_cursor
from workworld.search.palette import PERSON, ROOM, Place, leads
from workworld.search.providers import Found, Hit, searches

_KINDS = {False: "Channel", True: "Direct conversation"}
_LISTING = "messages found"
_MOST_PEOPLE = 8
_channels, _messages = Channel.__table__.c, Message.__table__.c


@searches("chat.channels", title="Channels")
def find_channels(ctx: Context, words: Sequence[str], limit: int, cursor: str) -> Found:
    """Find channels by name, topic and purpose."""
    every = channels.list(ctx, kinds=CHANNELS, words=words, limit=LARGEST_PAGE)
    page = channels.list(ctx, kinds=CHANNELS, words=words, limit=limit, cursor=cursor)
    return Found([_hit(ctx, row) for row in page.items], len(every.items), page.next_cursor)


@searches("chat.messages", title="Messages")
def find_messages(ctx: Context, words: Sequence[str], limit: int, cursor: str) -> Found:
    """Find messages by words that begin so, and by the modifiers of chat's own search."""
    number = int(decode_cursor(_LISTING, cursor)) if cursor else 1
    query = " ".join(map(_asked, words))
    page = search.messages(ctx, query=query, count=limit, page=number).page
    named = channels.visible_labels(ctx, [row.channel_id for row in page.items])
    authors = people.by_ids(ctx.session, (row.author_id for row in page.items))
    hits = [
        Hit(
            title=authors[row.author_id].name,
            url=people.canonical_url(
                ctx.session, "chat", f"/archives/{row.channel_id}/p{stamps.digits(row.ts)}"
            ),
            icon="message-square",
            excerpt=wording.in_words(ctx, row.text),
            when_us=stamps.microseconds(row.ts),
            person_id=row.author_id,
            place=named[row.channel_id],
        )
        for row in page.items
    ]
    following = encode_cursor(_LISTING, str(number + 1)) if number < page.pages else None
    return Found(hits, page.total, following)


def _asked(word: str) -> str:
    """A word as chat's query language has it: a bare one stands for all that begin so."""
    if " " in word:
        return f'"{word}"'
    return f"{word}*" if word[-1].isalnum() and ":" not in word else word


def _hit(ctx: Context, row: Channel) -> Hit:
    about = [row.topic, row.purpose, "Archived" if row.is_archived else ""]
    return Hit(
        title=titles.title(ctx, row),
        url=_url(ctx, row),
        icon=titles.icon_of(row),
        excerpt=" · ".join(filter(None, about)),
    )


@leads("chat")
def lead(ctx: Context, text: str) -> list[Place]:
    """The channels that the caller is in, unread ones first, then the lively; then all others.

    The others, canvases, lists and workflows come only when something was typed.
    """
    found = channels.list(
        ctx, kinds=EVERY_KIND, exclude_archived=not text, limit=LARGEST_PAGE
    ).items
    joined = channels.joined(ctx, [row.id for row in found])
    unread, newest = markers.unread(ctx), _newest(ctx)

    def likelihood(row: Channel) -> tuple[bool, bool, float]:
        return row.id not in joined, row.id not in unread, -float(newest.get(row.id) or 0)

    wanted = sorted((row for row in found if text or row.id in joined), key=likelihood)
    named = titles.titles(ctx, wanted)
    talks = titles.others_in(ctx, [row.id for row in wanted if titles.is_direct(row)])
    rooms = [
        _talk(ctx, row, talks[row.id][0], row.id in unread)
        if len(talks.get(row.id, ())) == 1
        else _place(ctx, row, named[row.id], row.id in unread)
        for row in wanted
    ]
    direct = {row.party for row in found if row.party}
    if not text.strip():
        return rooms
    more = (*document_finds.places(ctx), *workflow_finds.places(ctx))
    return [*rooms, *_people(ctx, text, direct), *more]


def _people(ctx: Context, text: str, known: Collection[str]) -> list[Place]:
    """Those with whom the caller has no conversation yet: it begins there."""
    me = ctx.actor.person_id
    return [
        Place(
            title=person.name,
            url=people.canonical_url(ctx.session, "chat", f"/dm/new?person={person.id}"),
            icon="user",
            hint="New message",
            person_id=person.id,
            also=f"{person.handle} {person.email}",
            sign=PERSON,
        )
        for person in people.search(ctx, text=text, limit=_MOST_PEOPLE)
        if ",".join(sorted((me, person.id))) not in known and person.id != me
    ]


def _talk(ctx: Context, row: Channel, other: Person, is_unread: bool) -> Place:
    """The conversation with one person, who is found there by whatever they are called."""
    hint = "Unread" if is_unread else other.title or _KINDS[True]
    place = _place(ctx, row, other.name, is_unread)
    also = f"{other.handle} {other.email}"
    return replace(place, hint=hint, person_id=other.id, also=also)


def _place(ctx: Context, row: Channel, title: str, is_unread: bool) -> Place:
    hint = (
        "Unread" if is_unread else "Archived" if row.is_archived else _KINDS[titles.is_direct(row)]
    )
    sign = PERSON if titles.is_direct(row) else ROOM
    return Place(title, _url(ctx, row), titles.icon_of(row), hint, sign=sign)


def _url(ctx: Context, row: Channel) -> str:
    return people.canonical_url(ctx.session, "chat", f"/c/{row.id}")


def _newest(ctx: Context) -> dict[str, str]:
    """The stamp of the newest message of each channel."""
    latest = select(func.max(_messages.ts)).where(_messages.channel_id == _channels.id)
    return dict(ctx.session.execute(select(_channels.id, latest.scalar_subquery())).all())
