"""``workworld tasks run`` and ``calibrate``: who can do the tasks."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.text import Text

from workworld.browsers import NoBrowser
from workworld.cli.company import notes
from workworld.cli.progress import counting
from workworld.cli.tables import add, plain_table, show_table
from workworld.cli.tasks.choices import (
    chosen_families,
    company,
    company_option,
    families_options,
    seeds_option,
)
from workworld.endpoints import Endpoint, NoEndpoint
from workworld.errors import BrokenTask
from workworld.grading import Limits
from workworld.rollouts.attempts import Attempted, Job, attempt
from workworld.rollouts.calibration import ALWAYS, NEVER, Calibration, Rate, calibrations
from workworld.rollouts.crews import Crew, CrewFailed
from workworld.rollouts.intervals import Interval
from workworld.rollouts.model import ModelPolicy
from workworld.rollouts.policies import NoPolicy, Policy, named
from workworld.trajectories import append

Command = TypeVar("Command", bound=Callable[..., Any])


def policy_options(command: Command) -> Command:
    """Who acts, how often, within what limits, and where it is recorded."""
    for option in reversed(
        (
            click.option("--model", help="A model at an OpenAI-compatible endpoint."),
            click.option("--base-url", help="The endpoint; by default OPENAI_BASE_URL's."),
            click.option("--temperature", type=float, help="By default the endpoint's own."),
            click.option("--max-turns", type=click.IntRange(1), default=50, show_default=True),
            click.option(
                "--policy",
                "policy_name",
                help="Instead of a model: oracle, oracle-ui, nothing, trap:NAME, module:function "
                "or path.py:function.",
            ),
            click.option("--steps", type=click.IntRange(0), help="How many changes at most."),
            click.option("--seconds", type=click.IntRange(0), help="Of simulated time at most."),
            click.option("--wall-seconds", type=click.FloatRange(0), help="Of real time at most."),
            click.option("--workers", type=click.IntRange(1), default=1, show_default=True),
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
        told = [dict(each.trajectory.grade or {}) | _named(each) for each in made]
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        _print_attempts(made)
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
        click.echo(json.dumps([_told(each) for each in found], indent=2))
    else:
        _print_rates(found)


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
            named(policy_name)  # so that a wrong name is told before anything is built
            return partial(named, policy_name)
        endpoint = Endpoint.from_environment(model, base_url)
    except (NoPolicy, NoEndpoint) as error:
        raise click.UsageError(str(error)) from None
    return partial(ModelPolicy, endpoint, max_turns=max_turns, temperature=temperature)


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


def _named(attempted: Attempted) -> dict[str, Any]:
    found = attempted.trajectory
    policy = found.header.get("policy", {})
    return {"task": found.task, "seed": found.seed, "policy": policy, "wall": attempted.seconds}


def _print_attempts(made: Sequence[Attempted]) -> None:
    table = plain_table("task", "seed", "attempt", "reward", "score", "steps", "reads")
    for each in made:
        found = each.trajectory
        numbers = (found.grade or {}).get("metrics", {})
        add(
            table,
            found.task,
            str(found.seed),
            str(found.header["policy"]["attempt"]),
            _reward(each),
            "" if each.grade.score is None else f"{each.grade.score:.2f}",
            str(numbers.get("steps", "")),
            str(numbers.get("reads", "")),
        )
    show_table(table)
    console = Console()
    for number, each in enumerate([each for each in made if each.grade.reward != 1.0]):
        found = each.trajectory
        place = f"{found.task}, seed {found.seed}, attempt {found.header['policy']['attempt']}"
        if number == 0:
            console.print()
        console.print(Text(f"{place}: {_why(each)}"), soft_wrap=True)


def _reward(each: Attempted) -> Text:
    if each.grade.reward is None:
        return Text("invalid", "bold red")
    return Text(f"{each.grade.reward:g}", "green" if each.grade.reward else "red")


def _why(each: Attempted) -> str:
    """Why it earned nothing; of an invalid one only what failed, since nothing else counts."""
    grade = each.grade
    if grade.invalid is not None:
        return f"invalid: {grade.invalid}"
    parts = [f"the policy failed: {each.error}" if each.error else ""]
    parts.append(f"truncated: {grade.truncated}" if grade.truncated else "")
    if each.played is not None and each.played.ending != "done":
        parts.append(f"ended by {each.played.ending}")
    parts += [f"{one.id}: {one.reason}" for one in grade.outcomes if one.holds is False]
    return "; ".join(part for part in parts if part)


def _print_rates(found: Sequence[Calibration]) -> None:
    every = [each.whole for each in found]
    columns = ["task", "passed", "rate", "95 % interval"]
    columns += ["invalid"] if any(rate.invalid for rate in every) else []
    columns += ["truncated"] if any(rate.truncated for rate in every) else []
    table = plain_table(*columns, "flag")
    for each in found:
        rate = each.whole
        cells: dict[str, str | Text] = {
            "task": each.family,
            "passed": f"{rate.passed} of {rate.attempts}",
            "rate": "" if rate.share is None else f"{rate.share:.0%}",
            "95 % interval": _said_interval(rate.interval),
            "invalid": str(rate.invalid),
            "truncated": str(rate.truncated),
        }
        add(table, *(cells[column] for column in columns), Text(rate.flag or "", "yellow"))
    show_table(table)
    for each in found:
        _print_seeds(each)


def _said_interval(interval: Interval | None) -> str:
    return "" if interval is None else f"{interval.low:.0%} to {interval.high:.0%}"


def _print_seeds(found: Calibration) -> None:
    """The seeds that teach nothing, though the family does."""
    if found.whole.flag is not None:
        return
    for flag in (NEVER, ALWAYS):
        seeds = [str(seed) for seed, rate in found.by_seed.items() if rate.flag == flag]
        if seeds:
            said = f"{found.family}, {flag}: seed {', '.join(seeds)}"
            Console().print(Text(said), soft_wrap=True)


def _told(found: Calibration) -> dict[str, Any]:
    by_seed = {str(seed): _told_rate(rate) for seed, rate in found.by_seed.items()}
    return {"task": found.family} | _told_rate(found.whole) | {"by_seed": by_seed}


def _told_rate(rate: Rate) -> dict[str, Any]:
    return {
        "passed": rate.passed,
        "attempts": rate.attempts,
        "invalid": rate.invalid,
        "truncated": rate.truncated,
        "rate": rate.share,
        "interval": None if rate.interval is None else list(rate.interval),
        "flag": rate.flag,
    }
