"""Whether two people, companies or addresses are likely the same: what duplicate rules ask.

Accents, capitals, punctuation, legal forms and one slip of the pen in a longer word do not count.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from workworld.fulltext import without_marks

_WORD = re.compile(r"[^\W_]+")
_LONG_WORD = 5
"""From how many letters on a word may have one wrong."""
_KEPT = 10_000
"""Of so many names the words are kept: a table of many rows is compared with the same ones."""
_FORMS = frozenset(
    (
        *("ab", "ag", "as", "asa", "bv", "co", "company", "corp", "corporation", "gmbh", "inc"),
        *("incorporated", "kg", "limited", "llc", "llp", "ltd", "nv", "oy", "plc", "pty", "sa"),
        *("sarl", "sas", "spa", "srl", "the"),
    )
)
PUBLIC_HOSTS = frozenset(
    (
        *("aol.com", "gmail.com", "gmx.de", "gmx.net", "googlemail.com", "hotmail.com"),
        *("icloud.com", "live.com", "mail.com", "me.com", "outlook.com", "proton.me"),
        *("protonmail.com", "web.de", "yahoo.com", "yandex.com"),
    )
)
"""Where anybody may have a mailbox, so that it tells nothing of a company."""


@lru_cache(maxsize=_KEPT)
def words(text: str) -> Sequence[str]:
    """The words of a text in small letters, without accents and punctuation."""
    plain = without_marks(text.replace("ß", "ss").replace("'", "").replace("’", ""))
    return tuple(_WORD.findall(plain))


@lru_cache(maxsize=_KEPT)
def company_words(name: str) -> Sequence[str]:
    """The words of a company's name that tell it from others: no legal form, no article."""
    found = words(name.replace(".", "") if "." in name.rstrip(".") else name)
    return tuple(word for word in found if word not in _FORMS) or found


def same_company(first: str, second: str) -> bool:
    """Whether two names are likely those of one company."""
    return _alike(company_words(first), company_words(second))


def same_person(first: str, second: str) -> bool:
    """Whether two full names are likely those of one person, in whatever order they stand."""
    ours, theirs = words(first), words(second)
    return _alike(ours, theirs) or _alike(sorted(ours), sorted(theirs))


def same_address(first: str, second: str) -> bool:
    """Whether two e-mail addresses are one, regardless of capitals."""
    return bool(first.strip()) and first.strip().casefold() == second.strip().casefold()


def host_of(text: str) -> str:
    """The host of a page's or an e-mail address in small letters without ``www.``; or empty.

    ``https://www.Example.com/x`` and ``ana@example.com`` are both at ``example.com``.
    """
    said = text.strip().casefold()
    if "@" in said and "/" not in said:
        return said.rpartition("@")[2]
    try:
        host = urlsplit(said if "://" in said else f"//{said}").hostname or ""
    except ValueError:
        return ""
    return host.removeprefix("www.") if "." in host else ""


def company_host(text: str) -> str:
    """The same, but empty for hosts where anybody may have a mailbox."""
    host = host_of(text)
    return "" if host in PUBLIC_HOSTS else host


def _alike(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    if not ours or len(ours) != len(theirs):
        return False
    return all(_same_word(one, other) for one, other in zip(ours, theirs, strict=True))


def _same_word(one: str, other: str) -> bool:
    if one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    if len(longer) < _LONG_WORD or len(longer) - len(shorter) > 1:
        return False
    return _one_slip(shorter, longer)


def _one_slip(shorter: str, longer: str) -> bool:
    """Whether one letter is wrong, missing, or changed places with its neighbour."""
    at = next((n for n, letter in enumerate(shorter) if letter != longer[n]), len(shorter))
    if len(shorter) < len(longer):
        return shorter[at:] == longer[at + 1 :]
    swapped = shorter[at : at + 2][::-1] == longer[at : at + 2]
    return shorter[at + 1 :] == longer[at + 1 :] or (
        swapped and shorter[at + 2 :] == longer[at + 2 :]
    )
