"""Workbooks, whom they are shared with, and their sheets."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, TableRole, table_role


class Workbook(Base):
    """A file of sheets.

    https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets
    """

    __tablename__ = "sheets_workbooks"
    __table_args__ = (Index(None, "owner_id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    """44 letters and digits."""
    title: Mapped[str]
    locale: Mapped[str] = mapped_column(default="en_US")
    time_zone: Mapped[str]
    recalculation: Mapped[str] = mapped_column(default="ON_CHANGE")
    """``ON_CHANGE``, ``MINUTE`` or ``HOUR``: how often the time is told anew."""
    theme: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """Its font and colours, if they are not the usual ones: see ``service.themes``."""
    owner_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    link_role: Mapped[str] = mapped_column(default="")
    """What everybody of the company may do: ``reader``, ``commenter``, ``writer``; or nothing."""
    readers_may_copy: Mapped[bool] = mapped_column(default=True)
    """Whether those who may not write are offered copies and downloads."""
    revision: Mapped[int] = mapped_column(default=0)
    """How many edits it has seen."""
    mark: Mapped[str] = mapped_column(default="")
    """A digest of all its edits in their order: two workbooks with the same are the same."""
    is_trashed: Mapped[bool] = mapped_column(default=False)
    created_us: Mapped[int]
    modified_us: Mapped[int]
    modified_by: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))


class Share(Base):
    """What somebody besides the owner may do with a workbook."""

    __tablename__ = "sheets_shares"
    __table_args__ = (UniqueConstraint("workbook_id", "person_id"), Index(None, "person_id"))

    id: Mapped[str] = mapped_column(primary_key=True)
    workbook_id: Mapped[str] = mapped_column(ForeignKey("sheets_workbooks.id", ondelete="CASCADE"))
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    role: Mapped[str]
    """``reader``, ``commenter`` or ``writer``."""


class Star(Base):
    """A workbook that somebody keeps at hand."""

    __tablename__ = "sheets_stars"

    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    workbook_id: Mapped[str] = mapped_column(
        ForeignKey("sheets_workbooks.id", ondelete="CASCADE"), primary_key=True
    )


class Opening(Base):
    """When somebody last opened a workbook."""

    __tablename__ = "sheets_openings"
    __table_args__ = table_role(TableRole.HOUSEKEEPING)

    person_id: Mapped[str] = mapped_column(primary_key=True)
    workbook_id: Mapped[str] = mapped_column(primary_key=True)
    opened_us: Mapped[int]


class Sheet(Base):
    """A grid of cells: one of a workbook's tabs."""

    __tablename__ = "sheets_sheets"
    __table_args__ = (UniqueConstraint("workbook_id", "sheet_id"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """Alone in the world."""
    workbook_id: Mapped[str] = mapped_column(ForeignKey("sheets_workbooks.id", ondelete="CASCADE"))
    sheet_id: Mapped[int]
    """Alone in its workbook, of which the first sheet is 0: what the vendor's API calls it."""
    title: Mapped[str]
    position: Mapped[int]
    is_hidden: Mapped[bool] = mapped_column(default=False)
    tab_color: Mapped[str] = mapped_column(default="")
    """``#rrggbb``; empty for none."""
    row_runs: Mapped[list[list[int]]] = mapped_column(JSON)
    """The ids of its rows in their order, in runs of successive ones: first id and count."""
    column_runs: Mapped[list[list[int]]] = mapped_column(JSON)
    next_row_id: Mapped[int]
    """The id of the next row that is put in; ids are never given twice."""
    next_column_id: Mapped[int]
    frozen_rows: Mapped[int] = mapped_column(default=0)
    frozen_columns: Mapped[int] = mapped_column(default=0)
    hides_gridlines: Mapped[bool] = mapped_column(default=False)
    is_right_to_left: Mapped[bool] = mapped_column(default=False)
    row_size: Mapped[int] = mapped_column(default=21)
    """How high rows are that have no size of their own, in pixels."""
    column_size: Mapped[int] = mapped_column(default=100)
