"""Documents for places that hold less: blocks as one line, and without tables and panels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workworld.richtext.nodes import (
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
    joined,
)


def line_of(blocks: Iterable[Block]) -> Line:
    """Blocks as one line with breaks, as a table's cell has them; items keep their bullets."""
    return joined(_broken(_lines(blocks)))


def without_tables(doc: Document) -> Document:
    """The same document with a paragraph for each row of a table, and panels as quotes."""
    return document(_plainer(doc.content))


def _plainer(blocks: Iterable[Block]) -> tuple[Block, ...]:
    found: list[Block] = []
    for block in blocks:
        match block:
            case Table(rows):
                found += (Paragraph(_row(row)) for row in rows if any(row))
            case Panel(_, content) | Quote(content):
                found.append(Quote(_plainer(content)))
            case List(items, start):
                found.append(List(tuple(map(_plainer, items)), start))
            case _:
                found.append(block)
    return tuple(found)


def _broken(lines: Iterable[Line]) -> Iterator[Inline]:
    for number, line in enumerate(lines):
        if number:
            yield HardBreak()
        yield from line


def _row(cells: Iterable[Line]) -> Line:
    content: list[Inline] = []
    for number, cell in enumerate(cells):
        content += [Text(" | ")] * bool(number) + list(cell)
    return tuple(content)


def _lines(blocks: Iterable[Block]) -> Iterator[Line]:
    for block in blocks:
        match block:
            case Paragraph(content) | Heading(_, content):
                yield content
            case CodeBlock(text):
                yield from ((Text(line, Marks(code=True)),) for line in text.split("\n") if line)
            case Quote(inner) | Panel(_, inner):
                yield from _lines(inner)
            case List(items, start):
                yield from _items(items, start)
            case Table(rows):
                yield from map(_row, rows)
            case Rule():
                yield (Text("---"),)


def _items(items: Iterable[tuple[Block, ...]], start: int | None) -> Iterator[Line]:
    for number, item in enumerate(items, start or 0):
        mark = "• " if start is None else f"{number}. "
        for index, line in enumerate(_lines(item)):
            yield line if index else (Text(mark), *line)
