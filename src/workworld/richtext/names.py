"""What references in a document are called, and where they lead, for one reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from workworld.emoji import Picture


def _as_it_is(address: str) -> str:
    return address


def _no_picture(_name: str) -> Picture | None:
    return None


def _nowhere(_person_id: str) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Names:
    """What references in a text are called, and where they lead.

    Args:
        people: display names by person id.
        channels: names by channel id; only of those that the reader may see.
        channel_url: channel id → address of its page.
        reader_id: mentions of this person stand out.
        address: a link's stored address → the one that the reader gets.
        emoji: an emoji's name → its picture, for those that not everybody has.
        person_url: person id → address of their profile, or "" for no link.
    """

    people: Mapping[str, str]
    channels: Mapping[str, str]
    channel_url: Callable[[str], str]
    reader_id: str = ""
    address: Callable[[str], str] = _as_it_is
    emoji: Callable[[str], Picture | None] = _no_picture
    person_url: Callable[[str], str] = _nowhere

    def person(self, person_id: str) -> str:
        """A person's display name."""
        return self.people.get(person_id, "unknown")

    def channel(self, channel_id: str) -> str:
        """A channel's name, if the reader may see it."""
        return self.channels.get(channel_id, "private channel")
