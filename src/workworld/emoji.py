"""Emoji by the names that people type between colons.

The names are those of Slack, GitHub and most other products: https://github.com/iamcal/emoji-data
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

NAME = re.compile(r"[a-z0-9+_'-]{1,100}(?:::skin-tone-[2-6])?")
"""What names look like; whether there is such an emoji is another matter."""
BEGINNING = r":(?=[a-z0-9+_'-])|[\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff]"
"""Where in a text an emoji may begin; a keycap, which begins as a digit, is only known by name."""

_TONED = re.compile(r"(.+)::skin-tone-([2-6])")
_NAMED = re.compile(rf":({NAME.pattern}):")
_BETWEEN_COLONS = re.compile(r":(?=([a-z0-9+_'-]{1,100}):)")
_LIGHTEST_TONE = 0x1F3FB
_AS_PICTURE = "\ufe0f"
"""Asks for colour; a skin tone stands in its place."""


@dataclass(frozen=True, slots=True)
class Emoji:
    """One emoji."""

    character: str
    name: str
    """The one under which it is kept."""
    names: tuple[str, ...]
    """All its names."""
    category: str
    has_tones: bool
    """Whether it comes in skin tones, ``name::skin-tone-2`` to ``-6``."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What a page shows for an emoji that not everybody has: characters, or an image."""

    character: str = ""
    address: str = ""
    """Of the image."""


def canonical_name(typed: str) -> str | None:
    """The name under which an emoji is kept: ``:thumbsup:`` → ``+1``; None if there is none."""
    name, tone = _parts(typed)
    found = every_emoji().get(name)
    if found is None or (tone and not found.has_tones):
        return None
    return f"{found.name}::skin-tone-{tone}" if tone else found.name


def character_of(name: str) -> str | None:
    """The characters of an emoji's name, ``+1::skin-tone-2``; None if there is none."""
    plain, tone = _parts(name)
    found = every_emoji().get(plain)
    if found is None:
        return None
    if not tone:
        return found.character
    first, rest = found.character[0], found.character[1:].removeprefix(_AS_PICTURE)
    return f"{first}{chr(_LIGHTEST_TONE + int(tone) - 2)}{rest}"


def emoji_at(text: str, place: int, own: Collection[str] = ()) -> tuple[str, int] | None:
    """The emoji that begins at a place, by its name between colons or by its characters.

    Args:
        text: the text.
        place: where in it.
        own: names of emoji that there are besides everybody's.

    Returns:
        The name under which it is kept and where it ends; None if there is none.
    """
    if text[place] == ":":
        match = _NAMED.match(text, place)
        if match is None:
            return None
        if name := canonical_name(match[1]):
            return name, match.end()
        plain, _tone = _parts(match[1])  # a tone that it does not come in is text
        known = plain if plain in own else canonical_name(plain)
        return (known, place + len(plain) + 2) if known else None
    names, longest = _by_characters()
    for end in range(min(len(text), place + longest), place, -1):
        if found := names.get(text[place:end]):
            return found, end
    return None


def other_names_in(text: str) -> frozenset[str]:
    """What stands between colons in a text like an emoji's name, and is none of everybody's."""
    if ":" not in text:
        return frozenset()
    known = every_emoji()
    return frozenset(name for name in _BETWEEN_COLONS.findall(text) if name not in known)


@cache
def every_emoji() -> Mapping[str, Emoji]:
    """Every emoji under each of its names, grouped by category."""
    found: dict[str, Emoji] = {}
    category = ""
    text = files("workworld").joinpath("vendor/emoji-data.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("# "):
            category = line.removeprefix("# ")
            continue
        character, named, *tones = line.split("\t")
        names = tuple(named.split())
        emoji = Emoji(character, names[0], names, category, bool(tones))
        found |= dict.fromkeys(names, emoji)
    return MappingProxyType(found)


@cache
def _by_characters() -> tuple[Mapping[str, str], int]:
    """Names by characters, skin tones included, and how many characters one has at most."""
    names = [emoji.name for emoji in every_emoji().values()]
    toned = [f"{each.name}::skin-tone-{n}" for each in every_emoji().values() for n in range(2, 7)]
    names += [name for name in toned if canonical_name(name)]
    known = {character_of(name) or "": name for name in names}
    return MappingProxyType(known), max(map(len, known))


def _parts(typed: str) -> tuple[str, str]:
    """Name and skin tone, without the colons around them."""
    name = typed.strip().removeprefix(":").removesuffix(":")
    toned = _TONED.fullmatch(name)
    return (toned[1], toned[2]) if toned else (name, "")
