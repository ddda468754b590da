"""What came of attempts, for people and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from workworld.cli.tables import add, plain_table, show_table
from workworld.rollouts.attempts import Attempted
from workworld.rollouts.calibration import ALWAYS, NEVER, Calibration, Rate
from workworld.rollouts.intervals import Interval


def told_attempt(attempted: Attempted) -> dict[str, Any]:
    """An attempt as JSON."""
    found = attempted.trajectory
    policy = found.header.get("policy", {})
    where = {"task": found.task, "seed": found.seed, "policy": policy, "wall": attempted.seconds}
    return dict(found.grade or {}) | where


def print_attempts(made: Sequence[Attempted]) -> None:
    """Print what came of each, and why it earned nothing."""
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


def print_rates(found: Sequence[Calibration]) -> None:
    """Print pass rates, and which tasks teach nothing."""
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


def told_rates(found: Calibration) -> dict[str, Any]:
    """Pass rates as JSON."""
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
