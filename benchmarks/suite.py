"""What proving the whole suite of tasks takes, on the generated company."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from benchmarks.timing import Row
from workworld import loading
from workworld.proofs.cases import Job
from workworld.proofs.verification import verify
from workworld.rollouts.crews import Company
from workworld.worlds import SnapshotCache

PRESET = "startup"
SEEDS = 3
WORKERS = 2
ROUNDS = 3
SLOWEST = 8


def suite_rows(folder: Path) -> Iterator[Row]:
    """All families by tools, and those that take the longest.

    Raises:
        RuntimeError: something of the suite does not hold, so that its time says nothing.
    """
    SnapshotCache(folder / "snapshots").get(PRESET)
    company = Company(PRESET, home=folder, training=True)
    families = loading.families()
    jobs = [Job(family, seed, whole=seed == 0) for family in families for seed in range(SEEDS)]
    whole: list[float] = []
    parts: dict[str, list[float]] = defaultdict(list)
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for job, found in verify(company, jobs, workers=WORKERS):
            failed = [each for each in found if not each.holds]
            if failed:
                raise RuntimeError(f"{job.family}, seed {job.seed}: {failed[0].reason}")
            parts[job.family].append(sum(each.seconds for each in found) * 1000)
        whole.append((time.perf_counter() - start) * 1000)
    yield Row(f"{len(families)} families, {SEEDS} seeds, {WORKERS} processes", whole)
    by_cost = sorted(parts.items(), key=lambda each: sum(each[1]), reverse=True)
    for family, samples in by_cost[:SLOWEST]:
        yield Row(f"{family}, a seed", samples)
