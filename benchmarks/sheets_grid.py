"""What spreadsheets cost in a browser: a large sheet opened, and frames while it is scrolled."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import CDPSession, Page
from sqlalchemy import select

from benchmarks.sheets import Book, mixed
from benchmarks.timing import Row
from workworld.apps.sheets.service import calculations
from workworld.browsers import chromium
from workworld.directory.models import Person
from workworld.host import Host
from workworld.identity import Authority
from workworld.worlds import SnapshotCache, Worlds

_ROWS, _COLUMNS, _FRAMES = 10_000, 50, 240
_THERE = 'document.getElementById("grid")?.dataset.there === "true"'
_PAINTED = '() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime'
_SCROLLED = """([down, along]) => new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => done();
  requestAnimationFrame(() => port2.postMessage(null));
  document.querySelector(".grid-scroll").scrollBy({ top: down, left: along, behavior: "instant" });
})"""
"""Done in the first task after the frame was drawn."""


def grid_rows(runs: int, folder: Path) -> Iterator[Row]:
    """A sheet of 10,000 × 50 cells in Chromium at 1280 × 800.

    Args:
        runs: how often it is opened.
        folder: for worlds.
    """
    with ExitStack() as stack:
        worlds = stack.enter_context(Worlds(folder / "worlds-grid"))
        snapshot = SnapshotCache(folder / "snapshots-grid").get("tiny")
        world = worlds.open(snapshot)
        large = Book(world).made(_ROWS, _COLUMNS, mixed)
        with world.reading() as session:
            me = session.scalars(select(Person.id).where(Person.handle == "aruiz")).one()
        host = stack.enter_context(Host(worlds, snapshot, Authority()))
        page = stack.enter_context(chromium()).new_page()
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(host.launch_url(world.id, me))
        address = f"{host.addresses(world.id).app('sheets')}/s/{large}"
        opened = [_opened(page, address) for _ in range(runs + 1)][1:]
        yield Row("10,000 × 50 opened from cold, to first paint", [each[0] for each in opened])
        yield Row("the same, until its grid can be used", [each[1] for each in opened])
        for name, down, along in (
            ("scrolled down by the wheel, a frame", 100, 0),
            ("scrolled to the right, a frame", 0, 60),
            ("scrolled by pages, a frame", 560, 0),
        ):
            page.goto(address)
            page.wait_for_function(_THERE)
            yield Row(name, list(_frames(page, down, along)))


def _frames(page: Page, down: int, along: int) -> Iterator[float]:
    """Milliseconds that the page's thread works for each frame, whatever else the machine does."""
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = _worked(tools)
    for _ in range(_FRAMES):
        page.evaluate(_SCROLLED, [down, along])
        now = _worked(tools)
        yield now - before
        before = now


def _worked(tools: CDPSession) -> float:
    told = tools.send("Performance.getMetrics")["metrics"]
    return next(float(each["value"]) * 1000 for each in told if each["name"] == "TaskDuration")


def _opened(page: Page, address: str) -> tuple[float, float]:
    """Milliseconds to the first paint, and until the grid can be used; nothing is known before."""
    calculations.forget()
    start = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_function(_THERE)
    there = (time.perf_counter() - start) * 1000
    return float(page.wait_for_function(_PAINTED).json_value()), there
