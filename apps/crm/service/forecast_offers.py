"""What other apps make of a forecast."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from workworld.context import Context
from workworld.offers import Deed


@dataclass(frozen=True, slots=True)
class ForecastOffer:
    """Something that is made of a forecast.

    Args:
        title: on its button.
        reads: which operation that comes to, for a day of the quarter and a user's id.
        leads_to: the address of what it has made, as the reader reaches it.
    """

    title: str
    reads: Callable[[str, str], Deed]
    leads_to: Callable[[Context, Any], str]


OFFERED: dict[str, ForecastOffer] = {}
"""By their names in addresses; other apps add theirs."""
