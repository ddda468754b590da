"""A shared world with several processes connected."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from benchmarks.timing import Row, timed
from benchmarks.worlds import Poster
from workworld import loading
from workworld.worlds import Snapshot, Worlds

CHANGES = 150
PROCESSES = 3
_NAME = "shared"


def shared_rows(snapshot: Snapshot, folder: Path, runs: int) -> Iterator[Row]:
    """Resets after ``CHANGES`` steps, and steps, with ``PROCESSES`` connected."""
    with ExitStack() as stack:
        worlds = stack.enter_context(Worlds(folder))
        world = worlds.open(snapshot, _NAME, shared=True)
        poster = Poster.of(world)
        others = [stack.enter_context(_other(snapshot, folder)) for _ in range(PROCESSES - 1)]

        def post_all() -> None:
            for number in range(CHANGES):
                poster.post(world, str(number))
            for other in others:  # each has read what it is about to lose
                _ask(other)

        name = f"reset of {CHANGES} changes, {PROCESSES} processes"
        yield timed(name, max(5, runs // 10), world.reset, post_all)
        yield timed("write step, shared world", runs, lambda: poster.post(world))
        for other in others:
            assert other.stdin is not None
            other.stdin.close()
            assert other.wait(60) == 0


def _other(snapshot: Snapshot, folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "benchmarks.shared", str(snapshot.path), str(folder)]
    pipe = subprocess.PIPE
    other = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
    _ask(other)
    return other


def _ask(other: subprocess.Popen[str]) -> None:
    """Let the other process read the world."""
    assert other.stdin is not None
    assert other.stdout is not None
    other.stdin.write("read\n")
    other.stdin.flush()
    assert other.stdout.readline() == "read\n"


if __name__ == "__main__":
    loading.apps()
    padded = Snapshot("padded", 5, f"{5:016x}", Path(sys.argv[1]))
    with Worlds(Path(sys.argv[2])) as mine:
        joined = mine.open(padded, _NAME, fresh=False, shared=True)
        reader = Poster.of(joined)
        for line in sys.stdin:
            reader.read(joined)
            print(line, end="", flush=True)
