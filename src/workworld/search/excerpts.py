"""Where the words that were looked for stand in a text."""

from __future__ import annotations

from collections.abc import Sequence

from workworld.directory.words import folded

_BEFORE = 40
_LONGEST = 200


def places(text: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Start and end of each place where a word stands, whatever accents and capitals it has.

    They are in order, and none reaches into the next.
    """
    letters = [(index, part) for index, letter in enumerate(text) for part in _plain(letter)]
    plain = "".join(part for _index, part in letters)
    found = []
    for word in filter(None, map(folded, words)):
        start = plain.find(word)
        while start >= 0:
            end = start + len(word)
            found.append((letters[start][0], letters[end - 1][0] + 1))
            start = plain.find(word, end)
    return _joined(sorted(found))


def excerpt(text: str, words: Sequence[str]) -> str:
    """A part of a long text around the first of the words, in one line."""
    line = " ".join(text.split())
    if len(line) <= _LONGEST:
        return line
    found = places(line, words)
    start = max(0, found[0][0] - _BEFORE) if found else 0
    if start:
        start = line.find(" ", start) + 1
    end = start + _LONGEST
    return f"{'…' if start else ''}{line[start:end]}{'…' if end < len(line) else ''}"


def _plain(letter: str) -> str:
    return " " if letter.isspace() else folded(letter)


def _joined(found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in found:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
