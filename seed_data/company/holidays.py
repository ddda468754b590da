"""Public holidays, from data."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from workworld.seed_data.company.documents import document


def holidays_of(country: str) -> Mapping[date, str]:
    """The holidays of a country in the years that companies live through, by day.

    Args:
        country: an ISO code.

    Raises:
        KeyError: none are known of it.
    """
    named = document("holidays")[country]
    return {day: name for name, days in named.items() for day in sorted(days)}
