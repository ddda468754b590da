"""Addresses that stand in a text as they are, without any markup."""

from __future__ import annotations

import re
from collections.abc import Iterator

BEGINNING = r"(?<![^\W_])(?i:https?)://[^\s<>|\"\x00\u200b\u2060]+"
"""An address and the punctuation behind it."""
_BARE = re.compile(BEGINNING)
_BEHIND = ".,;:!?'*_~]…"


def bare_links(text: str) -> Iterator[tuple[int, str]]:
    """The addresses in a text, and where they begin."""
    for match in _BARE.finditer(text):
        yield match.start(), without_punctuation(match[0])


def without_punctuation(address: str) -> str:
    """An address without what ends the sentence around it; brackets that it opens are its own."""
    end = len(address)
    outer = address.count(")") - address.count("(")
    while end:
        letter = address[end - 1]
        if letter == ")" and outer > 0:
            outer -= 1
        elif letter not in _BEHIND:
            break
        end -= 1
    return address[:end]
