"""What stands in which section of the sidebar, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.apps.chat.emoji_looks import emoji_before
from workworld.apps.chat.pages.sidebar_links import ChannelLink
from workworld.apps.chat.service import sections, sidebars
from workworld.apps.chat.service.sections import Listed
from workworld.apps.chat.service.sidebars import Contents
from workworld.context import Context

_MOST = 40
_MOST_TALKS = 30
_USUAL = {sections.DIRECT: "recent", sections.APPS: "recent"}
SORTED = {"name": "By name", "recent": "Latest message first", "priority": "Unread first"}
"""In which order conversations may stand."""


@dataclass(frozen=True, slots=True)
class Section:
    """Some conversations under a heading."""

    id: str
    title: str
    """Its name, behind its emoji if it has one, in words."""
    heading: str
    """The same with the emoji as a picture."""
    links: tuple[ChannelLink, ...]
    is_folded: bool
    is_own: bool
    shows: str
    sorting: str
    """One of ``SORTED``."""

    most: int | None
    """How many show unless somebody asks for all; None after they did."""

    @property
    def unread(self) -> tuple[ChannelLink, ...]:
        """Those of its conversations that stand out."""
        return tuple(link for link in self.links if link.is_unread)

    def visible(self, here: str, *, only_unread: bool) -> Sequence[ChannelLink]:
        """Those that show, where one is among them: of many, the first and what is unread."""
        is_short = only_unread or self.is_folded or self.shows == "unread"
        most = 0 if is_short else self.most
        if most is None:
            return self.links
        return [
            link
            for place, link in enumerate(self.links)
            if place < most or link.is_unread or link.id == here
        ]


def sections_of(ctx: Context, found: Contents, links: Sequence[ChannelLink]) -> tuple[Section, ...]:
    """The sections from top to bottom; those that everybody has only if something is in them."""
    return tuple(
        section
        for section in (_section(ctx, found, links, listed) for listed in found.sections)
        if section.links or section.is_own
    )


def _section(
    ctx: Context, found: Contents, links: Sequence[ChannelLink], listed: Listed
) -> Section:
    sorting = listed.sorting or _USUAL.get(listed.id, "name")
    inside = sorted((x for x in links if x.section_id == listed.id), key=_ORDERS[sorting])
    return Section(
        listed.id,
        listed.title,
        emoji_before(ctx, listed.emoji, listed.name),
        tuple(inside),
        f"{sidebars.FOLD}{listed.id}" in found.views,
        listed.is_own,
        listed.shows,
        sorting,
        None if f"{sidebars.ALL}{listed.id}" in found.views else _most(listed),
    )


def _most(listed: Listed) -> int:
    return _MOST_TALKS if listed.id == sections.DIRECT else _MOST


def _by_age(link: ChannelLink) -> float:
    return -float(link.newest or 0)


_ORDERS: dict[str, Callable[[ChannelLink], Any]] = {
    "name": lambda link: link.name.casefold(),
    "recent": _by_age,
    "priority": lambda link: (not link.mentions, not link.is_unread, _by_age(link)),
}
