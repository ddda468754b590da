"""What the workspace has settled on."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class Settings(Base):
    """The settings of the workspace; one row."""

    __tablename__ = "chat_settings"

    company_id: Mapped[str] = mapped_column(ForeignKey("directory_company.id"), primary_key=True)
    creating: Mapped[str] = mapped_column(default="members")
    """Who creates public channels: ``members`` or ``admins``."""
    managing: Mapped[str] = mapped_column(default="channel_admins")
    """Who renames and archives channels: ``members``, ``channel_admins`` or ``admins``."""
    inviting: Mapped[str] = mapped_column(default="members")
    """Who lets others into channels: ``members``, ``channel_admins`` or ``admins``."""
    deleting: Mapped[str] = mapped_column(default="channel_admins")
    """Who deletes what others wrote: ``channel_admins`` or ``admins``."""
    addressing: Mapped[str] = mapped_column(default="members")
    """Who may mention everybody in the default channel: ``members`` or ``admins``."""
    emoji: Mapped[str] = mapped_column(default="members")
    """Who adds emoji of the workspace's own: ``members`` or ``admins``."""
    building: Mapped[str] = mapped_column(default="members")
    """Who builds workflows: ``members`` or ``admins``."""
    threshold: Mapped[int] = mapped_column(default=6)
    """From how many members on a page asks before everybody is mentioned."""
    edit_minutes: Mapped[int | None]
    """For how long people edit what they wrote: 0 is never, null at any time."""
    delete_minutes: Mapped[int | None]
    """For how long people delete what they wrote: 0 is never, null at any time."""
    names: Mapped[str] = mapped_column(default="display")
    """What people are called beside messages: ``display`` or ``full`` names."""
    retention_days: Mapped[int] = mapped_column(default=0)
    """After how many days messages are deleted: 0 keeps them for ever."""
