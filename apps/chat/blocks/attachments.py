"""Legacy attachments: a coloured bar, a title, fields and a footer, or blocks.

https://docs.slack.dev/legacy/legacy-messaging/legacy-secondary-message-attachments
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from workworld.apps.chat.blocks.kinds import AnyBlock

MOST = 100


class Loose(BaseModel):
    """An object that may have further properties: the vendor ignores them."""

    model_config = ConfigDict(extra="allow", defer_build=True)


class AttachmentField(Loose):
    """A fact: its name and value."""

    title: str = ""
    value: str | int | float = ""
    short: bool = False


class Attachment(Loose):
    """One attachment."""

    fallback: str | None = None
    color: str | None = None
    pretext: str | None = None
    author_name: str | None = None
    author_link: str | None = None
    title: str | None = None
    title_link: str | None = None
    text: str | None = None
    fields: list[AttachmentField] | None = None
    image_url: str | None = None
    thumb_url: str | None = None
    footer: str | None = None
    ts: int | float | str | None = None
    mrkdwn_in: list[str] | None = None
    blocks: Annotated[list[AnyBlock], Field(max_length=50)] | None = None


ATTACHMENTS: TypeAdapter[list[Any]] = TypeAdapter(list[Attachment])
"""The attachments of a message."""
