"""Texts that are split into columns, and texts that are pasted."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from html.parser import HTMLParser

DETECTED = (",", ";", "|", "\t", ".", " ")
"""What is tried in turn where no delimiter is named."""
MARKS = {"COMMA": ",", "SEMICOLON": ";", "PERIOD": ".", "SPACE": " "}
"""The delimiters that have names."""


def detected(texts: Sequence[str]) -> str:
    """The delimiter that splits most of the texts, a comma where none does."""
    best, most = ",", 0
    for mark in DETECTED:
        found = sum(len(split(each, mark)) > 1 for each in texts)
        if found > most:
            best, most = mark, found
    return best


def split(text: str, mark: str) -> list[str]:
    """The parts of a text; what stands in quotes is not split, and blanks around are gone.

    Args:
        text: the text.
        mark: one or more characters that stand between parts.
    """
    if not mark:
        return [text]
    parts, part, quoted, at = list[str](), "", False, 0
    while at < len(text):
        if quoted and text.startswith('""', at):
            part, at = part + '"', at + 2
        elif text[at] == '"' and (quoted or (not part.strip() and '"' in text[at + 1 :])):
            quoted, at = not quoted, at + 1
        elif not quoted and text.startswith(mark, at):
            parts.append(part.strip())
            part, at = "", at + len(mark)
        else:
            part, at = part + text[at], at + 1
    parts.append(part.strip())
    return [each for each in parts if each] or [""] if mark == " " else parts


def lines(text: str, mark: str) -> list[list[str]]:
    """Pasted text by rows and cells: quotes hold what has delimiters and line breaks within."""
    bare = text.replace("\r\n", "\n").replace("\r", "\n")
    bare = bare.removesuffix("\n")
    if len(mark) != 1 or mark in '"\n':
        return [row.split(mark) if mark else [row] for row in bare.split("\n")]
    try:
        return [row or [""] for row in csv.reader(io.StringIO(bare, newline=""), delimiter=mark)]
    except csv.Error:
        return [row.split(mark) for row in bare.split("\n")]


def table(html: str) -> list[list[str]] | None:
    """The cells of the first table in pasted HTML, as texts; None where there is none.

    Cells that span columns or rows leave blank ones behind.
    """
    reader = _Reader()
    reader.feed(html)
    reader.close()
    if not reader.cells:
        return None
    bottom = max(row for row, _ in reader.cells) + 1
    right = max(column for _, column in reader.cells) + 1
    return [
        [reader.cells.get((row, column), "") for column in range(right)] for row in range(bottom)
    ]


class _Reader(HTMLParser):
    """Collects the cells of a table; what is no cell's text is left out."""

    _MOST_SPAN = 1000

    def __init__(self) -> None:
        super().__init__()
        self.cells = dict[tuple[int, int], str]()
        self._row, self._column = -1, 0
        self._text: list[str] | None = None
        self._span = (1, 1)
        self._hidden = 0
        self._done = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._done:
            return
        if tag in ("style", "script"):
            self._hidden += 1
        elif tag == "tr":
            self._finish()
            self._row, self._column = self._row + 1, 0
        elif tag in ("td", "th"):
            self._finish()
            self._row = max(self._row, 0)
            given = dict(attrs)
            self._span = self._count(given.get("rowspan")), self._count(given.get("colspan"))
            self._text = []
        elif tag == "br" and self._text is not None:
            self._text.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("style", "script"):
            self._hidden = max(self._hidden - 1, 0)
        elif tag in ("td", "th", "tr", "table"):
            self._finish()
            self._done = self._done or (tag == "table" and bool(self.cells))

    def handle_data(self, data: str) -> None:
        if self._text is not None and not self._hidden:
            self._text.append(data if data.strip("\n\r\t ") else " ")

    def close(self) -> None:
        """Read what is left, and close the last cell."""
        super().close()
        self._finish()

    def _count(self, text: str | None) -> int:
        count = int(text) if text and text.isascii() and text.isdigit() else 1
        return min(max(count, 1), self._MOST_SPAN)

    def _finish(self) -> None:
        if self._text is None:
            return
        while (self._row, self._column) in self.cells:
            self._column += 1
        down, along = self._span
        for row in range(down):
            for column in range(along):
                self.cells.setdefault((self._row + row, self._column + column), "")
        text = "".join(self._text)
        pieces = [" ".join(each.split()) for each in text.split("\n")] if "\n" in text else None
        joined = "\n".join(each for each in pieces if each) if pieces else " ".join(text.split())
        self.cells[self._row, self._column] = joined
        self._column += along
        self._text = None
