"""HTML from outside → documents: cleaned by nh3, a sanitizer in Rust, then read by our own list.

What no document knows is left out, its text kept; scripts and styles go with what they hold.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

import nh3

from workworld.errors import Invalid
from workworld.richtext.fitness import LANGUAGE, fit, is_link
from workworld.richtext.nodes import (
    LONGEST,
    PLAIN,
    Block,
    CodeBlock,
    Document,
    HardBreak,
    Heading,
    Inline,
    List,
    Marks,
    Paragraph,
    Quote,
    Rule,
    Text,
    document,
)

_MARKS = {
    "strong": "strong",
    "b": "strong",
    "em": "em",
    "i": "em",
    "s": "strike",
    "del": "strike",
    "strike": "strike",
    "code": "code",
}
_BLOCKS = {"p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "ul", "ol", "li", "pre"}
_ALLOWED = _BLOCKS | _MARKS.keys() | {"a", "br", "hr"}
_ATTRIBUTES = {"a": {"href"}, "ol": {"start"}, "code": {"class"}}
_HOLDING_BLOCKS = ("blockquote", "ul", "ol", "li")
_DEEPEST = 10


def from_html(text: str) -> Document:
    """The document of some HTML; every text is one.

    Raises:
        Invalid: ``invalid_document``: longer than any document may be.
    """
    if len(text) > LONGEST:
        raise Invalid("invalid_document", f"A text holds at most {LONGEST:,} characters.")
    clean = nh3.clean(
        fit(text),
        tags=_ALLOWED,
        attributes=_ATTRIBUTES,
        clean_content_tags={"script", "style"},
        link_rel=None,
    )
    reader = _Reader()
    reader.feed(clean)
    reader.close()
    return document(reader.finished())


@dataclass(slots=True)
class _Open:
    """An element that has begun, and what it holds so far."""

    tag: str
    blocks: list[Block] = field(default_factory=list)
    items: list[tuple[Block, ...]] = field(default_factory=list)
    start: int | None = None


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._stack = [_Open("doc")]
        self._line: list[Inline] = []
        self._marks: list[tuple[str, Marks]] = []
        self._code: list[str] | None = None
        self._language = ""

    @property
    def _now(self) -> Marks:
        return self._marks[-1][1] if self._marks else PLAIN

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if self._code is not None:
            self._language = _language(given.get("class", "")) or self._language
        elif tag == "br":
            self._line.append(HardBreak())
        elif tag == "hr":
            self._end_line()
            self._stack[-1].blocks.append(Rule())
        elif tag == "a":
            href = given.get("href", "")
            marks = self._now.having("href", href) if is_link(href) else self._now
            self._marks.append((tag, marks))
        elif tag in _MARKS:
            self._marks.append((tag, self._now.having(_MARKS[tag], True)))
        elif tag in _BLOCKS:
            self._begin(tag, given)

    def handle_endtag(self, tag: str) -> None:
        if self._code is not None:
            if tag == "pre":
                self._end_code()
        elif self._marks and self._marks[-1][0] == tag:
            self._marks.pop()
        elif tag in _BLOCKS:
            self._end(tag)

    def handle_data(self, data: str) -> None:
        if self._code is not None:
            self._code.append(data)
            return
        words = " ".join(data.split())
        space_before = " " if data[:1].isspace() and self._follows_a_word() else ""
        space_after = " " if words and data[-1:].isspace() else ""
        self._line.append(Text(f"{space_before}{words}{space_after}", self._now))

    def finished(self) -> list[Block]:
        """The blocks of the whole text."""
        while len(self._stack) > 1:
            self._end(self._stack[-1].tag)
        self._end_line()
        return self._stack[0].blocks

    def _follows_a_word(self) -> bool:
        last = next((node for node in reversed(self._line) if node != Text("")), None)
        return last is not None and not (
            isinstance(last, HardBreak) or (isinstance(last, Text) and last.text.endswith(" "))
        )

    def _begin(self, tag: str, given: dict[str, str]) -> None:
        self._end_line()
        if tag == "pre":
            self._code, self._language = [], ""
        elif tag in _HOLDING_BLOCKS and len(self._stack) <= _DEEPEST * 2:
            number = given.get("start", "1")
            start = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 1
            self._stack.append(_Open(tag, start=start if tag == "ol" else None))
        elif tag.startswith("h"):
            self._stack.append(_Open(tag))

    def _end(self, tag: str) -> None:
        self._end_line()
        if tag != self._stack[-1].tag:
            return
        done = self._stack.pop()
        above = self._stack[-1]
        if tag == "blockquote":
            above.blocks.append(Quote(tuple(done.blocks)))
        elif tag == "li" and above.tag in ("ul", "ol"):
            above.items.append(tuple(done.blocks))
        elif tag in ("ul", "ol"):
            loose = [tuple(done.blocks)] if done.blocks else []
            above.blocks.append(List(tuple(done.items + loose), done.start))
        else:
            above.blocks += done.blocks

    def _end_line(self) -> None:
        content = _trimmed(self._line)
        self._line = []
        if not content:
            return
        open_tag = self._stack[-1].tag
        if open_tag.startswith("h"):
            self._stack[-1].blocks.append(Heading(int(open_tag[1]), content))
        else:
            self._stack[-1].blocks.append(Paragraph(content))

    def _end_code(self) -> None:
        text = "".join(self._code or ()).removeprefix("\n").removesuffix("\n")
        self._stack[-1].blocks.append(CodeBlock(text, self._language))
        self._code = None


def _trimmed(line: list[Inline]) -> tuple[Inline, ...]:
    """A line without the space at its ends."""
    nodes = [node for node in line if not (isinstance(node, Text) and not node.text)]
    if nodes and isinstance(last := nodes[-1], Text):
        nodes[-1] = replace(last, text=last.text.rstrip(" "))
    return tuple(nodes)


def _language(classes: str) -> str:
    named = [each.removeprefix("language-") for each in classes.split() if "language-" in each]
    return named[0] if named and LANGUAGE.fullmatch(named[0]) else ""
