"""What a query asks for, as conditions on messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from sqlalchemy import (
    JSON,
    ColumnElement,
    Select,
    and_,
    bindparam,
    func,
    not_,
    or_,
    select,
    tuple_,
)

from workworld.apps.chat import stamps
from workworld.apps.chat.models import (
    WORDS,
    ChannelChoice,
    Message,
    MessageFile,
    Pin,
    Reaction,
    SavedItem,
    ThreadRollUp,
)
from workworld.apps.chat.service import filetypes, log, namesakes, news, own_emoji
from workworld.apps.chat.service.namesakes import Room
from workworld.apps.chat.service.queries import Key, Query, Span
from workworld.apps.chat.service.titles import DIRECT
from workworld.clock import to_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import AccountKind, Person
from workworld.files.models import File

_messages, _reactions = Message.__table__.c, Reaction.__table__.c
_threads, _people = ThreadRollUp.__table__.c, Person.__table__.c
_attached, _files = MessageFile.__table__.c, File.__table__.c
_pins, _kept = Pin.__table__.c, SavedItem.__table__.c
_HAS_LINK = or_(_messages.text.contains("http://"), _messages.text.contains("https://"))
_HAS_CODE = _messages.text.like("%`_%`%")
_BOTS = select(_people.id).where(_people.kind == AccountKind.BOT)
_IS_WRITTEN = or_(_messages.subtype.is_(None), _messages.subtype == log.ACTION)
"""By somebody; notes of what happened are never found."""

Condition = ColumnElement[bool]


class Clauses:
    """A query as conditions on messages, for one caller.

    Args:
        ctx: says who asks.
        query: what for.
        there: the conversations in which to look.
    """

    def __init__(self, ctx: Context, query: Query, there: Sequence[Room]) -> None:
        self._ctx = ctx
        self._query = query
        self._all = there
        self.rooms = self._rooms_meant()
        self._has_words = bool(query.terms)

    def conditions(self) -> list[Condition]:
        """All that must be so, save for the words."""
        found = [_IS_WRITTEN, _messages.channel_id.in_(listed(self.rooms))]
        for key, said in self._query.said.items():
            if key.name != "in":
                condition = self._said(key.name, said)
                found.append(not_(condition) if key.is_denied else condition)
        found += [self._days(*item) for item in self._query.days.items()]
        if self._query.without and not self._has_words:
            found.append(WORDS.without(self._query.without))
        return found

    def _rooms_meant(self) -> list[str]:
        """The conversations that ``in`` allows."""
        wanted = {room.id for room in self._all}
        for key, said in self._query.said.items():
            if key.name == "in":
                meant = (namesakes.rooms_called(self._ctx, self._all, each) for each in said)
                called = frozenset[str]().union(*meant)
                wanted = wanted - called if key.is_denied else wanted & called
        return sorted(wanted)

    def _said(self, name: str, said: Sequence[str]) -> Condition:
        if name == "from":
            return _messages.author_id.in_(listed(namesakes.all_called(self._ctx, said)))
        means: Mapping[str, Callable[[str], Condition]] = {
            "to": self._to,
            "with": self._with,
            "has": self._has,
            "hasmy": lambda value: self._has_reaction(value, self._ctx.actor.person_id),
            "is": self._is,
            "type": lambda value: self._has_file(filetypes.of_type(value)),
        }
        each = [means[name](value) for value in said]
        return and_(*each) if name in ("with", "has", "hasmy") else or_(*each)

    def _to(self, said: str) -> Condition:
        """Whatever is written to somebody: in their direct messages, by others."""
        meant = namesakes.people_called(self._ctx, said)
        place = self._direct_with(meant)
        return and_(
            _messages.channel_id.in_(listed(place)), _messages.author_id.not_in(listed(meant))
        )

    def _with(self, said: str) -> Condition:
        """In a direct conversation with somebody, or in a thread that they took part in."""
        meant = namesakes.people_called(self._ctx, said)
        direct = _messages.channel_id.in_(listed(self._direct_with(meant)))
        root = func.coalesce(_messages.thread_ts, _messages.ts)
        theirs = _messages.author_id.in_(listed(meant))
        answered = select(_messages.channel_id, _messages.thread_ts).where(
            theirs, _messages.thread_ts.is_not(None)
        )
        begun = select(_threads.channel_id, _threads.ts).join(
            Message.__table__,
            and_(_messages.channel_id == _threads.channel_id, _messages.ts == _threads.ts),
        )
        inside = tuple_(_messages.channel_id, root).in_(answered.union(begun.where(theirs)))
        return or_(direct, inside)

    def _direct_with(self, meant: frozenset[str]) -> frozenset[str]:
        """The direct conversations with somebody; with oneself, all that one has."""
        if self._ctx.actor.person_id in meant:
            return frozenset(room.id for room in self._all if room.kind in DIRECT)
        return namesakes.with_people(self._ctx, self._all, meant, DIRECT)

    def _has(self, what: str) -> Condition:
        if what in ("link", "code"):
            return _HAS_LINK if what == "link" else _HAS_CODE
        if what == "thread":
            return self._in_thread()
        if what == "pin":
            return self._below(select(_pins.channel_id, _pins.ts), _pins)
        if what in ("file", "image"):
            return self._has_file(filetypes.of_type("image") if what == "image" else None)
        return self._has_reaction(what)

    def _has_file(self, which: Condition | None) -> Condition:
        below = select(_attached.channel_id, _attached.ts)
        if which is not None:
            below = below.join(File.__table__, _files.id == _attached.file_id).where(which)
        return self._below(below, _attached)

    def _has_reaction(self, what: str, person_id: str | None = None) -> Condition:
        below = select(_reactions.channel_id, _reactions.ts)
        if what != "reaction":
            name = own_emoji.canonical(self._ctx, what) or what.strip(":")
            below = below.where(_reactions.emoji == name)
        if person_id is not None:
            below = below.where(_reactions.person_id == person_id)
        return self._below(below, _reactions)

    def _below(self, below: Any, of: Any) -> Condition:
        """Whether something stands below a message.

        With words there are few messages, each of which is looked at; else all that stands below
        any is gone through.
        """
        if self._has_words:
            here = of.channel_id == _messages.channel_id, of.ts == _messages.ts
            found: Condition = below.where(*here).correlate(Message.__table__).exists()
            return found
        return tuple_(_messages.channel_id, _messages.ts).in_(below)

    def _is(self, what: str) -> Condition:
        states: Mapping[str, Callable[[], Condition]] = {
            "thread": self._in_thread,
            "dm": self._direct,
            "saved": self._saved,
            "unread": self._unread,
            "starred": self._starred,
            "pinned": lambda: self._has("pin"),
            "bot": lambda: _messages.author_id.in_(_BOTS),
        }
        return states[what]()

    def _direct(self) -> Condition:
        direct = [room.id for room in self._all if room.kind in DIRECT]
        return _messages.channel_id.in_(listed(direct))

    def _saved(self) -> Condition:
        mine = _kept.person_id == self._ctx.actor.person_id
        return self._below(select(_kept.channel_id, _kept.ts).where(mine), _kept)

    def _starred(self) -> Condition:
        mine = ChannelChoice.person_id == self._ctx.actor.person_id
        starred = select(ChannelChoice.channel_id).where(mine, ChannelChoice.is_starred)
        return _messages.channel_id.in_(starred)

    def _in_thread(self) -> Condition:
        begun = self._below(select(_threads.channel_id, _threads.ts), _threads)
        return or_(_messages.thread_ts.is_not(None), begun)

    def _unread(self) -> Condition:
        """Newer than what the caller has seen of it, and by somebody else."""
        me = self._ctx.actor.person_id
        if self._has_words:
            behind = news.is_after_read(_messages, me)
        else:
            later, read = Message.__table__.alias().c, news.last_reads(me).subquery().c
            missed = select(later.channel_id, later.ts).where(
                later.channel_id == read.channel_id, later.ts > read.last_read
            )
            behind = tuple_(_messages.channel_id, _messages.ts).in_(missed)
        shown = or_(_messages.thread_ts.is_(None), _messages.is_broadcast.is_(True))
        return and_(behind, shown, _messages.author_id != me)

    def _days(self, key: Key, spans: Sequence[Span]) -> Condition:
        """In any of some days, in the caller's zone."""
        within = or_(*(and_(*self._bounds(span)) for span in spans))
        return not_(within) if key.is_denied else within

    def _bounds(self, span: Span) -> Iterator[Condition]:
        here = people.my_zone(self._ctx)
        yield _messages.ts >= ("" if span.first == date.min else midnight(span.first, here))
        if span.last < date.max:
            yield _messages.ts < midnight(span.last + timedelta(days=1), here)


def listed(values: Any) -> Select[Any]:
    """Values as one parameter, however many there are."""
    given = bindparam(None, sorted(values), type_=JSON, unique=True)
    return select(func.json_each(given).table_valued("value").c.value)


def midnight(day: date, here: Any) -> str:
    """The stamp with which a day begins."""
    moment = to_microseconds(datetime.combine(day, time(), here))
    return stamps.of(max(0, moment))
