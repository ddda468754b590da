"""The rows of worlds, compared with each other, and steps that change them."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import delete
from sqlalchemy.orm import Session

from tests.kit import Office
from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.context import Actor
from workworld.database import Base, driver, state_tables
from workworld.errors import Refused
from workworld.journal import last_step
from workworld.schedule import ScheduleRow
from workworld.worlds import World

Rows = dict[str, list[tuple[Any, ...]]]


def digest_of(path: Path) -> str:
    """Of all rows of a company; indexes of words are left out, which are held to their tables."""
    digest = hashlib.blake2b(digest_size=16)
    with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as connection:
        query = (
            "SELECT name FROM pragma_table_list"
            " WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
        )
        for name in [name for (name,) in connection.execute(query)]:
            rows = sorted(map(ascii, connection.execute(f"SELECT * FROM {name}")))
            digest.update("\n".join([name, *rows, ""]).encode())
    return digest.hexdigest()


def clear_schedule(world: World) -> None:
    """Let nothing come due: what people of the company have scheduled is off the schedule."""
    with world.writing() as session:
        session.execute(delete(ScheduleRow))


def all_rows(world: World) -> Rows:
    """Every row of every table, system tables included, as SQLite has them."""
    with world.reading() as session:
        return {table.name: _stored(session, table.name) for table in Base.metadata.sorted_tables}


def _stored(session: Session, table: str) -> list[tuple[Any, ...]]:
    # Past SQLAlchemy, since hundreds of tables are read hundreds of times.
    return sorted(driver(session).execute(f'SELECT * FROM "{table}"'), key=repr)


def compared(world: World) -> set[tuple[str, str, tuple[Any, ...]]]:
    """The net diff by comparing all state rows with the baseline: slow, and independent."""
    present = all_rows(world)
    with world.baseline() as session:
        found = set()
        for table in state_tables():
            keys = [i for i, column in enumerate(table.columns) if column.primary_key]

            def by_key(rows: Any, keys: list[int] = keys) -> dict[Any, Any]:
                return {tuple(row[key] for key in keys): tuple(row) for row in rows}

            old = by_key(_stored(session, table.name))
            new = by_key(present[table.name])
            for key in old.keys() | new.keys():
                if key not in old:
                    found.add((table.name, "insert", key))
                elif key not in new:
                    found.add((table.name, "delete", key))
                elif old[key] != new[key]:
                    found.add((table.name, "update", key))
    return found


def reported(world: World) -> set[tuple[str, str, tuple[Any, ...]]]:
    """The same from ``diff``."""
    return {(change.table, change.kind, change.key) for change in world.diff()}


def act(world: World, office: Office, number: int) -> None:
    """One of several kinds of step: posts, replies, refusals."""
    actor = Actor(office.people["aruiz" if number % 3 else "jwikstrand"])
    channel_id = office.channels[("general", "deploys", "support", "announcements")[number % 4]]
    with suppress(Refused):
        perform(world, actor, messages.post, channel_id=channel_id, text=f"step {number}")


def stray(world: World, statement: str, *values: object) -> None:
    """A write outside any operation."""
    with world.writing() as session:
        session.connection().exec_driver_sql(statement, values)


def steps_of(world: World) -> int:
    """How many steps the world has seen."""
    with world.reading() as session:
        return last_step(session)
