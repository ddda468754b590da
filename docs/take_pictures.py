"""Takes the pictures of the README, of the company that is usual: ``make pictures``."""

from __future__ import annotations

import tempfile
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from workworld.browsers import chromium
from workworld.directory import people
from workworld.host import Host
from workworld.identity import Authority
from workworld.paths import cache_home
from workworld.rollouts.demonstrations import demonstrating
from workworld.worlds import SnapshotCache, World, Worlds
from workworld.worlds.snapshots import USUAL

if TYPE_CHECKING:  # Playwright is an extra
    from playwright.sync_api import Browser, Page

FOLDER = Path(__file__).parent / "pictures"
_SIZE = {"width": 1280, "height": 800}
_QUALITY = 78
_SETTLED_MS = 1500
_TASK = "communication.post_announcement"


def main() -> None:
    """Serve a fresh world of the company, and take a picture of each app and of an episode."""
    snapshot = SnapshotCache(cache_home() / "snapshots").get(USUAL)
    with (
        tempfile.TemporaryDirectory(prefix="pictures-") as name,
        Worlds(Path(name)) as worlds,
        Host(
            worlds, snapshot, Authority(), control_port=0, demonstrate=demonstrating(snapshot)
        ) as host,
        chromium() as browser,
    ):
        world = worlds.open(snapshot, "main")
        for app, title in _TITLES.items():
            with _signed_in(host, world, browser, title) as page:
                _OPENED[app](page, host.addresses("main").app(app))
                _take(page, app)
        _take_episode(host, browser)


_TITLES = {
    "chat": "Engineering Manager",
    "tracker": "Engineering Manager",
    "crm": "Enterprise Account Executive",
    "sheets": "Sales Operations Analyst",
}
"""Whose screen is shown, by title."""


@contextmanager
def _signed_in(host: Host, world: World, browser: Browser, title: str) -> Iterator[Page]:
    with world.reading() as session:
        person_id = next(each.id for each in people.everyone(session) if each.title == title)
    context = browser.new_context(viewport=_SIZE, color_scheme="light")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(host.launch_url(world.id, person_id))
    yield page
    context.close()


def _chat(page: Page, root: str) -> None:
    page.goto(f"{root}/")
    channels = page.get_by_role("navigation", name="Channels")
    channels.get_by_role("link", name="incidents", exact=True).click()


def _tracker(page: Page, root: str) -> None:
    page.goto(f"{root}/boards")
    page.get_by_role("main").get_by_role("link", name="ENG").first.click()


def _crm(page: Page, root: str) -> None:
    page.goto(f"{root}/")
    page.get_by_role("main").get_by_role("link", name="Waybill Cloud").first.click()


def _sheets(page: Page, root: str) -> None:
    page.goto(f"{root}/")
    page.get_by_role("main").get_by_role("link", name="Pipeline and forecast").first.click()


_OPENED = {"chat": _chat, "tracker": _tracker, "crm": _crm, "sheets": _sheets}


def _take_episode(host: Host, browser: Browser) -> None:
    """An oracle's episode, as the portal shows it with its grade."""
    page = browser.new_context(viewport=_SIZE, color_scheme="light").new_page()  # type: ignore[arg-type]
    page.goto(host.portal_url)
    page.goto(f"{host.control_origin}/tasks/{_TASK}?seed=1")
    page.get_by_role("button", name="Show it in a browser").click(timeout=120_000)
    page.get_by_role("heading", name="What was seen").wait_for()
    _take(page, "episode")


def _take(page: Page, name: str) -> None:
    """A picture as WebP, which Chromium itself writes a quarter as large as PNG."""
    page.wait_for_load_state()
    page.wait_for_timeout(_SETTLED_MS)
    asked = {"format": "webp", "quality": _QUALITY}
    taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", asked)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.webp").write_bytes(b64decode(taken["data"]))


if __name__ == "__main__":
    main()
