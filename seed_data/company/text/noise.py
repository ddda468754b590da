"""What fingers do to texts: errors of typing, never inside keys, amounts, links or code."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workworld.randomness import Stream
from workworld.seed_data.company.text.spellings import AMERICAN, BRITISH

_ATTEMPTS = 4
_WORD = re.compile(r"(?<![\w<@#:/`.-])[a-z]{5,11}(?![\w@:/`>-])")
_NEAR = {
    "a": "sq", "b": "vn", "c": "xv", "d": "sf", "e": "wr", "f": "dg", "g": "fh", "h": "gj",
    "i": "uo", "j": "hk", "k": "jl", "l": "k", "m": "n", "n": "bm", "o": "ip", "p": "o",
    "q": "w", "r": "et", "s": "ad", "t": "ry", "u": "yi", "v": "cb", "w": "qe", "x": "zc",
    "y": "tu", "z": "x",
}  # fmt: skip


def mistype(text: str, stream: Stream) -> tuple[str, str] | None:
    """A text with one error of typing, and the word as it should be; None if no word can have one.

    Words in angle brackets, in code, and such with digits are left alone.
    """
    if "`" in text or "<http" in text:
        return None
    words = list(_WORD.finditer(text))
    if not words:
        return None
    match = words[stream.integer(0, len(words) - 1)]
    right = match[0]
    wrong = next((each for each in _wrongs(right, stream) if _is_error(each, right)), right)
    if wrong == right:
        return None
    return text[: match.start()] + wrong + text[match.end() :], right


def _wrongs(word: str, stream: Stream) -> Iterator[str]:
    return (_wrong(word, stream) for _ in range(_ATTEMPTS))


def _is_error(wrong: str, right: str) -> bool:
    """Whether it is one: neither the word itself nor how it is spelled in another country."""
    return wrong != right and not AMERICAN.search(wrong) and not BRITISH.search(wrong)


def _wrong(word: str, stream: Stream) -> str:
    place = stream.integer(1, len(word) - 2)
    way = stream.integer(0, 3)
    if way == 0:  # two letters change places
        return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    if way == 1:  # one is left out
        return word[:place] + word[place + 1 :]
    if way == 2:  # one comes twice
        return word[:place] + word[place] + word[place:]
    return word[:place] + stream.choice(_NEAR[word[place]]) + word[place + 1 :]
