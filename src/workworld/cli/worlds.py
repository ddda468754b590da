"""``workworld worlds``: the worlds of the running host, or of the folder when none runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console, RenderableType

from workworld.cli.company import get_snapshot
from workworld.cli.control import control
from workworld.cli.tables import Name, diff_table, size, steps_table, worlds_table
from workworld.cli.wanted import at_hand, find, require_free
from workworld.host.control_client import ControlClient
from workworld.host.idleness import LONGEST, Fate
from workworld.worlds.snapshots import PRESETS, usual_preset

Command = TypeVar("Command", bound=Callable[..., Any])
_NAME = click.argument("name")
_MOST = 2**63 - 1
_WIDE = 200


@click.group()
def worlds() -> None:
    """Make, look into, put back, copy and remove worlds.

    With a running host of the same WORKWORLD_HOME, a command talks to it. Without one, it works
    on the folder. A closed world is opened for as long as the command takes. Where several worlds
    have one name, NAME@ and the beginning of the snapshot's fingerprint say which is meant.
    """


def _json_option(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")(command)


@worlds.command()
@click.argument("name", required=False)
@click.option("--preset", type=click.Choice(PRESETS), help="Which company.")
@click.option("--seed", type=click.IntRange(-_MOST, _MOST), help="Which variant of it.")
@click.option("--shared", is_flag=True, help="Let several processes serve it at a time.")
@click.option(
    "--ttl",
    type=click.IntRange(0, LONGEST),
    metavar="SECONDS",
    help="Let the host close it when nobody has used it for so long; 0 keeps it.",
)
@click.option(
    "--idle",
    type=click.Choice([fate.value for fate in Fate]),
    help="Whether to close or to remove it after that.",
)
@_json_option
def create(
    name: str | None,
    preset: str | None,
    seed: int | None,
    shared: bool,
    ttl: int | None,
    idle: str | None,
    as_json: bool,
) -> None:
    """Make a world. Without --preset and --seed, it is of the host's company."""
    with control() as client:
        require_free(client, name)
        if client.is_in_process:
            preset = preset or usual_preset()
            get_snapshot(preset, seed or 0)  # with a progress bar
        made = client.create(name=name, preset=preset, seed=seed, shared=shared, ttl=ttl, idle=idle)
        _show(made, as_json, _made(made))


@worlds.command("list")
@_json_option
def list_worlds(as_json: bool) -> None:
    """List the worlds, open and closed."""
    with control() as client:
        listed = client.worlds()
        where = "No host runs." if client.is_in_process else f"The host is at {client.origin}."
        everything = [*listed["worlds"], *listed["closed"]]
        _show(listed, as_json, worlds_table(everything) if everything else "No worlds yet.", where)


@worlds.command()
@_NAME
@_json_option
def reset(name: str, as_json: bool) -> None:
    """Put a world back to how it was made."""
    with control() as client, at_hand(client, name) as found:
        told = client.of_world(found, "POST", "reset")
        _show(told, as_json, f"World {found} is as it was made.")


@worlds.command()
@_NAME
@click.argument("step", type=click.IntRange(0, _MOST))
@_json_option
def rewind(name: str, step: int, as_json: bool) -> None:
    """Put a world back to the state after a step; 0 is before the first."""
    with control() as client, at_hand(client, name) as found:
        told = client.of_world(found, "POST", "rewind", step=step)
        _show(told, as_json, f"World {found} is as it was after step {step}.")


@worlds.command()
@_NAME
@click.option("--step", type=click.IntRange(0, _MOST), help="After which step; else as it is now.")
@click.option("--name", "copy", help="What the copy is called.")
@_json_option
def fork(name: str, step: int | None, copy: str | None, as_json: bool) -> None:
    """Copy a world as it was after a step, or as it is now."""
    with control() as client, at_hand(client, name) as found:
        require_free(client, copy)
        made = client.of_world(found, "POST", "fork", step=step, name=copy)
        _show(made, as_json, _made(made))


@worlds.command()
@_NAME
@click.option("--reads", "with_reads", is_flag=True, help="Show what was looked at as well.")
@_json_option
def steps(name: str, with_reads: bool, as_json: bool) -> None:
    """List what was asked, by whom, through which door, and the outcome."""
    with control() as client, at_hand(client, name) as found:
        told = client.of_world(found, "GET", "steps")
        if with_reads:
            told |= client.of_world(found, "GET", "reads")
        reads = told.get("reads", [])
        table = steps_table(told["steps"], reads, _names(client, found))
        _show(told, as_json, table if told["steps"] or reads else "No steps yet.")


@worlds.command()
@_NAME
@_json_option
def diff(name: str, as_json: bool) -> None:
    """List every row that is not as it was, and who touched it."""
    with control() as client, at_hand(client, name) as found:
        told = client.of_world(found, "GET", "diff")
        table = diff_table(told["changes"], _names(client, found))
        _show(told, as_json, table if told["changes"] else "Nothing has changed.")


@worlds.command()
@_NAME
@click.argument("file", type=click.Path(path_type=Path))
@_json_option
def export(name: str, file: Path, as_json: bool) -> None:
    """Write a world to an ordinary SQLite file, which must not be there yet."""
    with control() as client, at_hand(client, name) as found:
        told = client.of_world(found, "POST", "export", path=str(file.absolute()))
        _show(told, as_json, f"{told['path']}: {size(told['bytes'])}")


@worlds.command()
@_NAME
@click.option("--remove", is_flag=True, help="Remove what was changed in it as well.")
@click.option("--yes", is_flag=True, help="Do not ask before removing.")
@_json_option
def close(name: str, remove: bool, yes: bool, as_json: bool) -> None:
    """Let the host go of a world; what was changed stays, unless it is removed."""
    with control() as client:
        world = find(client, name)
        found = world["name"]
        if remove and not yes:
            click.confirm(f"Remove world {found} and all that was changed?", abort=True, err=True)
        told = client.let_go(found, remove=remove, snapshot=world["snapshot"])
        _show(told, as_json, f"World {found} is {'removed' if remove else 'closed'}.")


def _show(answer: dict[str, Any], as_json: bool, *shown: RenderableType) -> None:
    """Print what the API answered, or how it is shown to people."""
    console = Console(highlight=False, markup=False, emoji=False)
    if as_json:
        console.print_json(data=answer, ensure_ascii=False)
        return
    if not console.is_terminal:
        console.width = _WIDE  # a file or a pipe has no edge to break lines at
    for each in shown:
        console.print(each, soft_wrap=isinstance(each, str))


def _made(told: dict[str, Any]) -> str:
    """What to say of a new world."""
    return f"World {told['name']} is made{': ' + told['url'] if 'url' in told else '.'}"


def _names(client: ControlClient, world: str) -> Name:
    """The names of a world's people, by id."""
    listed = client.of_world(world, "GET", "people")["people"]
    names = {person["id"]: person["name"] for person in listed}
    return lambda person_id: names.get(person_id, person_id or "")
