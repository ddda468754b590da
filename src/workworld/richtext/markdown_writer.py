"""Documents → Markdown that reads as the same document again.

Marks are written ``**``, ``_`` and ``~~``, which never run into each other. Where a neighbour would
keep such a mark from counting (https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run),
that one character is written as a reference such as ``&#97;``, which is punctuation to the parser.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace

from workworld.richtext.html_writer import shared
from workworld.richtext.nodes import (
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
)
from workworld.richtext.references import ANGLED, Form

_DELIMITERS = {"strong": "**", "em": "_", "strike": "~~"}
_SPECIAL = re.compile(r"[\\`*_~\[\]<>&]|!(?=$)|:(?=[a-z0-9+_'-]+:)")
_LINE_START = re.compile(r"([#+=>-])|(\d{1,9})([.)])")
_IN_ADDRESS = re.compile(r"[\\()<>&*_\[\]`!~]")
_BOX = re.compile(r"\[[ xX]\] ")
"""A box to tick, as at the beginning of an item. It can be no link: nothing follows it at once."""
BREAK_IN_CELL = "<br>"
"""A new line within a table's cell, whose source has but one."""
_BACKTICKS = re.compile(r"`+")


def to_markdown(doc: Document, form: Form = ANGLED) -> str:
    """A document as Markdown, with references in this form."""
    return _blocks(doc.content, form)


def _blocks(blocks: Sequence[Block], form: Form) -> str:
    written: list[str] = []
    previous: Block | None = None
    alternate = False
    for block in blocks:
        # Neighbouring lists of one kind would be one list: their marks tell them apart.
        alternate = _is_alike(previous, block) and not alternate
        written.append(_block(block, alternate, form))
        previous = block
    return "\n\n".join(written)


def _is_alike(previous: Block | None, block: Block) -> bool:
    if not isinstance(previous, List) or not isinstance(block, List):
        return False
    return (previous.start is None) == (block.start is None)


def _block(  # noqa: PLR0911 - one for each kind
    block: Block, alternate: bool, form: Form
) -> str:
    match block:
        case Paragraph(content):
            return _line(content, form)
        case Heading(level, content):
            return f"{'#' * level} {_line(content, form, heading=True)}"
        case CodeBlock(text, language):
            fence = "`" * max(3, _longest_run(text) + 1)
            return f"{fence}{language}\n{text}\n{fence}"
        case Quote(inner):
            return _indented(_blocks(inner, form), "> ", "> ")
        case List(items, start):
            return _list(items, start, alternate, form)
        case Rule():
            return "___"
        case Panel(kind, inner):
            return _indented(f"[!{kind.upper()}]\n\n{_blocks(inner, form)}", "> ", "> ")
        case Table(rows, has_header):
            return _table(rows, has_header, form)


def _table(rows: Sequence[Sequence[Line]], has_header: bool, form: Form) -> str:
    """A table always has a head there; an empty one stands for none."""
    head = rows[0] if has_header else ((),) * len(rows[0])
    body = (_row(row, form) for row in rows[has_header:])
    return "\n".join([_row(head, form), "| --- " * len(head) + "|", *body])


def _row(row: Sequence[Line], form: Form) -> str:
    return "".join(f"| {_cell(cell, form)} " for cell in row) + "|"


def _cell(cell: Line, form: Form) -> str:
    line = _line(cell, form).replace("\\\n", BREAK_IN_CELL)
    return line.replace("|", "\\|")


def _list(items: Sequence[Sequence[Block]], start: int | None, alternate: bool, form: Form) -> str:
    written = []
    for number, item in enumerate(items, start or 0):
        bullet = "*" if alternate else "-"
        marker = f"{bullet} " if start is None else f"{number}{')' if alternate else '.'} "
        written.append(_indented(_item(item, form), marker, " " * len(marker)))
    is_tight = all(map(_is_tight, items))
    return ("\n" if is_tight else "\n\n").join(written)


def _item(item: Sequence[Block], form: Form) -> str:
    if len(item) == 2 and _is_tight(item):
        return f"{_block(item[0], False, form)}\n{_block(item[1], False, form)}"
    return _blocks(item, form)


def _is_tight(item: Sequence[Block]) -> bool:
    """Whether an item is a paragraph, and perhaps a list that may begin right below it."""
    head, *rest = item
    return isinstance(head, Paragraph) and (
        not rest or (len(rest) == 1 and isinstance(rest[0], List) and rest[0].start in (None, 1))
    )


def _indented(text: str, first: str, others: str) -> str:
    lines = text.split("\n")
    head = (first + lines[0]).rstrip(" ") if not lines[0] else first + lines[0]
    rest = [others + line if line else others.rstrip(" ") for line in lines[1:]]
    return "\n".join([head, *rest])


@dataclass(slots=True)
class _Piece:
    """A part of a line: written as it is, or text whose characters may be written otherwise."""

    source: str
    is_text: bool = False
    opens: bool = False
    closes: bool = False


def _line(content: Iterable[Inline], form: Form, *, heading: bool = False) -> str:
    pieces = _pieces(content, form)
    references = _references(pieces)
    written: list[str] = []
    at_start = True
    for index, piece in enumerate(pieces):
        if piece.is_text:
            written.append(_escaped(piece.source, references.get(index, ()), at_start, heading))
        else:
            written.append(piece.source)
        at_start = piece.source.endswith("\n")
    return "".join(written)


def _pieces(content: Iterable[Inline], form: Form) -> list[_Piece]:
    pieces: list[_Piece] = []
    now = PLAIN
    for node in content:
        marks = PLAIN if isinstance(node, HardBreak) else node.marks
        pieces += _change(now, marks)
        pieces.append(_node(node, form))
        now = marks
    return pieces + _change(now, PLAIN)


def _change(old: Marks, new: Marks) -> list[_Piece]:
    kept = shared(old, new)
    closed = [_closing(name, old) for name in reversed(old.names()[kept:]) if name != "code"]
    opened = [_opening(name) for name in new.names()[kept:] if name != "code"]
    return closed + opened


def _opening(name: str) -> _Piece:
    return _Piece("[") if name == "link" else _Piece(_DELIMITERS[name], opens=True)


def _closing(name: str, marks: Marks) -> _Piece:
    if name == "link":
        address = _IN_ADDRESS.sub(r"\\\g<0>", marks.href)
        return _Piece(f"]({address})")
    return _Piece(_DELIMITERS[name], closes=True)


def _node(node: Inline, form: Form) -> _Piece:
    match node:
        case Text(text, marks):
            return _Piece(_code_span(text)) if marks.code else _Piece(text, is_text=True)
        case HardBreak():
            return _Piece("\\\n")
        case Emoji(name):
            return _Piece(f":{name}:")
    return _Piece(form.written(node))


def _code_span(text: str) -> str:
    fence = "`" * (_longest_run(text) + 1)
    padded = text.startswith("`") or text.endswith("`")
    padded = padded or (text.startswith(" ") and text.endswith(" ") and bool(text.strip(" ")))
    space = " " if padded else ""
    return f"{fence}{space}{text}{space}{fence}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in _BACKTICKS.findall(text)), default=0)


def _references(pieces: Sequence[_Piece]) -> dict[int, set[int]]:
    """Which characters of which text must be written as references."""
    found: dict[int, set[int]] = {}

    def refer(index: int, place: int) -> None:
        found.setdefault(index, set()).add(place % len(pieces[index].source))

    for index, piece in enumerate(pieces):
        before = pieces[index - 1] if index else None
        after = pieces[index + 1] if index + 1 < len(pieces) else None
        if piece.is_text:
            if (before is None or before.source.endswith("\n")) and piece.source[0].isspace():
                refer(index, 0)
            if (after is None or after.source == "\\\n") and piece.source[-1].isspace():
                refer(index, -1)
        if piece.opens or piece.closes:
            if (
                before is not None
                and before.is_text
                and _keeps_apart(before.source[-1], piece.closes)
            ):
                refer(index - 1, -1)
            if after is not None and after.is_text and _keeps_apart(after.source[0], piece.opens):
                refer(index + 1, 0)
    return found


def _keeps_apart(character: str, within: bool) -> bool:
    """Whether a neighbour inside or outside of a mark could keep it from counting."""
    is_space = isWhiteSpace(ord(character))
    is_punctuation = isMdAsciiPunct(ord(character)) or isPunctChar(character)
    return is_space if within else not (is_space or is_punctuation)


def _escaped(text: str, references: Iterable[int], at_start: bool, heading: bool) -> str:
    special = {match.start() for match in _SPECIAL.finditer(text)}
    if at_start and _BOX.match(text):
        special -= {0, 2}
    if at_start and (match := _LINE_START.match(text)):
        special.add(match.end() - 1)
    if heading:
        special |= {place for place, letter in enumerate(text) if letter == "#"}
    referred = set(references) | {place for place, letter in enumerate(text) if letter == "\t"}
    return "".join(
        f"&#{ord(letter)};" if place in referred else f"\\{letter}" if place in special else letter
        for place, letter in enumerate(text)
    )
