"""Programs that write by themselves, about a third of all there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import accumulate
from typing import Any

from workworld.directory.models import AccountKind
from workworld.randomness import Stream
from workworld.seed_data.company.company import HEADQUARTERS, Company
from workworld.seed_data.company.tellers.chat.presence import NOW
from workworld.seed_data.company.tellers.chat.said import Room, Said
from workworld.seed_data.company.tellers.chat.talker import Talker
from workworld.seed_data.facts import PersonFact

CONCIERGE = "concierge"
_AFTERTHOUGHTS = 19
"""Of 100 posts, how many get an addition in their thread."""
_STATES = ("To Do", "In Progress", "In Review", "Done")


def accounts(company: Company, pack: Mapping[str, Any]) -> list[PersonFact]:
    """The bots' accounts; they belong to the first team and report to nobody."""
    team = next(iter(company.organization.teams))
    office = next(iter(company.organization.offices.values()))
    started = min(each.started for each in company.organization.staff.values())
    return [
        PersonFact(
            key=bot["key"],
            name=bot["name"],
            display_name=bot["name"],
            title=bot["title"],
            team=team,
            manager=None,
            zone=HEADQUARTERS,
            office=office.city,
            role="member",
            spotlight=False,
            phone="",
            started=started.isoformat(),
            kind=AccountKind.BOT,
        )
        for bot in pack["bots"]
    ]


def post(talker: Talker, rooms: Sequence[Room], pack: Mapping[str, Any], count: int) -> None:
    """Let all bots write so many messages."""
    by_key = {room.key: room for room in rooms}
    whole = sum(bot["share"] for bot in pack["bots"])
    for bot in pack["bots"]:
        places = [by_key[key] for key in bot["rooms"]]
        if not places:
            places = [room for room in rooms if bot["key"] in room.members and room.is_direct]
        quota = round(count * bot["share"] / whole)
        for number, room in enumerate(places):
            share = quota * (number + 1) // len(places) - quota * number // len(places)
            _post_in(talker, room, bot, share)


def _post_in(talker: Talker, room: Room, bot: Mapping[str, Any], quota: int) -> None:
    stream = talker.company.chance.stream("chat", "bot", bot["key"], room.key)
    people = [each for each in room.members if each in talker.staff]
    days = talker.presence.days
    weights = [
        *accumulate(
            (sum(1 for each in people if each in talker.presence.of_day[day]))
            + (len(people) * 0.4 if bot.get("nights") else 0)
            for day in days
        )
    ]
    count = 0
    while count < quota and weights[-1]:
        day = days[stream.places(weights, 1)[0]]
        at = _moment(talker, day, people, stream, is_late=bot.get("nights", False))
        if at is None or at >= NOW - 60 or at < room.created:
            continue
        rule = stream.choice(bot["rules"])
        said = room.add(_said(talker, room, bot["key"], at, rule, stream))
        count += 1
        if not room.is_direct and stream.integer(1, 100) <= _AFTERTHOUGHTS:
            later = min(at + stream.integer(60, 2400), NOW - 30)
            room.reply(said, _said(talker, room, bot["key"], later, rule, stream))
            count += 1


def _said(talker: Talker, room: Room, bot: str, at: int, rule: str, stream: Stream) -> Said:
    people = [each for each in room.members if each in talker.staff]
    by = people[stream.integer(0, len(people) - 1)]
    slots = talker.context(room, by, at, stream) | {"status": stream.choice(_STATES)}
    for kind in ("deal",):
        slots |= talker.known.slots(kind, at, stream) or {"deal": "a deal"}
    if "summary" not in slots:  # as long as there is no issue to tell of
        rule = {"tracker.post": "tracker.plain", "tasks.post": "calendar.post"}.get(rule, rule)
    return Said(at, bot, talker.automatic(rule, stream, slots), is_automatic=True)


def _moment(
    talker: Talker, day: date, people: Sequence[str], stream: Stream, *, is_late: bool
) -> int | None:
    windows = talker.presence.of_day[day]
    there = [each for each in people if each in windows]
    if is_late and stream.integer(0, 2) == 0:
        return (day.toordinal() - 719_163) * 86_400 + stream.integer(0, 86_399)
    if not there:
        return None
    first, last = windows[stream.choice(there)]
    return stream.integer(first - 1200, last)
