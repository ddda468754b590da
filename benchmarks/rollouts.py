"""What training pays for: groups of rollouts, grades, and proofs of families."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.doors import READS, TASK, WRITES
from benchmarks.timing import Row, timed
from workworld import Environment
from workworld.proofs.cases import Job as Proof
from workworld.proofs.verification import verify
from workworld.rollouts.attempts import Job
from workworld.rollouts.crews import Company, Crew
from workworld.rollouts.groups import group_rollouts
from workworld.rollouts.policies import Scripted
from workworld.worlds import SnapshotCache

GROUP = 64
STEPS = READS + WRITES
SEEDS = 3


def act(env: Any) -> None:
    """Ten reads and ten writes; whether they are right counts for nothing."""
    channel_id = env.task.facts.channel_id
    for _ in range(READS):
        env.use("slack_read_channel", channel_id=channel_id, limit=50)
    for _ in range(WRITES):
        env.use("slack_send_message", channel_id=channel_id, message="bench")


def policy() -> Scripted:
    """The same as a policy that can be sent to other processes."""
    return Scripted("bench", act)


def rollout_rows(folder: Path, runs: int) -> Iterator[Row]:
    """Groups over one process and two, what an episode consists of, and proofs."""
    SnapshotCache(folder / "snapshots").get("tiny")
    company = Company(home=folder)
    for workers in (1, 2):
        yield _groups(company, workers, max(5, runs // 40))
    with company.environment() as env:
        yield from _parts(env, runs)
    yield from _proofs(company, folder)


def rate(row: Row) -> str:
    """How many steps there were in a second, in words."""
    return f"{row.name}: {GROUP * STEPS / row.median * 1000:,.0f} steps/s"


def _groups(company: Company, workers: int, runs: int) -> Row:
    name = f"{GROUP} group rollouts of {STEPS} steps, processes: {workers}"
    with Crew(company, workers) as crew:  # its processes are there after the first, untimed run
        return timed(name, runs, partial(group_rollouts, crew, Job(TASK, 1, policy), GROUP))


def _parts(env: Environment, runs: int) -> Iterator[Row]:
    yield timed("reset to a prepared state", runs, lambda: env.reset(TASK, 1))
    forks: list[Environment] = []

    def close() -> None:
        while forks:
            forks.pop().close()

    yield timed("fork", runs, lambda: forks.append(env.fork()), close)
    yield timed("group of 8 forks", runs // 4, lambda: forks.extend(env.group(8)), close)
    close()
    yield timed(
        f"act: {READS} reads, {WRITES} writes",
        runs // 4,
        partial(act, env),
        partial(env.reset, TASK, 1),
    )
    yield timed(f"grade after {STEPS} steps", runs, env.grade)
    yield timed(f"record after {STEPS} steps, graded", runs, lambda: env.trajectory(name="bench"))


def _proofs(company: Company, folder: Path) -> Iterator[Row]:
    name = f"verify one family, {SEEDS} seeds, by tools"
    jobs = [Proof(TASK, seed, whole=seed == 0) for seed in range(SEEDS)]
    yield timed(f"{name}, in process", 5, lambda: list(verify(company, jobs)))
    command = [
        sys.executable,
        "-m",
        "workworld",
        "tasks",
        "verify",
        TASK,
        "--seeds",
        f"0-{SEEDS - 1}",
    ]
    home = os.environ | {"WORKWORLD_HOME": str(folder)}
    yield timed(
        f"{name}, the command",
        5,
        lambda: subprocess.run(command, env=home, check=True, capture_output=True),
    )
