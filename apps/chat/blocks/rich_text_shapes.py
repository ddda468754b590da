"""The shapes of rich text blocks.

https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workworld.apps.chat.blocks.shapes import Address, Id, Shape

DEEPEST = 8
"""How far to the right a list may lie."""


class Style(Shape):
    """How a piece looks."""

    bold: bool = False
    italic: bool = False
    strike: bool = False
    code: bool = False
    underline: bool = False
    highlight: bool = False
    client_highlight: bool = False
    unlink: bool = False


class Styled(Shape):
    """A piece of a line."""

    style: Style | None = None


class Words(Styled):
    """Some words."""

    type: Literal["text"]
    text: Annotated[str, Field(min_length=1)]


class Link(Styled):
    """Words that lead somewhere."""

    type: Literal["link"]
    url: Address
    text: str | None = None
    unsafe: bool = False


class Smiley(Styled):
    """An emoji."""

    type: Literal["emoji"]
    name: Annotated[str, Field(min_length=1, max_length=100)]
    unicode: str | None = None
    skin_tone: Annotated[int, Field(ge=1, le=6)] | None = None
    display_url: str | None = None


class User(Styled):
    """A person."""

    type: Literal["user"]
    user_id: Id


class Channel(Styled):
    """A channel."""

    type: Literal["channel"]
    channel_id: Id


class UserGroup(Styled):
    """A group of people."""

    type: Literal["usergroup"]
    usergroup_id: Id


class Audience(Styled):
    """Everybody of an audience."""

    type: Literal["broadcast"]
    range: Literal["here", "channel", "everyone"]


class Moment(Styled):
    """A date."""

    type: Literal["date"]
    timestamp: int
    format: str = "{date}"
    url: Address | None = None
    fallback: str | None = None


class Color(Styled):
    """A colour by its code."""

    type: Literal["color"]
    value: Annotated[str, Field(min_length=1, max_length=20)]


Piece = Annotated[
    Words | Link | Smiley | User | Channel | UserGroup | Audience | Moment | Color,
    Field(discriminator="type"),
]
Border = Annotated[int, Field(ge=0, le=1)]


class Section(Shape):
    """Pieces one after the other."""

    type: Literal["rich_text_section"]
    elements: list[Piece]


class Listing(Shape):
    """Items, further to the right than others by their indent."""

    type: Literal["rich_text_list"]
    style: Literal["bullet", "ordered"]
    elements: list[Section]
    indent: Annotated[int, Field(ge=0, le=DEEPEST)] = 0
    offset: Annotated[int, Field(ge=0)] = 0
    border: Border = 0


class Code(Shape):
    """Lines of code."""

    type: Literal["rich_text_preformatted"]
    elements: list[Annotated[Words | Link, Field(discriminator="type")]]
    border: Border = 0
    language: str | None = None


class Quoted(Shape):
    """What somebody else wrote."""

    type: Literal["rich_text_quote"]
    elements: list[Piece]
    border: Border = 0


class RichText(Shape):
    """A formatted text."""

    type: Literal["rich_text"]
    block_id: Id | None = None
    elements: list[Annotated[Section | Listing | Code | Quoted, Field(discriminator="type")]]
