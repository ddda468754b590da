"""What people are called: the name that follows from its parts."""

from __future__ import annotations

import re


def full_name(first: str | None, last: str | None) -> str:
    """The name of a contact or lead from its parts, without the salutation."""
    return " ".join(part for part in (first, last) if part)


_LEGAL = frozenset(
    (
        "ab",
        "ag",
        "as",
        "aps",
        "bv",
        "co",
        "company",
        "corp",
        "corporation",
        "gmbh",
        "inc",
        "kg",
        "limited",
        "llc",
        "llp",
        "ltd",
        "nv",
        "oy",
        "plc",
        "sa",
        "sarl",
        "se",
        "spa",
        "srl",
    )
)
"""What names of companies end with."""
_WORD = re.compile(r"[^\W_]+")


def company_stem(name: str) -> str:
    """What a company is called, in small letters, without punctuation and legal form."""
    words = _WORD.findall(name.replace(".", "").casefold())
    while len(words) > 1 and words[-1] in _LEGAL:
        words.pop()
    return " ".join(words)
