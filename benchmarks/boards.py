"""How soon a card that is dragged stands in its new column, in a browser."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path

from playwright.sync_api import Locator, Page
from sqlalchemy import select

from benchmarks.timing import Row
from workworld.browsers import chromium
from workworld.directory.models import Person
from workworld.host import Host
from workworld.identity import Authority
from workworld.worlds import SnapshotCache, Worlds

_BOARD = "/p/CAL/board"
_COLUMNS = ("To Do", "In Progress")
_SETTLED = """([key, column, said]) => {
  const zone = document.querySelector(`[data-zone]:has(.card[data-key="${key}"])`);
  return zone?.dataset.column === column && document.getElementById("status").textContent === said;
}"""


def board_rows(runs: int) -> Iterator[Row]:
    """From letting a card go to its standing in the column once the server has answered."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        snapshot = SnapshotCache(folder / "snapshots").get("tiny")
        worlds = stack.enter_context(Worlds(folder / "worlds"))
        world = worlds.open(snapshot)
        with world.reading() as session:
            me = session.scalars(select(Person.id).where(Person.handle == "aruiz")).one()
        host = stack.enter_context(Host(worlds, snapshot, Authority()))
        page = stack.enter_context(chromium()).new_page()
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(host.launch_url(world.id, me))
        page.goto(f"{host.addresses(world.id).app('tracker')}{_BOARD}")
        page.wait_for_selector('html[data-ready="true"]', state="attached")
        key = page.get_by_role("list", name=_COLUMNS[0], exact=True).locator(".card").first
        key_of = str(key.get_attribute("data-key"))
        ahead = cycle(reversed(_COLUMNS))
        samples = [_dragged(page, key_of, next(ahead)) for _ in range(runs + 2)]
        yield Row("card dragged into another column", samples[2:])  # the first ones warm up


def _dragged(page: Page, key: str, name: str) -> float:
    """Drag a card to the top of a column: milliseconds from letting it go."""
    card = page.locator(f'.card[data-key="{key}"]')
    column = page.get_by_role("list", name=name, exact=True)
    zone = column.locator("xpath=ancestor-or-self::*[@data-zone]")
    number = zone.get_attribute("data-column")
    begin, end = _place(card), _place(column)
    page.mouse.move(begin[0] + 60, begin[1] + 14)
    page.mouse.down()
    page.mouse.move(end[0] + 60, end[1] + 6, steps=5)
    wanted = [key, number, f"{key} moved to {name}"]
    start = time.perf_counter()
    page.mouse.up()
    page.wait_for_function(_SETTLED, arg=wanted, polling="raf")
    return (time.perf_counter() - start) * 1000


def _place(what: Locator) -> tuple[float, float]:
    box = what.bounding_box()
    assert box is not None, f"nothing is laid out for {what}"
    return box["x"], box["y"]
