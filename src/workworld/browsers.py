"""Finding and starting a Chromium for agents, oracles and tests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # Playwright is an extra
    from playwright.sync_api import Browser, Playwright

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync")
# Without these, rounded corners differ by a shade or two from one picture of a page to the next.
_REPEATABLE = ("--disable-partial-raster", "--disable-skia-runtime-opts")


class NoBrowser(RuntimeError):
    """There is no Chromium to start; the message says how to get one."""


def executable(playwright: Playwright) -> str:
    """The Chromium to start: ``WORKWORLD_CHROMIUM``, else Playwright's own, else the system's.

    Raises:
        NoBrowser: none was found.
    """
    if named := os.environ.get("WORKWORLD_CHROMIUM"):
        return named
    if Path(own := playwright.chromium.executable_path).exists():
        return own
    for name in _NAMES:
        if found := shutil.which(name):
            return found
    raise NoBrowser(
        "No Chromium found. Install one (Debian: apt-get install chromium-headless-shell; "
        "elsewhere: playwright install chromium) or set WORKWORLD_CHROMIUM to its path."
    )


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless Chromium, closed at the end.

    Raises:
        NoBrowser: Playwright or Chromium is not installed.
    """
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise NoBrowser("Playwright is not installed: pip install 'workworld[browser]'") from None
    with sync_playwright() as playwright:
        # Chromium refuses to start its sandbox for root, as whom containers and CI often run.
        browser = playwright.chromium.launch(
            executable_path=executable(playwright),
            chromium_sandbox=os.geteuid() != 0,
            args=[*_QUIET, *_REPEATABLE],
        )
        try:
            yield browser
        finally:
            browser.close()
