"""What a message holds besides its text."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON
from sqlalchemy.orm import Mapped, mapped_column

from workworld.apps.chat.models.belonging import of_message
from workworld.database import Base, reaches_people


class MessageContent(Base):
    """Blocks and more of a message; a message that is nothing but text has no such row."""

    __tablename__ = "chat_message_contents"
    __table_args__ = (
        of_message(),
        reaches_people(),
    )

    channel_id: Mapped[str] = mapped_column(primary_key=True)
    ts: Mapped[str] = mapped_column(primary_key=True)
    blocks: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON(none_as_null=True))
    """Shown in place of the text, as sent; each with a ``block_id``."""
    attachments: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON(none_as_null=True))
    """Shown below, as sent; each with an ``id``."""
    details: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """What programs tell each other, the vendor's metadata: ``event_type``, ``event_payload``."""
    username: Mapped[str] = mapped_column(default="")
    """What the bot calls itself here; empty for its own name."""
    icon: Mapped[str] = mapped_column(default="")
    """The emoji that the bot shows itself by here, ``:robot_face:``, or an image's address."""
    is_plain: Mapped[bool] = mapped_column(default=False)
    """Whether nothing in the text is markup."""
    is_fallback: Mapped[bool] = mapped_column(default=False)
    """Whether the text was not sent but says what blocks or attachments do."""
    hides_cards: Mapped[bool] = mapped_column(default=False)
    """Whether what links lead to is not shown."""
