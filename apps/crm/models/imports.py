"""Files of records that were imported, and what became of each row."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class Import(Base):
    """Somebody imported a file."""

    __tablename__ = "crm_imports"
    __table_args__ = (Index(None, "user_id", "run_us"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"))
    sobject: Mapped[str]
    file_name: Mapped[str]
    mode: Mapped[str]
    """``create``, ``update`` or ``upsert``."""
    created: Mapped[int]
    """How many records."""
    updated: Mapped[int]
    refused: Mapped[int]
    leftovers: Mapped[str] = mapped_column(default="")
    """The rows that were refused with the reasons, as a file of comma-separated values."""
    run_us: Mapped[int]
    reverted_us: Mapped[int | None]
    """When what it created was deleted again."""


class ImportRow(Base):
    """What became of a row of an import."""

    __tablename__ = "crm_import_rows"

    import_id: Mapped[str] = mapped_column(ForeignKey("crm_imports.id"), primary_key=True)
    row: Mapped[int] = mapped_column(primary_key=True)
    """From 1."""
    line: Mapped[int]
    """Where it begins in the file, from 1."""
    name: Mapped[str]
    action: Mapped[str]
    """``create`` or ``update``."""
    record_id: Mapped[str | None]
    """Null if it was refused."""
    reason: Mapped[str] = mapped_column(default="")
    """Why it was refused; empty if it was not."""
