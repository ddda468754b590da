"""What companies and people of the market are called, and where they can be reached.

Nobody and nothing of it is real: stems of companies are put together from syllables, domains end
in ``.example``, and phone numbers are from ranges that regulators reserve for fiction.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import tzinfo
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from workworld.randomness import Stream
from workworld.seed_data.company.market import words
from workworld.seed_data.company.market.chances import weighted
from workworld.zones import zone

_TRIES = 40
_LONGEST_STEM = 12
_SOUNDS = re.compile(r"(.)\1\1|[bcdfghjklmnpqrstvwxz]{5}")
"""What nobody would call a company: three of a letter, or five consonants."""


class Place(NamedTuple):
    """Where a company is; ``currency`` is what it pays in."""

    country: str
    city: str
    state: str
    region: str
    street: str
    postal_code: str
    currency: str
    area: str


class Human(NamedTuple):
    """Somebody's first and last name."""

    first: str
    last: str


class Namer:
    """Gives names, none of them twice.

    Args:
        pack: the industry.
    """

    def __init__(self, pack: str) -> None:
        self._companies = words.read(pack, "companies")
        self._places = words.read(pack, "places")
        self._taken: set[str] = set()
        self._domains: set[str] = set()
        self._mails: set[str] = set()

    def place(self, stream: Stream) -> Place:
        """Somewhere in the market."""
        countries = self._places["countries"]
        country = weighted(stream, {name: each["weight"] for name, each in countries.items()})
        city = stream.choice(self._places["cities"][country])
        street = stream.choice(self._places["streets"][country])
        number = stream.integer(2, 480)
        first = countries[country]["number_first"]
        digits = countries[country]["postal"] - len(city["postal"])
        tail = "".join(str(stream.integer(0, 9)) for _ in range(max(0, digits)))
        return Place(
            country,
            city["city"],
            city["state"],
            city["region"],
            f"{number} {street}" if first else f"{street} {number}",
            city["postal"] + tail,
            countries[country]["currency"],
            city["area"],
        )

    def zone_of(self, place: Place) -> tzinfo | None:
        """The zone of a place, if its country has one alone."""
        name = self._places["countries"][place.country].get("zone")
        return zone(name) if name else None

    def company(self, stream: Stream, place: Place, industry: str) -> str:
        """A company's name that no other has."""
        return next(
            name
            for name in (self._company(stream, place, industry) for _ in range(_TRIES))
            if self._is_new(name)
        )

    def domain(self, name: str) -> str:
        """The domain of a company, under which nobody else is."""
        plain = _ascii(re.sub(r"\b(GmbH|KG|Ltd|BV|SA|Co|UK|Group|Gebr)\b\.?", "", name)).lower()
        stem = "-".join(re.findall(r"[a-z]+", plain)) or "company"
        found, number = stem, 1
        while found in self._domains:
            number += 1
            found = f"{stem}-{number}"
        self._domains.add(found)
        return f"{found}.example"

    def human(self, stream: Stream, country: str) -> Human:
        """Somebody who may live in a country."""
        while True:
            locale = weighted(stream, self._places["names"][country])
            firsts, lasts = _names(locale)
            found = Human(stream.choice(firsts), stream.choice(lasts))
            if found.last not in self._places["blocked"]:
                return found

    def email(self, human: Human, domain: str) -> str:
        """Their address, which nobody else has."""
        first, last = (re.sub(r"[^a-z]+", "-", _ascii(each).lower()).strip("-") for each in human)
        found, number = f"{first}.{last}@{domain}", 1
        while found in self._mails:
            number += 1
            found = f"{first}.{last}{number}@{domain}"
        self._mails.add(found)
        return found

    def phone(self, stream: Stream, place: Place) -> str:
        """A number that rings nowhere; empty where no range is reserved."""
        pattern: str = self._places["countries"][place.country]["phone"]
        digits = [f"{stream.integer(0, 99):02}", f"{stream.integer(0, 99):02}"]
        three = f"{stream.integer(0, 999):03}"
        return pattern.format(area=place.area, two=digits[0], more=digits[1], three=three)

    def stem(self, stream: Stream) -> str:
        """A word that could be a family's or a place's, and is no brand."""
        blocked = self._companies["blocked"]
        while True:
            parts = (self._companies[each] for each in ("starts", "middles", "ends"))
            stem = "".join(stream.choice(each) for each in parts)
            is_short = len(stem) <= _LONGEST_STEM and stem not in blocked
            if is_short and not _SOUNDS.search(stem.lower()):
                return stem

    def _company(self, stream: Stream, place: Place, industry: str) -> str:
        form = weighted(stream, self._companies["forms"][place.country])
        return str(form).format(
            stem=self.stem(stream),
            other=self.stem(stream),
            kind=stream.choice(self._companies["kinds"][industry]),
            direction=stream.choice(self._companies["directions"]),
            city=place.city,
        )

    def industry(self, stream: Stream) -> str:
        """What a company does."""
        weights: Mapping[str, float] = self._companies["weights"]
        return weighted(stream, weights)

    def _is_new(self, name: str) -> bool:
        is_new = name not in self._taken
        self._taken.add(name)
        return is_new


@cache
def _names(locale: str) -> tuple[Sequence[str], Sequence[str]]:
    """First and last names of Faker's list of a locale, in its order."""
    provider: Any = import_module(f"faker.providers.person.{locale}").Provider
    return _plain(provider.first_names), _plain(provider.last_names)


def _plain(names: Any) -> Sequence[str]:
    return tuple(each for each in dict.fromkeys(names) if "." not in each and len(each) > 1)


def _ascii(text: str) -> str:
    swapped = text
    for letter, plain in (("ü", "ue"), ("ö", "oe"), ("ä", "ae"), ("ß", "ss"), ("ł", "l")):
        swapped = swapped.replace(letter, plain).replace(letter.upper(), plain.capitalize())
    parts = unicodedata.normalize("NFKD", swapped)
    return parts.encode("ascii", "ignore").decode()
