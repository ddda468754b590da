"""What formulas have fetched from other apps."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class Fetch(Base):
    """What a function of the suite answered a workbook, kept until it is asked again."""

    __tablename__ = "sheets_fetches"

    workbook_id: Mapped[str] = mapped_column(
        ForeignKey("sheets_workbooks.id", ondelete="CASCADE"), primary_key=True
    )
    function: Mapped[str] = mapped_column(primary_key=True)
    """``CRM``, ``CRMFORECAST``, ``ISSUES``, ``PERSON``."""
    arguments: Mapped[str] = mapped_column(primary_key=True)
    """As JSON."""
    answer: Mapped[Any] = mapped_column(JSON)
    """Rows of values; or ``{"error": code, "message": why}``."""
    fetched_us: Mapped[int]
    fetched_by: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    """With whose rights; everybody who sees the workbook sees what it answered."""
