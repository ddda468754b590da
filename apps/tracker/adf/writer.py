"""Documents → the vendor's document format.

A list of boxes to tick, ``[ ]`` and ``[x]``, is a list of actions there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from workworld.emoji import character_of
from workworld.richtext.nodes import (
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
    Line,
    List,
    Mention,
    Panel,
    Paragraph,
    Quote,
    Rule,
    Table,
    Text,
)

Json = dict[str, Any]
STATES = {"[ ] ": "TODO", "[x] ": "DONE"}
"""What begins an item that is to be ticked, and what the vendor calls it."""


def write(doc: Document, people: Mapping[str, str] | None = None) -> Json:
    """A document as JSON.

    Args:
        doc: the document.
        people: display names by person id, for mentions.
    """
    writer = _Writer(people or {})
    return {"type": "doc", "version": 1, "content": writer.blocks(doc.content)}


class _Writer:
    def __init__(self, people: Mapping[str, str]) -> None:
        self._people = people
        self._actions = 0

    def blocks(self, blocks: Iterable[Block]) -> list[Json]:
        """Blocks one after another."""
        return [self._block(block) for block in blocks]

    def _block(self, block: Block) -> Json:  # noqa: PLR0911 - one for each kind
        match block:
            case Paragraph(content):
                return _node("paragraph", self._line(content))
            case Heading(level, content):
                return _node("heading", self._line(content), level=level)
            case CodeBlock(text, language):
                inside = [{"type": "text", "text": text}] if text else []
                named = {"language": language} if language else {}
                return {"type": "codeBlock", "attrs": named, "content": inside}
            case Quote(inner):
                return _node("blockquote", self.blocks(inner))
            case Panel(kind, inner):
                return _node("panel", self.blocks(inner), panelType=kind)
            case List(items, start):
                return self._list(items, start)
            case Table(rows, has_header):
                written = [
                    self._row(row, "tableHeader" if has_header and not number else "tableCell")
                    for number, row in enumerate(rows)
                ]
                return _node("table", written, isNumberColumnEnabled=False, layout="default")
            case Rule():
                return {"type": "rule"}

    def _row(self, row: Iterable[Line], kind: str) -> Json:
        cells = [
            _node(kind, [_node("paragraph", self._line(cell))]) | {"attrs": {}} for cell in row
        ]
        return _node("tableRow", cells)

    def _list(self, items: tuple[tuple[Block, ...], ...], start: int | None) -> Json:
        if start is None and all(map(is_action, items)):
            return self._actions_of(items)
        listed = [_node("listItem", self.blocks(item)) for item in items]
        if start is None:
            return _node("bulletList", listed)
        return _node("orderedList", listed, order=start)

    def _actions_of(self, items: Iterable[tuple[Block, ...]]) -> Json:
        """Actions; a list below one of them follows it there."""
        own_id = self._next_id()
        written = []
        for head, *below in items:
            line = head.content if isinstance(head, Paragraph) else ()
            box, content = _parted(line)
            action = _node("taskItem", self._line(content))
            written.append(action | {"attrs": {"localId": self._next_id(), "state": STATES[box]}})
            written += self.blocks(below)
        return _node("taskList", written, localId=own_id)

    def _next_id(self) -> str:
        self._actions += 1
        return f"action-{self._actions}"

    def _line(self, content: Iterable[Inline]) -> list[Json]:
        return [self._inline(node) for node in content]

    def _inline(self, node: Inline) -> Json:
        if isinstance(node, HardBreak):
            return {"type": "hardBreak"}
        marks: list[Json] = [{"type": name} for name in node.marks.names()]
        if node.marks.href:
            marks[0]["attrs"] = {"href": node.marks.href}
        return self._shape(node) | ({"marks": marks} if marks else {})

    def _shape(self, node: Text | Mention | ChannelReference | Broadcast | Emoji) -> Json:
        match node:
            case Text(text):
                return {"type": "text", "text": text}
            case Mention(person_id):
                name = self._people.get(person_id, person_id)
                attributes = {"id": person_id, "text": f"@{name}", "accessLevel": ""}
                return {"type": "mention", "attrs": attributes}
            case Emoji(name):
                shown = character_of(name) or f":{name}:"
                return {"type": "emoji", "attrs": {"shortName": f":{name}:", "text": shown}}
            case ChannelReference(channel_id):
                return {"type": "text", "text": f"#{channel_id}"}
            case Broadcast(audience):
                return {"type": "text", "text": f"@{audience}"}


def is_action(item: tuple[Block, ...]) -> bool:
    """Whether an item of a list begins with a box, and holds besides at most more such items."""
    head, *below = item
    if not isinstance(head, Paragraph) or _parted(head.content)[0] not in STATES:
        return False
    return not below or (
        len(below) == 1
        and isinstance(inner := below[0], List)
        and inner.start is None
        and all(map(is_action, inner.items))
    )


def _parted(line: Line) -> tuple[str, Line]:
    """The box at the beginning of a line, and the rest."""
    first = line[0] if line else None
    if isinstance(first, Text) and first.marks == PLAIN and first.text[:4] in STATES:
        rest = (Text(first.text[4:]),) if first.text[4:] else ()
        return first.text[:4], rest + line[1:]
    return "", line


def _node(kind: str, content: list[Json], **attributes: Any) -> Json:
    named = {"attrs": attributes} if attributes else {}
    return {"type": kind, **named, "content": content}
