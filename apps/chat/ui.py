"""Chat's pages, as the core finds them."""

from __future__ import annotations

from workworld.apps.chat.pages import (
    canvases,
    channel,
    channels,
    list_records,
    lists,
    members,
    messages,
)
from workworld.apps.chat.pages.blueprint import BLUEPRINT

__all__ = ["BLUEPRINT"]

PAGES = (canvases, channel, channels, list_records, lists, members, messages)
"""The modules whose routes stand on the blueprint."""
