"""How soon a second browser shows what somebody has done."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from sqlalchemy import select

from benchmarks.timing import Row
from workworld.apps.chat.models import Channel
from workworld.apps.chat.service import messages
from workworld.browsers import chromium
from workworld.calls import perform
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.host import Host
from workworld.identity import Authority
from workworld.worlds import SnapshotCache, Worlds


def live_rows(runs: int) -> Iterator[Row]:
    """From the end of a step to the message on another person's page."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        snapshot = SnapshotCache(folder / "snapshots").get("tiny")
        worlds = stack.enter_context(Worlds(folder / "worlds"))
        world = worlds.open(snapshot)
        with world.reading() as session:
            people = dict(session.execute(select(Person.handle, Person.id)).all())
            channel_id = session.scalars(select(Channel.id).where(Channel.is_default)).one()
        host = stack.enter_context(Host(worlds, snapshot, Authority()))
        page = stack.enter_context(chromium()).new_page()
        page.goto(host.launch_url(world.id, people["jwikstrand"]))
        page.goto(f"{host.addresses(world.id).app('chat')}/c/{channel_id}")
        page.wait_for_selector('html[data-live="open"]', state="attached")
        samples = []
        for number in range(runs):
            text = f"live {number}."
            start = time.perf_counter()
            perform(world, Actor(people["aruiz"]), messages.post, channel_id=channel_id, text=text)
            page.get_by_text(text, exact=True).wait_for()
            samples.append((time.perf_counter() - start) * 1000)
        yield Row("message in a second browser", samples)
