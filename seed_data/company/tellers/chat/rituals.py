"""What comes back: stand-ups in writing, retrospectives, times off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.organization import Employee
from workworld.seed_data.company.tellers.chat.presence import NOW
from workworld.seed_data.company.tellers.chat.said import Room, Said
from workworld.seed_data.company.tellers.chat.talker import Talker

_STANDUPS = (
    ("standup-platform", "standup.open", "detail.work"),
    ("standup-sales", "sales.standup", ""),
    ("standup-support", "support.standup", ""),
)
_DILIGENCE = 62
"""Of 100 stand-ups, how many somebody writes for."""
_PROMPT = "Stand-up for {day}: what did you do, what will you do, what is in the way?"


def tell(talker: Talker, rooms: Mapping[str, Room]) -> None:
    """All rituals of the time of which chat tells."""
    for key, rule, about in _STANDUPS:
        _standups(talker, rooms[key], rule, about)
    _retros(talker, rooms["sprints"])
    _leave(talker, rooms["out-of-office"])
    _closures(talker, rooms["announcements"])


def _standups(talker: Talker, room: Room, rule: str, about: str) -> None:
    stream = talker.company.chance.stream("chat", "standup", room.key)
    for day in talker.presence.days:
        windows = talker.presence.of_day[day]
        there = [each for each in room.members if each in windows and each not in room.curious]
        if len(there) < 2:
            continue
        first = min(windows[each][0] for each in there)
        prompt = _PROMPT.format(day=day.strftime("%A, %B ") + str(day.day))
        root = room.add(Said(first + 60, "concierge", prompt, is_automatic=True))
        for each in there:
            at = windows[each][0] + stream.integer(120, 4800)
            if stream.integer(1, 100) > _DILIGENCE or at >= NOW - 60:
                continue
            slots: Mapping[str, str] = {}
            said = talker.say(room, rule, each, at, slots, stream, about)
            said.mood = "standup"
            room.reply(root, said)
        if root.at >= NOW or not root.replies:
            room.said.pop()
            room.count -= 1


def _retros(talker: Talker, room: Room) -> None:
    stream = talker.company.chance.stream("chat", "retro")
    for week in talker.presence.days[10::14]:
        day = week + timedelta(days=3 - week.weekday())  # Thursday
        windows = talker.presence.of_day.get(day, {})
        for each in [key for key in room.members if key in windows]:
            at = windows[each][1] - stream.integer(1200, 9000)
            if stream.integer(0, 1) and at < NOW:
                said = talker.say(room, "retro.open", each, at, {}, stream, "detail.work")
                room.add(said).mood = "retro"


def _leave(talker: Talker, room: Room) -> None:
    for key in room.members:
        employee = talker.staff[key]
        stream = talker.company.chance.stream("chat", "leave", key)
        for first, last in employee.leave:
            told = first - timedelta(days=stream.integer(1, 9))
            if told < talker.presence.begin:
                continue
            window = next(
                (
                    talker.presence.of_day[day][key]
                    for day in (told - timedelta(days=back) for back in range(8))
                    if key in talker.presence.of_day.get(day, {})
                ),
                None,
            )
            if window is None or window[1] >= NOW:
                continue
            at = stream.integer(window[0] + 300, window[1])
            root = room.add(_notice(talker, room, employee, at, (first, last), stream))
            _wishes(talker, room, root, stream)


def _closures(talker: Talker, room: Room) -> None:
    """Whoever has been in the channel longest tells when an office is closed."""
    stream = talker.company.chance.stream("chat", "closures")
    by = room.creator
    for office in talker.company.organization.offices.values():
        for day, name in office.holidays.items():
            window = next(
                (
                    talker.presence.of_day[told][by]
                    for told in (day - timedelta(days=back) for back in range(3, 12))
                    if by in talker.presence.of_day.get(told, {})
                ),
                None,
            )
            if window is None or window[1] >= NOW:
                continue
            slots = {"office": office.city, "closed": f"{day:%A, %B} {day.day}", "holiday": name}
            at = stream.integer(*window)
            room.add(talker.say(room, "closed.open", by, at, slots, stream))


def _notice(
    talker: Talker, room: Room, employee: Employee, at: int, off: Sequence[object], stream: Stream
) -> Said:
    names = [f"{day:%A, %B} {day.day}" for day in off]  # type: ignore[attr-defined]
    slots = {"leave_from": names[0], "leave_to": names[1]}
    near = [
        each
        for each in talker.staff.values()
        if each.post.team == employee.post.team and each is not employee and each.ended is None
    ]
    if near:
        cover = stream.choice(near)
        slots |= {"peer": cover.display_name, "mention": f"<@{cover.key}>"}
    rule = "leave.open" if names[0] != names[1] else "leave.day"
    said = talker.say(room, rule, employee.key, at, slots, stream)
    said.mood = "leave"
    return said


def _wishes(talker: Talker, room: Room, root: Said, stream: Stream) -> None:
    at, spoken = root.at, [root.by]
    for _ in range(stream.integer(0, 2)):
        at += stream.integer(300, 3600)
        by = talker.speaker(room, at, spoken, stream)
        if by is not None and at < NOW - 60:
            spoken.append(by)
            room.reply(root, talker.say(room, "leave.say", by, at, {}, stream))
