"""Who hands over to whom, and who is in which channel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel, Membership, Message, ReadMarker
from workworld.apps.chat.types import CHANNELS
from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.randomness import Stream
from workworld.tasks.casting import Called, like, namesakes, ways_to_call, workers
from workworld.tasks.days import spelled

_SETTLED = timedelta(days=180)


_MONDAYS = 4


_CHANNELS = 5


_PHRASINGS = (
    "{coming} takes over from {leaving} on {day}. Add {coming_again} to every public channel that "
    "{leaving_again} and I are both in, now. Not to private or archived ones, and don't join any "
    "for it. Nobody is taken out, nothing is posted.",
    "Hello! From {day} on, {coming} will do what {leaving} has done so far. Could you please "
    "already add {coming_again} to each public channel that {leaving_again} is in? Only where I "
    "am a member myself, please: I don't want to join any more channels. Private and archived "
    "channels stay as they are, nobody has to leave, and there is no need to write to anybody. "
    "Thank you!",
    "So, we have talked about it for weeks and now it is settled: {leaving} hands everything over "
    "to {coming}, starting on {day}. The tickets and the calendar I will do myself, don't bother. "
    "What I would be glad to have off my list today is chat. There, {leaving_again} is in a "
    "number of channels and {coming_again} should be in the same ones, that is, the public ones "
    "that I can let people into without joining them first. Forget about the archived ones and "
    "about anything private, that needs a decision by somebody else. Oh, and nobody has to leave "
    "for the time being. No announcements yet, please, so not a word in any channel.",
    "As of {day}, questions that went to {leaving} go to {coming}, who misses half of them today: "
    "I look at the public channels that I share with {leaving_again}, and I don't find "
    "{coming_again} in all of them. Please put that right without delay. Leave private and "
    "archived channels alone, don't make me join others, remove nobody and send no messages.",
    "Access for a handover: predecessor {leaving}, successor {coming}, effective {day}, access "
    "today. Scope: all public, unarchived channels in which both the predecessor and I are "
    "members. Out of scope: joining channels, private channels, removing anybody, messages.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """Who takes over from whom, where, and what lies nearby to be mistaken for it."""

    persona_id: str
    leaving: str
    """Name or title of the predecessor, as the instruction has it."""
    coming: str
    """The successor's."""
    coming_id: str
    wanted: tuple[tuple[str, str], ...]
    """Ids and names of the channels that the successor is to be let into."""
    outside_id: str
    """A channel of the predecessor's that the persona would have to join first."""
    private_id: str
    archived_id: str
    coming_like_id: str
    """Whoever could be taken for the successor: the namesake, if there is one."""
    leaving_like_id: str
    instruction: str


@dataclass(frozen=True, slots=True)
class _Cast:
    """The people of a task."""

    persona: Person
    leaving: Person
    coming: Person
    leaving_like: Person
    coming_like: Person

    @property
    def everybody(self) -> tuple[Person, ...]:
        """All of them."""
        return self.persona, self.leaving, self.coming, self.leaving_like, self.coming_like


@dataclass(frozen=True, slots=True)
class _NearMisses:
    outside: Channel
    private: Channel
    archived: Channel


def draw(session: Session, rng: Stream) -> Facts:
    """Cast who hands over to whom, and sort them into channels so that each case occurs."""
    newest = Clock(session).now().date() - _SETTLED
    settled = [each for each in workers(session) if each.started <= newest.isoformat()]
    cast = _cast(settled, rng)
    return _told(session, rng, cast, _arrange(session, rng, cast))


def _cast(people: Sequence[Person], rng: Stream) -> _Cast:
    """One of the two who hand over is, more often than not, somebody who has a namesake."""
    clashing = [each for each in people if namesakes(each, people)]
    first = rng.choice(clashing if clashing and rng.integer(0, 3) else people)
    pair = [first, like(first, people, [])]
    second = rng.choice([each for each in people if each not in pair and each.manager_id])
    pair += [second, like(second, people, [*pair, second])]
    persona = rng.choice([each for each in people if each.spotlight and each not in pair])
    if rng.integer(0, 1):
        pair = pair[2:] + pair[:2]
    leaving, leaving_like, coming, coming_like = pair
    return _Cast(persona, leaving, coming, leaving_like, coming_like)


def _arrange(session: Session, rng: Stream, cast: _Cast) -> _NearMisses:
    """Have the predecessor in several channels, each with another reason for or against it."""
    every = session.scalars(
        select(Channel).where(Channel.kind.in_(CHANNELS)).order_by(Channel.name)
    ).all()
    live = [each for each in every if not each.is_archived]
    ordinary = [
        c for c in live if (c.kind, c.posting, c.is_default) == ("public", "everyone", False)
    ]
    outside, elsewhere, *others = rng.sample(ordinary, min(_CHANNELS, len(ordinary)))
    private = rng.choice([each for each in live if each.kind == "private"])
    archived = rng.choice([c for c in every if c.is_archived and c.kind == "public"])
    has_joined = others[2:] if rng.integer(0, 1) else []
    for channel in others:
        coming = [cast.coming] if channel in has_joined else []
        _seat(session, channel, [cast.persona, cast.leaving, *coming], cast)
    _seat(session, outside, [cast.leaving], cast)
    _seat(session, elsewhere, [cast.persona, cast.leaving_like], cast)
    _seat(session, private, [cast.persona, cast.leaving], cast)
    _seat(session, archived, [cast.persona, cast.leaving], cast)
    session.get_one(Membership, (archived.id, cast.persona.id)).role = "admin"
    session.flush()  # what follows asks the database
    return _NearMisses(outside, private, archived)


def _is_ordinary(channel: Channel) -> bool:
    return (channel.kind, channel.posting, channel.is_default) == ("public", "everyone", False)


def _seat(session: Session, channel: Channel, inside: Sequence[Person], cast: _Cast) -> None:
    """Have exactly these of the cast in a channel; they have read everything in it."""
    newest = select(func.max(Message.ts)).where(Message.channel_id == channel.id)
    last_read = session.scalar(newest) or ""
    for person in cast.everybody:
        key = {"channel_id": channel.id, "person_id": person.id}
        found = session.get(Membership, tuple(key.values()))
        if person in inside and found is None:
            session.add(Membership(**key, joined=_joined(channel, person)))
            session.merge(ReadMarker(**key, last_read=last_read))
        elif person not in inside and found is not None:
            session.delete(found)


def _joined(channel: Channel, person: Person) -> int:
    """When both were there."""
    started = datetime.combine(date.fromisoformat(person.started), time(14), UTC)
    return max(channel.created, int(started.timestamp()))


def _told(session: Session, rng: Stream, cast: _Cast, near: _NearMisses) -> Facts:
    leaving = rng.choice(ways_to_call(session, cast.leaving))
    coming = rng.choice(ways_to_call(session, cast.coming))
    today = Clock(session).now().date()
    monday = today + timedelta(days=7 * rng.integer(1, _MONDAYS) - today.weekday())
    return Facts(
        persona_id=cast.persona.id,
        leaving=leaving.words,
        coming=coming.words,
        coming_id=cast.coming.id,
        wanted=_wanted(session, cast),
        outside_id=near.outside.id,
        private_id=near.private.id,
        archived_id=near.archived.id,
        coming_like_id=cast.coming_like.id,
        leaving_like_id=cast.leaving_like.id,
        instruction=_worded(rng.choice(_PHRASINGS), leaving, coming, spelled(monday)),
    )


def _worded(phrasing: str, leaving: Called, coming: Called, day: str) -> str:
    text = phrasing.format(
        leaving=leaving.said,
        leaving_again=leaving.again,
        coming=coming.said,
        coming_again=coming.again,
        day=day,
    )
    return text[0].upper() + text[1:]


def _wanted(session: Session, cast: _Cast) -> tuple[tuple[str, str], ...]:
    """Public live channels with the predecessor and the persona in them, and no successor."""

    def has(person: Person) -> ColumnElement[bool]:
        inside = select(Membership.channel_id).where(Membership.person_id == person.id)
        return Channel.id.in_(inside)

    query = select(Channel.id, Channel.name).where(
        Channel.kind == "public",
        Channel.is_archived.is_(False),
        has(cast.persona),
        has(cast.leaving),
        ~has(cast.coming),
    )
    return tuple((row.id, row.name) for row in session.execute(query.order_by(Channel.name)))
