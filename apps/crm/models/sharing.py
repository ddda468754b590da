"""Who sees records that they do not own.

https://help.salesforce.com/s/articleView?id=platform.security_about_sharing_settings.htm
"""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class SharingDefault(Base):
    """What everybody may do with an object's records of others."""

    __tablename__ = "crm_sharing_defaults"

    sobject: Mapped[str] = mapped_column(primary_key=True)
    access: Mapped[str]
    """``Private``, ``Read``, ``Edit``, or ``ControlledByParent``."""


class SharingRule(Base):
    """Records that members of one group own are shared with those of another."""

    __tablename__ = "crm_sharing_rules"
    __table_args__ = (Index(None, "sobject"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    sobject: Mapped[str]
    name: Mapped[str]
    source_group_id: Mapped[str] = mapped_column(ForeignKey("crm_groups.id"))
    target_group_id: Mapped[str] = mapped_column(ForeignKey("crm_groups.id"))
    access: Mapped[str]
    """``Read`` or ``Edit``."""


class Share(Base):
    """One record is shared with a user or a group by hand."""

    __tablename__ = "crm_shares"
    __table_args__ = (Index(None, "grantee_id"),)

    record_id: Mapped[str] = mapped_column(primary_key=True)
    grantee_id: Mapped[str] = mapped_column(primary_key=True)
    """A user's or a group's id."""
    cause: Mapped[str] = mapped_column(primary_key=True)
    """``Manual`` or ``Team``."""
    access: Mapped[str]
    """``Read`` or ``Edit``."""
    shared_by_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"))
    shared_us: Mapped[int]
