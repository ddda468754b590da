"""``workworld tasks run`` and ``calibrate``: who can do the tasks."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.text import Text

from workworld.browsers import NoBrowser
from workworld.cli.company import notes
from workworld.cli.progress import counting
from workworld.cli.tasks.choices import (
    chosen_families,
    company,
    company_option,
    families_options,
    seeds_option,
)
from workworld.cli.tasks.outcomes import print_attempts, print_rates, told_attempt, told_rates
from workworld.endpoints import Endpoint, NoEndpoint
from workworld.errors import BrokenTask
from workworld.grading import Limits
from workworld.rollouts.attempts import Attempted, Job, attempt
from workworld.rollouts.calibration import calibrations
from workworld.rollouts.crews import Crew, CrewFailed
from workworld.rollouts.model import ModelPolicy
from workworld.rollouts.policies import NoPolicy, Policy, Scripted, named
from workworld.trajectories import append

Command = TypeVar("Command", bound=Callable[..., Any])


def policy_options(command: Command) -> Command:
    """Who acts, how often, within what limits, and where it is recorded."""
    for option in reversed(
        (
            click.option("--model", help="A model at an OpenAI-compatible endpoint."),
            click.option("--base-url", help="The endpoint; by default OPENAI_BASE_URL's."),
            click.option("--temperature", type=float, help="By default the endpoint's own."),
            click.option(
                "--max-turns",
                type=click.IntRange(1),
                default=50,
                show_default=True,
                help="How often a model is asked at most.",
            ),
            click.option(
                "--policy",
                "policy_name",
                help="Instead of a model: oracle, oracle-ui, nothing, trap:NAME, module:function "
                "or path.py:function.",
            ),
            click.option("--steps", type=click.IntRange(0), help="How many changes at most."),
            click.option("--seconds", type=click.IntRange(0), help="Of simulated time at most."),
            click.option("--wall-seconds", type=click.FloatRange(0), help="Of real time at most."),
            click.option(
                "--workers",
                type=click.IntRange(1),
                default=1,
                show_default=True,
                help="Over how many processes.",
            ),
            click.option(
                "--episodes",
                "file",
                type=click.Path(dir_okay=False, path_type=Path),
                help="Add the records to this file, as JSON lines.",
            ),
            click.option("--json", "as_json", is_flag=True, help="Print JSON."),
        )
    ):
        command = option(command)
    return command


@click.command()
@families_options
@seeds_option("0")
@click.option("--attempts", type=click.IntRange(1), default=1, show_default=True, help="At each.")
@company_option
@policy_options
def run(**given: Any) -> None:
    """Let a model, or a script, do tasks, and grade what it did.

    The exit code is 1 if an episode is invalid: something failed that is not the agent's fault.
    """
    as_json = given.pop("as_json")
    made = _made(**given)
    if as_json:
        told = [told_attempt(each) for each in made]
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        print_attempts(made)
    if any(not each.grade.is_valid for each in made):
        raise click.exceptions.Exit(1)


@click.command()
@families_options
@seeds_option("0-4")
@click.option("--attempts", type=click.IntRange(1), default=4, show_default=True, help="At each.")
@company_option
@policy_options
def calibrate(**given: Any) -> None:
    """Say how often a policy passes, with 95 % intervals, and flag what teaches nothing.

    A task that always or never passes gives no signal to learn from.
    """
    as_json = given.pop("as_json")
    found = calibrations(_made(**given))
    if as_json:
        click.echo(json.dumps([told_rates(each) for each in found], indent=2))
    else:
        print_rates(found)


def _made(
    *,
    names: Sequence[str],
    every: bool,
    seeds_of: Callable[[str], list[int]],
    attempts: int,
    preset: str,
    company_seed: int,
    workers: int,
    file: Path | None,
    steps: int | None,
    seconds: int | None,
    wall_seconds: float | None,
    **who: Any,
) -> list[Attempted]:
    """Every attempt that was asked for, in order."""
    policy = _policy(**who)
    limits = Limits(steps, seconds, wall_seconds)
    jobs = [
        Job(family.id, seed, policy, number, limits)
        for family in chosen_families(names, every=every)
        for seed in seeds_of(family.id)
        for number in range(1, attempts + 1)
    ]
    if file is not None:
        _require_writable(file)
    made: dict[int, Attempted] = {}
    order = {id(job): place for place, job in enumerate(jobs)}
    with _judge() as judge:
        there = company(preset, company_seed, training=True, judge=judge)
        with (
            counting("Running", len(jobs)) as advance,
            Crew(there, min(workers, len(jobs))) as crew,
        ):
            for job, attempted in crew.run(attempt, jobs):
                made[order[id(job)]] = attempted
                advance(f"{job.task}, seed {job.seed}, attempt {job.number}")
                if file is not None:
                    append(file, [attempted.trajectory])
    if file is not None:
        said = f"{len(made)} records are in {file}: see workworld episodes show."
        notes.print(Text(said), soft_wrap=True)
    return [made[place] for place in sorted(made)]


def _policy(
    *,
    model: str | None,
    base_url: str | None,
    temperature: float | None,
    max_turns: int,
    policy_name: str | None,
) -> Callable[[], Policy[Any]]:
    if (model is None) == (policy_name is None):
        raise click.UsageError("say who acts: --model or --policy")
    try:
        if policy_name is not None:
            _scripted(policy_name)  # so that a wrong name is told before anything is built
            return partial(_scripted, policy_name)
        endpoint = Endpoint.from_environment(model, base_url)
    except (NoPolicy, NoEndpoint) as error:
        raise click.UsageError(str(error)) from None
    return partial(ModelPolicy, endpoint, max_turns=max_turns, temperature=temperature)


def _scripted(name: str) -> Scripted:
    """A scripted policy; what it prints is no part of this command's output."""
    with redirect_stdout(sys.stderr):
        found = named(name)
    return Scripted(found.name, partial(_act_aside, found.act))


def _act_aside(act: Callable[[Any], object], episode: Any) -> None:
    with redirect_stdout(sys.stderr):
        act(episode)


@contextmanager
def _judge() -> Iterator[Endpoint | None]:
    """The judge's endpoint; what may go wrong with policies and tasks is told as such."""
    try:
        yield Endpoint.of_judge()
    except (NoPolicy, NoEndpoint, BrokenTask, NoBrowser, CrewFailed) as error:
        raise click.ClickException(str(error)) from None


def _require_writable(file: Path) -> None:
    """Refuse before anything is done: attempts may cost money."""
    try:
        append(file, [])
    except OSError as error:
        said = f"cannot write {file}: {os.strerror(error.errno or 0)}"
        raise click.ClickException(said) from None
