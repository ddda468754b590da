"""Finding what people act upon in a message: where it stands, as pages name it, ``0.1``.

``0.1`` is the second element of the first block, ``2.x`` what stands beside the third; ``a0.1.0``
stands in the first attachment.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

Json = Mapping[str, Any]
_PLACE = re.compile(r"(?:a(\d{1,3})\.)?(\d{1,3})\.(x|\d{1,3})")


class Found(NamedTuple):
    """What people act upon, and the block in which it stands."""

    block: Json
    element: Json


def element_at(blocks: Sequence[Json], attachments: Sequence[Json], place: str) -> Found | None:
    """What stands at a place; None for nothing that people act upon."""
    match = _PLACE.fullmatch(place)
    if match is None:
        return None
    if match[1] is not None:
        outer = _at(attachments, match[1])
        blocks = (outer or {}).get("blocks") or ()
    block = _at(blocks, match[2])
    if block is None:
        return None
    if match[3] == "x":
        element = block.get("accessory")
    else:
        element = _at(block["elements"], match[3]) if block["type"] == "actions" else None
    return Found(block, element) if element and "action_id" in element else None


def options_of(element: Json) -> list[Json]:
    """The options of an element, in groups or not."""
    groups = element.get("option_groups") or ()
    grouped = (each for group in groups for each in group["options"])
    return [*(element.get("options") or ()), *grouped]


def chosen_of(element: Json) -> list[str]:
    """The values of what is chosen to begin with."""
    one = element.get("initial_option")
    several = element.get("initial_options") or ()
    return [each["value"] for each in [*several, *([one] if one else [])]]


def _at(items: Sequence[Json], number: str) -> Json | None:
    return items[int(number)] if int(number) < len(items) else None
