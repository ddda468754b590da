"""Crews: what several processes do is what one does."""

import os
import pickle
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from workworld.rollouts.attempts import Attempted, Job, attempt
from workworld.rollouts.crews import Company, Crew, CrewFailed, workers_for
from workworld.rollouts.policies import NoPolicy, named
from workworld.tasks.communication.post_announcement import FAMILY
from workworld.worlds import Snapshot

DYING = """
import os, signal

def die(episode):
    os.kill(os.getpid(), signal.SIGKILL)

def endless(episode):
    while True:
        pass

def place(episode):
    episode.answer({"pid": os.getpid(), "folder": str(episode.world.folder)})
"""


@pytest.fixture
def company(snapshot: Snapshot) -> Company:
    return Company(home=snapshot.path.parents[1])


@pytest.fixture
def policy(tmp_path: Path) -> str:
    """A file of policies."""
    file = tmp_path / "mine.py"
    file.write_text(DYING)
    return str(file)


def jobs(*names: str) -> list[Job]:
    return [Job(FAMILY.id, seed, partial(named, name)) for seed, name in enumerate(names)]


def outcome(made: Attempted) -> object:
    """All but how long it took."""
    return made.grade, list(made.trajectory.lines())


def in_order(crew: Crew, asked: list[Job]) -> list[object]:
    made = {job.seed: outcome(result) for job, result in crew.run(attempt, asked)}
    return [made[seed] for seed in sorted(made)]


def test_two_processes_come_to_what_one_does(company: Company, policy: str) -> None:
    """Nearly all that needs processes, in one test: to start them takes a second."""
    asked = jobs("oracle", "nothing", "trap:twice", "oracle", "trap:shotgun")
    with Crew(company) as crew:
        alone = in_order(crew, asked)
    at: dict[str, Any] = {}
    with pytest.raises(KeyboardInterrupt), Crew(company, 2) as crew:  # noqa: PT012
        assert in_order(crew, asked) == alone
        with pytest.raises(NoPolicy, match="has no trap 'none'"):
            list(crew.run(attempt, jobs("oracle", "trap:none")))
        ((_job, made),) = crew.run(attempt, jobs(f"{policy}:place"))
        at |= (made.trajectory.grade or {})["answer"]
        for _made in crew.run(attempt, jobs("nothing", f"{policy}:endless")):
            raise KeyboardInterrupt  # and nobody waits for the endless one
    assert at["pid"] != os.getpid()
    assert not Path(at["folder"]).exists()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_process_that_is_killed_is_told_of(company: Company, policy: str) -> None:
    with Crew(company, 2) as crew, pytest.raises(CrewFailed, match="a process ended"):
        list(crew.run(attempt, jobs(f"{policy}:die")))


def test_single_process_does_jobs_in_order_and_stops_at_the_first_that_fails(
    company: Company,
) -> None:
    asked = jobs("oracle", "trap:none", "oracle")
    with Crew(company) as crew:
        run: Iterator[tuple[Job, Attempted]] = crew.run(attempt, asked)
        assert next(run)[0] is asked[0]
        with pytest.raises(NoPolicy):
            next(run)


def test_jobs_and_results_can_be_sent(company: Company) -> None:
    asked = jobs("oracle")[0]
    with Crew(company) as crew:
        ((_job, made),) = crew.run(attempt, [pickle.loads(pickle.dumps(asked))])
    assert pickle.loads(pickle.dumps(made)) == made


def test_few_jobs_are_not_worth_a_process() -> None:
    assert (workers_for(0), workers_for(7)) == (1, 1)
    assert workers_for(10_000) == len(os.sched_getaffinity(0))
