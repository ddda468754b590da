"""Versions of workbooks that people are asked to sign off."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class SignOff(Base):
    """Which state of a workbook an approval is about."""

    __tablename__ = "sheets_sign_offs"
    __table_args__ = (Index(None, "workbook_id"),)

    approval_id: Mapped[str] = mapped_column(
        ForeignKey("approvals_approvals.id", ondelete="CASCADE"), primary_key=True
    )
    workbook_id: Mapped[str] = mapped_column(ForeignKey("sheets_workbooks.id", ondelete="CASCADE"))
    revision: Mapped[int]
    """The state after which edit; it has a name, which stays as long as it may be signed off."""
    message: Mapped[str] = mapped_column(default="")
    """What those who are asked were told."""
