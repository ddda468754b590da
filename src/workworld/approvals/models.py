"""The tables of approvals."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base

PENDING, APPROVED, DECLINED, CANCELLED = "pending", "approved", "declined", "cancelled"


class Approval(Base):
    """Something that waits for people's yes, or has had their answer."""

    __tablename__ = "approvals_approvals"
    __table_args__ = (Index(None, "app_id", "thing_id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    app_id: Mapped[str]
    thing_id: Mapped[str]
    """What waits, as its app calls it: an issue's id, say."""
    name: Mapped[str]
    requester_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    needed: Mapped[int] = mapped_column(default=0)
    """How many of each step must say yes; 0 for all."""
    state: Mapped[str] = mapped_column(default=PENDING)
    created_us: Mapped[int]
    decided_us: Mapped[int | None]


class Approver(Base):
    """Somebody who is asked, and what they answered."""

    __tablename__ = "approvals_approvers"
    __table_args__ = (Index(None, "person_id"),)

    approval_id: Mapped[str] = mapped_column(
        ForeignKey("approvals_approvals.id", ondelete="CASCADE"), primary_key=True
    )
    step: Mapped[int] = mapped_column(primary_key=True)
    """From 1; those of a step are asked when all before it have said yes."""
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    decision: Mapped[str] = mapped_column(default=PENDING)
    comment: Mapped[str] = mapped_column(default="")
    decided_us: Mapped[int | None]
    by_id: Mapped[str | None] = mapped_column(ForeignKey("directory_people.id"), default=None)
    """Who answered in their place; null if they did themselves."""
