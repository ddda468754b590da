"""The tables of a world: their base class and the role each one plays.

All apps declare their tables on one metadata, since a world is one database.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from sqlalchemy import MetaData, Table
from sqlalchemy.orm import DeclarativeBase


class TableRole(StrEnum):
    """What a table's rows count for when worlds are compared.

    Set by ``__table_args__ = {"info": {"role": TableRole.…}}``; without it a table is STATE.
    """

    STATE = "state"
    """The truth that tasks are graded on; part of every diff."""
    SYSTEM = "system"
    """Clock, counters and journal: how the state came about, outside diffs."""


class Base(DeclarativeBase):
    """Base class of every table of every app."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def system_table() -> dict[str, Any]:
    """``__table_args__`` of a table that is outside diffs."""
    return {"info": {"role": TableRole.SYSTEM}}


def state_tables() -> list[Table]:
    """Every table that counts as state, in an order that does not vary."""
    tables = (t for t in Base.metadata.sorted_tables if role_of(t) is TableRole.STATE)
    return sorted(tables, key=lambda table: table.name)


def role_of(table: Table) -> TableRole:
    """The role of a table; STATE when it says nothing."""
    role: TableRole = table.info.get("role", TableRole.STATE)
    return role
