"""Emoji by the names that people type between colons.

The names are those of Slack, GitHub and most other products: https://github.com/iamcal/emoji-data
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

_TONED = re.compile(r"(.+)::skin-tone-([2-6])")
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


def _parts(typed: str) -> tuple[str, str]:
    """Name and skin tone, without the colons around them."""
    name = typed.strip().removeprefix(":").removesuffix(":")
    toned = _TONED.fullmatch(name)
    return (toned[1], toned[2]) if toned else (name, "")
