"""What many worlds in one process weigh. Each crowd is a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.worlds import Poster
from workworld import loading
from workworld.worlds import Snapshot, Worlds

_STATUS = Path("/proc/self/status")


@dataclass(frozen=True)
class Crowd:
    """So many worlds with so many steps each, of which at most ``open_limit`` are open."""

    worlds: int
    steps: int
    open_limit: int

    @property
    def name(self) -> str:
        """How it is called in the table."""
        steps = f"{self.steps} step{'' if self.steps == 1 else 's'}"
        state = "open" if self.open_limit >= self.worlds else f"live, {self.open_limit} open"
        return f"{self.worlds:,} worlds {state}, {steps} each"


@dataclass(frozen=True)
class Weight:
    """What a crowd came to."""

    crowd: Crowd
    mebibytes: float
    """Resident memory at its end, the interpreter included."""
    bare: float
    """Resident memory with one world, before the crowd."""
    log_kibibytes: float
    """Of one world."""
    seconds: float


CROWDS = (Crowd(2_000, 50, 2_000), Crowd(10_000, 1, 1_000))


def weights(snapshot: Snapshot, folder: Path) -> Iterator[Weight]:
    """Each crowd's weight; whoever sees another world's changes stops it."""
    for crowd in CROWDS:
        place = folder / f"crowd-{crowd.worlds}"
        arguments = [snapshot.path, place, crowd.worlds, crowd.steps, crowd.open_limit]
        command = [sys.executable, "-m", "benchmarks.crowds", *map(str, arguments)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        yield Weight(crowd, **json.loads(done.stdout))


def _weigh(snapshot: Snapshot, folder: Path, crowd: Crowd) -> dict[str, float]:
    with Worlds(folder, open_limit=crowd.open_limit) as worlds:
        poster = Poster.of(worlds.open(snapshot, "first"))
        bare, start = _resident(), time.perf_counter()
        opened = [worlds.open(snapshot) for _ in range(crowd.worlds)]
        for step in range(crowd.steps):
            for number, world in enumerate(opened):
                poster.post(world, f"{number} {step}")
        for number, world in enumerate(opened[:: max(1, crowd.worlds // 200)]):
            texts = [str(change.after and change.after["text"]) for change in world.diff()]
            mine = number * max(1, crowd.worlds // 200)
            assert texts == [f"{mine} {step}" for step in range(crowd.steps)], "cross-talk"
        logs = sum(file.stat().st_size for file in folder.rglob("world-wal"))
        return {
            "mebibytes": _resident(),
            "bare": bare,
            "log_kibibytes": logs / 1024 / crowd.worlds,
            "seconds": time.perf_counter() - start,
        }


def _resident() -> float:
    (line,) = [line for line in _STATUS.read_text().splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    loading.apps()
    path, place, count, steps, limit = sys.argv[1:]
    padded = Snapshot("padded", 0, "0" * 16, Path(path))
    print(json.dumps(_weigh(padded, Path(place), Crowd(int(count), int(steps), int(limit)))))
