"""What users want to be told of."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class NoticeChoice(Base):
    """A user does not want to be told of a kind of event; of those without a row they do."""

    __tablename__ = "crm_notice_choices"

    user_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    """As ``service/notice_choices.py`` names them."""
