"""Cells, how they look, and the lines that they stand on."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, without_row_ids


class Style(Base):
    """How cells look, kept once for all that look alike.

    https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/cells#CellFormat
    """

    __tablename__ = "sheets_styles"
    __table_args__ = (UniqueConstraint("workbook_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    workbook_id: Mapped[str] = mapped_column(ForeignKey("sheets_workbooks.id", ondelete="CASCADE"))
    number: Mapped[int]
    """Counted within the workbook, from 1."""
    format: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The vendor's ``CellFormat``, as far as it is not the usual."""


class Cell(Base):
    """What was put into a cell, and how it looks.

    Rows and columns are named by ids that stay: what is put in above moves no cell.
    """

    __tablename__ = "sheets_cells"
    __table_args__ = without_row_ids()

    sheet_id: Mapped[int] = mapped_column(
        ForeignKey("sheets_sheets.id", ondelete="CASCADE"), primary_key=True
    )
    row_id: Mapped[int] = mapped_column(primary_key=True)
    column_id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(default="")
    """``number``, ``text``, ``boolean``, ``error`` or ``formula``; empty for a blank cell."""
    number: Mapped[float | None]
    """Of a number (dates are days since 30 December 1899) or truth value (0 or 1)."""
    text: Mapped[str | None]
    """Of a text, an error (``#N/A``) or a formula with its equals sign."""
    style_id: Mapped[int | None] = mapped_column(ForeignKey("sheets_styles.id"))
    note: Mapped[str | None]
    extra: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """What few cells have: a ``link``; the vendor's ``textFormatRuns`` and ``chipRuns``."""


class Line(Base):
    """A row or column that is not as the others."""

    __tablename__ = "sheets_lines"

    sheet_id: Mapped[int] = mapped_column(
        ForeignKey("sheets_sheets.id", ondelete="CASCADE"), primary_key=True
    )
    axis: Mapped[str] = mapped_column(primary_key=True)
    """``row`` or ``column``."""
    line_id: Mapped[int] = mapped_column(primary_key=True)
    size: Mapped[int | None]
    """In pixels; None for the usual one."""
    is_fit: Mapped[bool] = mapped_column(default=False)
    """Whether a row was made as high as what it holds, and goes on being so."""
    is_hidden: Mapped[bool] = mapped_column(default=False)
    """Whether somebody hid it, rather than a filter or a closed group."""
    style_id: Mapped[int | None] = mapped_column(ForeignKey("sheets_styles.id"))
    """How its cells look that have no look of their own."""
