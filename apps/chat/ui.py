"""Chat's pages, as the core finds them."""

from __future__ import annotations

from workworld.apps.chat.pages import (
    bookmarks,
    channel,
    channels,
    dates,
    direct,
    keeping,
    later,
    members,
    messages,
    sharing,
    tabs,
)
from workworld.apps.chat.pages.blueprint import BLUEPRINT

__all__ = ["BLUEPRINT"]

PAGES = (
    bookmarks,
    channel,
    channels,
    dates,
    direct,
    keeping,
    later,
    members,
    messages,
    sharing,
    tabs,
)
"""The modules whose routes stand on the blueprint."""
