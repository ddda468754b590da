"""The document model: blocks that hold blocks or inline nodes, and nothing else.

A document is made with ``document``, which puts it into its one form: text of equal marks is one
node, and nothing is empty. So two documents that read alike are equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, dropwhile
from typing import Any, TypeAlias

from workworld.richtext.fitness import fit

LONGEST = 200_000
"""How many characters a document may hold."""
MOST_NODES = 40_000
DEEPEST = 24
"""How many nodes may lie within each other."""
AUDIENCES = ("here", "channel", "everyone")

PANELS = ("info", "note", "success", "warning", "error")
"""The kinds of panels."""


@dataclass(frozen=True, slots=True)
class Marks:
    """How inline nodes look: a link outermost, then the others in this order, code innermost."""

    href: str = ""
    strong: bool = False
    em: bool = False
    strike: bool = False
    code: bool = False

    def names(self) -> tuple[str, ...]:
        """The marks that are set, outermost first; the link is ``link``."""
        return (
            ("link",) * bool(self.href)
            + ("strong",) * self.strong
            + ("em",) * self.em
            + ("strike",) * self.strike
            + ("code",) * self.code
        )

    def having(self, name: str, value: bool | str) -> Marks:
        """The same marks but for one: ``strong``, ``em``, ``strike``, ``code`` or ``href``."""
        changed: dict[str, Any] = {name: value}
        return replace(self, **changed)


PLAIN = Marks()


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of one line."""

    text: str
    marks: Marks = PLAIN


@dataclass(frozen=True, slots=True)
class Mention:
    """A person, by id."""

    person_id: str
    marks: Marks = PLAIN


@dataclass(frozen=True, slots=True)
class ChannelReference:
    """A channel of chat, by id."""

    channel_id: str
    marks: Marks = PLAIN


@dataclass(frozen=True, slots=True)
class Broadcast:
    """Everybody of an audience: ``here``, ``channel`` or ``everyone``."""

    audience: str
    marks: Marks = PLAIN


@dataclass(frozen=True, slots=True)
class Emoji:
    """An emoji by its name, such as ``tada``."""

    name: str
    marks: Marks = PLAIN


@dataclass(frozen=True, slots=True)
class HardBreak:
    """A new line within a paragraph."""


Inline: TypeAlias = Text | Mention | ChannelReference | Broadcast | Emoji | HardBreak


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Inline nodes."""

    content: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of one line, level 1 to 6."""

    level: int
    content: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Lines of code, without the end of the last one."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """What somebody else wrote."""

    content: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class List:
    """Items of blocks: numbered from ``start``, or with bullets when that is None."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across."""


Line: TypeAlias = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of equally many cells, each of which is a line with breaks; the first may be a head."""

    rows: tuple[tuple[Line, ...], ...]
    has_header: bool = True


@dataclass(frozen=True, slots=True)
class Panel:
    """Blocks that stand out: ``info``, ``note``, ``success``, ``warning`` or ``error``."""

    kind: str
    content: tuple[Block, ...]


Block: TypeAlias = "Paragraph | Heading | CodeBlock | Quote | List | Rule | Table | Panel"


@dataclass(frozen=True, slots=True)
class Document:
    """A whole text; made with ``document``."""

    content: tuple[Block, ...]


def document(blocks: Iterable[Block]) -> Document:
    """A document in its one form."""
    return Document(_blocks(blocks))


def literal(text: str) -> Document:
    """Text in which no markup counts: paragraphs end at empty lines."""
    lines = fit(text).splitlines() or [""]
    paragraphs: list[list[Inline]] = [[]]
    for line in lines:
        if line.strip():
            paragraphs[-1] += [HardBreak()] * bool(paragraphs[-1]) + [Text(line)]
        else:
            paragraphs.append([])
    return document(Paragraph(tuple(content)) for content in paragraphs)


def inlines(doc: Document) -> Iterator[Inline]:
    """Every inline node, in order."""
    ahead: list[Block] = list(reversed(doc.content))
    while ahead:
        block = ahead.pop()
        if isinstance(block, Paragraph | Heading):
            yield from block.content
        elif isinstance(block, Table):
            yield from chain.from_iterable(chain.from_iterable(block.rows))
        elif isinstance(block, Quote | Panel):
            ahead += reversed(block.content)
        elif isinstance(block, List):
            ahead += reversed([inner for item in block.items for inner in item])


def mentioned(doc: Document) -> tuple[str, ...]:
    """Ids of the people whom a document mentions, in order, each once."""
    found = (node.person_id for node in inlines(doc) if isinstance(node, Mention))
    return tuple(dict.fromkeys(found))


def referred(doc: Document) -> tuple[str, ...]:
    """Ids of the channels to which a document refers, in order, each once."""
    found = (node.channel_id for node in inlines(doc) if isinstance(node, ChannelReference))
    return tuple(dict.fromkeys(found))


def addressed(doc: Document) -> tuple[str, ...]:
    """The audiences that a document addresses, in order, each once."""
    found = (node.audience for node in inlines(doc) if isinstance(node, Broadcast))
    return tuple(dict.fromkeys(found))


def _blocks(blocks: Iterable[Block]) -> tuple[Block, ...]:
    return tuple(made for block in blocks if (made := _block(block)) is not None)


def _block(block: Block) -> Block | None:
    if isinstance(block, Paragraph):
        content = joined(block.content)
        return Paragraph(content) if content else None
    if isinstance(block, Heading):
        line = (Text(" ") if isinstance(node, HardBreak) else node for node in block.content)
        content = joined(line)
        return Heading(block.level, content) if content else None
    if isinstance(block, Quote):
        inner = _blocks(block.content)
        return Quote(inner) if inner else None
    if isinstance(block, List):
        items = tuple(made for item in block.items if (made := _blocks(item)))
        return List(items, block.start) if items else None
    if isinstance(block, Panel):
        inside = _blocks(block.content)
        return Panel(block.kind, inside) if inside else None
    return _table(block) if isinstance(block, Table) else block


def _table(table: Table) -> Table | None:
    """Rows of one length, without a head that says nothing."""
    width = max(map(len, table.rows), default=0)
    rows = tuple(
        tuple(joined(cell) for cell in row) + ((),) * (width - len(row)) for row in table.rows
    )
    if table.has_header and rows and not any(rows[0]):
        return _table(Table(rows[1:], has_header=False))
    return Table(rows, table.has_header) if width else None


def joined(content: Iterable[Inline]) -> tuple[Inline, ...]:
    """Inline nodes in their one form: neighbours of equal marks are one, no break at the ends."""
    made: list[Inline] = []
    pieces: list[str] = []
    for node in dropwhile(_is_nothing, content):
        if isinstance(node, Text):
            if pieces and isinstance(last := made[-1], Text) and last.marks == node.marks:
                pieces.append(node.text)
                continue
            if not node.text:
                continue
            _close(made, pieces)
            pieces = [node.text]
            made.append(node)
            continue
        _close(made, pieces)
        pieces = []
        made.append(node if isinstance(node, HardBreak) else _uncoded(node))
    _close(made, pieces)
    while made and _is_break(made[-1]):
        made.pop()
    return tuple(made)


def _close(made: list[Inline], pieces: list[str]) -> None:
    """Give the last text all of its pieces at once: one by one would take quadratic time."""
    if len(pieces) > 1 and isinstance(last := made[-1], Text):
        made[-1] = Text("".join(pieces), last.marks)


def _uncoded(node: Mention | ChannelReference | Broadcast | Emoji) -> Inline:
    """Only text is ever code."""
    return replace(node, marks=replace(node.marks, code=False)) if node.marks.code else node


def _is_nothing(node: Inline) -> bool:
    """Whether it shows nothing where a line begins."""
    return _is_break(node) or (isinstance(node, Text) and not node.text)


def _is_break(node: Inline) -> bool:
    return isinstance(node, HardBreak)
