"""What is drawn from ranges: charts and pivot tables."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON
from sqlalchemy.orm import Mapped, mapped_column

from workworld.apps.sheets.models.ranges import Sourced
from workworld.database import Base


class Chart(Sourced, Base):
    """A chart over the grid; its one range is the cell at its upper left corner."""

    __tablename__ = "sheets_charts"

    spec: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The vendor's ``ChartSpec``; in the place of a range it has the index of a source."""
    offset_x: Mapped[int] = mapped_column(default=0)
    """How far right of the cell's edge it begins, in pixels."""
    offset_y: Mapped[int] = mapped_column(default=0)
    width: Mapped[int] = mapped_column(default=600)
    height: Mapped[int] = mapped_column(default=371)


class Pivot(Sourced, Base):
    """A pivot table; its one range is the cell from which it is written."""

    __tablename__ = "sheets_pivots"

    definition: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The vendor's ``PivotTable`` without its source."""
