"""What a call costs in process, on the tiny company; ``wire`` measures the doors."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from sqlalchemy import select

from benchmarks.timing import Row, timed
from workworld import Environment
from workworld.apps.chat.models import Channel
from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.worlds import SnapshotCache, Worlds

TASK = "communication.post_announcement"
READS = WRITES = 10


class Doors:
    """A world, and a person in it."""

    def __init__(self, stack: ExitStack) -> None:
        self.folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        self.snapshot = SnapshotCache(self.folder / "snapshots").get("tiny")
        self.worlds = stack.enter_context(Worlds(self.folder / "worlds"))
        self.world = self.worlds.open(self.snapshot)
        self.env = stack.enter_context(Environment(home=self.folder))
        with self.world.reading() as session:
            person = select(Person.id).where(Person.handle == "aruiz")
            self.person_id = session.scalars(person).one()
            self.channel_id = session.scalars(select(Channel.id).where(Channel.is_default)).one()

    def rows(self, runs: int) -> Iterator[Row]:
        """Everything, one row at a time."""
        yield timed("build the tiny snapshot", 5, self._build)
        yield from self._calls(runs)
        yield timed(
            "episode in process: reset, 10 reads, 10 writes, grade", runs // 4, self._episode
        )

    def _calls(self, runs: int) -> Iterator[Row]:
        actor, channel_id = Actor(self.person_id), self.channel_id
        yield timed(
            "read in process: 50 messages", runs,
            lambda: perform(self.world, actor, messages.history, channel_id=channel_id, limit=50),
        )  # fmt: skip
        yield timed(
            "write in process: post a message", runs,
            lambda: perform(self.world, actor, messages.post, channel_id=channel_id, text="bench"),
        )  # fmt: skip

    def _build(self) -> None:
        shutil.rmtree(self.folder / "again", ignore_errors=True)
        SnapshotCache(self.folder / "again").get("tiny")

    def _episode(self) -> None:
        self.env.reset(TASK, 1)
        channel_id = self.env.task.facts.channel_id
        for _ in range(READS):
            self.env.use("slack_read_channel", channel_id=channel_id, limit=50)
        for _ in range(WRITES):
            self.env.use("slack_send_message", channel_id=channel_id, message="bench")
        assert self.env.grade().is_valid
