"""What is kept beside messages: pins, bookmarks, and what people have for themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.tellers.chat.presence import NOW
from workworld.seed_data.company.tellers.chat.said import Room, Said, moment
from workworld.seed_data.company.tellers.chat.talker import Talker
from workworld.seed_data.facts import BookmarkFact, PinFact
from workworld.seed_data.personal_facts import (
    PersonalFact,
    ReminderFact,
    SavedFact,
    StarFact,
    StatusFact,
    UnsentFact,
)

_LEADS = (
    ("Decisions", "decisions", "scales"),
    ("Who is away", "out-of-office", "palm_tree"),
    ("Questions to engineers", "ask-engineering", "question"),
    ("What is out", "releases", "ship"),
)
_UNREAD = 6 * 3600


def sort(rooms: Sequence[Room]) -> None:
    """Bring messages into the order of time, each in a second of its own; conversations begin."""
    for room in rooms:
        room.said.sort(key=lambda said: (said.at, said.by))
        last = 0
        for said in room.said:
            said.at = last = max(said.at, last + 1)
            for reply in said.replies:
                reply.at = max(reply.at, said.at + 1)
        if room.is_direct and room.said:
            room.created = room.said[0].at


def _still(company: Company, key: str) -> bool:
    employee = company.organization.staff.get(key)
    return employee is not None and employee.ended is None


def pins(company: Company, channels: Sequence[Room]) -> list[PinFact]:
    """A few messages of each channel, pinned by those who wrote them."""
    found = []
    for room in channels:
        stream = company.chance.stream("chat", "pins", room.key)
        fit = [said for said in room.said if len(said.replies) > 3 and _still(company, said.by)]
        fit = [said for said in fit if not said.is_automatic]
        for said in sorted(
            stream.sample(fit, min(len(fit), stream.integer(0, 3))), key=lambda each: each.at
        ):
            at = moment(said.at + 300)
            found.append(PinFact(room.key, moment(said.at), said.by, at))
    return found


def bookmarks(company: Company, channels: Sequence[Room]) -> list[BookmarkFact]:
    """Where channels lead to."""
    found = []
    for room in channels:
        stream = company.chance.stream("chat", "bookmarks", room.key)
        if room.weight < 8 or not _still(company, room.creator):
            continue
        for title, leads, emoji in stream.sample(_LEADS, stream.integer(1, 2)):
            if leads == room.key:
                continue
            at = moment(room.created) + timedelta(days=stream.integer(1, 30))
            found.append(BookmarkFact(room.key, title, leads, emoji, room.creator, at))
    return found


def personal(company: Company, talker: Talker, channels: Sequence[Room]) -> Iterator[PersonalFact]:
    """Statuses of those who are away; for those who may be stood in for, all they keep."""
    for each in company.organization.staff.values():
        if each.ended is not None or each.started > TODAY.date():
            continue
        stream = company.chance.stream("chat", "personal", each.key)
        off = next((last for first, last in each.leave if first <= TODAY.date() <= last), None)
        status = None
        if off is not None:
            until = TODAY.replace(hour=23, minute=59) + (off - TODAY.date())
            status = StatusFact("palm_tree", "On leave", until)
        elif stream.integer(1, 5) == 1:
            status = StatusFact("headphones", "Focus time", TODAY + timedelta(minutes=90))
        inside = [room for room in channels if each.key in room.members and room.said]
        if not each.is_spotlight:
            if status:
                yield PersonalFact(each.key, status, (), (), (), (), (), ())
            continue
        yield _spotlight(each.key, status, inside, talker)


def _spotlight(
    key: str, status: StatusFact | None, inside: Sequence[Room], talker: Talker
) -> PersonalFact:
    stream = talker.company.chance.stream("chat", "spotlight", key)
    liked = sorted(inside, key=lambda room: (-room.weight, room.key))[:3]
    for room in stream.sample(inside, min(len(inside), 9)):
        _leave_unread(room, key)
    place = stream.choice(inside)
    text = talker.text(
        "plan.open", key, stream, talker.context(place, key, NOW - 600, stream), "detail.dm"
    )
    return PersonalFact(
        who=key,
        status=status,
        starred=[StarFact(room.key, TODAY - timedelta(days=40)) for room in liked],
        sections=(),
        unsent=[UnsentFact(place.key, TODAY - timedelta(minutes=stream.integer(5, 300)), text)],
        scheduled=(),
        reminders=[
            ReminderFact(
                talker.text("bug.close", key, stream, talker.context(place, key, NOW, stream)),
                TODAY - timedelta(days=2),
                TODAY + timedelta(days=stream.integer(1, 6)),
            )
        ],
        saved=[*_saved(liked)],
    )


def _saved(rooms: Sequence[Room]) -> Iterator[SavedFact]:
    for room in rooms:
        last: Said = next(each for each in reversed(room.said) if not each.subtype)
        yield SavedFact(room.key, moment(last.at), moment(min(last.at + 600, NOW - 5)))


def _leave_unread(room: Room, key: str) -> None:
    """Somebody has not yet seen what was said last."""
    recent = [said.at for said in room.said if said.at > room.said[-1].at - _UNREAD]
    room.unread[key] = recent[0] - 1
