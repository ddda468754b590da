"""Crews: processes that share out jobs, each with an environment of the same company."""

from __future__ import annotations

import multiprocessing
import os
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from workworld.endpoints import Endpoint
from workworld.environment import Environment
from workworld.grading.judges import Judge
from workworld.lifetimes import Closing
from workworld.paths import cache_home
from workworld.worlds.snapshots import usual_preset

if TYPE_CHECKING:  # Playwright is an extra
    from playwright.sync_api import Browser

J = TypeVar("J")
R = TypeVar("R")

_JOBS_WORTH_A_PROCESS = 8  # to start one takes a second


class CrewFailed(RuntimeError):
    """A process of a crew is gone, and with it what it was doing; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Company:
    """Which company, and how its environments are made; it can be sent to other processes.

    Args:
        preset: which one.
        seed: which variant of it.
        home: where snapshots are kept; None for the user's cache.
        judge: decides criteria in words; None leaves them not judged.
        training: whether pages are served as agents in training see them.
        record: whether records of episodes hold what requests were answered.
    """

    preset: str = field(default_factory=usual_preset)
    seed: int = 0
    home: Path | None = None
    judge: Endpoint | None = None
    training: bool = False
    record: bool = True

    def environment(self, browser: Browser | None = None) -> Environment:
        """An environment of it."""
        home = self.home or cache_home()
        return Environment(
            self.preset,
            company_seed=self.seed,
            home=home,
            browser=browser,
            judge=None if self.judge is None else Judge(self.judge, home / "judgements"),
            training=self.training,
            record=self.record,
        )


class Crew(Closing):
    """Runs jobs in several processes, or in this one if it is the only one.

    Args:
        company: whose environments they have. Its snapshot must have been built.
        workers: how many processes; 1 stays in this one.
        browser: for the environment in this process.
    """

    def __init__(
        self, company: Company, workers: int = 1, *, browser: Browser | None = None
    ) -> None:
        self._company = company
        self._browser = browser
        self._stack = ExitStack()
        self._own: Environment | None = None
        self._pool: ProcessPoolExecutor | None = None
        if workers > 1:
            # It is removed from here, so that a process that was killed leaves nothing behind.
            folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="workworld-"))
            pool = ProcessPoolExecutor(
                workers, multiprocessing.get_context("spawn"), _move_in, (company, folder)
            )
            self._pool = self._stack.enter_context(pool)

    def run(
        self, function: Callable[[Environment, J], R], jobs: Sequence[J]
    ) -> Iterator[tuple[J, R]]:
        """Do every job; results come as they are ready.

        Args:
            function: does one job in an environment, which it resets; a function of a module.
            jobs: what to do; they, and the results, can be sent to other processes.

        Raises:
            Exception: what a job raised; jobs that have not begun are left undone.
            CrewFailed: a process has ended in the middle of a job.
        """
        if self._pool is None:
            yield from ((job, function(self._environment(), job)) for job in jobs)
            return
        with _uninterrupted():
            under_way: dict[Future[R], J] = {
                self._pool.submit(_do, function, job): job for job in jobs
            }
        try:
            for done in as_completed(under_way):
                yield under_way[done], done.result()
        except BrokenProcessPool:
            raise CrewFailed(
                "a process ended in the middle of its work: it crashed, was killed or ran out of "
                "memory; with one worker it can be seen what it was doing"
            ) from None
        finally:
            for future in under_way:
                future.cancel()

    def __exit__(self, kind: object = None, *_error: object) -> None:
        """Close; whoever interrupts does not wait until the processes have done their work."""
        if kind is KeyboardInterrupt and self._pool is not None:
            _end(self._pool)
        self.close()

    def close(self) -> None:
        """End the processes, when they have done what they are doing."""
        self._stack.close()

    def _environment(self) -> Environment:
        if self._own is None:
            made = self._company.environment(self._browser)
            self._own = self._stack.enter_context(made)
        return self._own


def workers_for(jobs: int) -> int:
    """How many processes are worth while for so many short jobs."""
    return max(1, min(len(os.sched_getaffinity(0)), jobs // _JOBS_WORTH_A_PROCESS))


_here: list[Environment] = []  # the environment of a process of a crew, which lives as long


def _move_in(company: Company, folder: str) -> None:
    tempfile.tempdir = folder
    _here.append(company.environment())


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Keep interrupts waiting; processes that are started meanwhile are spared them for good.

    One that is typed reaches every process of the terminal, and it is for this one to end the
    others.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool at once; public only from Python 3.14 on."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()


def _do(function: Callable[[Environment, J], R], job: J) -> R:
    return function(_here[0], job)
