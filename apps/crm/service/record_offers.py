"""What other apps of the suite offer to do with a record."""

from __future__ import annotations

from workworld.apps.crm.service.reading import Loaded
from workworld.offers import Offers

OFFERED: Offers[Loaded] = Offers()
"""Whoever adds an offer says by ``fits`` for which objects it is."""
