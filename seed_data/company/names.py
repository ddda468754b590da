"""Names of people, drawn by where they are from.

The words are Faker's lists (MIT licence), by locale; which locales a country has, and by what
weight, stands in ``organizations/names.yaml`` with the combinations that are never given.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from workworld.randomness import Stream
from workworld.seed_data.company.documents import document
from workworld.seed_data.company.draws import weighted

GENDERS = ("female", "male")
_ROMANIZED = ("zh_CN", "ja_JP")
"""Locales whose lists are in other letters, with some in Latin ones."""
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "ı": "i", "æ": "ae", "œ": "oe"})


class PersonName(NamedTuple):
    """What somebody is called."""

    first: str
    last: str
    gender: str

    @property
    def full(self) -> str:
        """First and last name."""
        return f"{self.first} {self.last}"

    @property
    def short(self) -> str:
        """The form of the first name by which people of that name often go; else itself."""
        short: str = _rules()["short"].get(self.first, self.first)
        return short


def draw(stream: Stream, country: str) -> PersonName:
    """A name of somebody who lives in a country, and is nobody whom the world knows.

    Args:
        stream: decides which.
        country: an ISO code that ``organizations/names.yaml`` knows.

    Raises:
        KeyError: the country is not known.
    """
    locale = weighted(stream, _rules()["countries"][country])
    while True:
        gender = stream.choice(GENDERS)
        name = PersonName(
            stream.choice(_firsts(locale, gender)), stream.choice(_lasts(locale)), gender
        )
        if not is_known(name.full):
            return name


def countries() -> Sequence[str]:
    """The countries whose people can be named."""
    return list(_rules()["countries"])


def is_known(name: str) -> bool:
    """Whether a first and a last name together are those of a known public figure."""
    return name in _known() or any(part in _never() for part in name.split(" ")[1:])


def plain(text: str) -> str:
    """A text in small letters from a to z, and what else it holds that is ASCII."""
    parts = unicodedata.normalize("NFD", text.lower().translate(_PLAIN))
    return "".join(letter for letter in parts if letter.isascii())


@cache
def _rules() -> Mapping[str, Any]:
    rules: Mapping[str, Any] = document("organizations/names")
    return rules


@cache
def _known() -> frozenset[str]:
    return frozenset(_rules()["not_together"])


@cache
def _never() -> frozenset[str]:
    return frozenset(_rules()["never"])


@cache
def _provider(locale: str) -> Any:
    return import_module(f"faker.providers.person.{locale}").Provider


@cache
def _firsts(locale: str, gender: str) -> Sequence[str]:
    """First names in an order that hangs on nothing."""
    provider = _provider(locale)
    if locale in _ROMANIZED:
        return _usable(provider.first_romanized_names)
    return _usable(getattr(provider, f"first_names_{gender}"))


@cache
def _lasts(locale: str) -> Sequence[str]:
    provider = _provider(locale)
    if locale in _ROMANIZED:
        return _usable(provider.last_romanized_names)
    return _usable(provider.last_names)


def _usable(names: Sequence[str]) -> Sequence[str]:
    """One-word names in Latin letters that are long enough to be told apart."""
    fit = {
        name
        for name in names
        if len(name) > 1 and name[0].isupper() and name.isalpha() and plain(name).isalpha()
    }
    return sorted(fit)
