"""The blocks that a message may hold: https://docs.slack.dev/reference/block-kit/blocks"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, TypeAdapter, model_validator

from workworld.apps.chat.blocks.elements import Accessory, Entered, Image, Pressed
from workworld.apps.chat.blocks.rich_text_shapes import RichText
from workworld.apps.chat.blocks.shapes import (
    Address,
    AltText,
    Id,
    Mrkdwn,
    OwnFile,
    PlainText,
    Shape,
    TextObject,
    most,
    require_one,
)


class Block(Shape):
    """What all blocks have in common."""

    block_id: Id | None = None


class Section(Block):
    """A text, fields in two columns, and something beside them."""

    type: Literal["section"]
    text: TextObject | None = None
    fields: (
        Annotated[list[Annotated[TextObject, most(2000)]], Field(min_length=1, max_length=10)]
        | None
    ) = None
    accessory: Accessory | None = None
    expand: bool = False

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        require_one(self, "text", "fields")
        return self


class Header(Block):
    """A large line."""

    type: Literal["header"]
    text: Annotated[PlainText, most(150)]


class Divider(Block):
    """A line across."""

    type: Literal["divider"]


class ContextBlock(Block):
    """Small texts and pictures."""

    type: Literal["context"]
    elements: Annotated[
        list[Annotated[Image | PlainText | Mrkdwn, Field(discriminator="type")]],
        Field(min_length=1, max_length=10),
    ]


class Picture(Block):
    """A picture of its own."""

    type: Literal["image"]
    alt_text: AltText
    image_url: Address | None = None
    slack_file: OwnFile | None = None
    title: Annotated[PlainText, most(2000)] | None = None

    @model_validator(mode="after")
    def _has_source(self) -> Self:
        require_one(self, "image_url", "slack_file")
        return self


class Actions(Block):
    """A row of what people act upon."""

    type: Literal["actions"]
    elements: Annotated[list[Pressed], Field(min_length=1, max_length=25)]


class Input(Block):
    """A field of a form."""

    type: Literal["input"]
    label: Annotated[PlainText, most(2000)]
    element: Entered
    hint: Annotated[PlainText, most(2000)] | None = None
    optional: bool = False
    dispatch_action: bool = False


class Markdown(Block):
    """A text in standard Markdown."""

    type: Literal["markdown"]
    text: Annotated[str, Field(min_length=1, max_length=12_000)]


class RawText(Shape):
    """A cell's text."""

    type: Literal["raw_text"]
    text: str


class Table(Block):
    """Rows of cells."""

    type: Literal["table"]
    rows: Annotated[
        list[
            Annotated[
                list[Annotated[RawText | RichText, Field(discriminator="type")]],
                Field(min_length=1, max_length=20),
            ]
        ],
        Field(min_length=1, max_length=100),
    ]
    column_settings: list[dict[str, Any] | None] | None = None


AnyBlock = Annotated[
    Section
    | Header
    | Divider
    | ContextBlock
    | Picture
    | Actions
    | Input
    | Markdown
    | Table
    | RichText,
    Field(discriminator="type"),
]
BLOCKS: TypeAdapter[list[Any]] = TypeAdapter(Annotated[list[AnyBlock], Field(max_length=50)])
"""The blocks of a message."""
