"""Verifying families: every task proves its own grader, over several seeds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any

from workworld import loading
from workworld.environment import Environment
from workworld.grading import Family
from workworld.proofs.cases import SOUND, Finding, Job, Trial, family_findings
from workworld.proofs.mutants import mutant_findings
from workworld.rollouts.crews import Company, Crew


def verify(
    company: Company,
    jobs: Sequence[Job],
    *,
    workers: int = 1,
    crew: Crew | None = None,
) -> Iterator[tuple[Job, list[Finding]]]:
    """Prove tasks; findings come job by job, as they are ready.

    Args:
        company: where they are set.
        jobs: which tasks.
        workers: over how many processes.
        crew: who does it, if there is one already.

    Raises:
        NoBrowser: an oracle for the browser was to be tried, and there is none.
    """
    with ExitStack() as stack:
        busy = crew or stack.enter_context(Crew(company, workers))
        yield from busy.run(prove, jobs)


def prove(env: Environment, job: Job, family: Family[Any] | None = None) -> list[Finding]:
    """Every finding about one task.

    Args:
        env: where it is tried.
        job: which task.
        family: its family, if it is none of those that are installed.

    Raises:
        NoBrowser: its oracle for the browser was to be tried, and there is none.
    """
    family = loading.families()[job.family] if family is None else family
    trial = Trial(env, family, job.seed)
    found = list(trial.findings(browser=job.browser))
    if job.mutants != 0 and trial.solved is not None:
        found += mutant_findings(trial, job.mutants)
    if job.whole and all(each.case != SOUND for each in found):
        found += family_findings(env, family, job.seed)
    return found
