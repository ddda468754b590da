"""``workworld episodes``: records of episodes, read and judged again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from workworld.cli.company import get_snapshot
from workworld.cli.tables import add, plain_table, show_table
from workworld.context import Surface
from workworld.endpoints import Endpoint, NoEndpoint
from workworld.environment import Environment
from workworld.errors import BrokenTask
from workworld.grading import Grade
from workworld.rollouts.crews import Company
from workworld.trajectories import MalformedEpisode, OtherCompany, Regraded, Trajectory, read
from workworld.trajectories.files import schema

_SHORT, _LONG = 160, 4_000
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def episodes() -> None:
    """Read recorded episodes, and judge them again."""


@episodes.command()
@click.argument("file", type=_FILE)
@click.option("--number", type=click.IntRange(1), help="Only this one of several, from 1 on.")
@click.option("--full", is_flag=True, help="Show requests and results at length.")
def show(file: Path, number: int | None, full: bool) -> None:
    """Print episodes readably: what was asked, every request with its result, and the grade."""
    console, shown = Console(), 0
    with _readable():
        for place, found in enumerate(read(file), 1):
            if number in (None, place):
                shown += 1
                _print(console, place, found, _LONG if full else _SHORT)
    if not shown:
        said = f"there is no episode {number}" if number else "there are no episodes"
        raise click.ClickException(f"{file}: {said}")


@episodes.command("list")
@click.argument("file", type=_FILE)
def list_episodes(file: Path) -> None:
    """List the episodes in a file."""
    columns = ("number", "task", "seed", "policy", "events", "reward", "score")
    table = plain_table(*columns, folds="policy")
    with _readable():
        for place, found in enumerate(_several(file), 1):
            grade = found.grade or {}
            add(
                table,
                str(place),
                found.task,
                str(found.seed),
                str(found.header.get("policy", {}).get("name", "")),
                str(len(found.events)),
                "" if found.reward is None else f"{found.reward:g}",
                "" if grade.get("score") is None else f"{grade['score']:.2f}",
            )
    show_table(table)


@episodes.command("schema")
def print_schema() -> None:
    """Print the JSON schema of a line of such a file."""
    click.echo(json.dumps(schema(), indent=2))


@episodes.command()
@click.argument("file", type=_FILE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def regrade(file: Path, as_json: bool) -> None:
    """Judge recorded episodes again, by the checks of today.

    The exit code is 1 if a reward is another one than it was.
    """
    with _readable():
        found = _regraded(file)
    if as_json:
        click.echo(json.dumps([_told(each) for each in found], indent=2, ensure_ascii=False))
    else:
        _print_regraded(found)
    if any(not each.is_equal for each in found):
        raise click.exceptions.Exit(1)


def _several(file: Path) -> list[Trajectory]:
    """The episodes in a file.

    Raises:
        click.ClickException: there are none.
    """
    found = list(read(file))
    if not found:
        raise click.ClickException(f"{file}: there are no episodes")
    return found


def _regraded(file: Path) -> list[Regraded]:
    """Each judged again, company by company, and in the file's order."""
    numbered = dict(enumerate(_several(file), 1))
    again: dict[int, Regraded] = {}
    judge = Endpoint.of_judge()
    for preset, seed in {_company_of(each): None for each in numbered.values()}:
        get_snapshot(preset, seed)
        with Company(preset, seed, judge=judge).environment() as env:
            for number, each in numbered.items():
                if _company_of(each) == (preset, seed):
                    again[number] = _again(env, each, f"{file}, episode {number}")
    return [again[number] for number in numbered]


def _again(env: Environment, trajectory: Trajectory, place: str) -> Regraded:
    try:
        return env.regrade(trajectory)
    except (MalformedEpisode, OtherCompany, BrokenTask) as error:
        raise click.ClickException(f"{place}: {error}") from None


def _company_of(found: Trajectory) -> tuple[str, int]:
    company = found.header["company"]
    return company["preset"], company["seed"]


@contextmanager
def _readable() -> Iterator[None]:
    """Say what is wrong with a file in one sentence."""
    try:
        yield
    except (MalformedEpisode, NoEndpoint) as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(f"cannot read the episodes: {error}") from None


def _print(console: Console, place: int, found: Trajectory, longest: int) -> None:
    header = found.header
    title = f"{place}: {found.task}, seed {found.seed}"
    policy = header.get("policy", {}).get("name", "")
    console.print(
        Panel(
            Text(header["instruction"]),
            title=Text(title),
            subtitle=Text(policy) if policy else None,
            expand=False,
        )
    )
    for event in found.events:
        for line in _event(event, longest):
            console.print(line, soft_wrap=True)
    if found.grade is not None:
        _print_grade(console, found.grade)
    console.print()


def _event(event: Mapping[str, Any], longest: int) -> Iterator[Text]:
    kind = event["type"]
    if kind == "messages":
        yield Text(f"({len(event['messages'])} messages of the model)", "dim")
        return
    if kind == "changes":
        yield Text(f"({event['after_step']}) changed outside any step", "yellow")
        return
    number = f"{event['step']:>4}" if kind == "step" else "    "
    when, outcome = event["time"][11:19], event["outcome"]
    line = Text(f"{number}  {when}  {event['door']:<6} ", "" if kind == "step" else "dim")
    line.append(_request(event, longest))
    if kind == "step" and event["cause"] is not None:
        line.append(f"  by {event['actor']}, as was due", "cyan")
    line.append(f"  {outcome}", "green" if outcome == "ok" else "red")
    yield line
    if "result" in event:
        yield Text(f"      → {_short(event['result'], longest)}", "dim")
    elif "result_bytes" in event:
        yield Text(f"      → {event['result_bytes']} bytes", "dim")


def _request(event: Mapping[str, Any], longest: int) -> str:
    """The door's words; a page asks for several things, so what it asked for stands beside it."""
    request = event["request"]
    name = request["name"]
    called = f"{name} {event['operation']}" if event["door"] == Surface.UI else name
    arguments = request.get("arguments", {})
    given = ", ".join(f"{name}={_short(value, longest)}" for name, value in arguments.items())
    return f"{called}({given})"


def _short(value: Any, longest: int) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = " ⏎ ".join(text.splitlines()) if longest == _SHORT else text
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _print_grade(console: Console, grade: Mapping[str, Any]) -> None:
    if grade["is_answered"]:
        console.print(Text(f"      answered {json.dumps(grade['answer'], ensure_ascii=False)}"))
    if grade["valid"]:
        head = f"reward {grade['reward']:g}, score {grade['score']:.2f}"
    else:
        head = f"invalid: {grade['invalid']}"
    if grade["truncated"]:
        head += f", truncated by {grade['truncated']}"
    console.print(Text(head, "bold"))
    marks = {True: ("✓", "green"), False: ("✗", "red"), None: ("?", "yellow")}
    for check in [*grade["checks"], *grade["judged"]]:
        mark, style = marks[check["holds"]]
        line = Text(f"  {mark} ", style).append(f"{check['description']}: {check['reason']}", "")
        console.print(line, soft_wrap=True)


def _print_regraded(found: Sequence[Regraded]) -> None:
    table = plain_table("number", "task", "seed", "reward", "again", "state")
    for number, each in enumerate(found, 1):
        add(
            table,
            str(number),
            each.trajectory.task,
            str(each.trajectory.seed),
            _said(each.trajectory.reward),
            Text(_said(each.grade.reward), "green" if each.is_equal else "bold red"),
            "restored" if each.same_state else Text("not the same", "yellow"),
        )
    show_table(table)
    changed = [(number, each) for number, each in enumerate(found, 1) if not each.is_equal]
    if changed:
        console = Console()
        console.print()
        for number, each in changed:
            console.print(Text(f"{number}: {_why(each.grade)}"), soft_wrap=True)


def _why(grade: Grade) -> str:
    failed = [f"{one.id}: {one.reason}" for one in grade.outcomes if not one.holds]
    return grade.invalid or "; ".join(failed) or "every check holds now"


def _said(reward: float | None) -> str:
    return "invalid" if reward is None else f"{reward:g}"


def _told(each: Regraded) -> dict[str, Any]:
    return {
        "task": each.trajectory.task,
        "seed": each.trajectory.seed,
        "reward": each.trajectory.reward,
        "same_state": each.same_state,
        "equal": each.is_equal,
        "again": each.grade.told(),
    }
