"""Texts of load data: words as often as in natural language, a few everywhere and most rare."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from workworld.randomness import Stream
from workworld.seed_data.bench.lists import LISTS

_COMMON = LISTS["words"]
_STARTS = LISTS["starts"]
_VOWELS = LISTS["vowels"]
_ENDS = ("", "n", "r", "s", "l", "m", "nd", "rt", "ck", "st")
_SIZE = 20_000
_LENGTHS = (1, 2, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 16, 18, 22, 26, 32, 40)


class Talker:
    """Says one thing after the other.

    Args:
        stream: what decides the words.
    """

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._words = list(vocabulary())
        # As in natural language, the nth word occurs 1/n times as often as the first.
        self._weights = list(accumulate(1 / rank for rank in range(1, len(self._words) + 1)))

    def text(self) -> str:
        """A sentence or two."""
        words = self._words
        count = self._stream.choice(_LENGTHS)
        said = [words[place] for place in self._stream.places(self._weights, count)]
        if count > _LENGTHS[-4]:
            said[count // 2] += "."
        return " ".join(said).capitalize() + "."


def vocabulary() -> Iterator[str]:
    """Different words, the commonest first."""
    stream, known = Stream("load words"), set(_COMMON)
    yield from _COMMON
    while len(known) < _SIZE:
        word = "".join(_syllable(stream) for _ in range(stream.integer(2, 3)))
        if word not in known:
            known.add(word)
            yield word


def _syllable(stream: Stream) -> str:
    return stream.choice(_STARTS) + stream.choice(_VOWELS) + stream.choice(_ENDS)
