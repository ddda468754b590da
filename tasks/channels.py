"""Channels as oracles find them: by the name that the instruction gives."""

from __future__ import annotations

import re

from workworld.grading import Episode
from workworld.tasks.listings import pages

_BOTH = "public_channel,private_channel"


def channel_named(episode: Episode, name: str) -> str | None:
    """The id of the channel of this name; None if the persona sees none."""
    line = re.compile(rf"^Name: #{re.escape(name)} \((C\w+)\)$", re.MULTILINE)
    found = pages(episode, "slack_search_channels", "results", query=name, channel_types=_BOTH)
    return next((match[1] for page in found if (match := line.search(page))), None)
