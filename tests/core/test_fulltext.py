"""Full-text indexes: derived, in no diff, and right after rewinds, forks and inverse changesets."""

import pytest
from sqlalchemy import select
from tests.kit import Doors, Office
from tests.states import stray

from workworld import fulltext
from workworld.apps.chat.models import WORDS, Message
from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.database import driver, plain_rows, rebuild_derived
from workworld.fulltext import Term
from workworld.worlds import Snapshot, World, Worlds


@pytest.fixture(params=[False, True], ids=["private", "shared"])
def either(request: pytest.FixtureRequest, worlds: Worlds, snapshot: Snapshot) -> World:
    """A world of each kind."""
    return worlds.open(snapshot, "either", shared=request.param)


def found(world: World, *terms: str) -> list[str]:
    query = WORDS.holding(select(Message.__table__), [Term(term) for term in terms])
    with world.reading() as session:
        rows = plain_rows(session, Message, query.order_by(WORDS.rank, Message.ts), {})
    return [row.text for row in rows]


def is_whole(world: World) -> bool:
    """Whether the index says of every row what the row holds, as SQLite itself judges."""
    with world.writing() as session:
        statement = f"INSERT INTO {WORDS.name} ({WORDS.name}, rank) VALUES ('integrity-check', 1)"
        driver(session).execute(statement)
    return True


def test_index_follows_every_write_rewind_and_fork(
    either: World, worlds: Worlds, doors: Doors, office: Office
) -> None:
    general = office.channels["general"]
    first = perform(either, doors.actor, messages.post, channel_id=general, text="zebra one")
    second = perform(either, doors.actor, messages.post, channel_id=general, text="zebra two")
    place = {"channel_id": general, "ts": first.ts}
    perform(either, doors.actor, messages.edit, **place, text="quagga one")
    perform(either, doors.actor, messages.delete, channel_id=general, ts=second.ts)
    assert found(either, "zebra") == []
    assert found(either, "quagga") == ["quagga one"]
    fork = worlds.fork(either, 3)
    assert found(fork, "zebra") == ["zebra two"]
    either.rewind(2)
    assert sorted(found(either, "zebra")) == ["zebra one", "zebra two"]
    assert is_whole(either)
    assert is_whole(fork)
    either.reset()
    assert found(either, "zebra") == []
    assert either.diff() == []
    assert is_whole(either)


def test_index_is_in_no_diff_and_can_be_made_anew(either: World) -> None:
    stray(either, f"INSERT INTO {WORDS.name} ({WORDS.name}) VALUES ('delete-all')")
    assert found(either, "bagels") == []
    assert either.diff() == []
    with either.writing() as session:
        rebuild_derived(session)
    assert len(found(either, "bagels")) == 2
    assert either.diff() == []
    assert is_whole(either)


@pytest.mark.parametrize(
    ("terms", "count"),
    [
        (["BAGELS"], 2),
        (["bagels", "correction"], 1),
        (["there were bagels"], 1),
        (["were there bagels"], 0),
        (["bag"], 0),
        (["bag*"], 2),
        (["ba*"], 0),
        (['"', "bagels"], 2),
        (["AND"], 9),
        (["bagels OR kitchen"], 0),
        (["NEAR(bagels"], 0),
        (["text:bagels"], 0),
        (["bagels\x00"], 2),
    ],
)
def test_what_is_sought_is_words_and_never_syntax(
    world: World, terms: list[str], count: int
) -> None:
    assert (len(found(world, *terms)) >= 9) if count == 9 else len(found(world, *terms)) == count


def test_accents_do_not_matter(world: World, doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    perform(world, doors.actor, messages.post, channel_id=general, text="Café Kovač")
    assert found(world, "cafe", "KOVAC") == found(world, "CAFÉ", "Kovač") == ["Café Kovač"]


def test_table_has_one_index() -> None:
    with pytest.raises(TypeError, match="two full-text indexes of chat_messages"):
        fulltext.index(Message, "text")
