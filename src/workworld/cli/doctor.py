"""``workworld doctor``: whether everything that worlds need is there and works."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import partial

import click
from rich.console import Console

from workworld.cli.checks import home, machine, trial
from workworld.cli.checks.check import Check, Look, Status, looked
from workworld.cli.checks.ports import ports
from workworld.paths import cache_home

_STYLES = {Status.OK: "green", Status.WARN: "yellow", Status.FAIL: "bold red"}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def doctor(as_json: bool) -> None:
    """Check this machine and the folder of worlds; exit code 1 if something will not work."""
    found: list[Check] = []
    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
    for name, look in _looks().items():
        for check in looked(name, look):
            found.append(check)
            if not as_json:
                _show(console, check)
    is_well = all(check.status is not Status.FAIL for check in found)
    if as_json:
        said = {"ok": is_well, "checks": [asdict(check) for check in found]}
        click.echo(json.dumps(said, indent=2))
    if not is_well:
        raise SystemExit(1)


def _looks() -> dict[str, Look]:
    """Everything that is looked at, in order."""
    folder = cache_home()
    return {
        "Python": machine.python,
        "SQLite": machine.sqlite,
        "Open files": machine.open_files,
        "Home": partial(home.folder, folder),
        "Snapshots": partial(home.snapshots, folder),
        "Left over": partial(home.left_over, folder),
        "Worlds": partial(home.worlds, folder),
        "A world": trial.world,
        "Ports": partial(ports, folder),
        "Chromium": machine.browser,
    }


def _show(console: Console, check: Check) -> None:
    console.print(f"{check.status:4}", style=_STYLES[check.status], end="  ")
    console.print(f"{check.name:12}  {check.said}")
    if check.todo:
        console.print(f"{'':18}  → {check.todo}")
