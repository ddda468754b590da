"""Slack's block ``rich_text`` and the core's rich text, as fields of lists have them.

https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from workworld.emoji import NAME
from workworld.richtext.nodes import (
    AUDIENCES,
    PLAIN,
    Block,
    Broadcast,
    ChannelReference,
    CodeBlock,
    Document,
    Emoji,
    HardBreak,
    Heading,
    Inline,
    List,
    Marks,
    Mention,
    Paragraph,
    Quote,
    Rule,
    Text,
    document,
    fit,
    is_link,
)

_STYLES = {"bold": "strong", "italic": "em", "strike": "strike", "code": "code"}


def read(block: Mapping[str, Any]) -> Document:
    """The document of a block.

    Raises:
        ValueError: it is none.
    """
    if block.get("type") != "rich_text":
        raise ValueError(block.get("type"))
    return document(_read(each) for each in _elements(block))


def written(doc: Document) -> dict[str, Any]:
    """A document as a block."""
    return {"type": "rich_text", "elements": [part for each in doc.content for part in _part(each)]}


def _elements(part: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    found = part.get("elements")
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise ValueError("elements")
    return found


def _read(part: Mapping[str, Any]) -> Block:
    match part.get("type"):
        case "rich_text_section":
            return Paragraph(tuple(_line(part)))
        case "rich_text_quote":
            return Quote((Paragraph(tuple(_line(part))),))
        case "rich_text_preformatted":
            said = (node.text if isinstance(node, Text) else "\n" for node in _line(part))
            return CodeBlock("".join(said))
        case "rich_text_list":
            start = 1 if part.get("style") == "ordered" else None
            items = tuple((Paragraph(tuple(_line(each))),) for each in _elements(part))
            return List(items, start)
    raise ValueError(part.get("type"))


def _line(part: Mapping[str, Any]) -> Iterable[Inline]:
    for element in _elements(part):
        yield from _nodes(element)


def _nodes(element: Mapping[str, Any]) -> list[Inline]:
    style = element.get("style")
    marks = _marks(style if isinstance(style, dict) else {})
    match element:
        case {"type": "text", "text": str(text)}:
            return _lines(text, marks)
        case {"type": "link", "url": str(url)} if is_link(url):
            return _lines(str(element.get("text") or url), marks.having("href", url))
        case {"type": "user", "user_id": str(person_id)} if person_id.isalnum():
            return [Mention(person_id, marks)]
        case {"type": "channel", "channel_id": str(channel_id)} if channel_id.isalnum():
            return [ChannelReference(channel_id, marks)]
        case {"type": "broadcast", "range": str(audience)} if audience in AUDIENCES:
            return [Broadcast(audience, marks)]
        case {"type": "emoji", "name": str(name)} if NAME.fullmatch(name):
            return [Emoji(name, marks)]
    raise ValueError(element.get("type"))


def _lines(text: str, marks: Marks) -> list[Inline]:
    nodes: list[Inline] = []
    for number, line in enumerate(fit(text).split("\n")):
        nodes += [HardBreak()] * bool(number) + [Text(line, marks)]
    return nodes


def _marks(style: Mapping[str, Any]) -> Marks:
    marks = PLAIN
    for theirs, ours in _STYLES.items():
        marks = marks.having(ours, bool(style.get(theirs)))
    return marks


def _part(block: Block) -> list[dict[str, Any]]:
    match block:
        case Paragraph(content) | Heading(_, content):
            return [_section(content)]
        case CodeBlock(text):
            return [
                {"type": "rich_text_preformatted", "elements": [{"type": "text", "text": text}]}
            ]
        case Quote(inner):
            lines = [part["elements"] for each in inner for part in _part(each)]
            return [{"type": "rich_text_quote", "elements": each} for each in lines]
        case List(items, start):
            style = "bullet" if start is None else "ordered"
            lines = [part for item in items for each in item for part in _part(each)]
            return [{"type": "rich_text_list", "style": style, "elements": lines}]
        case Rule():
            return [_section((Text("---"),))]


def _section(content: Iterable[Inline]) -> dict[str, Any]:
    return {"type": "rich_text_section", "elements": [_element(node) for node in content]}


def _element(node: Inline) -> dict[str, Any]:
    match node:
        case HardBreak():
            return {"type": "text", "text": "\n"}
        case Text(text, marks) if marks.href:
            shape: dict[str, Any] = {"type": "link", "url": marks.href, "text": text}
        case Text(text):
            shape = {"type": "text", "text": text}
        case Mention(person_id):
            shape = {"type": "user", "user_id": person_id}
        case ChannelReference(channel_id):
            shape = {"type": "channel", "channel_id": channel_id}
        case Broadcast(audience):
            shape = {"type": "broadcast", "range": audience}
        case Emoji(name):
            shape = {"type": "emoji", "name": name}
    style = {theirs: True for theirs, ours in _STYLES.items() if getattr(node.marks, ours)}
    return shape | ({"style": style} if style else {})
