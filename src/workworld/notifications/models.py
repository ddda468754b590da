"""Tables of notifications."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, TableRole, consequence, table_role


class Notification(Base):
    """One event that one person is told of."""

    __tablename__ = "notifications_items"
    __table_args__ = (
        UniqueConstraint("url", "person_id"),
        Index(None, "person_id", "created", "id"),
        consequence(),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    """Whom it is for."""
    app_id: Mapped[str]
    kind: Mapped[str]
    """What kind of event of that app, such as ``mention``."""
    actor_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    """Who caused it."""
    text: Mapped[str]
    """What they did, to be read after their name: ``mentioned you in #general``."""
    url: Mapped[str]
    """Where it happened, canonical."""
    created: Mapped[int]
    """Microseconds since the Unix epoch."""
    is_read: Mapped[bool] = mapped_column(default=False)
    """Whether the person marked it as read; see ``Opening``."""


class Opening(Base):
    """A notification was opened since it was last marked as unread, which counts as read too.

    A page notes it unasked, so it is no state. To mark is a step: "unread" takes the note away.
    """

    __tablename__ = "notifications_openings"
    __table_args__ = table_role(TableRole.HOUSEKEEPING)

    notification_id: Mapped[str] = mapped_column(
        ForeignKey("notifications_items.id"), primary_key=True
    )
