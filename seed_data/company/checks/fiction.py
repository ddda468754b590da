"""Nothing is real: no domain, no telephone number, no brand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sqlalchemy import String, Table, select
from sqlalchemy.orm import Session

from workworld.database import Base
from workworld.seed_data.company.checks.acts import told_few
from workworld.worlds.ledgers import Fact

_RESERVED = (".example", ".test", ".invalid", ".localhost", "localhost", "example.com")
_ADDRESS = re.compile(r"[\w.+-]+@([\w-]+(?:\.[\w-]+)+)|https?://([\w.-]+)")
_PHONE_COLUMNS = ("phone", "mobile", "fax", "mobile_phone", "home_phone")
_FICTIONAL = re.compile(
    r"\+?1?[ .-]*\(?\d{3}\)?[ .-]*555[ .-]*01\d\d"  # United States and Canada
    r"|(\+44|0)[ ]*\(?0?\)?20[ ]*7946[ ]*0\d{3}"
    r"|(\+49|0)[ ]*\(?0?\)?30[ ]*23125[ ]*\d{3}"
    r"|(\+33|0)[ ]*1[ ]*99[ ]*00[ ]*\d\d[ ]*\d\d"
    r"|(\+61|0)[ ]*\(?0?\)?2[ ]*5550[ ]*\d{4}"
)
_SKIPPED = ("world_", "crm_fields", "crm_validation")
_IP = re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}\b")
_IPS = ("192.0.2.", "198.51.100.", "203.0.113.", "0.0.0.0", "127.0.0.1")  # noqa: S104 - to compare


def i55(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """Domains, addresses of machines and telephone numbers are those that are kept for fiction."""
    found: list[str] = []
    for table in Base.metadata.sorted_tables:
        if not table.name.startswith(_SKIPPED):
            found += _in_table(session, table)
    yield from told_few(found)


def _in_table(session: Session, table: Table) -> Iterator[str]:
    for column in table.columns:
        if not isinstance(column.type, String) or column.name.endswith("_id"):
            continue
        is_phone = column.name in _PHONE_COLUMNS
        for value in session.scalars(select(column).where(column.is_not(None), column != "")):
            if is_phone and not _FICTIONAL.fullmatch(value.strip()):
                yield f"{table.name}.{column.name}: {value}"
            if "@" in value or "://" in value:
                yield from (f"{table.name}.{column.name}: {each}" for each in _domains(value))
            if value.count(".") > 2:
                yield from (f"{table.name}.{column.name}: {each}" for each in _machines(value))


def _domains(value: str) -> Iterator[str]:
    for match in _ADDRESS.finditer(value):
        domain = (match[1] or match[2]).rstrip(".").lower()
        if not domain.endswith(_RESERVED):
            yield domain


def _machines(value: str) -> Iterator[str]:
    for address in _IP.findall(value):
        is_one = all(int(part) < 256 for part in address.split("."))
        if is_one and not address.startswith(_IPS):
            yield address
