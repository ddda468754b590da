"""What other apps make of the records of a list view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from workworld.context import Context
from workworld.offers import Deed


@dataclass(frozen=True, slots=True)
class ListOffer:
    """Something that is made of a list view.

    Args:
        title: on its button.
        reads: which operation that comes to, for a view's id.
        leads_to: the address of what it has made, as the reader reaches it.
    """

    title: str
    reads: Callable[[str], Deed]
    leads_to: Callable[[Context, Any], str]


OFFERED: dict[str, ListOffer] = {}
"""By their names in addresses; other apps add theirs."""
