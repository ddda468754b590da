"""Every part of the search grammar, held to an oracle that reads the rows for itself.

A case is a query and what a message must be like to be found. The oracle knows nothing of the
product's SQL, index or parser: it takes the rows as they are and decides in Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import text
from tests.apps.chat.search_cases import CASES
from tests.apps.chat.search_oracle import Seen, seen_messages
from tests.files.sending import CSV, PNG, uploaded
from tests.kit import PERSONA, Doors, Office

from workworld.apps.chat.service import (
    direct,
    messages,
    pins,
    ranking,
    reactions,
    saved,
    search,
    stars,
)
from workworld.calls import perform
from workworld.identity import Authority
from workworld.worlds import Snapshot, World, Worlds


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worlds]:
    with Worlds(tmp_path_factory.mktemp("worlds")) as worlds:
        yield worlds


@pytest.fixture(scope="module")
def full(store: Worlds, snapshot: Snapshot, authority: Authority) -> Doors:
    """A world with something of each kind."""
    world = store.open(snapshot)
    known = names(world)
    doors = Doors(world, authority, known.people[PERSONA])
    ming = Doors(world, authority, known.people["mchen"])
    general = known.channels["general"]

    def say(who: Doors, channel_id: str, said: str, **given: Any) -> str:
        posted = perform(world, who.actor, messages.post, channel_id=channel_id, text=said, **given)
        return str(posted.ts)

    uploaded(doors, "rows.csv", CSV, channel_id=general, initial_comment="The rows for the board")
    uploaded(ming, "yard.png", PNG, channel_id=general)
    say(doors, general, "Crème brûlée in the kitchen, see https://food.example/dessert")
    code = say(ming, general, "Run `make deploy` before the go-live, it has wheels")
    for who, emoji in ((doors, "rocket"), (doors, "+1"), (ming, "rocket")):
        perform(world, who.actor, reactions.add, channel_id=general, ts=code, emoji=emoji)
    perform(world, doors.actor, stars.add, channel_id=known.channels["deploys"])
    perform(world, ming.actor, pins.add, channel_id=general, ts=code)
    perform(world, doors.actor, saved.add, channel_id=general, ts=code)
    perform(world, ming.actor, saved.add, channel_id=general, ts=say(ming, general, "Not yours"))
    other = say(doors, general, "What a rollback that was")
    perform(world, ming.actor, reactions.add, channel_id=general, ts=other, emoji="rocket")
    root = say(doors, general, "Who takes the pager tonight?")
    for who in (ming, Doors(world, authority, known.people["jwikstrand"])):
        say(who, general, "I could take the night", thread_ts=root)
    three = [known.people["mchen"], known.people["jwikstrand"]]
    group = perform(world, doors.actor, direct.open, user_ids=three).channel.id
    say(doors, group, "Lunch for three, the usual place?")
    say(ming, group, "Yes to the usual")
    with world.writing() as session:
        deployer = session.execute(
            text("SELECT id FROM directory_people WHERE kind = 'bot' ORDER BY handle LIMIT 1")
        ).scalar_one_or_none()
        if deployer:
            mine = text("UPDATE chat_messages SET author_id = :bot WHERE ts = :ts")
            session.execute(mine, {"bot": deployer, "ts": other})
    return doors


def names(world: World) -> Office:
    with world.reading() as session:
        people = session.execute(text("SELECT handle, id FROM directory_people")).all()
        channels = session.execute(text("SELECT name, id FROM chat_channels")).all()
    return Office(dict(map(tuple, people)), dict(map(tuple, channels)))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def everything(full: Doors) -> dict[tuple[str, str], Seen]:
    """What the persona may find, as the oracle sees it."""
    return seen_messages(full.world)


def find(doors: Doors, query: str, **given: Any) -> list[tuple[str, str]]:
    """All that is found, page by page, in order."""
    found: list[tuple[str, str]] = []
    for page in range(1, 100):
        hits = perform(doors.world, doors.actor, search.messages, query=query, page=page, **given)
        found += [(row.channel_id, row.ts) for row in hits.page.items]
        if len(found) >= hits.page.total:
            assert len(found) == hits.page.total
            return found
    raise AssertionError("there is no end")


def filled(query: str, world: World) -> str:
    known = names(world)
    for name, its_id in {**known.people, **known.channels}.items():
        query = query.replace(f"{{{name}}}", its_id)
    return query


@pytest.mark.parametrize("query", CASES)
def test_query_finds_what_the_oracle_finds(
    full: Doors, everything: dict[tuple[str, str], Seen], query: str
) -> None:
    wanted = {place for place, message in everything.items() if CASES[query](message)}
    found = find(full, filled(query, full.world), count=100)
    assert len(set(found)) == len(found)
    assert set(found) == wanted


def test_table_is_long_and_mostly_finds_something(
    everything: dict[tuple[str, str], Seen],
) -> None:
    counts = [sum(map(is_so, everything.values())) for is_so in CASES.values()]
    assert len(CASES) >= 80
    assert sum(0 < count < len(everything) for count in counts) > 70


@pytest.mark.parametrize("query", ["the !!!", "the has:reaction", "is:thread", "from:me", "dep*"])
@pytest.mark.parametrize("many", [5_000, 3])
def test_newest_come_first_however_many_there_are(
    full: Doors,
    everything: dict[tuple[str, str], Seen],
    monkeypatch: pytest.MonkeyPatch,
    query: str,
    many: int,
) -> None:
    monkeypatch.setattr(ranking, "_MANY", many)
    found = {place for place, message in everything.items() if CASES[query](message)}
    wanted = sorted(sorted(found), key=lambda place: place[1], reverse=True)
    assert find(full, query, sort="timestamp", count=7) == wanted
    oldest = sorted(found, key=lambda place: (place[1], place[0]))
    assert find(full, query, sort="timestamp", direction="asc", count=7) == oldest
    if many == 3:  # none of so many is better than the others
        assert find(full, query, count=7) == wanted


def test_rarer_and_shorter_is_better(full: Doors) -> None:
    best = find(full, "rollback", count=3)
    with full.world.reading() as session:
        said = text("SELECT text FROM chat_messages WHERE channel_id = :c AND ts = :t")
        texts = [session.execute(said, {"c": c, "t": t}).scalar_one() for c, t in best]
    assert len(texts[0]) <= min(map(len, texts)) * 2


FILES: dict[str, set[str]] = {
    "rows": {"rows.csv"},
    "csv": {"rows.csv"},
    "amount": {"rows.csv"},
    "ben ana": {"rows.csv"},
    "amount -rows": set(),
    "yard": {"yard.png"},
    "yar*": {"yard.png"},
    "type:image": {"yard.png"},
    "type:sheet": {"rows.csv"},
    "type:image type:sheet": {"rows.csv", "yard.png"},
    "-type:image": {"rows.csv"},
    "from:me": {"rows.csv"},
    "from:mchen in:general": {"yard.png"},
    "in:deploys": set(),
    "on:today": {"rows.csv", "yard.png"},
    "before:today": set(),
    "board": set(),
}


@pytest.mark.parametrize("query", FILES)
def test_files_are_found_by_names_texts_and_where_they_are_shared(full: Doors, query: str) -> None:
    hits = perform(full.world, full.actor, search.files, query=query)
    assert {row.name for row in hits.page.items} == FILES[query]
    assert hits.page.total == len(FILES[query])
    assert set(hits.places) == {row.id for row in hits.page.items}


def test_deleted_file_is_found_no_more(doors: Doors, office: Office) -> None:
    file = uploaded(doors, "gone.csv", CSV, channel_id=office.channels["general"])
    assert perform(doors.world, doors.actor, search.files, query="gone").page.total == 1
    assert doors.rest("files.delete", file=file["id"])["ok"]
    assert perform(doors.world, doors.actor, search.files, query="gone").page.total == 0


def test_file_of_a_hidden_channel_is_found_by_its_members_alone(
    doors: Doors, office: Office, authority: Authority
) -> None:
    insider = Doors(doors.world, authority, office.people["dwhitlock"])
    uploaded(insider, "secret.csv", CSV, channel_id=office.channels["renewals"])
    assert perform(doors.world, doors.actor, search.files, query="secret").page.total == 0
    assert perform(doors.world, insider.actor, search.files, query="secret").page.total == 1
