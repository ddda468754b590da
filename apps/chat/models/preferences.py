"""How a person likes chat's pages to be."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class Preference(Base):
    """Something that a person likes otherwise than is usual."""

    __tablename__ = "chat_preferences"

    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]
