"""Lists: columns, records, and what the records hold."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class ListColumn(Base):
    """A column of a list."""

    __tablename__ = "chat_list_columns"
    __table_args__ = (Index(None, "list_id", "position"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    list_id: Mapped[str] = mapped_column(ForeignKey("chat_documents.id", ondelete="CASCADE"))
    position: Mapped[int]
    """From 0; the first one names the records."""
    key: Mapped[str]
    """What programs call it, unique within the list."""
    name: Mapped[str]
    """What people call it; two may be called alike."""
    type: Mapped[str]
    """One of the types of ``list_columns``."""
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    """As the type has them: ``choices``, ``max``, ``currency`` …"""


class ListRecord(Base):
    """A record of a list."""

    __tablename__ = "chat_list_records"
    __table_args__ = (Index(None, "list_id", "position"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    list_id: Mapped[str] = mapped_column(ForeignKey("chat_documents.id", ondelete="CASCADE"))
    position: Mapped[int]
    """Its place among all records that the list ever had."""
    created: Mapped[int]
    """Unix time, seconds."""
    created_by: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    updated: Mapped[int]
    updated_by: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))


class ListField(Base):
    """What a record holds in a column; there is no row where it holds nothing."""

    __tablename__ = "chat_list_fields"
    __table_args__ = (Index(None, "column_id"),)

    record_id: Mapped[str] = mapped_column(
        ForeignKey("chat_list_records.id", ondelete="CASCADE"), primary_key=True
    )
    column_id: Mapped[str] = mapped_column(
        ForeignKey("chat_list_columns.id", ondelete="CASCADE"), primary_key=True
    )
    value: Mapped[Any] = mapped_column(JSON)
    """As the column's type has it."""
    text: Mapped[str]
    """The value in words, for searching."""
