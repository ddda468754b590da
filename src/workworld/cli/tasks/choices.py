"""What several of the commands about tasks ask for: families, seeds, a company."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from workworld import loading
from workworld.cli.company import company_of_task_options, get_snapshot
from workworld.errors import BrokenTask
from workworld.grading import Family
from workworld.rollouts.crews import Company
from workworld.splits import Split, seeds

Command = TypeVar("Command", bound=Callable[..., Any])

MOST_SEEDS = 10_000
_RANGE = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")


def family_of(name: str) -> Family[Any]:
    """The family of an id.

    Raises:
        click.ClickException: there is none, or a family cannot be loaded.
    """
    families = all_families()
    if name not in families:
        raise click.UsageError(f"no task family {name!r}: there are {', '.join(families)}")
    return families[name]


def all_families() -> dict[str, Family[Any]]:
    """Every family, by id.

    Raises:
        click.ClickException: one of them cannot be loaded.
    """
    try:
        return dict(loading.families())
    except BrokenTask as error:
        raise click.ClickException(str(error)) from None


def chosen_families(names: Sequence[str], *, every: bool) -> list[Family[Any]]:
    """The families that somebody named, or all of them.

    Raises:
        click.UsageError: none was named.
    """
    if every:
        return list(all_families().values())
    if not names:
        raise click.UsageError("name a task family, or give --all")
    return [family_of(name) for name in dict.fromkeys(names)]


def families_options(command: Command) -> Command:
    """``TASK …`` and ``--all``."""
    every = click.option("--all", "every", is_flag=True, help="Every family.")
    return click.argument("names", metavar="TASK…", nargs=-1)(every(command))


def seeds_option(default: str) -> Callable[[Command], Command]:
    """``--seeds``: a function from a family's id to seeds."""
    return click.option(
        "--seeds",
        "seeds_of",
        callback=_seeds_of,
        default=default,
        show_default=True,
        help="Which tasks of each family: 0-4,7, or the first ones of a split: test:10.",
    )


def _seeds_of(
    _ctx: click.Context, _option: click.Parameter, given: str
) -> Callable[[str], list[int]]:
    split, _, count = given.partition(":")
    if split in tuple(Split) and count.isdecimal() and 0 < int(count) <= MOST_SEEDS:
        return lambda family: seeds(family, Split(split), int(count))
    ranges = [_RANGE.fullmatch(part.strip()) for part in given.split(",")]
    found = [seed for each in ranges if each for seed in _range(each)]
    if len(found) > MOST_SEEDS:
        raise click.BadParameter(f"{given!r} names more than {MOST_SEEDS:,} seeds")
    if not found or None in ranges:
        raise click.BadParameter(f"{given!r} names no seeds, as 0-4,7 or test:10 does")
    return lambda _family: list(dict.fromkeys(found))


def _range(found: re.Match[str]) -> range:
    first = int(found[1])
    return range(first, min(int(found[2] or first), first + MOST_SEEDS) + 1)


def company_option(command: Command) -> Command:
    """The company that tasks are set in; see ``company``."""
    return company_of_task_options(command)


def company(preset: str, company_seed: int, **more: Any) -> Company:
    """The company, built with a progress bar if need be."""
    get_snapshot(preset, company_seed)
    return Company(preset, company_seed, **more)
