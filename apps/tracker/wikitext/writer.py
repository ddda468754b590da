"""Documents → wiki markup.

Lists hold lines there and nothing else, begin with 1, and quotes hold no quotes: what a document
has beyond that is told as near as can be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from workworld.apps.tracker.wikitext.signs import (
    ESCAPABLE,
    HEADING,
    ITEM,
    PANELS,
    QUOTED,
    RULE,
    SIGNS,
    may_close,
    may_open,
    named,
)
from workworld.richtext.html_writer import shared
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
    Marks,
    Mention,
    Panel,
    Paragraph,
    Quote,
    Rule,
    Table,
    Text,
)
from workworld.richtext.simpler import line_of

BREAK = "\\\\"
_EMOJI = re.compile(r":(?=[a-z0-9+_'-]+:)")
_BRACE = re.compile(r"\{(?=[a-z{*_+-]|$)")
_BACKSLASH = re.compile(rf"\\(?=[{re.escape(ESCAPABLE)}\\]|$)")
_MACRO = re.compile(
    r"\{(?=code|noformat|quote|panel)|^(?:c(?=ode)|n(?=oformat)|q(?=uote)|p(?=anel)|\{)"
)
_NUMBER = re.compile(r"&(?=#\d{2,7};)")


def write(doc: Document) -> str:
    """A document as wiki markup."""
    return _blocks(doc.content, frozenset())


def _blocks(blocks: Iterable[Block], around: frozenset[str]) -> str:
    return "\n\n".join(_block(block, around) for block in blocks)


def _block(  # noqa: PLR0911 - one for each kind
    block: Block, around: frozenset[str]
) -> str:
    match block:
        case Paragraph(content):
            return _paragraph(content)
        case Heading(level, content):
            return f"h{level}. {_line(content)}"
        case CodeBlock(text, language):
            opened = f"{{code:{language}}}" if language else "{code}"
            shown = text.replace("&#123;", "&#38;#123;").replace("{code", "&#123;code")
            return f"{opened}\n{shown}\n{{code}}"
        case Quote(inner):
            return _fenced("quote", "", inner, around)
        case Panel(kind, inner):
            return _fenced("panel", f":bgColor={PANELS[kind]}", inner, around)
        case List():
            return "\n".join(_items(block, ""))
        case Table(rows, has_header):
            return "\n".join(
                _row(row, "||" if has_header and not number else "|")
                for number, row in enumerate(rows)
            )
        case Rule():
            return "----"


def _fenced(name: str, settings: str, inner: Iterable[Block], around: frozenset[str]) -> str:
    inside = _blocks(inner, around | {name})
    return inside if name in around else f"{{{name}{settings}}}\n{inside}\n{{{name}}}"


def _items(block: List, above: str) -> Iterator[str]:
    marker = above + ("*" if block.start is None else "#")
    for item in block.items:
        lines = [each for each in item if not isinstance(each, List)]
        if lines or not any(isinstance(each, List) for each in item):
            yield f"{marker} {_line(line_of(lines))}"
        for each in item:
            if isinstance(each, List):
                yield from _items(each, marker)


def _row(row: Sequence[Line], fence: str) -> str:
    cells = (_line(cell, within_cell=True) or " " for cell in row)
    return fence + "".join(f"{cell}{fence}" for cell in cells)


def _paragraph(content: Line) -> str:
    """Lines below each other, unless one is empty: that would end the paragraph."""
    lines: list[list[Inline]] = [[]]
    for node in content:
        if isinstance(node, HardBreak):
            lines.append([])
        else:
            lines[-1].append(node)
    return "\n".join(map(_line, lines)) if all(lines) else _line(content)


@dataclass(slots=True)
class _Piece:
    """A part of a line: ready, a text that is still to be escaped, or the sign of a mark."""

    source: str
    is_text: bool = False
    turns: int = 0
    """1 where a mark begins, -1 where it ends."""
    in_link: bool = False
    braced: bool = False

    @property
    def written(self) -> str:
        """What stands there."""
        return f"{{{self.source}}}" if self.braced else self.source


def _line(content: Iterable[Inline], *, within_cell: bool = False) -> str:
    pieces = list(_pieces(content, within_cell))
    for index, piece in enumerate(pieces):
        if piece.is_text:
            ends = index == len(pieces) - 1
            piece.source = _escaped(piece, within_cell, pieces, index == 0, ends)
    _brace(pieces)
    return "".join(piece.written for piece in pieces)


def _pieces(content: Iterable[Inline], within_cell: bool) -> Iterator[_Piece]:
    now = PLAIN
    for node in content:
        marks = PLAIN if isinstance(node, HardBreak) else node.marks
        yield from _change(now, marks)
        yield _node(node, within_cell)
        now = marks
    yield from _change(now, PLAIN)


def _change(old: Marks, new: Marks) -> Iterator[_Piece]:
    kept = shared(old, new)
    for name in reversed(old.names()[kept:]):
        if name == "link":
            href = "".join(named(each) if each in "[]&{\\" else each for each in old.href)
            yield _Piece(f"|{href}]")
        elif name in SIGNS:
            yield _Piece(SIGNS[name], turns=-1)
    for name in new.names()[kept:]:
        if name == "link":
            yield _Piece("[")
        elif name in SIGNS:
            yield _Piece(SIGNS[name], turns=1)


def _node(  # noqa: PLR0911 - one for each kind
    node: Inline, within_cell: bool
) -> _Piece:
    match node:
        case Text(text, marks) if marks.code:
            return _Piece(_code(text, within_cell or bool(marks.href)))
        case Text(text, marks):
            return _Piece(text, is_text=True, in_link=bool(marks.href))
        case HardBreak():
            return _Piece(BREAK)
        case Mention(person_id, marks) if marks.href:
            return _Piece(f"@{person_id}", is_text=True, in_link=True)
        case Mention(person_id):
            return _Piece(f"[~accountid:{person_id}]")
        case Emoji(name):
            return _Piece(f":{name}:")
        case ChannelReference(channel_id, marks):
            return _Piece(f"#{channel_id}", is_text=True, in_link=bool(marks.href))
        case Broadcast(audience, marks):
            return _Piece(f"@{audience}", is_text=True, in_link=bool(marks.href))


def _code(text: str, is_parted: bool) -> str:
    """Letters as they are, but for those that would end it or begin something else."""
    said = _NUMBER.sub(named("&"), text)
    said = re.sub(r"\}(?=\}|$)", named("}"), said)
    said = _MACRO.sub(lambda match: named(match[0]), said)
    unfit = "|[]\\" if is_parted else ""
    return "{{" + "".join(named(each) if each in unfit else each for each in said) + "}}"


def _escaped(
    piece: _Piece, within_cell: bool, pieces: Sequence[_Piece], starts: bool, ends: bool
) -> str:
    text = piece.source
    special = set(_brackets(text))
    special |= {match.start() for match in _BRACE.finditer(text)}
    unfit = ("|" if within_cell or piece.in_link else "") + ("[]" if piece.in_link else "")
    special |= {place for place, letter in enumerate(text) if letter in unfit}
    special |= {place for place in _stray(text) if _counts(text[place], pieces)}
    numbered = {
        match.start() for each in (_EMOJI, _BACKSLASH, _NUMBER) for match in each.finditer(text)
    }
    if not starts:
        special |= {0} if text[0] == "}" else set()
    else:
        if HEADING.match(text) or QUOTED.match(text):
            numbered.add(0)
        elif ITEM.match(text) or RULE.match(text) or text.startswith("|"):
            special.add(0)
        if text[0].isspace():
            numbered.add(0)
    if ends and text[-1].isspace():
        numbered.add(len(text) - 1)
    return "".join(
        named(letter) if place in numbered else f"\\{letter}" if place in special else letter
        for place, letter in enumerate(text)
    )


def _brackets(text: str) -> Iterator[int]:
    """Where brackets stand that could begin a link or a mention; looked for from the end."""
    counts = True
    for place in range(len(text) - 1, -1, -1):
        letter = text[place]
        if letter == "[" and (counts or text.startswith("~", place + 1)):
            yield place
        elif letter in "]|:":
            counts = letter != "]"


def _stray(text: str) -> Iterator[int]:
    """Where signs stand that could begin or end a mark."""
    for place, letter in enumerate(text):
        if letter in "*_-+":
            before = text[place - 1] if place else " "
            after = text[place + 1] if place + 1 < len(text) else " "
            at_start, at_end = place == 0, place + 1 == len(text)
            opens = (at_start or not before.isalnum()) and (at_end or not after.isspace())
            closes = (at_start or not before.isspace()) and (at_end or not after.isalnum())
            if opens or closes:
                yield place


def _counts(sign: str, pieces: Sequence[_Piece]) -> bool:
    """Whether a sign may count at all: it needs another one in the line."""
    strays = 0
    for piece in pieces:
        if piece.turns and piece.source == sign:
            return True
        strays += piece.source.count(sign)
    return strays > 1


def _brace(pieces: Sequence[_Piece]) -> None:
    """Put braces around the signs of marks that would not count where they stand."""
    opened: list[int] = []
    for index, piece in enumerate(pieces):
        if piece.turns > 0:
            opened.append(index)
        elif piece.turns < 0:
            start = opened.pop()
            before, first = _beside(pieces, start, -1), _beside(pieces, start, 1)
            last, after = _beside(pieces, index, -1), _beside(pieces, index, 1)
            counts = may_open(before, first) and may_close(last, after)
            piece.braced = pieces[start].braced = not counts


def _beside(pieces: Sequence[_Piece], index: int, step: int) -> str:
    """The letter before or behind a piece."""
    place = index + step
    if not 0 <= place < len(pieces):
        return ""
    return pieces[place].written[-1 if step < 0 else 0]
