"""What administrators changed in how the CRM is set up."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class SetupChange(Base):
    """A line of the setup audit trail.

    https://help.salesforce.com/s/articleView?id=sf.admin_monitorsetup.htm
    """

    __tablename__ = "crm_setup_audit"
    __table_args__ = (Index(None, "changed_us", "id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    """Begins with ``0Ym``."""
    changed_us: Mapped[int]
    user_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"))
    section: Mapped[str]
    """Which part of the setup: ``Validation Rules``."""
    action: Mapped[str]
    """``created``, ``changed``, ``deleted`` …"""
    display: Mapped[str]
    """What was done, in a sentence."""
