"""What people talk about beside what happens, until there is as much chat as wanted."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import accumulate

from workworld.randomness import Stream
from workworld.seed_data.company.hours import moment_of_day
from workworld.seed_data.company.tellers.chat import detours
from workworld.seed_data.company.tellers.chat.presence import NOW
from workworld.seed_data.company.tellers.chat.said import Room
from workworld.seed_data.company.tellers.chat.talker import Talker

_WEEK = (0.95, 1.12, 1.1, 1.05, 0.78, 0.0, 0.0)
"""How lively weekdays are, from Monday on."""
_IN_THREADS = {"public": 97, "private": 95, "dm": 19, "group_dm": 30}
"""Of 100 talks, how many go on in a thread."""
_TRAILS_OFF = 60 * 3600
"""Seconds after which nobody goes on with a talk: over a weekend it is forgotten."""
_STRAYS = 2
"""Of 100 threads, how many end with something else than they began with."""
_PAUSE = 15 * 60
"""Seconds between two talks of a direct conversation, at least."""


def fill(talker: Talker, rooms: Sequence[Room], budget: Mapping[str, int]) -> None:
    """Let people talk until there are so many messages.

    Args:
        talker: who lets them.
        rooms: where.
        budget: how many messages of people each kind of conversation is to hold in the end.
    """
    for kind in ("public", "private", "direct"):
        there = [
            room
            for room in rooms
            if room.weight and (room.kind == kind or (room.is_direct and kind == "direct"))
        ]
        told = sum(
            room.count
            for room in rooms
            if room.kind == kind or (room.is_direct and kind == "direct")
        )
        left, weight = max(0, budget[kind] - told), sum(room.weight for room in there)
        for room in there:
            quota = round(left * room.weight / weight)
            _fill_one(talker, room, max(2, quota) if room.is_direct else quota)
            left, weight = left - quota, weight - room.weight


def _fill_one(talker: Talker, room: Room, quota: int) -> None:
    stream = talker.company.chance.stream("chat", "talk", room.key)
    days = talker.presence.days
    weights = [*accumulate(_weight(talker, room, day) for day in days)]
    if not weights or not weights[-1]:
        return
    count, attempts, taken = 0, 0, _Taken()
    while count < quota and attempts < 4 * quota + 20:
        attempts += 1
        day = days[stream.places(weights, 1)[0]]
        count += _one(talker, room, day, stream, taken)


class _Taken:
    """When talks go on in a direct conversation, where one is over before the next begins."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def until(self, at: int) -> int:
        """How long a talk may go on that begins then; 0 if another one is going on."""
        place = bisect_right(self._starts, at)
        if place and at <= self._ends[place - 1] + _PAUSE:
            return 0
        end = self._starts[place] - _PAUSE if place < len(self._starts) else NOW
        return end if end > at else 0

    def take(self, first: int, last: int) -> None:
        """A talk goes on from one second to another."""
        place = bisect_right(self._starts, first)
        self._starts.insert(place, first)
        self._ends.insert(place, last)


def _weight(talker: Talker, room: Room, day: date) -> float:
    if not _WEEK[day.weekday()]:
        return 0.0
    there = talker.presence.of_day[day]
    if not room.is_direct and room.created > _noon(day):
        return 0.0
    present = sum(
        1 for each in room.members if each in there and room.joined.get(each, 0) <= there[each][0]
    )
    least = min(2, len(room.members))
    return present * _WEEK[day.weekday()] if present >= least else 0.0


def _noon(day: date) -> int:
    return (day.toordinal() - 719_163) * 86_400 + 12 * 3600


def _one(talker: Talker, room: Room, day: date, stream: Stream, taken: _Taken) -> int:
    windows = talker.presence.of_day[day]
    there = [
        each
        for each in room.members
        if each in windows and room.joined.get(each, 0) <= windows[each][0]
    ]
    weights = [*accumulate(talker.weight(room, each) for each in there)]
    opener = there[stream.places(weights, 1)[0]]
    at = moment_of_day(*windows[opener], stream)
    if at >= NOW - 600:
        return 0
    until = taken.until(at) if room.is_direct else NOW
    if not until:
        return 0
    until = min(until, at + _TRAILS_OFF)
    mood = stream.choice(room.moods)
    plan, slots = talker.plan(mood, at, stream)
    if room.account:
        slots |= talker.known.customer(room.account)
    as_thread = stream.integer(1, 100) <= _IN_THREADS[room.kind]
    count = talker.talk(room, at, plan, slots, stream, opener, as_thread=as_thread, until=until)
    last = room.said[-1]
    if as_thread and count > 1 and not room.is_direct and stream.integer(1, 100) <= _STRAYS:
        count += detours.stray(talker, room, last, stream)
    taken.take(at, max([last.at, *(each.at for each in last.replies)]))
    return count
