"""Chat's pages, as the core finds them."""

from __future__ import annotations

from workworld.apps.chat.pages import channel, channels, direct, members, messages, reading
from workworld.apps.chat.pages.blueprint import BLUEPRINT

__all__ = ["BLUEPRINT"]

PAGES = (channel, channels, direct, members, messages, reading)
"""The modules whose routes stand on the blueprint."""
