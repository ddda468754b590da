"""Apps: programs that act by a bot's account, and how they reach the workspace."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.apps.chat.models.belonging import of_message
from workworld.database import Base, TableRole, table_role


class ChatApp(Base):
    """An app of the workspace, which acts by its bot's account."""

    __tablename__ = "chat_apps"

    id: Mapped[str] = mapped_column(primary_key=True)
    """``A…``."""
    name: Mapped[str]
    description: Mapped[str] = mapped_column(default="")
    account_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), unique=True)
    """The bot's account in the directory."""
    bot_id: Mapped[str] = mapped_column(unique=True)
    """``B…``: what messages say of the bot beside its account."""
    scopes: Mapped[list[str]] = mapped_column(JSON)
    """What it may do, in the vendor's words."""
    created: Mapped[int]
    """Unix time, seconds."""


class AppCommand(Base):
    """A slash command that an app answers."""

    __tablename__ = "chat_app_commands"

    command: Mapped[str] = mapped_column(primary_key=True)
    """Without its slash."""
    app_id: Mapped[str] = mapped_column(ForeignKey("chat_apps.id"))
    usage: Mapped[str] = mapped_column(default="")
    says: Mapped[str] = mapped_column(default="")
    """What it does, in one sentence."""


class Webhook(Base):
    """An address to which anybody who knows it may post, as an app and to one channel."""

    __tablename__ = "chat_webhooks"

    id: Mapped[str] = mapped_column(primary_key=True)
    """``B…``."""
    app_id: Mapped[str] = mapped_column(ForeignKey("chat_apps.id"))
    channel_id: Mapped[str] = mapped_column(ForeignKey("chat_channels.id"))
    secret_digest: Mapped[str]
    """Of the last part of its address, which nobody is told again."""
    maker_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    made: Mapped[int]
    """Unix time, seconds."""


class Interaction(Base):
    """What somebody asked of an app: they pressed or chose something, or typed its command."""

    __tablename__ = "chat_interactions"
    __table_args__ = (
        of_message(),
        Index(None, "channel_id", "ts"),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    app_id: Mapped[str] = mapped_column(ForeignKey("chat_apps.id"))
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    channel_id: Mapped[str] = mapped_column(ForeignKey("chat_channels.id"))
    ts: Mapped[str | None]
    """The message's in which it stands; null for a command."""
    action_id: Mapped[str]
    """The element's, or the command with its slash."""
    value: Mapped[str]
    """The button's, that of what was chosen, or what was typed behind the command."""
    taken_us: Mapped[int]
    """When, in microseconds since the Unix epoch."""
    answers: Mapped[int] = mapped_column(default=0)
    """How often its app has answered at the address that it was told."""
    is_exchanged: Mapped[bool] = mapped_column(default=False)
    """Whether its app has shown a view for it."""


class Modal(Base):
    """A view that an app shows to somebody, who has neither closed nor finished it."""

    __tablename__ = "chat_modals"
    __table_args__ = (Index(None, "person_id", "depth"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    """``V…``."""
    app_id: Mapped[str] = mapped_column(ForeignKey("chat_apps.id"))
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    channel_id: Mapped[str] = mapped_column(ForeignKey("chat_channels.id"))
    """Where they asked for it."""
    depth: Mapped[int] = mapped_column(default=0)
    """How many views lie beneath it; the one on top is shown."""
    content: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The view as its app gave it, each block with its id."""
    entered: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """What was sent, by block and element, as the vendor tells it."""
    problems: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    """What the app finds wrong with it, by block; "" for all of it."""
    external_id: Mapped[str] = mapped_column(default="")
    """What its app calls it."""
    is_sent: Mapped[bool] = mapped_column(default=False)
    """Whether it was sent, and the app has not answered yet."""
    updated_us: Mapped[int]


class Home(Base):
    """What an app shows somebody in the tab of its own in their direct conversation."""

    __tablename__ = "chat_homes"

    app_id: Mapped[str] = mapped_column(ForeignKey("chat_apps.id"), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)
    id: Mapped[str] = mapped_column(unique=True)
    """``V…``."""
    content: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The view as its app gave it, each block with its id."""
    external_id: Mapped[str] = mapped_column(default="")
    """What its app calls it."""
    updated_us: Mapped[int]


class AppListener(Base):
    """An app that has asked for events, which are kept for it from then on."""

    __tablename__ = "chat_app_listeners"
    __table_args__ = table_role(TableRole.HOUSEKEEPING)

    app_id: Mapped[str] = mapped_column(ForeignKey("chat_apps.id"), primary_key=True)
    told: Mapped[int] = mapped_column(default=0)
    """The number of its newest envelope."""


class Envelope(Base):
    """What an app that listens is to be told, until it says that it was."""

    __tablename__ = "chat_envelopes"
    __table_args__ = table_role(TableRole.HOUSEKEEPING)

    app_id: Mapped[str] = mapped_column(ForeignKey("chat_apps.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    """``events_api``, ``slash_commands`` or ``interactive``."""
    payload: Mapped[dict[str, Any]] = mapped_column(JSON)
    """What came to pass, as events tell it."""
