"""Chat's pages, as the core finds them."""

from __future__ import annotations

from workworld.apps.chat.pages import (
    admin,
    browse,
    channel,
    channels,
    details,
    direct,
    members,
    messages,
    profiles,
)
from workworld.apps.chat.pages.blueprint import BLUEPRINT

__all__ = ["BLUEPRINT"]

PAGES = (admin, browse, channel, channels, details, direct, members, messages, profiles)
"""The modules whose routes stand on the blueprint."""
