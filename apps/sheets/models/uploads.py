"""Files whose bytes come in several requests."""

from __future__ import annotations

from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, TableRole, table_role


class Upload(Base):
    """What has come so far of a file that somebody uploads."""

    __tablename__ = "sheets_uploads"
    __table_args__ = table_role(TableRole.HOUSEKEEPING)

    id: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[str]
    name: Mapped[str]
    """What the file is called; empty where nobody said."""
    mime: Mapped[str]
    """What it is said to be; empty where nobody said."""
    workbook_id: Mapped[str]
    """The spreadsheet that it replaces; empty for a new one."""
    content: Mapped[bytes]
