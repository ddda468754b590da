"""Pages in a Chromium, whose clock is the world's."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import datetime
from typing import TYPE_CHECKING

from workworld.browsers import chromium
from workworld.lifetimes import Closing

if TYPE_CHECKING:  # Playwright is an extra
    from playwright.sync_api import Browser, Page

_SIZE = (1280, 800)


class Chrome(Closing):
    """A Chromium, started when it is first needed.

    Args:
        given: one that is there already, which whoever started it closes.
    """

    def __init__(self, given: Browser | None = None) -> None:
        self._browser = given
        self._stack = ExitStack()

    @property
    def browser(self) -> Browser:
        """It.

        Raises:
            NoBrowser: Playwright or Chromium is not installed.
        """
        if self._browser is None:
            self._browser = self._stack.enter_context(chromium())
        return self._browser

    def close(self) -> None:
        """Close it, if it was started here."""
        self._stack.close()


class Pages(Closing):
    """The pages that were opened in an episode, each in a context of its own."""

    def __init__(self) -> None:
        self._open: list[Page] = []

    def open(self, browser: Browser, launch_url: str, now: datetime) -> Page:
        """A page that a launch link has signed in."""
        width, height = _SIZE
        page = browser.new_context(viewport={"width": width, "height": height}).new_page()
        self._open.append(page)
        page.clock.set_fixed_time(now)
        page.goto(launch_url)
        return page

    def __bool__(self) -> bool:
        return bool(self._open)

    def follow(self, now: datetime) -> None:
        """Time has passed in the world."""
        for page in self._open:
            if not page.is_closed():
                page.clock.set_fixed_time(now)

    def close(self) -> None:
        """Close all of them."""
        while self._open:
            self._open.pop().context.close()
