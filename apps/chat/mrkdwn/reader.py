"""mrkdwn → documents, by the vendor's rules; every text is one.

A mark counts where words begin and end, and only within a line. Lists have no markup of their own:
they are lines with bullets, as typed. https://docs.slack.dev/messaging/formatting-message-text
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from workworld.apps.chat.mrkdwn.languages import named_in
from workworld.apps.chat.mrkdwn.tokens import APART, LITERAL, Token, tokens, unescaped, visible
from workworld.richtext.fitness import fit, is_link
from workworld.richtext.nodes import (
    PLAIN,
    Block,
    CodeBlock,
    Document,
    Emoji,
    HardBreak,
    Inline,
    Marks,
    Paragraph,
    Quote,
    Text,
    document,
)
from workworld.richtext.references import REFERENCE, referred_to

_LONGEST_KEPT = 1000
_MOST_KEPT = 1024
_REFERENCE = re.compile(REFERENCE)
_FENCE_APART = re.compile(f"(?<=``){APART}(?=`)")
_CODE = Marks(code=True)
_STYLES = {"*": 1, "_": 2, "~": 4}
_LOOKS = (PLAIN, *(Marks("", bool(n & 1), bool(n & 2), bool(n & 4)) for n in range(1, 8)))
"""What each sum of styles looks like."""


def from_mrkdwn(text: str, own: frozenset[str] = frozenset()) -> Document:
    """The document of a text. Those of short texts are kept: pages show them again and again.

    Args:
        text: mrkdwn.
        own: names in it that are emoji of the workspace's own.
    """
    return _kept(text, own) if len(text) <= _LONGEST_KEPT else _read(text, own)


def angled(inside: str, own: Collection[str] = ()) -> list[Inline] | None:
    """What stands between angled brackets: a reference or a link; None if it is neither."""
    target, _, label = inside.partition("|")
    if match := _REFERENCE.fullmatch(target):
        return [referred_to(match)]
    if target.startswith("!"):  # a user group or a date: who cannot show it shows its label
        return _words(label, PLAIN, own) if label else None
    href = unescaped(target)
    if not is_link(href):
        return None
    if label:
        return _words(label, Marks(href=href), own)
    return [Text(href.removeprefix("mailto:"), Marks(href=href))]


@lru_cache(_MOST_KEPT)
def _kept(text: str, own: frozenset[str]) -> Document:
    return _read(text, own)


def _read(text: str, own: frozenset[str]) -> Document:
    clean = fit(text)
    reader = _Reader(clean, own)
    for token in tokens(clean, own):
        reader.take(token)
    doc = document(reader.finished())
    return doc if doc.content else _as_it_stands(visible(clean))


def _as_it_stands(text: str) -> Document:
    """Signs around nothing, as one paragraph: empty lines part none in chat."""
    content: list[Inline] = []
    for line in text.splitlines():
        content += [HardBreak()] * bool(content) + [Text(line)] * bool(line)
    return document([Paragraph(tuple(content))])


@dataclass(frozen=True, slots=True)
class _Mark:
    """A character that is a mark if it has a counterpart."""

    letter: str
    opens: bool
    closes: bool


class _Reader:
    """Puts tokens together: lines to paragraphs, and those to quotes."""

    def __init__(self, text: str, own: frozenset[str]) -> None:
        self._text = text
        self._own = own
        self._blocks: list[Block] = []
        self._quoted: list[Block] = []
        self._is_quote = False
        self._is_quote_to_the_end = False
        self._is_quote_mark = False
        self._begins = True
        self._content: list[Inline] = []
        self._line: list[Inline | _Mark] = []

    def take(self, token: Token) -> None:
        """The next token."""
        if self._begins:
            self._begin_line(token)
        match token.kind:
            case "end":
                self._end_line()
                self._content.append(HardBreak())
                self._begins = True
            case "block":
                self._end_paragraph()
                language, code = named_in(unescaped(_FENCE_APART.sub("", token.value)))
                self._blocks_here.append(CodeBlock(code.removesuffix("\n"), language))
            case "mark":
                self._line.append(self._mark(token))
            case "quote" if self._is_quote_mark:
                pass
            case _:
                self._line += self._inline(token)

    def finished(self) -> list[Block]:
        """The blocks of the whole text."""
        self._end_quote()
        return self._blocks

    @property
    def _blocks_here(self) -> list[Block]:
        return self._quoted if self._is_quote else self._blocks

    def _begin_line(self, token: Token) -> None:
        self._begins = False
        is_quote = token.kind == "quote"
        self._is_quote_mark = is_quote and not self._is_quote_to_the_end
        if is_quote is not self._is_quote and not self._is_quote_to_the_end:
            self._end_quote()
            self._is_quote = is_quote
        self._is_quote_to_the_end |= is_quote and unescaped(token.value).startswith(">>>")

    def _inline(self, token: Token) -> list[Inline]:
        match token.kind:
            case "code":
                return [Text(unescaped(token.value), _CODE)]
            case "emoji":
                return [Emoji(token.value)]
            case "link" if is_link(token.value):
                return [Text(token.value, Marks(href=token.value))]
            case "inside":
                if (found := angled(token.value, self._own)) is not None:
                    return found
                return [Text("<"), *_words(token.value, PLAIN, self._own), Text(">")]
        return [_text(token.source, PLAIN)]

    def _mark(self, token: Token) -> _Mark:
        letter, start, stop = token.value, token.start, token.stop
        before, after = self._text[start - 1 : start], self._text[stop : stop + 1]
        return _Mark(
            letter,
            opens=not (before.isalnum() or before == letter) and self._holds(letter, stop, 1),
            closes=not (after.isalnum() or after == letter) and self._holds(letter, start - 1, -1),
        )

    def _holds(self, letter: str, place: int, step: int) -> bool:
        """Whether a mark may have on its inner side what stands there, invisible ones aside."""
        while self._text[place : place + 1] in (APART, LITERAL):
            place += step
        inside = self._text[place : place + 1] if place >= 0 else ""
        return not (inside in ("", letter) or inside.isspace())

    def _end_line(self) -> None:
        self._content += _marked(self._line)
        self._line = []

    def _end_paragraph(self) -> None:
        self._end_line()
        if self._content:
            self._blocks_here.append(Paragraph(tuple(self._content)))
            self._content = []

    def _end_quote(self) -> None:
        self._end_paragraph()
        if self._quoted:
            self._blocks.append(Quote(tuple(self._quoted)))
            self._quoted = []


def _marked(line: Sequence[Inline | _Mark]) -> list[Inline]:
    """A line's nodes with the marks around them; marks without a counterpart are text."""
    pairs = _pairs(line)
    found: list[Inline] = []
    now = 0
    for index, item in enumerate(line):
        if not isinstance(item, _Mark):
            found.append(_having(item, _LOOKS[now]))
        elif index in pairs:
            now += _STYLES[item.letter] if pairs[index] else -_STYLES[item.letter]
        else:
            found.append(Text(item.letter, _LOOKS[now]))
    return found


def _pairs(line: Sequence[Inline | _Mark]) -> dict[int, bool]:
    """Which marks have a counterpart, and whether they open."""
    pairs: dict[int, bool] = {}
    ahead: list[tuple[int, str]] = []
    waiting: Counter[str] = Counter()
    for index, item in enumerate(line):
        if not isinstance(item, _Mark):
            continue
        if item.closes and waiting[item.letter]:
            opener, letter = index, ""
            while letter != item.letter:  # marks that reach out of others are none
                opener, letter = ahead.pop()
                waiting[letter] -= waiting[letter] > 0
            waiting[letter] = 0  # nor are marks around the same
            pairs |= {opener: True, index: False}
        elif item.opens:
            ahead.append((index, item.letter))
            waiting[item.letter] += 1
    return pairs


def _having(node: Inline, marks: Marks) -> Inline:
    if isinstance(node, HardBreak) or marks is PLAIN:
        return node
    own = node.marks
    if own is not PLAIN:
        marks = replace(marks, href=own.href, code=own.code)
    return replace(node, marks=marks)


def _words(text: str, marks: Marks, own: Collection[str]) -> list[Inline]:
    """Text in which only emoji and addresses count."""
    found: list[Inline] = []
    for token in tokens(text, own):
        if token.kind == "emoji":
            found.append(Emoji(token.value, marks))
        elif token.kind == "link" and not marks.href and is_link(token.value):
            found.append(Text(token.value, marks.having("href", token.value)))
        else:
            found.append(_text(token.source, marks))
    return found


def _text(source: str, marks: Marks) -> Text:
    return Text(visible(source), marks)
