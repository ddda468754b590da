"""What it costs to build a company: time, memory and disk, each in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

_BUILD = """
import json, resource, sys, time
from pathlib import Path
from workworld.worlds import SnapshotCache

cache, start = SnapshotCache(Path(sys.argv[1])), time.perf_counter()
built = cache.get(sys.argv[2]).path
seconds = time.perf_counter() - start
start = time.perf_counter()
cache.get(sys.argv[2])
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({
    "seconds": seconds,
    "of_the_process": used.ru_utime + used.ru_stime,
    "again": time.perf_counter() - start,
    "mebibytes": used.ru_maxrss / 1024,
    "megabytes": built.stat().st_size / 1e6,
}))
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one company; ``ru_maxrss`` is in KiB on Linux.

    Args:
        preset: which.
        seconds: until it was there, from clean.
        of_the_process: so many of them the processor worked on it.
        again: seconds to have it once it is there.
        mebibytes: of memory, at most.
        megabytes: of its file.
    """

    preset: str
    seconds: float
    of_the_process: float
    again: float
    mebibytes: float
    megabytes: float


def costs(folder: Path, presets: tuple[str, ...]) -> Iterator[Cost]:
    """What each company costs, built into an empty folder."""
    for preset in presets:
        done = subprocess.run(
            [sys.executable, "-c", _BUILD, folder / preset, preset],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        yield Cost(preset, **json.loads(done.stdout))


def table_of_costs(found: list[Cost]) -> Table:
    """A line for each company."""
    table = Table(title="companies, built from clean", title_justify="left")
    table.add_column("preset")
    for column in ("seconds", "of the process", "again", "MiB of memory", "MB of disk"):
        table.add_column(column, justify="right")
    for cost in found:
        table.add_row(
            cost.preset,
            f"{cost.seconds:.1f}",
            f"{cost.of_the_process:.1f}",
            f"{cost.again:.3f}",
            f"{cost.mebibytes:.0f}",
            f"{cost.megabytes:.1f}",
        )
    return table
