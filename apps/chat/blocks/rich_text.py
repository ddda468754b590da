"""Rich text blocks and the core's documents, each made of the other.

https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from workworld.apps.chat.blocks.rich_text_shapes import DEEPEST, RichText
from workworld.emoji import NAME
from workworld.richtext.fitness import IDENTIFIER, LANGUAGE, fit, is_link
from workworld.richtext.nodes import (
    AUDIENCES,
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
)
from workworld.richtext.simpler import without_tables

Json = Mapping[str, Any]
_LISTING = "rich_text_list"
_STYLES = {"bold": "strong", "italic": "em", "strike": "strike", "code": "code"}
_GROUP = re.compile("S[A-Z0-9]{1,63}")
"""Ids of user groups, which stand in documents like those of people."""
_BREAK = {"type": "text", "text": "\n"}


def read(given: Any) -> Document:
    """The document of a block that is kept as nothing else.

    Raises:
        ValueError: it is none, or says what no document holds, such as a user group.
    """
    RichText.model_validate(given)
    if any(_known(piece) is None for piece in _pieces_in(given["elements"])):
        raise ValueError(given)
    return document_of(given)


def document_of(block: Json) -> Document:
    """The document of a block whose shape is known; of what no document holds, its words."""
    found: list[Block] = []
    for is_list, group in groupby(block["elements"], lambda each: each["type"] == _LISTING):
        elements = list(group)
        found += _lists(elements) if is_list else map(_block, elements)
    return document(found)


def block_of(doc: Document) -> dict[str, Any]:
    """A document as a block; headings and rules, which blocks lack, become sections."""
    return {
        "type": "rich_text",
        "elements": [part for each in without_tables(doc).content for part in _part(each)],
    }


def _pieces_in(elements: Iterable[Json]) -> Iterator[Json]:
    for element in elements:
        if "elements" in element:
            yield from _pieces_in(element["elements"])
        else:
            yield element


def _block(element: Json) -> Block:
    match element["type"]:
        case "rich_text_preformatted":
            code = "".join(each.get("text") or each.get("url", "") for each in element["elements"])
            language = str(element.get("language") or "")
            return CodeBlock(fit(code), language if LANGUAGE.fullmatch(language) else "")
        case "rich_text_quote":
            return Quote((Paragraph(_line(element)),))
    return Paragraph(_line(element))


def _lists(elements: Sequence[Json]) -> list[Block]:
    """Lists that follow each other; those further to the right lie within the item above them."""
    found: list[Block] = []
    depth = elements[0].get("indent", 0)
    index = 0
    while index < len(elements):
        element = elements[index]
        items: list[tuple[Block, ...]] = [(Paragraph(_line(each)),) for each in element["elements"]]
        end = index + 1
        while end < len(elements) and elements[end].get("indent", 0) > depth:
            end += 1
        if end > index + 1:
            inner = tuple(_lists(elements[index + 1 : end]))
            items = [*items[:-1], ((*items[-1], *inner) if items else inner)]
        start = element.get("offset", 0) + 1 if element["style"] == "ordered" else None
        last = found[-1] if found else None
        if isinstance(last, List) and _goes_on(last, start):
            found[-1] = List((*last.items, *items), last.start)
        else:
            found.append(List(tuple(items), start))
        index = end
    return found


def _goes_on(above: List, start: int | None) -> bool:
    """Whether a list is the rest of the one above it, which was interrupted by an inner one."""
    if not above.items or not isinstance(above.items[-1][-1], List):
        return False
    return start == (above.start if above.start is None else above.start + len(above.items))


def _line(element: Json) -> tuple[Inline, ...]:
    return tuple(node for each in element["elements"] for node in _nodes(each))


def _nodes(piece: Json) -> list[Inline]:
    """A piece as inline nodes; one that no document holds as its words, if it has any."""
    known = _known(piece)
    if known is not None:
        return known
    marks = _marks(piece)
    if piece["type"] == "usergroup" and _GROUP.fullmatch(piece["usergroup_id"]):
        return [Mention(piece["usergroup_id"], marks)]
    return _lines(words, marks) if (words := _words_of(piece)) else []


def _words_of(piece: Json) -> str:
    match piece["type"]:
        case "link":
            return str(piece.get("text") or piece["url"])
        case "emoji":
            return f":{piece['name']}:"
        case "date":
            return str(piece.get("fallback") or piece["timestamp"])
        case "color":
            return str(piece["value"])
    return ""


def _known(piece: Json) -> list[Inline] | None:  # noqa: PLR0911 - one for each kind
    """The nodes that say just what a piece says, or None."""
    marks = _marks(piece)
    match piece:
        case {"type": "text", "text": text}:
            return _lines(text, marks)
        case {"type": "link", "url": url} if is_link(url):
            return _lines(piece.get("text") or url, marks.having("href", url))
        case {"type": "emoji", "name": name} if NAME.fullmatch(name):
            tone = piece.get("skin_tone") or 1
            toned = f"{name.partition('::')[0]}::skin-tone-{tone}"
            return [Emoji(toned if tone > 1 else name, marks)]
        case {"type": "user", "user_id": person_id} if IDENTIFIER.fullmatch(person_id):
            return [Mention(person_id, marks)]
        case {"type": "channel", "channel_id": channel_id} if IDENTIFIER.fullmatch(channel_id):
            return [ChannelReference(channel_id, marks)]
        case {"type": "broadcast", "range": audience} if audience in AUDIENCES:
            return [Broadcast(audience, marks)]
    return None


def _lines(text: str, marks: Marks) -> list[Inline]:
    nodes: list[Inline] = []
    for number, line in enumerate(fit(text).split("\n")):
        nodes += [HardBreak()] * bool(number) + [Text(line, marks)]
    return nodes


def _marks(piece: Json) -> Marks:
    style = piece.get("style") or {}
    return Marks(**{ours: style.get(theirs, False) for theirs, ours in _STYLES.items()})


def _part(block: Block) -> Iterator[dict[str, Any]]:
    match block:
        case Paragraph(content) | Heading(_, content):
            yield _section(_elements(content))
        case CodeBlock(text, language):
            named = {"language": language} if language else {}
            yield {"type": "rich_text_preformatted", "elements": _words(text), **named}
        case Quote(inner):
            yield {"type": "rich_text_quote", "elements": _joined(inner)}
        case List():
            yield from _listings(block, 0)
        case Rule():
            yield _section(_words("---"))


def _listings(block: List, depth: int) -> Iterator[dict[str, Any]]:
    """A list as lists of sections: one that lies within an item follows it, further right."""
    items: list[dict[str, Any]] = []
    first = block.start
    for number, item in enumerate(block.items, 1):
        items.append(_section(_joined([each for each in item if not isinstance(each, List)])))
        inner = [each for each in item if isinstance(each, List)]
        if inner or number == len(block.items):
            yield _listing(items, first, depth)
            items, first = [], None if block.start is None else block.start + number
        for each in inner:
            yield from _listings(each, depth + 1)


def _listing(items: list[dict[str, Any]], start: int | None, depth: int) -> dict[str, Any]:
    style = "bullet" if start is None else "ordered"
    more = {"indent": min(depth, DEEPEST), "offset": (start or 1) - 1}
    shape = {"type": _LISTING, "style": style, "elements": items}
    return shape | {name: value for name, value in more.items() if value}


def _joined(blocks: Iterable[Block]) -> list[dict[str, Any]]:
    """What blocks say in one section, each on lines of its own."""
    found: list[dict[str, Any]] = []
    for part in (part for block in blocks for part in _part(block)):
        lines = part["elements"] if part["type"] == _LISTING else [part]
        for line in lines:
            found += [_BREAK] * bool(found) + line["elements"]
    return found


def _section(elements: list[dict[str, Any]]) -> dict[str, Any]:
    return {"type": "rich_text_section", "elements": elements}


def _words(text: str) -> list[dict[str, Any]]:
    return [{"type": "text", "text": text}] * bool(text)


def _elements(content: Iterable[Inline]) -> list[dict[str, Any]]:
    return [_element(node) for node in content]


def _element(node: Inline) -> dict[str, Any]:
    shape: dict[str, Any]
    match node:
        case HardBreak():
            return _BREAK
        case Text(text, marks) if marks.href:
            shape = {"type": "link", "url": marks.href, "text": text}
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
