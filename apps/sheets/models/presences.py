"""Who looks at workbooks just now."""

from __future__ import annotations

from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, TableRole, table_role


class Presence(Base):
    """What somebody has selected in a workbook that they have open."""

    __tablename__ = "sheets_presences"
    __table_args__ = table_role(TableRole.HOUSEKEEPING)

    workbook_id: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[str] = mapped_column(primary_key=True)
    sheet_id: Mapped[int]
    """The vendor's id of the sheet."""
    range: Mapped[str]
    """In A1 notation without the sheet."""
    seen_us: Mapped[int]
    number: Mapped[int]
    """Another one each time that something changes."""
