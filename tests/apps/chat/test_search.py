from datetime import datetime
from typing import Any

import pytest
from tests.kit import Doors, Office

from workworld.apps.chat.service import channels, search
from workworld.calls import perform
from workworld.clock import Clock


def find(doors: Doors, query: str, **arguments: object) -> Any:
    return perform(doors.world, doors.actor, search.messages, query=query, **arguments).page


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("bagels", 2),
        ('"correction: there"', 1),
        ("mug -golfer", 3),
        ("from:@ming bagels", 2),
        ("from:mchen in:#general bagels", 2),
        ("from:<@{mchen}> in:<#{general}> bagels", 2),
        ("from:<@{mchen}|ming> in:<#{general}|general> bagels", 2),
        ("from:me bagels", 0),
        ("bagels -from:mchen", 0),
        ("bagels -in:general", 0),
        ("bagels in:general in:deploys", 2),
        ("has::tada:", 2),
        ("has:reaction has::bell:", 1),
        ("has::no_such_emoji:", 0),
        ("bagels -has:link -has:reaction -is:thread", 2),
        ("on:2026-02-18 bagels", 2),
        ("after:2026-02-18 bagels", 0),
        ("before:2026-02-18 bagels", 0),
        ("after:2026-02-17 before:2026-02-19 bagels", 2),
        ("during:february bagels", 2),
        ("during:2026-02 bagels", 2),
        ("during:2025 bagels", 0),
        ("bagels during:xyz", 0),
        ("!!!", 0),
        ("", 0),
        ("bagels !!!", 2),
        ('"bagels', 2),
        ("in: bagels", 2),
        ("in:nowhere bagels", 0),
        ("on:0000-00-00", 0),
        ("from:@nobody", 0),
        ("has:pin bagels", 0),
    ],
)
def test_query_finds_what_it_says(doors: Doors, office: Office, query: str, count: int) -> None:
    names = {**office.people, **office.channels}
    for name, known in names.items():
        query = query.replace(f"{{{name}}}", known)
    assert find(doors, query).total == count


def test_days_begin_at_the_viewers_midnight(doors: Doors, office: Office) -> None:
    evening = datetime.fromisoformat("2026-03-17T21:00:00-04:00")
    with doors.world.writing() as session:
        Clock(session).set(evening)
    doors.rest("chat.postMessage", channel=office.channels["general"], text="good night, zebra")
    dublin = Doors(doors.world, doors.authority, office.people["tbreslin"])
    assert find(doors, "zebra on:2026-03-17").total == find(doors, "zebra on:today").total == 1
    assert find(doors, "zebra on:2026-03-18").total == 0
    assert find(dublin, "zebra on:2026-03-18").total == 1
    assert find(dublin, "zebra on:2026-03-17").total == find(dublin, "zebra on:yesterday").total
    assert find(dublin, "zebra on:yesterday").total == 0


@pytest.mark.parametrize("query", ["discount", "in:renewals", "in:renewals discount", "is:thread"])
def test_nobody_finds_what_they_may_not_see(doors: Doors, office: Office, query: str) -> None:
    hidden = office.channels["renewals"]
    assert hidden not in {row.channel_id for row in find(doors, query, count=100).items}
    insider = Doors(doors.world, doors.authority, office.people["dwhitlock"])
    assert hidden in {row.channel_id for row in find(insider, query, count=100).items}
    assert hidden not in {
        row.channel_id for row in find(insider, query, count=100, kinds=["public"]).items
    }


def test_pages_hold_every_hit_once(doors: Doors) -> None:
    everything = [(row.channel_id, row.ts) for row in find(doors, "the", count=100).items]
    paged = [
        (row.channel_id, row.ts)
        for page in range(1, 12)
        for row in find(doors, "the", count=10, page=page).items
    ]
    assert paged[: len(everything)] == everything
    assert len(set(paged)) == len(paged)


def test_order_is_the_one_asked_for(doors: Doors) -> None:
    newest = [row.ts for row in find(doors, "the", sort="timestamp", count=100).items]
    assert newest == sorted(newest, reverse=True)
    oldest = find(doors, "the", sort="timestamp", direction="asc", count=5).items
    assert [row.ts for row in oldest] == sorted(row.ts for row in oldest)
    assert oldest[0].ts < newest[-1]


def test_notes_and_deleted_messages_are_not_found(doors: Doors, office: Office) -> None:
    perform(doors.world, doors.actor, channels.create, name="zebra")
    assert find(doors, "joined in:zebra").total == 0
    assert find(doors, "in:zebra").total == 0
