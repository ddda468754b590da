"""What came of something that was done to many issues, kept for whoever did it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, TableRole, table_role


class BulkResult(Base):
    """What a page tells somebody after a bulk change or an import."""

    __tablename__ = "tracker_bulk_results"
    __table_args__ = table_role(TableRole.HOUSEKEEPING)

    id: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[str]
    """Who did it: nobody else reads it."""
    kind: Mapped[str]
    """``change`` or ``import``, or ``task`` of what was asked over the API."""
    told_us: Mapped[int]
    content: Mapped[dict[str, Any]] = mapped_column(JSON)
    """As the page that shows it has made it."""
