"""What people say of themselves: which texts are acceptable."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from workworld.errors import Invalid, Problem
from workworld.zones import zone_names

LONGEST = {"display_name": 80, "title": 255, "phone": 50, "pronouns": 40}
"""Characters that a field may hold; of names the vendor's own bound:
https://docs.slack.dev/reference/methods/users.profile.set"""
_REORDERING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""They would turn what stands behind a name on a line around."""
_BLANK = frozenset("\u2800\u3164")
"""Letters that nobody sees."""


def good_profile(fields: Mapping[str, str]) -> dict[str, str]:
    """The fields of a profile without blank ends.

    Raises:
        Invalid: ``invalid_profile``, with the problem of each field.
    """
    good = {name: text.strip(" ") for name, text in fields.items()}
    found = ((name, _problem(name, text)) for name, text in good.items())
    if problems := [Problem(what, name) for name, what in found if what]:
        raise Invalid("invalid_profile", problems=problems)
    return good


def _problem(name: str, text: str) -> str:
    if name == "zone":
        return "" if text in zone_names() else "there is no such time zone"
    if any(map(_is_control, text)):
        return "must be one line without control characters"
    if name == "display_name" and not any(map(_is_seen, text)):
        return "must not be empty"
    most = LONGEST[name]
    return f"may hold {most} characters, not {len(text)}" if len(text) > most else ""


def _is_control(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cc", "Zl", "Zp") or letter in _REORDERING


def _is_seen(letter: str) -> bool:
    return unicodedata.category(letter)[0] not in "CMZ" and letter not in _BLANK
