"""A line of wiki markup → inline nodes."""

from __future__ import annotations

from dataclasses import dataclass, field

from workworld.apps.tracker.wikitext.signs import (
    CODE,
    COLOR,
    ESCAPABLE,
    LINK,
    MARKS,
    MENTION,
    REFERENCE,
    decoded,
    may_close,
    may_open,
)
from workworld.emoji import emoji_at
from workworld.richtext.fitness import is_fit, is_link
from workworld.richtext.nodes import PLAIN, Emoji, HardBreak, Inline, Line, Marks, Mention, Text


def line(source: str, marks: Marks = PLAIN) -> Line:
    """The nodes of a line.

    Args:
        source: the line.
        marks: what all of it has.
    """
    return tuple(_Reader(source, marks).read())


@dataclass(slots=True)
class _Reader:
    source: str
    marks: Marks
    place: int = 0
    found: list[Inline] = field(default_factory=list)
    letters: list[str] = field(default_factory=list)
    underlined: bool = False
    """Which documents lack."""
    endless: str = ""
    """Signs that end no mark any more."""

    def read(self) -> list[Inline]:
        """All nodes."""
        while self.place < len(self.source):
            letter = self.source[self.place]
            if letter == "\\":
                self._backslash()
            elif not (letter in "*_-+{[:&" and self._sign(letter)):
                self._take(letter, 1)
        self._flush()
        return self.found

    def _sign(self, letter: str) -> bool:
        """Whether a sign counted; then it was read."""
        if letter == "{":
            return self._brace()
        if letter == "[":
            return self._bracket()
        if letter == ":":
            return self._emoji()
        if letter == "&":
            return self._numbered()
        return self._mark(letter)

    def _take(self, text: str, length: int) -> None:
        self.letters.append(text)
        self.place += length

    def _flush(self) -> None:
        if self.letters:
            self.found.append(Text("".join(self.letters), self.marks))
            self.letters = []

    def _put(self, node: Inline, end: int) -> bool:
        self._flush()
        self.found.append(node)
        self.place = end
        return True

    def _backslash(self) -> None:
        following = self.source[self.place + 1 : self.place + 2]
        if following == "\\":
            self._put(HardBreak(), self.place + 2)
        elif following and following in ESCAPABLE:
            self._take(following, 2)
        else:
            self._take("\\", 1)

    def _numbered(self) -> bool:
        match = REFERENCE.match(self.source, self.place)
        if match is None or (meant := decoded(match[0])) == match[0] or not is_fit(meant):
            return False
        self._take(" " if meant == "\n" else meant, len(match[0]))
        return True

    def _emoji(self) -> bool:
        known = emoji_at(self.source, self.place, ())
        return known is not None and self._put(Emoji(known[0], self.marks), known[1])

    def _brace(self) -> bool:
        if self.source.startswith("{{", self.place) and self._code():
            return True
        if match := COLOR.match(self.source, self.place):
            self.place = match.end()
            return True
        sign = self.source[self.place + 1 : self.place + 3]
        if len(sign) == 2 and sign[0] in "*_-+" and sign[1] == "}":
            self._turn(sign[0])
            self.place += 3
            return True
        return False

    def _code(self) -> bool:
        """Whether code begins here; where it has no end in the line, no later one has."""
        if "{" in self.endless:
            return False
        match = CODE.match(self.source, self.place)
        if match is None:
            self.endless += "{"
            return False
        said = decoded(match[1])
        shown = said if is_fit(said) else match[1]
        code = Text(shown.replace("\n", " "), self.marks.having("code", True))
        return self._put(code, match.end())

    def _bracket(self) -> bool:
        if match := MENTION.match(self.source, self.place):
            return self._put(Mention(match[1], self.marks), match.end())
        match = LINK.match(self.source, self.place)
        href = decoded(match[2] or match[3]) if match else ""
        if match is None or not is_link(href):
            return False
        self._flush()
        inside = self.marks.having("href", href)
        self.found += line(match[1], inside) if match[1] else (Text(href, inside),)
        self.place = match.end()
        return True

    def _mark(self, sign: str) -> bool:
        before, after = self._beside(self.place)
        if self._is_on(sign):
            counts = may_close(before, after)
        else:
            counts = may_open(before, after) and self._ends(sign)
        if counts:
            self._turn(sign)
            self.place += 1
        return counts

    def _beside(self, place: int) -> tuple[str, str]:
        return self.source[place - 1 : place] if place else "", self.source[place + 1 : place + 2]

    def _ends(self, sign: str) -> bool:
        """Whether a mark that begins here ends in the line; if one does not, no later one does."""
        if sign in self.endless:
            return False
        place = self.source.find(sign, self.place + 2)
        while place >= 0:
            if self.source[place - 1] != "\\" and may_close(*self._beside(place)):
                return True
            place = self.source.find(sign, place + 1)
        self.endless += sign
        return False

    def _is_on(self, sign: str) -> bool:
        return self.underlined if sign == "+" else bool(getattr(self.marks, MARKS[sign]))

    def _turn(self, sign: str) -> None:
        self._flush()
        if sign == "+":
            self.underlined = not self.underlined
        else:
            self.marks = self.marks.having(MARKS[sign], not self._is_on(sign))
