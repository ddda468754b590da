"""The vendor's document format → documents.

What documents lack is read as the nearest that they have: a card is a link, a status its words, an
expandable part its title and what is below, columns stand one below the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from workworld.emoji import NAME
from workworld.errors import Invalid
from workworld.richtext.fitness import IDENTIFIER, LANGUAGE, fit, is_link
from workworld.richtext.nodes import (
    DEEPEST,
    LONGEST,
    MOST_NODES,
    PANELS,
    PLAIN,
    Block,
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
from workworld.richtext.simpler import line_of

Json = Mapping[str, Any]
_STRONG = Marks(strong=True)
_MARKS = {"strong": "strong", "em": "em", "strike": "strike", "code": "code"}
_LOOKS = ("underline", "textColor", "backgroundColor", "subsup", "border", "annotation")
"""Marks that documents lack: what they mark is read without them."""
_HOLDERS = ("layoutSection", "layoutColumn", "mediaSingle", "mediaGroup", "bodiedExtension")
_CARDS = ("blockCard", "embedCard", "inlineCard")
_BOXES = {"TODO": "[ ] ", "DONE": "[x] "}
_LATEST_MS = 253_402_300_799_000


def read(value: Any) -> Document:
    """The document of a JSON value.

    Raises:
        Invalid: ``invalid_document``: it is none, or too large.
    """
    if not isinstance(value, Mapping) or value.get("type") != "doc":
        raise _invalid("it is an object of the type 'doc'")
    if value.get("version", 1) != 1:
        raise _invalid("its version is 1")
    return document(_Reader().blocks(value, 1))


class _Reader:
    """Reads one document and counts what it holds."""

    def __init__(self) -> None:
        self._nodes = 0
        self._characters = 0

    def blocks(self, node: Json, depth: int) -> list[Block]:
        """The blocks that a node holds; words that stand among them are paragraphs."""
        found: list[Block] = []
        for inner in self._content(node, depth):
            found += self._block(inner, depth + 1)
        return found

    def _content(self, node: Json, depth: int) -> Iterator[Json]:
        content = node.get("content", [])
        if not isinstance(content, list):
            raise _invalid("'content' is a list")
        if depth > DEEPEST:
            raise _invalid("it is nested too deep")
        self._nodes += len(content)
        if self._nodes > MOST_NODES:
            raise _invalid(f"it holds at most {MOST_NODES:,} nodes")
        for inner in content:
            if not isinstance(inner, Mapping) or not isinstance(inner.get("type"), str):
                raise _invalid("every node is an object with a type")
            yield inner

    def _block(  # noqa: PLR0911 - one for each kind
        self, node: Json, depth: int
    ) -> list[Block]:
        kind, attributes = node["type"], _attributes(node)
        match kind:
            case "paragraph" | "caption":
                return [Paragraph(self._line(node, depth))]
            case "heading":
                level = _whole(attributes.get("level", 1), 1, 6)
                return [Heading(level, self._line(node, depth))]
            case "codeBlock":
                language = str(attributes.get("language") or "")
                known = language if LANGUAGE.fullmatch(language) else ""
                return [CodeBlock(self._words(node, depth), known)]
            case "blockquote":
                return [Quote(tuple(self.blocks(node, depth)))]
            case "panel":
                named = attributes.get("panelType")
                panel = named if named in PANELS else "info"
                return [Panel(panel, tuple(self.blocks(node, depth)))]
            case "bulletList" | "decisionList":
                return [List(self._items(node, depth))]
            case "orderedList":
                start = _whole(attributes.get("order", 1), 0, 999_999_999)
                return [List(self._items(node, depth), start)]
            case "taskList":
                return [List(self._actions(node, depth))]
            case "table":
                return [self._table(node, depth)]
            case "rule":
                return [Rule()]
            case "expand" | "nestedExpand":
                title = self._fit(attributes.get("title") or "")
                return [Paragraph((Text(title, _STRONG),)), *self.blocks(node, depth)]
            case _ if kind in _HOLDERS:
                return self.blocks(node, depth)
        return [Paragraph(tuple(self._inline(node)))]

    def _items(self, node: Json, depth: int) -> tuple[tuple[Block, ...], ...]:
        found: list[tuple[Block, ...]] = []
        for item in self._content(node, depth):
            if item["type"] == "decisionItem":
                found.append((Paragraph(self._line(item, depth + 1)),))
            elif item["type"] == "listItem":
                found.append(tuple(self.blocks(item, depth + 1)))
            else:
                raise _invalid("a list holds items")
        return tuple(found)

    def _actions(self, node: Json, depth: int) -> tuple[tuple[Block, ...], ...]:
        """Items with boxes; a list among them belongs to the item before it."""
        found: list[tuple[Block, ...]] = []
        for item in self._content(node, depth):
            if item["type"] == "taskList" and found:
                found[-1] += (List(self._actions(item, depth + 1)),)
            elif item["type"] == "taskItem":
                box = _BOXES.get(str(_attributes(item).get("state")), "[ ] ")
                found.append((Paragraph((Text(box), *self._line(item, depth + 1))),))
            else:
                raise _invalid("a list of actions holds actions")
        return tuple(found)

    def _table(self, node: Json, depth: int) -> Table:
        rows: list[tuple[Line, ...]] = []
        has_header = False
        for row in self._content(node, depth):
            cells = list(self._content(row, depth + 1))
            kinds = {cell["type"] for cell in cells}
            if row["type"] != "tableRow" or not kinds <= {"tableHeader", "tableCell"}:
                raise _invalid("a table holds rows, and those hold cells")
            has_header = has_header or (not rows and kinds == {"tableHeader"})
            rows.append(tuple(line_of(self.blocks(cell, depth + 2)) for cell in cells))
        return Table(tuple(rows), has_header)

    def _line(self, node: Json, depth: int) -> Line:
        return tuple(inner for each in self._content(node, depth) for inner in self._inline(each))

    def _words(self, node: Json, depth: int) -> str:
        return "".join(self._fit(each.get("text", "")) for each in self._content(node, depth))

    def _inline(self, node: Json) -> list[Inline]:  # noqa: PLR0911 - one for each kind
        kind, attributes, marks = node["type"], _attributes(node), _marks(node)
        match kind:
            case "text":
                return self._text(node.get("text"), marks)
            case "hardBreak":
                return [HardBreak()]
            case "mention":
                person_id = str(attributes.get("id") or "")
                if IDENTIFIER.fullmatch(person_id):
                    return [Mention(person_id, marks)]
                return self._text(attributes.get("text") or f"@{person_id}", marks)
            case "emoji":
                shown = str(attributes.get("shortName") or "")
                if NAME.fullmatch(name := shown.strip(":")):
                    return [Emoji(name, marks)]
                return self._text(attributes.get("text") or shown, marks)
            case "status" | "placeholder":
                return self._text(attributes.get("text") or "", marks)
            case "date":
                return [Text(_day(attributes.get("timestamp")), marks)]
            case "media" | "mediaInline":
                url = attributes.get("url")
                words = attributes.get("alt") or attributes.get("id") or url or ""
                return self._text(words, _leading(marks, url))
            case _ if kind in _CARDS:
                url = attributes.get("url") or ""
                return self._text(url, _leading(marks, url))
        raise _invalid(f"no node is of the type {kind!r} there")

    def _text(self, value: Any, marks: Marks) -> list[Inline]:
        found: list[Inline] = []
        for number, line in enumerate(self._fit(value).split("\n")):
            found += [HardBreak()] * bool(number) + [Text(line, marks)]
        return found

    def _fit(self, value: Any) -> str:
        if not isinstance(value, str):
            raise _invalid("'text' is a text")
        self._characters += len(value)
        if self._characters > LONGEST:
            raise _invalid(f"it holds at most {LONGEST:,} characters")
        return fit(value)


def _attributes(node: Json) -> Json:
    attributes = node.get("attrs") or {}
    if not isinstance(attributes, Mapping):
        raise _invalid("'attrs' is an object")
    return attributes


def _marks(node: Json) -> Marks:
    marks = PLAIN
    given = node.get("marks") or []
    if not isinstance(given, list):
        raise _invalid("'marks' is a list")
    for mark in given:
        kind = mark.get("type") if isinstance(mark, Mapping) else None
        if kind == "link":
            marks = _leading(marks, _attributes(mark).get("href"))
        elif kind in _MARKS:
            marks = marks.having(_MARKS[kind], True)
        elif kind not in _LOOKS:
            raise _invalid(f"no mark is of the type {kind!r}")
    return marks


def _leading(marks: Marks, href: Any) -> Marks:
    return marks.having("href", href) if isinstance(href, str) and is_link(href) else marks


def _day(milliseconds: Any) -> str:
    text = str(milliseconds)
    if not text.isascii() or not text.isdigit() or len(text) > 15 or int(text) > _LATEST_MS:
        raise _invalid("a date has a 'timestamp' in milliseconds")
    return datetime.fromtimestamp(int(text) / 1000, UTC).date().isoformat()


def _whole(value: Any, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise _invalid(f"a whole number from {low} to {high} was expected")
    return value


def _invalid(what: str) -> Invalid:
    return Invalid("invalid_document", f"This is not an Atlassian document: {what}.")
