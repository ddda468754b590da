"""What any text needs once its slots are filled: articles, spaces, capitals."""

from __future__ import annotations

import re

_ARTICLE = re.compile(r"\b([Aa])n? (?=[`*_~(\"']*([A-Za-z0-9]+))")
_SPACES = re.compile(r" {2,}")
_BEFORE = re.compile(r" +([,.;:!?])(?=\s|$)")
_SPOKEN_AS_VOWEL = frozenset("AEFHILMNORSX")
_SILENT_H = ("hour", "honest", "honour", "honor", "heir")
_SPOKEN_AS_U = ("uni", "use", "usu", "one", "once", "eur", "uk", "us", "ut", "ub")
_NOT_SPOKEN_AS_U = ("unin", "unim", "unidentif")
_FIRM = r"(?<!\bCo)(?<!\bInc)(?<!\bLtd)(?<!\bCorp)"
"""What stands before the full stop of a firm's name, which ends no sentence."""
_TWO_STOPS = re.compile(r"\b(Co|Inc|Ltd|Corp)\.\.(?!\.)")
_SENTENCE = re.compile(rf"(^|(?<![A-Z]){_FIRM}[.!?] +|\n)([a-z])(?=[a-z'-]*(?:[ ,!?:]|\.(?:\s|$)))")


def wants_an(word: str) -> bool:
    """Whether a word is said with a vowel first, so that ``an`` stands before it."""
    low = word.lower()
    if word[0].isdigit():
        return low.startswith(("8", "11", "18")) and not low.startswith(("110", "180", "111"))
    if len(word) > 1 and word[:2].isupper():
        return word[0] in _SPOKEN_AS_VOWEL
    if len(word) == 1:
        return word.upper() in _SPOKEN_AS_VOWEL
    if low.startswith(_SPOKEN_AS_U) and not low.startswith(_NOT_SPOKEN_AS_U):
        return False
    return low[0] in "aeiou" or low.startswith(_SILENT_H)


def polish(text: str) -> str:
    """A text with the articles that its words want, without double spaces."""

    def article(match: re.Match[str]) -> str:
        return match[1] + ("n " if wants_an(match[2]) else " ")

    if "  " in text:
        text = _SPACES.sub(" ", text)
    text = _ARTICLE.sub(article, text)
    text = _BEFORE.sub(r"\1", text)
    return _TWO_STOPS.sub(r"\1.", text).strip()


def capitals(text: str) -> str:
    """A text whose sentences begin with capital letters."""
    return _SENTENCE.sub(lambda match: match[1] + match[2].upper(), text)
