"""SQLAlchemy's SQLite dialect over APSW, ``sqlite+apsw``."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import apsw
from sqlalchemy import Pool, QueuePool, SingletonThreadPool
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.base import SQLiteDialect
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIModule, IsolationLevel
from sqlalchemy.exc import ArgumentError
from sqlalchemy.util import VersionInfo

from workworld.worlds import apsw_dbapi

_MEMORY = ":memory:"
_AUTOCOMMIT = "AUTOCOMMIT"


class ApswDialect(SQLiteDialect):
    """SQLite through APSW, with transactions begun when SQLAlchemy begins them.

    A URL names a file, ``sqlite+apsw:///chat.sqlite``, or none for a database in memory. With a
    creator, SQLAlchemy is lent connections that somebody else opens and closes.
    """

    driver = "apsw"
    default_paramstyle = "qmark"
    supports_statement_cache = True
    returns_native_bytes = True
    dbapi_exception_translation_map = apsw_dbapi.TRANSLATION
    _isolation_lookup = SQLiteDialect._isolation_lookup.union({_AUTOCOMMIT: 0})

    @classmethod
    def import_dbapi(cls) -> DBAPIModule:
        """The PEP 249 module."""
        return cast(DBAPIModule, apsw_dbapi)

    @classmethod
    def get_pool_class(cls, url: URL) -> type[Pool]:
        """One connection per thread in memory, where each has a database of its own."""
        return SingletonThreadPool if url.database in {None, "", _MEMORY} else QueuePool

    def create_connect_args(self, url: URL) -> tuple[list[Any], dict[str, Any]]:
        """What ``apsw_dbapi.connect`` is called with.

        Raises:
            ArgumentError: the URL has more than a file's name.
        """
        if url.host or url.port or url.username or url.password or url.query:
            raise ArgumentError(f"{url!r} has more than a file's name: sqlite+apsw:///file.sqlite")
        database = url.database or _MEMORY
        # A pool may open the next connection after the working directory has changed.
        return [database if database == _MEMORY else str(Path(database).absolute())], {}

    def _get_server_version_info(self, connection: Any) -> tuple[int, ...]:  # noqa: ARG002
        """SQLite's version; reflection asks different questions of different ones."""
        return apsw_dbapi.sqlite_version_info

    def retrieve_dbapi_version(self, dbapi: DBAPIModule) -> VersionInfo:  # noqa: ARG002
        """APSW's version."""
        return VersionInfo([int(part) for part in apsw.apsw_version().split(".")])

    def do_begin(self, dbapi_connection: Any) -> None:
        """Begin: APSW does not do it by itself."""
        dbapi_connection.begin()

    def set_isolation_level(self, dbapi_connection: Any, level: IsolationLevel) -> None:
        """Choose how far transactions see each other, or that there are none."""
        dbapi_connection.autocommit = level == _AUTOCOMMIT
        super().set_isolation_level(dbapi_connection, level)

    def detect_autocommit_setting(self, dbapi_conn: Any) -> bool:
        """Whether there are no transactions, and so nothing to roll back."""
        return bool(dbapi_conn.autocommit)

    def is_disconnect(self, e: Any, connection: Any, cursor: Any) -> bool:  # noqa: ARG002
        """Whether the connection has been closed, so that a pool has to open another."""
        return isinstance(e, apsw.ConnectionClosedError)


# By class, not by module name: the packages above are not imported to their end yet.
registry.impls["sqlite.apsw"] = lambda: ApswDialect
