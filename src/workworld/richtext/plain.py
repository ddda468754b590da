"""Documents → plain text, for search, notifications and titles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workworld.emoji import character_of
from workworld.richtext.names import Names
from workworld.richtext.nodes import (
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
    Mention,
    Panel,
    Paragraph,
    Quote,
    Rule,
    Table,
    Text,
)


def to_plain(doc: Document, names: Names) -> str:
    """A document without markup: a line for each paragraph, item and line of code."""
    return "\n".join(_lines(doc.content, names))


def line_to_plain(content: Iterable[Inline], names: Names) -> str:
    """Inline nodes without markup."""
    return "".join(_word(node, names) for node in content)


def _lines(blocks: Iterable[Block], names: Names) -> Iterator[str]:
    for block in blocks:
        match block:
            case Paragraph(content) | Heading(_, content):
                yield from line_to_plain(content, names).split("\n")
            case CodeBlock(text):
                yield from text.split("\n")
            case Quote(inner):
                yield from (f"> {line}" for line in _lines(inner, names))
            case List(items, start):
                for number, item in enumerate(items, start or 0):
                    yield from _item("• " if start is None else f"{number}. ", item, names)
            case Rule():
                yield "---"
            case Panel(_, inner):
                yield from _lines(inner, names)
            case Table(rows):
                for row in rows:
                    cells = (line_to_plain(cell, names).replace("\n", " ") for cell in row)
                    yield " | ".join(cells)


def _item(marker: str, item: Iterable[Block], names: Names) -> Iterator[str]:
    for index, line in enumerate(_lines(item, names)):
        yield (" " * len(marker) if index else marker) + line


def _word(node: Inline, names: Names) -> str:
    match node:
        case Text(text):
            return text
        case HardBreak():
            return "\n"
        case Mention(person_id):
            return f"@{names.person(person_id)}"
        case ChannelReference(channel_id):
            return f"#{names.channel(channel_id)}"
        case Broadcast(audience):
            return f"@{audience}"
        case Emoji(name):
            return character_of(name) or f":{name}:"
