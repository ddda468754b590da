"""What programs keep with projects, boards, sprints, comments, people and gadgets."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class ThingProperty(Base):
    """A JSON value that a program keeps with something; issues have a table of their own."""

    __tablename__ = "tracker_thing_properties"

    kind: Mapped[str] = mapped_column(primary_key=True)
    """``project``, ``board``, ``sprint``, ``comment``, ``user`` or ``gadget``."""
    thing_id: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[Any] = mapped_column(JSON)
