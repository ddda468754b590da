"""What a snapshot holds, for people who look at it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime

import apsw
from sqlalchemy import NullPool, create_engine, func, select
from sqlalchemy.orm import Session

from workworld import loading
from workworld.clock import Clock
from workworld.directory import people
from workworld.directory.models import Team
from workworld.worlds import dialect
from workworld.worlds.apsw_dbapi import Connection
from workworld.worlds.snapshots import Snapshot
from workworld.zones import zone


@dataclass(frozen=True, slots=True)
class TableSize:
    """How many rows a table holds. ``app`` is the title of the app whose table it is."""

    app: str
    table: str
    rows: int


@dataclass(frozen=True, slots=True)
class Description:
    """A company at a glance."""

    company: str
    domain: str
    now: datetime
    """The simulated time, on headquarters' wall clock."""
    zone: str
    people: int
    teams: int
    tables: tuple[TableSize, ...]
    """App by app, the core's own last."""
    size: int
    """Of the file, in bytes."""


def describe(snapshot: Snapshot) -> Description:
    """Look into a snapshot."""
    with reading(snapshot) as session:
        company = people.company(session)
        return Description(
            company.name,
            company.domain,
            Clock(session).now().astimezone(zone(company.zone)),
            company.zone,
            len(people.everyone(session)),
            session.scalar(select(func.count()).select_from(Team)) or 0,
            _tables(session),
            snapshot.path.stat().st_size,
        )


def _tables(session: Session) -> tuple[TableSize, ...]:
    titles = {"directory": "Directory", "world": "World"}
    titles |= {app.id: app.title for app in loading.apps()}
    run = session.connection().exec_driver_sql
    query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    found = []
    for (name,) in run(query).fetchall():
        app: str = name.partition("_")[0]
        rows = run(f'SELECT count(*) FROM "{name}"').scalar_one()  # noqa: S608 - our own names
        found.append(TableSize(titles.get(app, app), name, rows))
    return tuple(sorted(found, key=lambda each: (each.app == titles["world"], each.table)))


@contextmanager
def reading(snapshot: Snapshot) -> Iterator[Session]:
    """A session on the file itself, which nothing changes: no log and no lock is made for it."""
    uri = f"{snapshot.path.absolute().as_uri()}?immutable=1"
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    with closing(apsw.Connection(uri, flags=flags)) as connection:
        engine = create_engine(
            f"sqlite+{dialect.ApswDialect.driver}://",
            creator=lambda: Connection(connection),
            poolclass=NullPool,
        )
        with Session(engine) as session:
            yield session
