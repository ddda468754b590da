"""Field masks: which members of an answer the caller wants.

https://developers.google.com/workspace/sheets/api/guides/field-masks
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from workworld.errors import Invalid

Mask = Mapping[str, "Mask"]
"""Member → what of it is wanted; an empty one stands for all of it."""
_WORD = re.compile(r"[A-Za-z_$][\w$-]*|\*|[().,/]")
_ALL = "*"
_DEEPEST = 40
_LONGEST = 20_000


def parsed(text: str) -> Mask:
    """The mask that a text such as ``properties.title,sheets(properties(sheetId,title))`` names.

    Raises:
        Invalid: it is none.
    """
    words, at = [], 0
    compact = re.sub(r"\s+", "", text[:_LONGEST])
    while at < len(compact):
        found = _WORD.match(compact, at)
        if found is None:
            raise malformed(text)
        words.append(found[0])
        at = found.end()
    mask: dict[str, Any] = {}
    end = _several(words, 0, mask, text, 0)
    if end != len(words) or not words or len(text) > _LONGEST:
        raise malformed(text)
    return mask


def malformed(text: str) -> Invalid:
    """What callers are told of a mask that is none."""
    return Invalid("invalid_fields", f"Invalid field selection {text[:200]}")


def _several(words: list[str], at: int, mask: dict[str, Any], text: str, depth: int) -> int:
    """Paths between commas, added to a mask; where they end is answered."""
    if depth > _DEEPEST:
        raise malformed(text)
    while True:
        at = _path(words, at, mask, text, depth)
        if at >= len(words) or words[at] != ",":
            return at
        at += 1


def _path(words: list[str], at: int, mask: dict[str, Any], text: str, depth: int) -> int:
    here = mask
    while True:
        if at >= len(words) or words[at] in "().,/" or depth > _DEEPEST:
            raise malformed(text)
        is_all_wanted = words[at] in here and not here[words[at]]
        here = here.setdefault(words[at], {})
        if is_all_wanted:
            here = {"": {}}  # what else is said of it adds nothing
        depth += 1
        at += 1
        if at >= len(words) or words[at] not in "./":
            break
        at += 1
    if at < len(words) and words[at] == "(":
        at = _several(words, at + 1, here, text, depth)
        if at >= len(words) or words[at] != ")":
            raise malformed(text)
        return at + 1
    here.clear()  # all of it is wanted, whatever else was said
    return at


def picked(value: Any, mask: Mask) -> Any:
    """What of a value is wanted; of a list, the same of each of its members."""
    if not mask or (_ALL in mask and not mask[_ALL]):
        return value
    if isinstance(value, list):
        return [picked(each, mask) for each in value]
    if not isinstance(value, Mapping):
        return value
    found = {}
    for name, each in value.items():
        inner = mask.get(name, mask.get(_ALL))
        if inner is not None:
            found[name] = picked(each, inner)
    return found


def wants(mask: Mask, *path: str) -> bool:
    """Whether anything at a path is wanted."""
    here = mask
    for name in path:
        if not here:
            return True
        inner = here.get(name, here.get(_ALL))
        if inner is None:
            return False
        here = inner
    return True


def below(mask: Mask, *path: str) -> Mask:
    """What a mask says of what stands at a path; an empty one where it wants all of it."""
    here = mask
    for name in path:
        if not here or (_ALL in here and not here[_ALL]):
            return {}
        here = here.get(name, here.get(_ALL, {}))
    return here
