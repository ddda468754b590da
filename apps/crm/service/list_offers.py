"""What other apps make of the records of a list view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from workworld.context import Context


@dataclass(frozen=True, slots=True)
class ListOffer:
    """Something that is made of a list view.

    Args:
        title: on its button.
        makes: the operation, which takes a ``view_id``.
        leads_to: the address of what it has made, as the reader reaches it.
    """

    title: str
    makes: Callable[..., Any]
    leads_to: Callable[[Context, Any], str]


OFFERED: dict[str, ListOffer] = {}
"""By their names in addresses; other apps add theirs."""
