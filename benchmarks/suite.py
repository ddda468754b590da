"""What proving the whole suite of tasks takes, on the generated company."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from benchmarks.timing import Row
from workworld import loading
from workworld.environment import Environment
from workworld.proofs.cases import DISTINCT_SEEDS, Finding, Job, family_findings
from workworld.proofs.verification import verify
from workworld.rollouts.crews import Company, Crew
from workworld.worlds import SnapshotCache

PRESET = "startup"
SEEDS = 3
WORKERS = 2
ROUNDS = 2
SLOWEST = 8


def suite_rows(folder: Path) -> Iterator[Row]:
    """All families by tools, those that take the longest, and that their seeds differ.

    Raises:
        RuntimeError: something of the suite does not hold, so that its time says nothing.
    """
    SnapshotCache(folder / "snapshots").get(PRESET)
    company = Company(PRESET, home=folder, training=True)
    families = loading.families()
    jobs = [Job(family, seed) for family in families for seed in range(SEEDS)]
    firsts = [Job(family, 0) for family in families]
    proving: list[float] = []
    differing: list[float] = []
    parts: dict[str, list[float]] = defaultdict(list)
    for _ in range(ROUNDS):
        with Crew(company, WORKERS) as crew:
            start = time.perf_counter()
            for job, found in verify(company, jobs, crew=crew):
                parts[job.family].append(_seconds(job, found) * 1000)
            proven = time.perf_counter()
            for job, found in crew.run(_differ, firsts):
                _seconds(job, found)
            differing.append((time.perf_counter() - proven) * 1000)
            proving.append((proven - start) * 1000)
    yield Row(f"{len(families)} families, {SEEDS} seeds, {WORKERS} processes", proving)
    by_cost = sorted(parts.items(), key=lambda each: sum(each[1]), reverse=True)
    for family, samples in by_cost[:SLOWEST]:
        yield Row(f"{family}, a seed", samples)
    yield Row(f"of each, {DISTINCT_SEEDS} seeds that differ", differing)


def _differ(env: Environment, job: Job) -> list[Finding]:
    return list(family_findings(env, loading.families()[job.family], job.seed))


def _seconds(job: Job, found: list[Finding]) -> float:
    failed = [each for each in found if not each.holds]
    if failed:
        raise RuntimeError(f"{job.family}, seed {job.seed}: {failed[0].reason}")
    return sum(each.seconds for each in found)
