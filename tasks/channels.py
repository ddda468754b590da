"""Channels as oracles find and open them: by the name that the instruction gives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workworld.grading import Episode
from workworld.tasks.listings import pages

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

_BOTH = "public_channel,private_channel"


def channel_named(episode: Episode, name: str) -> str | None:
    """The id of the channel of this name; None if the persona sees none."""
    line = re.compile(rf"^Name: #{re.escape(name)} \((C\w+)\)$", re.MULTILINE)
    found = pages(episode, "slack_search_channels", "results", query=name, channel_types=_BOTH)
    return next((match[1] for page in found if (match := line.search(page))), None)


def open_channel(page: Page, name: str) -> bool:
    """Open a channel from anywhere; whether the persona sees one of this name."""
    sidebar = page.get_by_role("navigation", name="Channels")
    if not sidebar.count():
        page.get_by_role("navigation", name="Apps").get_by_role("link", name="Chat").click()
        sidebar.wait_for()
    link = sidebar.get_by_role("link", name=_called(name))
    if not link.count():
        sidebar.get_by_role("link", name="Browse channels").click()
        link = _browsed(page, name)
    if not link.count():
        return False
    link.click()
    page.get_by_role("heading", level=1, name=name, exact=True).wait_for()
    return True


def _called(name: str) -> re.Pattern[str]:
    """A channel's link in the sidebar, whatever is new there."""
    return re.compile(rf"^{re.escape(name)}( unread)?( \d+ mentions?)?$")


def _browsed(page: Page, name: str) -> Locator:
    """The link to a channel among all channels, which the persona need not be in."""
    field = page.get_by_role("searchbox", name="Search channels")
    field.fill(name)
    with page.expect_navigation():
        field.press("Enter")
    return page.get_by_role("main").get_by_role("link", name=name, exact=True)
