"""Listings of channels, as their addresses ask for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.pages.asked import chosen, page_number

SORTED = {
    "name": "Name",
    "members": "Most members",
    "newest": "Newest",
    "recent": "Latest message",
}


@dataclass(frozen=True, slots=True)
class ChannelListing:
    """Which channels a page lists, and in which order."""

    endpoint: str
    """The page's."""
    shown: Mapping[str, str]
    """What it can show, in words."""
    words: str
    show: str
    sort: str

    @classmethod
    def asked(cls, endpoint: str, shown: Mapping[str, str]) -> ChannelListing:
        """What the address asks for; all of them by name, if it does not say."""
        words = flask.request.args.get("q", "").strip()
        sort = chosen("sort", SORTED, "name")
        return cls(endpoint, shown, words, chosen("show", shown, "all"), sort)

    @property
    def sorted(self) -> Mapping[str, str]:
        """The orders, in words."""
        return SORTED

    def wanted(self) -> Mapping[str, Any]:
        """The arguments of the operation that finds them."""
        words = self.words.lstrip("#").split()
        return {"words": words, "show": self.show, "sort": self.sort, "page": page_number()}

    def address(self, number: int = 1, **changed: str) -> str:
        """Where another page of it is, or another listing."""
        values: dict[str, Any] = {"q": self.words, "show": self.show, "sort": self.sort, **changed}
        return flask.url_for(self.endpoint, **values, page=number if number > 1 else None)
