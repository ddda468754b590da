"""Markdown → documents: CommonMark with strike-through, https://spec.commonmark.org.

References are written as Slack's MCP server takes them: ``<@U…>``, ``<#C…>``, ``<!here>``, or in
another form of ``references``. HTML is text; an image is a link to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from functools import cache
from itertools import chain, islice

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from workworld.emoji import emoji_at
from workworld.errors import Invalid
from workworld.richtext.fitness import LANGUAGE, fit, is_link
from workworld.richtext.markdown_writer import BREAK_IN_CELL
from workworld.richtext.nodes import (
    LONGEST,
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
    Panel,
    Paragraph,
    Quote,
    Rule,
    Table,
    Text,
    document,
    joined,
    literal,
)
from workworld.richtext.references import ANGLED, Form, referred_to

_DEEPEST = 20
_PANEL = re.compile(r"\[!([A-Za-z]+)\]")
_PANELS = {kind: kind for kind in PANELS} | {
    "tip": "success",
    "important": "note",
    "caution": "error",
}
_MARKS = {"strong_open": "strong", "em_open": "em", "s_open": "strike"}
_ENDS = {"strong_close": "strong", "em_close": "em", "s_close": "strike"}


def from_markdown(
    text: str,
    *,
    breaks: bool = False,
    emoji: bool = False,
    own: Collection[str] = (),
    form: Form = ANGLED,
    tables: bool = True,
) -> Document:
    """The document of a Markdown text; every text is one.

    Args:
        text: Markdown. What is nested deeper than 20 levels is not taken for markup at all.
        breaks: a line's end is a new line, as in comments, rather than a space.
        emoji: names between colons are emoji, where there are such.
        own: names of emoji that there are besides everybody's.
        form: how references are written.
        tables: there are tables and panels, GitHub's way: ``> [!NOTE]``.

    Raises:
        Invalid: ``invalid_document``: longer than any document may be.
    """
    if len(text) > LONGEST:
        raise Invalid("invalid_document", f"A text holds at most {LONGEST:,} characters.")
    clean = fit(text)
    tokens = _parser(form, tables).parse(clean)
    if any(token.level >= _DEEPEST - 1 for token in tokens):
        return literal(clean)  # the parser leaves out what lies deeper: nothing may get lost
    return document(_Reader(breaks, emoji, own, tables).blocks(iter(tokens)))


@cache
def _parser(form: Form, tables: bool) -> MarkdownIt:
    parser = _Parser("commonmark", {"html": False, "maxNesting": _DEEPEST})
    parser.enable("strikethrough")
    if tables:
        parser.enable("table")
        parser.inline.ruler.before("autolink", "break_in_cell", _break_in_cell)
    parser.inline.ruler.before("image", "reference", _rule_of(form.pattern))
    return parser


class _Parser(MarkdownIt):
    """Leaves addresses as they were written: they are checked, not mended."""

    def validateLink(self, url: str) -> bool:  # noqa: N802 - the library's name
        return is_link(url)

    def normalizeLink(self, url: str) -> str:  # noqa: N802
        return url

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802
        return link


def _rule_of(pattern: re.Pattern[str]) -> Callable[[StateInline, bool], bool]:
    def reference(state: StateInline, silent: bool) -> bool:
        match = pattern.match(state.src, state.pos) if state.src[state.pos] in "<!" else None
        if match is None:
            return False
        if not silent:
            state.push("reference", "", 0).meta = {"match": match}
        state.pos = match.end()
        return True

    return reference


def _break_in_cell(state: StateInline, silent: bool) -> bool:
    """Elsewhere than in a cell it is text: which of them it is only the reader knows."""
    if not state.src.startswith(BREAK_IN_CELL, state.pos):
        return False
    if not silent:
        state.push("break_in_cell", "", 0)
    state.pos += len(BREAK_IN_CELL)
    return True


class _Reader:
    """Turns the parser's flat tokens into nodes."""

    def __init__(self, breaks: bool, emoji: bool, own: Collection[str], tables: bool) -> None:
        self._tables = tables
        self._in_cell = False
        self._breaks = breaks
        self._emoji = emoji
        self._own = own

    def blocks(self, tokens: Iterator[Token], end: str = "") -> list[Block]:
        """The blocks up to the token that ends their parent."""
        found: list[Block] = []
        for token in tokens:
            if token.type == end:
                break
            found += self._block(token, tokens)
        return found

    def _block(  # noqa: PLR0911 - one for each kind
        self, token: Token, tokens: Iterator[Token]
    ) -> list[Block]:
        match token.type:
            case "paragraph_open":
                return [Paragraph(self._content(tokens))]
            case "heading_open":
                return [Heading(int(token.tag[1:]), self._content(tokens))]
            case "fence" | "code_block":
                language = token.info.split(maxsplit=1)[0] if token.info.strip() else ""
                known = language if LANGUAGE.fullmatch(language) else ""
                return [CodeBlock(token.content.removesuffix("\n"), known)]
            case "blockquote_open":
                return [self._quote(tokens)]
            case "table_open":
                return [self._table(tokens)]
            case "bullet_list_open":
                return [List(self._items(tokens, "bullet_list_close"))]
            case "ordered_list_open":
                start = int(token.attrs.get("start", 1))
                return [List(self._items(tokens, "ordered_list_close"), start)]
            case "hr":
                return [Rule()]
        return []

    def _quote(self, tokens: Iterator[Token]) -> Block:
        opened = list(islice(tokens, 2))
        again = chain(opened, tokens)
        if (kind := self._panel_in(opened)) is None:
            return Quote(tuple(self.blocks(again, "blockquote_close")))
        # Only the marker's own text goes, and the end of its line.
        line = opened[1].children or []
        opened[1].children = line[2:]
        return Panel(kind, tuple(self.blocks(again, "blockquote_close")))

    def _panel_in(self, opened: list[Token]) -> str | None:
        """The kind of panel that the first line of a quote says it is."""
        if not self._tables or [token.type for token in opened] != ["paragraph_open", "inline"]:
            return None
        line = opened[1].children or []
        marker = opened[1].content.partition("\n")[0]
        match = _PANEL.fullmatch(marker)
        whole = [token.content for token in line[:1]] == [marker]
        if match is None or not whole or (len(line) > 1 and line[1].type != "softbreak"):
            return None
        return _PANELS.get(match[1].lower())

    def _table(self, tokens: Iterator[Token]) -> Table:
        rows: list[tuple[Line, ...]] = []
        cells: list[Line] = []
        for token in tokens:
            if token.type == "table_close":
                break
            if token.type in ("th_open", "td_open"):
                self._in_cell = True
                cells.append(joined(self._content(tokens)))
                self._in_cell = False
            elif token.type == "tr_close":
                rows.append(tuple(cells))
                cells = []
        return Table(tuple(rows))

    def _items(self, tokens: Iterator[Token], end: str) -> tuple[tuple[Block, ...], ...]:
        items: list[tuple[Block, ...]] = []
        for token in tokens:
            if token.type == end:
                break
            items.append(tuple(self.blocks(tokens, "list_item_close")))
        return tuple(items)

    def _content(self, tokens: Iterator[Token]) -> tuple[Inline, ...]:
        line, _close = next(tokens), next(tokens)
        found: list[Inline] = []
        marks = PLAIN
        for token in line.children or ():
            kind = token.type
            if kind == "link_open":
                marks = marks.having("href", str(token.attrs["href"]))
            elif kind == "link_close":
                marks = marks.having("href", "")
            elif kind in _MARKS:
                marks = marks.having(_MARKS[kind], True)
            elif kind in _ENDS:
                marks = marks.having(_ENDS[kind], False)
            else:
                found += self._node(token, marks)
        return tuple(found)

    def _node(  # noqa: PLR0911 - one for each kind
        self, token: Token, marks: Marks
    ) -> list[Inline]:
        match token.type:
            case "softbreak":
                return [HardBreak() if self._breaks else Text(" ", marks)]
            case "hardbreak":
                return [HardBreak()]
            case "break_in_cell":
                return [HardBreak() if self._in_cell else Text(BREAK_IN_CELL, marks)]
            case "code_inline":
                return [Text(token.content, marks.having("code", True))]
            case "reference":
                return [referred_to(token.meta["match"], marks)]
            case "image":
                href = str(token.attrs["src"])
                return [Text(token.content or href, marks.having("href", marks.href or href))]
        return self._words(token.content, marks)

    def _words(self, text: str, marks: Marks) -> list[Inline]:
        found: list[Inline] = []
        done = place = 0
        while self._emoji and (place := text.find(":", place)) >= 0:
            if known := emoji_at(text, place, self._own):
                name, end = known
                found += [Text(text[done:place], marks), Emoji(name, marks)]
                done = place = end
            else:
                place += 1  # its last colon may be another's first
        return [*found, Text(text[done:], marks)]
