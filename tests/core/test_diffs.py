"""Diffs of both kinds of world, held to SQLite's own comparison of two databases."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.kit import Office
from tests.states import act, all_rows, steps_of, stray

from workworld.clock import Clock
from workworld.database import state_tables
from workworld.passing_time import let_time_pass
from workworld.schedule import plan
from workworld.worlds import Snapshot, World, Worlds
from workworld.worlds.private import PrivateWorld
from workworld.worlds.world import back_up, raw_of

Change = tuple[str, str, tuple[Any, ...], Any, Any]


def by_sqlite(world: World) -> list[Change]:
    """The diff by ``Session.diff`` on two ordinary files, which knows nothing of our records."""
    with TemporaryDirectory() as folder:
        old, new = Path(folder) / "old", Path(folder) / "new"
        world.export(new)
        with world.baseline() as session:
            back_up(raw_of(session.connection()), old)
        with closing(apsw.Connection(str(new))) as raw:
            raw.execute("ATTACH ? AS old", (str(old),))
            compared = apsw.Session(raw, "main")
            compared.attach()
            for table in state_tables():
                compared.diff("old", table.name)
            found = [_change(raw, change) for change in apsw.Changeset.iter(compared.changeset())]
            compared.close()
    return sorted(found, key=repr)


def _change(raw: apsw.Connection, change: apsw.TableChange) -> Change:
    known = change.new if change.op == "INSERT" else change.old
    assert known is not None
    places = sorted(change.pk_columns)
    key = tuple(known[place] for place in places)
    names = [str(row[1]) for row in raw.execute(f"PRAGMA table_info({change.name})")]
    where = " AND ".join(f"{names[place]} IS ?" for place in places)

    def row_in(schema: str) -> tuple[Any, ...] | None:
        query = f"SELECT * FROM {schema}.{change.name} WHERE {where}"
        return raw.execute(query, key).fetchone()

    return change.name, change.op.lower(), key, row_in("old"), row_in("main")


def by_us(world: World) -> list[Change]:
    """The diff that the world reports, in the same form."""

    def values(row: Any) -> tuple[Any, ...] | None:
        return None if row is None else tuple(row.values())

    found = [
        (change.table, change.kind, change.key, values(change.before), values(change.after))
        for change in world.diff()
    ]
    return sorted(found, key=repr)


class Lockstep:
    """A private and a shared world to which the same is done."""

    def __init__(self, folder: Path, snapshot: Snapshot, office: Office) -> None:
        self.folder, self.snapshot, self.office = folder, snapshot, office
        self.stores = [Worlds(folder / "private", spares=1), Worlds(folder / "shared", spares=0)]
        self.worlds = [
            store.open(snapshot, shared=store is self.stores[1]) for store in self.stores
        ]

    def close(self) -> None:
        """Close both stores."""
        for store in self.stores:
            store.close()

    def each(self, go: Callable[[World], object]) -> None:
        """Do the same to both."""
        for world in self.worlds:
            go(world)

    def write(self, statement: str, *values: object) -> None:
        """Change rows of both outside any operation."""
        self.each(lambda world: stray(world, statement, *values))

    def rewind(self, number: int) -> None:
        """Rewind both to a step that they have seen."""
        self.each(lambda world: world.rewind(number % (steps_of(world) + 1)))

    def fork(self, number: int) -> None:
        """Go on with forks of both."""
        for place, store in enumerate(self.stores):
            world = self.worlds[place]
            steps = steps_of(world)
            self.worlds[place] = store.fork(world, number % (steps + 1) if number % 3 else None)
            store.let_go(world.id, remove=True)

    def reopen(self, _number: int) -> None:
        """Close both and open what was left."""
        for place, store in enumerate(self.stores):
            name = self.worlds[place].id
            store.let_go(name)
            self.worlds[place] = store.open(
                self.snapshot, name, fresh=False, shared=store is self.stores[1]
            )

    def park(self, _number: int) -> None:
        """Park the one that can be."""
        private = self.worlds[0]
        assert isinstance(private, PrivateWorld)
        private.park()

    def pass_time(self, number: int) -> None:
        """Plan a few posts and let some of their times come."""

        def go(world: World) -> None:
            for text in range(number % 3):
                with world.writing() as session:
                    plan(
                        session,
                        due_us=Clock(session).now_us() + 7 * text * 1_000_000,
                        actor_id=self.office.people["aruiz"],
                        operation="chat.messages.post",
                        arguments={
                            "channel_id": self.office.channels["general"],
                            "text": f"{number}.{text}",
                        },
                    )
            let_time_pass(world, number)

        self.each(go)


ACTIONS: dict[str, Callable[[Lockstep, int], object]] = {
    "act": lambda both, n: both.each(lambda world: act(world, both.office, n)),
    "act again": lambda both, n: both.each(lambda world: act(world, both.office, n + 5)),
    "rename": lambda both, n: both.write(
        "UPDATE directory_people SET title = ? || title WHERE length(id) % 2", str(n)
    ),
    "restore": lambda both, _n: both.write("UPDATE directory_people SET title = 'same'"),
    "leave": lambda both, n: both.write(
        "DELETE FROM chat_memberships WHERE unicode(substr(person_id, 4)) % 7 = ?", n % 7
    ),
    "join": lambda both, _n: both.write(
        "INSERT OR IGNORE INTO chat_memberships SELECT ?, id, 'member', 0 FROM directory_people",
        both.office.channels["support"],
    ),
    "found": lambda both, n: both.write(
        "INSERT OR REPLACE INTO directory_teams (id, name) VALUES (?, ?)", f"T{n % 3}", str(n)
    ),
    "dissolve": lambda both, n: both.write("DELETE FROM directory_teams WHERE id = ?", f"T{n % 3}"),
    "move": lambda both, n: both.write(
        "UPDATE OR REPLACE directory_teams SET id = ? WHERE id = ?", f"T{n % 3}", f"T{n % 2}"
    ),
    "baseline": lambda both, _n: both.each(lambda world: world.set_baseline()),
    "reset": lambda both, _n: both.each(lambda world: world.reset()),
    "rewind": lambda both, n: both.rewind(n),
    "fork": lambda both, n: both.fork(n),
    "reopen": lambda both, n: both.reopen(n),
    "park": lambda both, n: both.park(n),
    "time": lambda both, n: both.pass_time(n),
}


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(actions=st.lists(st.tuples(st.sampled_from(list(ACTIONS)), st.integers(0, 40)), max_size=12))
def test_diffs_are_those_of_sqlite_in_both_kinds_of_world(
    snapshot: Snapshot, office: Office, actions: list[tuple[str, int]]
) -> None:
    with TemporaryDirectory() as folder, closing(Lockstep(Path(folder), snapshot, office)) as both:
        for name, number in actions:
            ACTIONS[name](both, number)
        private, shared = both.worlds
        assert by_us(private) == by_sqlite(private)
        assert by_us(shared) == by_sqlite(shared)
        assert by_us(private) == by_us(shared)
        steps = [change.step for change in private.diff()]
        assert steps == [change.step for change in shared.diff()]
        mine, theirs = all_rows(private), all_rows(shared)
        for table in ("world_counters", "world_schedule", "chat_threads"):
            assert mine[table] == theirs[table], table


@pytest.fixture
def both(tmp_path: Path, snapshot: Snapshot, office: Office) -> Iterator[Lockstep]:
    """Two worlds in lockstep."""
    with closing(Lockstep(tmp_path, snapshot, office)) as worlds:
        yield worlds


def test_row_that_was_changed_back_is_no_change(both: Lockstep) -> None:
    both.write("UPDATE directory_people SET title = title || '!'")
    both.write("UPDATE directory_people SET title = substr(title, 1, length(title) - 1)")
    both.write("CREATE TEMP TABLE gone AS SELECT * FROM chat_memberships")
    both.write("DELETE FROM chat_memberships")
    both.write("INSERT INTO chat_memberships SELECT * FROM gone")
    for world in both.worlds:
        assert by_us(world) == by_sqlite(world) == []


def test_diff_of_a_step_inside_an_open_session_shows_it(both: Lockstep) -> None:
    for world in both.worlds:
        with world.writing() as session:
            session.connection().exec_driver_sql("UPDATE directory_people SET title = 'Poet'")
            assert world.diff() == []  # it is recorded when the session ends
        assert len(world.diff()) > 10
