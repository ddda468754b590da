"""What users want to be told of."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class NoticeChoice(Base):
    """A user is told of a kind of event otherwise than is usual in one place.

    Usual is the bell alone.
    """

    __tablename__ = "crm_notice_choices"

    user_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    place: Mapped[str] = mapped_column(primary_key=True, default="bell")
    """As ``service/notice_choices.py`` names them, like the kind."""
