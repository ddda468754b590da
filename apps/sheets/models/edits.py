"""What was done to a workbook, so that it can be undone and looked back at."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, TableRole, table_role


class Edit(Base):
    """One edit, with all that it changed."""

    __tablename__ = "sheets_edits"
    __table_args__ = (Index(None, "workbook_id", "person_id"), table_role(TableRole.SYSTEM))

    workbook_id: Mapped[str] = mapped_column(primary_key=True)
    revision: Mapped[int] = mapped_column(primary_key=True)
    """What the workbook's revision was afterwards."""
    person_id: Mapped[str]
    at_us: Mapped[int]
    label: Mapped[str]
    """What was done, as menus call it: ``Sort range``."""
    changeset: Mapped[bytes]
    """What it changed in this app's tables, as SQLite writes it; inverted it takes all back."""
    state: Mapped[str] = mapped_column(default="done")
    """``done``; ``undone``, as long as it can be redone; ``past``, when neither is possible any
    more; ``undo`` and ``redo`` are edits that took others back or repeated them."""


class Version(Base):
    """A state of a workbook that has a name."""

    __tablename__ = "sheets_versions"
    __table_args__ = (Index(None, "workbook_id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    workbook_id: Mapped[str] = mapped_column(ForeignKey("sheets_workbooks.id", ondelete="CASCADE"))
    revision: Mapped[int]
    name: Mapped[str]
    named_by: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    named_us: Mapped[int]
