"""What people are invited to besides the workspace."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, consequence


class InvitationChannel(Base):
    """A channel that somebody is let into as soon as they accept an invitation."""

    __tablename__ = "chat_invitation_channels"
    __table_args__ = consequence()

    invitation_id: Mapped[str] = mapped_column(
        ForeignKey("directory_invitations.id"), primary_key=True
    )
    channel_id: Mapped[str] = mapped_column(ForeignKey("chat_channels.id"), primary_key=True)
