"""SQLAlchemy's SQLite dialect over APSW, ``sqlite+apsw``."""

from __future__ import annotations

from typing import Any, cast

from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.base import SQLiteDialect
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIModule

from workworld.worlds import apsw_dbapi


class ApswDialect(SQLiteDialect):
    """SQLite through APSW, with transactions begun when SQLAlchemy begins them."""

    driver = "apsw"
    default_paramstyle = "qmark"
    supports_statement_cache = True
    dbapi_exception_translation_map = apsw_dbapi.TRANSLATION

    @classmethod
    def import_dbapi(cls) -> DBAPIModule:
        """The PEP 249 module."""
        return cast(DBAPIModule, apsw_dbapi)

    def create_connect_args(self, url: URL) -> tuple[list[Any], dict[str, Any]]:  # noqa: ARG002
        """Connections come from a creator, never from a URL."""
        return [], {}

    def do_begin(self, dbapi_connection: Any) -> None:
        """Begin: APSW does not do it by itself."""
        dbapi_connection.begin()


# By class, not by module name: the packages above are not imported to their end yet.
registry.impls["sqlite.apsw"] = lambda: ApswDialect
