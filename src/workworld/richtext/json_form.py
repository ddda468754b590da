"""Documents as JSON, which is how they are stored.

The shape is that of ProseMirror, with the names of Atlassian's document format where it has them:
https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from workworld.emoji import NAME
from workworld.errors import Invalid
from workworld.richtext.fitness import IDENTIFIER, LANGUAGE, is_fit, is_link
from workworld.richtext.nodes import (
    AUDIENCES,
    DEEPEST,
    LONGEST,
    MOST_NODES,
    PANELS,
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
    Marks,
    Mention,
    Panel,
    Paragraph,
    Quote,
    Rule,
    Table,
    Text,
    document,
)

T = TypeVar("T")
Json = Mapping[str, Any]
_LARGEST_START = 999_999_999


def to_json(doc: Document) -> dict[str, Any]:
    """A document's JSON value."""
    return {"type": "doc", "content": [_block_json(block) for block in doc.content]}


def from_json(value: Any) -> Document:
    """The document of a JSON value.

    Raises:
        Invalid: ``invalid_document``: not a document, too large, or nested too deep.
    """
    return document(_Reader().document(value))


def _block_json(block: Block) -> dict[str, Any]:  # noqa: PLR0911 - one for each kind
    match block:
        case Paragraph(content):
            return {"type": "paragraph", "content": _inline_json(content)}
        case Heading(level, content):
            attributes = {"level": level}
            return {"type": "heading", "attrs": attributes, "content": _inline_json(content)}
        case CodeBlock(text, language):
            content_of = [{"type": "text", "text": text}] if text else []
            return {"type": "codeBlock", "attrs": {"language": language}, "content": content_of}
        case Quote(inner):
            return {"type": "blockquote", "content": [_block_json(each) for each in inner]}
        case List(items, start):
            listed = [
                {"type": "listItem", "content": [_block_json(each) for each in item]}
                for item in items
            ]
            if start is None:
                return {"type": "bulletList", "content": listed}
            return {"type": "orderedList", "attrs": {"order": start}, "content": listed}
        case Rule():
            return {"type": "rule"}
        case Panel(kind, inner):
            inside = [_block_json(each) for each in inner]
            return {"type": "panel", "attrs": {"panelType": kind}, "content": inside}
        case Table(rows, has_header):
            written = [
                _row_json(row, "tableHeader" if has_header and not number else "tableCell")
                for number, row in enumerate(rows)
            ]
            return {"type": "table", "content": written}


def _row_json(row: Sequence[Line], kind: str) -> dict[str, Any]:
    cells = [{"type": kind, "content": _inline_json(cell)} for cell in row]
    return {"type": "tableRow", "content": cells}


def _inline_json(content: Sequence[Inline]) -> list[dict[str, Any]]:
    return [_node_json(node) for node in content]


def _node_json(node: Inline) -> dict[str, Any]:
    if isinstance(node, HardBreak):
        return {"type": "hardBreak"}
    shape: dict[str, Any]
    match node:
        case Text(text):
            shape = {"type": "text", "text": text}
        case Mention(person_id):
            shape = {"type": "mention", "attrs": {"id": person_id}}
        case ChannelReference(channel_id):
            shape = {"type": "channel", "attrs": {"id": channel_id}}
        case Broadcast(audience):
            shape = {"type": "broadcast", "attrs": {"audience": audience}}
        case Emoji(name):
            shape = {"type": "emoji", "attrs": {"name": name}}
    marks: list[dict[str, Any]] = [{"type": name} for name in node.marks.names()]
    if node.marks.href:
        marks[0]["attrs"] = {"href": node.marks.href}
    return shape | ({"marks": marks} if marks else {})


class _Reader:
    """Reads one document and counts what it holds."""

    def __init__(self) -> None:
        self._nodes = 0
        self._characters = 0

    def document(self, value: Any) -> tuple[Block, ...]:
        """The blocks of a whole document."""
        if not isinstance(value, Mapping) or value.get("type") != "doc":
            raise _invalid("it is an object of type 'doc'")
        _only(value, "type", "content")
        return self._content(value, self._block, 1)

    def _content(self, node: Json, read: Callable[[Json, int], T], depth: int) -> tuple[T, ...]:
        content = node.get("content", [])
        if not isinstance(content, list):
            raise _invalid("'content' is a list")
        if depth > DEEPEST:
            raise _invalid("it is nested too deep")
        self._nodes += len(content)
        if self._nodes > MOST_NODES:
            raise _invalid(f"it holds at most {MOST_NODES:,} nodes")
        return tuple(read(_node(each), depth) for each in content)

    def _block(self, node: Json, depth: int) -> Block:  # noqa: PLR0911 - one for each kind
        match node["type"]:
            case "paragraph":
                _only(node, "type", "content")
                return Paragraph(self._content(node, self._inline, depth + 1))
            case "heading":
                level = _whole(_attribute(node, "level"), 1, 6)
                return Heading(level, self._content(node, self._inline, depth + 1))
            case "codeBlock":
                return self._code(node)
            case "blockquote":
                _only(node, "type", "content")
                return Quote(self._content(node, self._block, depth + 1))
            case "bulletList":
                _only(node, "type", "content")
                return List(self._content(node, self._item, depth + 1))
            case "orderedList":
                start = _whole(_attribute(node, "order"), 0, _LARGEST_START)
                return List(self._content(node, self._item, depth + 1), start)
            case "rule":
                _only(node, "type")
                return Rule()
            case "panel" if (kind := _attribute(node, "panelType")) in PANELS:
                return Panel(kind, self._content(node, self._block, depth + 1))
            case "table":
                return self._table(node, depth)
        raise _invalid(f"no block is of type {node['type']!r}")

    def _table(self, node: Json, depth: int) -> Table:
        _only(node, "type", "content")
        rows = self._content(node, self._row, depth + 1)
        if any(kind == "tableHeader" for row in rows[1:] for kind, _ in row):
            raise _invalid("only the first row of a table is a head")
        if len({kind for row in rows[:1] for kind, _ in row}) > 1:
            raise _invalid("the first row of a table is a head or not")
        has_header = any(kind == "tableHeader" for row in rows[:1] for kind, _ in row)
        return Table(tuple(tuple(cell for _, cell in row) for row in rows), has_header)

    def _row(self, node: Json, depth: int) -> tuple[tuple[str, Line], ...]:
        if node["type"] != "tableRow":
            raise _invalid("a table holds rows")
        _only(node, "type", "content")
        return self._content(node, self._cell, depth + 1)

    def _cell(self, node: Json, depth: int) -> tuple[str, Line]:
        if node["type"] not in ("tableHeader", "tableCell"):
            raise _invalid("a row holds cells")
        _only(node, "type", "content")
        return node["type"], self._content(node, self._inline, depth + 1)

    def _item(self, node: Json, depth: int) -> tuple[Block, ...]:
        if node["type"] != "listItem":
            raise _invalid("a list holds items")
        _only(node, "type", "content")
        return self._content(node, self._block, depth + 1)

    def _code(self, node: Json) -> CodeBlock:
        language = _attribute(node, "language")
        if not isinstance(language, str) or not LANGUAGE.fullmatch(language):
            raise _invalid("'language' is a short name")
        pieces = []
        for each in self._content(node, lambda inner, _depth: inner, 1):
            _only(each, "type", "text")
            pieces.append(self._text(each, allowed="\n"))
        return CodeBlock("".join(pieces), language)

    def _inline(self, node: Json, _depth: int) -> Inline:
        kind = node["type"]
        if kind == "hardBreak":
            _only(node, "type")
            return HardBreak()
        marks = _marks(node.get("marks", []))
        if kind == "text":
            _only(node, "type", "text", "marks")
            return Text(self._text(node), marks)
        match kind:
            case "mention":
                return Mention(_identifier(node, "id"), marks)
            case "channel":
                return ChannelReference(_identifier(node, "id"), marks)
            case "broadcast" if (audience := _attribute(node, "audience")) in AUDIENCES:
                return Broadcast(audience, marks)
            case "emoji" if _matches(name := _attribute(node, "name"), NAME.fullmatch):
                return Emoji(name, marks)
        raise _invalid(f"nothing in a line is of type {kind!r}, or not with these attributes")

    def _text(self, node: Json, allowed: str = "") -> str:
        text = node.get("text")
        if node["type"] != "text" or not isinstance(text, str):
            raise _invalid("'text' is a text")
        self._characters += len(text)
        if self._characters > LONGEST:
            raise _invalid(f"it holds at most {LONGEST:,} characters")
        if not is_fit(text) or ("\n" in text and not allowed):
            raise _invalid("there are control characters or line ends in a text")
        return text


def _marks(value: Any) -> Marks:
    if not isinstance(value, list) or len(value) > 5:
        raise _invalid("'marks' is a short list")
    found: dict[str, Any] = {}
    for mark in map(_node, value):
        if mark["type"] == "link":
            href = _attribute(mark, "href")
            if not _matches(href, is_link):
                raise _invalid("a link leads to http, https or mailto")
            found["href"] = href
        elif mark["type"] in ("strong", "em", "strike", "code"):
            _only(mark, "type")
            found[mark["type"]] = True
        else:
            raise _invalid(f"no mark is of type {mark['type']!r}")
    return Marks(**found)


def _node(value: Any) -> Json:
    if not isinstance(value, Mapping) or not isinstance(value.get("type"), str):
        raise _invalid("every node is an object with a type")
    return value


def _only(node: Json, *names: str) -> None:
    if unknown := sorted(map(str, node.keys() - set(names))):
        raise _invalid(f"{node['type']} has no {', '.join(unknown)}")


def _attribute(node: Json, name: str) -> Any:
    _only(node, "type", "attrs", "content", "marks")
    attributes = node.get("attrs")
    if not isinstance(attributes, Mapping) or list(attributes) != [name]:
        raise _invalid(f"{node['type']} has the attribute {name!r} and no other")
    return attributes[name]


def _identifier(node: Json, name: str) -> str:
    value = _attribute(node, name)
    if not _matches(value, IDENTIFIER.fullmatch):
        raise _invalid(f"{name!r} is an id")
    return str(value)


def _matches(value: Any, test: Callable[[str], Any]) -> bool:
    return isinstance(value, str) and bool(test(value))


def _whole(value: Any, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise _invalid(f"a whole number from {low} to {high} was expected")
    return value


def _invalid(what: str) -> Invalid:
    return Invalid("invalid_document", f"This is not a document: {what}.")
