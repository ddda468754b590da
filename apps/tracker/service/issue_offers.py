"""What other apps offer to do with an issue, such as opening a channel about it."""

from __future__ import annotations

from workworld.apps.tracker.models import Issue
from workworld.offers import Offers

OFFERED: Offers[Issue] = Offers()
