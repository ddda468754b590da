"""The dialect ``sqlite+apsw``: what SQLAlchemy's own suite does not ask for."""

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest
from sqlalchemy import Engine, NullPool, QueuePool, SingletonThreadPool, create_engine, text
from sqlalchemy.exc import ArgumentError, OperationalError, ProgrammingError

from workworld.worlds import apsw_dbapi, dialect

SCHEMA = """
    CREATE TABLE team (id INTEGER PRIMARY KEY);
    CREATE TABLE person (team INTEGER REFERENCES team ON DELETE CASCADE);
    INSERT INTO team VALUES (1), (2);
    INSERT INTO person VALUES (1), (1), (2);
"""


@pytest.fixture
def raw() -> Iterator[apsw.Connection]:
    """A database with two teams, three people and foreign keys that are heeded."""
    connection = apsw.Connection(":memory:")
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_FKEY, 1)
    connection.execute(SCHEMA).fetchall()
    yield connection
    connection.close()


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """An engine on a file of its own."""
    made = create_engine(f"sqlite+{dialect.ApswDialect.driver}:///{tmp_path}/file.sqlite")
    yield made
    made.dispose()


def test_url_of_a_file_opens_it_with_a_pool(engine: Engine, tmp_path: Path) -> None:
    assert isinstance(engine.pool, QueuePool)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE kept (id INTEGER)")
    with apsw.Connection(str(tmp_path / "file.sqlite")) as other:
        assert other.table_exists("main", "kept")


@pytest.mark.parametrize("url", ["sqlite+apsw://", "sqlite+apsw:///:memory:"])
def test_url_of_memory_keeps_one_connection_per_thread(url: str) -> None:
    engine = create_engine(url)
    assert isinstance(engine.pool, SingletonThreadPool)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE kept (id INTEGER)")
    with engine.begin() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM kept").scalar() == 0
    engine.dispose()


@pytest.mark.parametrize("rest", ["host/file", "me@/file", "/file?mode=ro"])
def test_url_with_more_than_a_file_is_refused(rest: str) -> None:
    with pytest.raises(ArgumentError, match="more than a file's name"):
        create_engine(f"sqlite+apsw://{rest}").connect()


def test_connecting_turns_nothing_on() -> None:
    settings = ("foreign_keys", "journal_mode", "synchronous", "busy_timeout", "query_only")
    connection, plain = apsw_dbapi.connect(":memory:"), apsw.Connection(":memory:")
    for name in settings:
        query = f"PRAGMA {name}"
        assert connection.raw.execute(query).get == plain.execute(query).get, name
    connection.close()
    plain.close()


def test_own_connection_is_closed_for_good() -> None:
    connection = apsw_dbapi.connect(":memory:")
    connection.cursor().execute("SELECT 1 UNION SELECT 2")
    connection.close()
    with pytest.raises(apsw.ConnectionClosedError):
        connection.raw.execute("SELECT 1")


def test_lent_connection_outlives_the_engine(raw: apsw.Connection) -> None:
    engine = create_engine(
        "sqlite+apsw://", creator=lambda: apsw_dbapi.Connection(raw), poolclass=NullPool
    )
    with engine.connect() as connection:
        connection.exec_driver_sql("DELETE FROM person")
    engine.dispose()
    assert not raw.in_transaction
    assert raw.execute("SELECT count(*) FROM person").get == 3


def test_connection_closed_behind_its_back_is_replaced(engine: Engine) -> None:
    with engine.connect() as connection:
        own = connection.connection.driver_connection
        assert isinstance(own, apsw_dbapi.Connection)
        own.raw.close()
        with pytest.raises(ProgrammingError):
            connection.exec_driver_sql("SELECT 1")
        assert connection.invalidated
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT 1").scalar() == 1


@pytest.mark.parametrize("many", [False, True])
def test_rowcount_leaves_out_what_keys_delete(raw: apsw.Connection, many: bool) -> None:
    cursor = apsw_dbapi.Connection(raw).cursor()
    query = "DELETE FROM team WHERE id = ?"
    if many:
        cursor.executemany(query, [(1,), (2,), (3,)])
    else:
        cursor.execute(query, (1,))
    assert cursor.rowcount == (2 if many else 1)


def test_rowcount_is_not_that_of_an_earlier_statement(raw: apsw.Connection) -> None:
    cursor = apsw_dbapi.Connection(raw).cursor()
    assert cursor.execute("UPDATE person SET team = 2").rowcount == 3
    assert cursor.execute("CREATE TABLE other (id INTEGER)").rowcount == 0
    assert cursor.execute("SELECT * FROM other").rowcount == -1


def test_empty_result_has_its_columns(raw: apsw.Connection) -> None:
    cursor = apsw_dbapi.Connection(raw).cursor()
    cursor.execute("SELECT id, 1 AS one FROM team WHERE id > 9")
    assert [column[0] for column in cursor.description or ()] == ["id", "one"]
    assert cursor.fetchall() == []
    assert cursor.execute("DELETE FROM person").description is None


def test_versions_are_those_of_the_libraries(engine: Engine) -> None:
    engine.connect().close()
    assert ".".join(map(str, engine.dialect.dbapi_version)) == apsw.apsw_version()
    assert engine.dialect.server_version_info == apsw_dbapi.sqlite_version_info


def test_regexp_finds_and_knows_null(engine: Engine) -> None:
    query = text(
        "SELECT 'alpha' REGEXP '^al', 'alpha' REGEXP 'z', NULL REGEXP 'a', 'a' REGEXP NULL"
    )
    with engine.connect() as connection:
        assert connection.execute(query).one() == (1, 0, None, None)


def test_statement_that_is_wrong_is_an_operational_error(engine: Engine) -> None:
    with pytest.raises(OperationalError, match="no such table"), engine.connect() as connection:
        connection.exec_driver_sql("SELECT * FROM absent")
