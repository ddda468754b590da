"""Who wants to be told when a workbook is changed."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class NotificationRule(Base):
    """Somebody is told of what others change in a workbook."""

    __tablename__ = "sheets_notification_rules"

    workbook_id: Mapped[str] = mapped_column(
        ForeignKey("sheets_workbooks.id", ondelete="CASCADE"), primary_key=True
    )
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    frequency: Mapped[str]
    """``right_away`` or ``daily``."""
    revision: Mapped[int]
    """The last that they were told of."""
    due_us: Mapped[int] = mapped_column(default=0)
    """When the next digest is due; 0 while nothing was changed since the last one."""
