"""SQLAlchemy's own tests for a dialect, run against ours: see its README.dialects.rst.

They need a process of their own, since their plugin takes collection over;
tests/core/test_dialect_suite.py starts it in an empty folder.
"""

from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, event
from sqlalchemy.dialects.sqlite import provision as _provision
from sqlalchemy.testing.plugin.pytestplugin import *  # noqa: F403  # pyright: ignore
from sqlalchemy.testing.provision import post_configure_engine, post_configure_testing_engine

from workworld.worlds.dialect import ApswDialect

assert ApswDialect.driver == "apsw", "its import registers the dialect"
assert _provision, "its import tells the tests how SQLite is prepared"


@post_configure_engine.for_db("sqlite")
def leave_to_the_next(*_args: Any) -> None:
    """In place of SQLAlchemy's own step, which asks more of a connection than PEP 249 has."""


@post_configure_testing_engine.for_db("sqlite")
def prepare(_url: URL, engine: Engine, _options: dict[str, Any], scope: str) -> None:
    """Give each connection the schema ``test_schema``, which in SQLite is an attached file."""

    @event.listens_for(engine, "connect")
    def attach(dbapi_connection: Any, _record: Any) -> None:
        cursor = dbapi_connection.cursor()
        cursor.execute("ATTACH DATABASE 'test_schema.db' AS test_schema")
        cursor.execute("PRAGMA synchronous = OFF")  # nobody minds what a power cut would leave

    if scope == "global":
        event.listen(engine, "engine_disposed", _remove_files)


def _remove_files(_engine: Engine) -> None:
    """Each test class begins with empty files."""
    for path in Path().glob("*.db"):
        path.unlink()
