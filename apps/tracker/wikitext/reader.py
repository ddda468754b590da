"""Wiki markup → documents; every text is one.

A line's end is a new line. Colours and underlines are left out, and what is known as no markup
stays as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from workworld.apps.tracker.wikitext.inlines import line
from workworld.apps.tracker.wikitext.signs import HEADING, ITEM, PANELS, QUOTED, RULE
from workworld.errors import Invalid
from workworld.richtext.fitness import LANGUAGE, fit
from workworld.richtext.nodes import (
    LONGEST,
    Block,
    CodeBlock,
    Document,
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
)

_CODE = re.compile(r"(?<!\\)\{(code|noformat)(:[^}\n]*)?\}(.*?)\{\1\}", re.DOTALL)
_FENCE = re.compile(r"(?<!\\)\{(quote|panel)(:[^}\n]*)?\}")
_CELL = re.compile(r"((?:\\.|\[(?:\\.|[^\[\]\n\\])*\]|[^|\\\[]|\\|\[)*)(\|\|?|$)")
_KINDS = {color: kind for kind, color in PANELS.items()}
_DEEPEST_LIST = 8


@dataclass(frozen=True, slots=True)
class _Fence:
    """Where a quote or a panel begins or ends."""

    source: str
    name: str
    settings: str


_Part: TypeAlias = "str | Block | _Fence"


def read(text: str) -> Document:
    """The document of a text.

    Raises:
        Invalid: ``invalid_document``: longer than any document may be.
    """
    if len(text) > LONGEST:
        raise Invalid("invalid_document", f"A text holds at most {LONGEST:,} characters.")
    return document(_Blocks(list(_parts(fit(text)))).read())


def _parts(text: str) -> Iterator[_Part]:
    """Lines, blocks of code, and fences."""
    done = 0
    for match in _CODE.finditer(text):
        yield from _lines(text[done : match.start()])
        yield _code(match)
        done = match.end()
    yield from _lines(text[done:])


def _code(match: re.Match[str]) -> CodeBlock:
    settings = (match[2] or ":")[1:].split("|")
    language = next((each for each in settings if "=" not in each), "")
    code = match[3].removeprefix("\n").removesuffix("\n")
    code = code.replace("&#123;", "{").replace("&#38;#123;", "&#123;")
    return CodeBlock(code, language if LANGUAGE.fullmatch(language) else "")


def _lines(text: str) -> Iterator[_Part]:
    done = 0
    for match in _FENCE.finditer(text):
        yield from _split(text[done : match.start()])
        yield _Fence(match[0], match[1], (match[2] or ":")[1:])
        done = match.end()
    yield from _split(text[done:])


def _split(text: str) -> list[str]:
    return [each.strip() for each in text.split("\n")]


@dataclass(slots=True)
class _Blocks:
    """Reads parts, one after another."""

    parts: Sequence[_Part]
    place: int = 0
    found: list[Block] = field(default_factory=list)
    open_lines: list[Line] = field(default_factory=list)

    def read(self) -> tuple[Block, ...]:
        """All blocks."""
        while self.place < len(self.parts):
            part = self.parts[self.place]
            self.place += 1
            if isinstance(part, str):
                self._line(part)
            elif isinstance(part, _Fence):
                self._fence(part)
            else:
                self._add(part)
        self._end()
        return tuple(self.found)

    def _fence(self, fence: _Fence) -> None:
        ends = (
            place
            for place in range(self.place, len(self.parts))
            if isinstance(part := self.parts[place], _Fence)
            and part.name == fence.name
            and not part.settings
        )
        end = next(ends, None)
        if end is None:
            self.open_lines.append((Text(fence.source),))
            return
        inside = _Blocks(self.parts[self.place : end]).read()
        self.place = end + 1
        self._add(Quote(inside) if fence.name == "quote" else _panel(fence, inside))

    def _line(self, text: str) -> None:
        if not text:
            self._end()
        elif RULE.fullmatch(text):
            self._add(Rule())
        elif match := HEADING.fullmatch(text):
            self._add(Heading(int(match[1]), line(match[2])))
        elif match := QUOTED.fullmatch(text):
            self._add(Quote((Paragraph(line(match[1])),)))
        elif text.startswith("|"):
            self._add(self._table(text))
        elif ITEM.fullmatch(text):
            for block in self._lists(text):
                self._add(block)
        else:
            self.open_lines.append(line(text))

    def _add(self, block: Block) -> None:
        self._end()
        self.found.append(block)

    def _end(self) -> None:
        """The paragraph is whole."""
        content: list[Inline] = []
        for number, each in enumerate(self.open_lines):
            content += [HardBreak()] * bool(number) + list(each)
        self.open_lines = []
        if content:
            self.found.append(Paragraph(tuple(content)))

    def _following(self, begins: re.Pattern[str]) -> Iterator[str]:
        while self.place < len(self.parts):
            part = self.parts[self.place]
            if not isinstance(part, str) or not begins.match(part) or RULE.fullmatch(part):
                return
            self.place += 1
            yield part

    def _table(self, first: str) -> Table:
        rows = [first, *self._following(re.compile(r"\|"))]
        return Table(tuple(map(_row, rows)), first.startswith("||"))

    def _lists(self, first: str) -> list[Block]:
        found = map(ITEM.fullmatch, [first, *self._following(ITEM)])
        items = [(match[1][:_DEEPEST_LIST], line(match[2])) for match in found if match]
        return _nested(items, 0)


def _panel(fence: _Fence, inside: tuple[Block, ...]) -> Panel:
    parted = (each.partition("=") for each in fence.settings.split("|"))
    settings = {name: value for name, _, value in parted}
    kind = _KINDS.get(settings.get("bgColor", "").lower(), "info")
    title = settings.get("title", "")
    head = (Paragraph((Text(title, Marks(strong=True)),)),) if title else ()
    return Panel(kind, head + inside)


def _row(text: str) -> tuple[Line, ...]:
    cells = [match[1].strip() for match in _CELL.finditer(text.lstrip("|")) if match[0]]
    return tuple(map(line, cells))


def _nested(items: Sequence[tuple[str, Line]], depth: int) -> list[Block]:
    """Lists of items whose markers are at least so deep; each kind of marker is a list."""
    lists: list[tuple[str, list[tuple[Block, ...]]]] = []
    place = 0
    while place < len(items):
        marker, content = items[place]
        sign = marker[depth]
        if not lists or lists[-1][0] != sign:
            lists.append((sign, []))
        head: tuple[Block, ...] = ()
        if len(marker) == depth + 1:
            head = (Paragraph(content),)
            place += 1
        below = place
        while place < len(items) and len(items[place][0]) > depth + 1:
            if items[place][0][depth] != sign:
                break
            place += 1
        lists[-1][1].append(head + tuple(_nested(items[below:place], depth + 1)))
    return [List(tuple(listed), 1 if sign == "#" else None) for sign, listed in lists]
