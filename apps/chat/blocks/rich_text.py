"""Rich text blocks: their shapes, and the core's documents of them.

https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Annotated, Any, Literal

from pydantic import Field

from workworld.apps.chat.blocks.shapes import Address, Id, Shape
from workworld.richtext.nodes import (
    AUDIENCES,
    IDENTIFIER,
    Block,
    Broadcast,
    ChannelReference,
    CodeBlock,
    Document,
    Emoji,
    HardBreak,
    Inline,
    List,
    Marks,
    Mention,
    Paragraph,
    Quote,
    Text,
    document,
    is_link,
)


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
    indent: Annotated[int, Field(ge=0, le=8)] = 0
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


Json = Mapping[str, Any]


def document_of(block: Json) -> Document:
    """A rich text block as a document."""
    found: list[Block] = []
    for is_list, group in groupby(block["elements"], lambda each: each["type"] == "rich_text_list"):
        elements = list(group)
        found += _lists(elements) if is_list else map(_block, elements)
    return document(found)


def _block(element: Json) -> Block:
    match element["type"]:
        case "rich_text_preformatted":
            code = "".join(each.get("text") or each.get("url", "") for each in element["elements"])
            return CodeBlock(code)
        case "rich_text_quote":
            return Quote((Paragraph(_pieces(element["elements"])),))
    return Paragraph(_pieces(element["elements"], cut=True))


def _lists(elements: Sequence[Json]) -> list[Block]:
    """Lists that follow each other; those further to the right lie within the item above them."""
    found: list[Block] = []
    depth = elements[0].get("indent", 0)
    index = 0
    while index < len(elements):
        element = elements[index]
        items: list[tuple[Block, ...]] = [
            (Paragraph(_pieces(each["elements"], cut=True)),) for each in element["elements"]
        ]
        end = index + 1
        while end < len(elements) and elements[end].get("indent", 0) > depth:
            end += 1
        if end > index + 1:
            inner = tuple(_lists(elements[index + 1 : end]))
            items = [*items[:-1], ((*items[-1], *inner) if items else inner)]
        ordered = element["style"] == "ordered"
        found.append(List(tuple(items), element.get("offset", 0) + 1 if ordered else None))
        index = end
    return found


def _pieces(elements: Iterable[Json], *, cut: bool = False) -> tuple[Inline, ...]:
    """Pieces as inline nodes; a paragraph's last line end says nothing."""
    nodes = [node for each in elements for node in _piece(each)]
    while cut and nodes and isinstance(nodes[-1], HardBreak):
        nodes.pop()
    return tuple(nodes)


def _piece(element: Json) -> Iterator[Inline]:
    marks = _marks(element.get("style") or {})
    match element["type"]:
        case "text":
            yield from _lines(element["text"], marks)
        case "link":
            href = element["url"] if is_link(element["url"]) else ""
            said = element.get("text") or element["url"]
            yield from _lines(said, marks.having("href", href))
        case "emoji":
            tone = element.get("skin_tone")
            yield Emoji(f"{element['name']}::skin-tone-{tone}" if tone else element["name"], marks)
        case "user" if IDENTIFIER.fullmatch(element["user_id"]):
            yield Mention(element["user_id"], marks)
        case "channel" if IDENTIFIER.fullmatch(element["channel_id"]):
            yield ChannelReference(element["channel_id"], marks)
        case "broadcast" if element["range"] in AUDIENCES:
            yield Broadcast(element["range"], marks)
        case "date":
            yield from _lines(element.get("fallback") or str(element["timestamp"]), marks)
        case "color":
            yield Text(element["value"], marks)


def _lines(text: str, marks: Marks) -> Iterator[Inline]:
    for number, line in enumerate(text.split("\n")):
        if number:
            yield HardBreak()
        if line:
            yield Text(line, marks)


def _marks(style: Json) -> Marks:
    return Marks(
        "",
        strong=style.get("bold", False),
        em=style.get("italic", False),
        strike=style.get("strike", False),
        code=style.get("code", False),
    )
