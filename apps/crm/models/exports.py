"""What left the CRM as files."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class Export(Base):
    """Somebody took records away as a file."""

    __tablename__ = "crm_exports"
    __table_args__ = (Index(None, "exported_us"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"))
    kind: Mapped[str]
    """``Report``, ``ListView``, ``VCard`` or ``Data``."""
    thing_id: Mapped[str]
    """The report's or list view's id; empty for one that was not saved."""
    name: Mapped[str]
    """What it was called then."""
    rows: Mapped[int]
    """How many records the file holds."""
    exported_us: Mapped[int]
