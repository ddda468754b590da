"""Which channels there are, who is in them, and who writes to whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY, Company, chat_begins
from workworld.seed_data.company.organization import Employee
from workworld.seed_data.company.tellers.chat.said import Room
from workworld.seed_data.reading import read
from workworld.zones import zone

_PACKS = Path(__file__).parents[2] / "packs"
FEWEST_MEMBERS = 3


def recipe(pack: str) -> Mapping[str, Any]:
    """The pack's channels and bots."""
    found: Mapping[str, Any] = read(_PACKS / pack / "channels.yaml")
    return found


def channels(company: Company, rows: Sequence[Mapping[str, Any]]) -> list[Room]:
    """The channels that do not come from events.

    Args:
        company: whose.
        rows: what is told of each: see ``larger.rows``.
    """
    return [_channel(company, row, place) for place, row in enumerate(rows)]


def _channel(company: Company, row: Mapping[str, Any], place: int) -> Room:
    kind = row["kind"]
    stream = company.chance.stream("chat", "channel", row["name"])
    members = [each.key for each in _members(company, row, kind, stream)]
    founders = sorted(members, key=lambda key: company.organization.staff[key].started)
    first = company.organization.staff[founders[0]]
    day = first.started + timedelta(days=3 + 5 * place + stream.integer(0, 4))
    made = datetime.combine(day, time(10, stream.integer(0, 59)), zone(first.zone))
    made = max(min(made, TODAY - timedelta(days=380)), row.get("since", made))
    joined = {
        key: int(_first_morning(company.organization.staff[key]).timestamp())
        for key in members
        if _first_morning(company.organization.staff[key]) > made
    }
    return Room(
        key=row["name"],
        name=row["name"],
        kind=kind,
        members=members,
        created=int(made.timestamp()),
        creator=founders[0],
        moods=row["moods"],
        weight=row["weight"],
        topic=row.get("topic", ""),
        purpose=row["purpose"],
        posting=row.get("posting", "everyone"),
        is_default=row.get("default", False),
        joined=joined,
        curious=frozenset(
            key for key in members if not _is_for(row, company.organization.staff[key])
        ),
        account=row.get("account", ""),
    )


def _first_morning(employee: Employee) -> datetime:
    return datetime.combine(employee.started, time(9, 30), zone(employee.zone))


def _members(
    company: Company, row: Mapping[str, Any], kind: str, stream: Stream
) -> Iterator[Employee]:
    """Everybody whom a channel is for, those who left included: they wrote in it."""
    staff = [*company.organization.staff.values()]
    fit = [each for each in staff if _is_for(row, each)]
    if share := row.get("share"):
        sure = row.get("people", ())
        fit = [each for each in fit if each.key in sure or stream.integer(1, 1000) <= 1000 * share]
    if len([each for each in fit if each.ended is None]) < FEWEST_MEMBERS:
        keys = {each.key for each in fit}
        fit += [each for each in staff if each.post.level >= 5 and each.key not in keys]  # heads
    curious = 0 if kind == "private" or row["for"] == "all" else row.get("curious", 12)
    keys = {each.key for each in fit}
    for each in staff:
        if each.key in keys or stream.integer(1, 100) <= curious:
            yield each


def _is_for(row: Mapping[str, Any], each: Employee) -> bool:
    wanted = row["for"]
    return (
        (wanted == "all" or each.function in wanted)
        and each.post.level >= row.get("levels", 0)
        and ("teams" not in row or each.post.team in row["teams"])
        and ("office" not in row or each.office == row["office"])
    )


def direct(company: Company, pairs: int, groups: int, bot: str) -> list[Room]:
    """Direct conversations of two, of more, and of everybody with a bot."""
    here = list(company.organization.staff.values())
    stream = company.chance.stream("chat", "direct")
    known: dict[tuple[str, ...], None] = {}
    while len(known) < pairs:
        known[_party(company, stream, here, 2)] = None
    many: dict[tuple[str, ...], None] = {}
    while len(many) < groups:
        many[_party(company, stream, here, stream.integer(3, 5))] = None
    alone = [(each.key, bot) for each in here if each.ended is None]
    return [
        *(_direct(company, each, "dm") for each in known),
        *(_direct(company, each, "group_dm") for each in many),
        *(_direct(company, each, "dm", with_bot=True) for each in alone),
    ]


def _party(
    company: Company, stream: Stream, staff: Sequence[Employee], size: int
) -> tuple[str, ...]:
    """People who have to do with each other, mostly of one team."""
    since = chat_begins(company.chance.preset) + timedelta(days=25)
    first = staff[min(stream.integer(0, len(staff) - 1), stream.integer(0, len(staff) - 1))]
    near = [
        each
        for each in staff
        if each is not first
        and _overlap(first, each, since)
        and (
            each.post.team == first.post.team
            or first.key == each.post.manager
            or each.key == first.post.manager
            or stream.integer(1, 6) == 1
        )
    ]
    if len(near) < size - 1:
        return _party(company, stream, staff, size)
    return tuple(sorted([first.key, *(each.key for each in stream.sample(near, size - 1))]))


def _overlap(one: Employee, other: Employee, first: date) -> bool:
    """Whether they were colleagues for some weeks, since a first day."""
    since = max(one.started, other.started, first)
    until = min(one.ended or TODAY.date(), other.ended or TODAY.date())
    return (until - since).days > 25


def _direct(company: Company, party: tuple[str, ...], kind: str, *, with_bot: bool = False) -> Room:
    stream = company.chance.stream("chat", "direct", *party)
    weight = 0.0 if with_bot else 0.4 + 24 / (2 + stream.integer(0, 60))
    moods = () if with_bot else ("dm",)
    return Room(":".join(party), "", kind, [*party], 0, party[0], moods=moods, weight=weight)
