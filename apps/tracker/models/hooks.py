"""Web hooks: addresses outside to which is told what happens."""

from __future__ import annotations

from sqlalchemy import JSON, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base


class Hook(Base):
    """A web hook: of the site, or registered by a program for a time."""

    __tablename__ = "tracker_hooks"

    id: Mapped[str] = mapped_column(primary_key=True)
    """Decimal digits."""
    name: Mapped[str] = mapped_column(default="")
    owner_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    """Who made it: it tells what they see."""
    url: Mapped[str]
    events: Mapped[list[str]] = mapped_column(JSON)
    """The vendor's names: ``jira:issue_created``."""
    jql: Mapped[str] = mapped_column(default="")
    """Which issues it is about; empty for all."""
    field_ids: Mapped[list[str]] = mapped_column(JSON)
    """Only changes of these fields are told of; none for all."""
    excludes_body: Mapped[bool] = mapped_column(default=False)
    is_enabled: Mapped[bool] = mapped_column(default=True)
    expires_us: Mapped[int | None]
    """When a program's ends unless it is renewed; None for the site's own."""
    created_us: Mapped[int]
    updated_us: Mapped[int]
