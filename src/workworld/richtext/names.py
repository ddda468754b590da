"""What references in a document are called, and where they lead, for one reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass


def _as_it_is(address: str) -> str:
    return address


@dataclass(frozen=True, slots=True)
class Names:
    """What references in a text are called, and where they lead.

    Args:
        people: display names by person id.
        channels: names by channel id; only of those that the reader may see.
        channel_url: channel id → address of its page.
        reader_id: mentions of this person stand out.
        address: a link's stored address → the one that the reader gets.
    """

    people: Mapping[str, str]
    channels: Mapping[str, str]
    channel_url: Callable[[str], str]
    reader_id: str = ""
    address: Callable[[str], str] = _as_it_is

    def person(self, person_id: str) -> str:
        """A person's display name."""
        return self.people.get(person_id, "unknown")

    def channel(self, channel_id: str) -> str:
        """A channel's name, if the reader may see it."""
        return self.channels.get(channel_id, "private channel")
