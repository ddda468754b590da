"""What other apps of the suite offer to do with a record, and what of theirs a record names."""

from __future__ import annotations

from collections.abc import Callable

from workworld.apps.crm.service.reading import Loaded
from workworld.context import Context
from workworld.offers import Offers

OFFERED: Offers[Loaded] = Offers()
"""Whoever adds an offer says by ``fits`` for which objects it is."""
LEADS: dict[tuple[str, str], Callable[[Context, str], str]] = {}
"""By object and field: what a value names elsewhere, as its address; empty if the reader does not
see it."""
