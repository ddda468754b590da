"""Who finds what: a function for each kind of thing, declared by the app that has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from workworld.context import Context


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing that was found.

    Args:
        title: its name.
        url: its canonical address.
        icon: an icon of the sprite.
        excerpt: what of it is worth reading, as plain text.
        when_us: when it came to be, in microseconds since the Unix epoch.
        person_id: whose picture stands beside it, instead of the icon.
        place: where it stands, ``#general``.
    """

    title: str
    url: str
    icon: str
    excerpt: str = ""
    when_us: int | None = None
    person_id: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """Some of what was found, and how much there is in all."""

    hits: Sequence[Hit]
    total: int
    next_cursor: str | None


Find = Callable[[Context, Sequence[str], int, str], Found]
"""Words, limit and cursor → what the caller may see of what holds them all, the best first."""


@dataclass(frozen=True, slots=True)
class Provider:
    """A kind of thing that can be found."""

    id: str
    """``<app>.<what>``."""
    title: str
    """What such things are called, ``Messages``."""
    find: Find

    @property
    def app_id(self) -> str:
        """The app that has them."""
        return self.id.partition(".")[0]


_providers: dict[str, Provider] = {}


def searches(provider_id: str, *, title: str) -> Callable[[Find], Find]:
    """Declare how things of one kind are found.

    Args:
        provider_id: ``<app>.<what>``, such as ``chat.messages``.
        title: what such things are called.

    Raises:
        TypeError: they are found already.
    """

    def declare(find: Find) -> Find:
        if provider_id in _providers:
            raise TypeError(f"two functions find {provider_id}")
        _providers[provider_id] = Provider(provider_id, title, find)
        return find

    return declare


def providers() -> tuple[Provider, ...]:
    """Every kind of thing that can be found: people first, then by app and kind."""
    return tuple(sorted(_providers.values(), key=lambda each: (each.app_id != "people", each.id)))
