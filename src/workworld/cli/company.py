"""What several commands share: the choice of a company, and building it with a progress bar."""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

from workworld.directory import people
from workworld.directory.models import Person
from workworld.paths import cache_home
from workworld.worlds import Snapshot, SnapshotCache, World, Worlds
from workworld.worlds.builds import Advance
from workworld.worlds.snapshots import (
    PRESET_VARIABLE,
    PRESETS,
    USUAL,
    SnapshotDamaged,
    SnapshotUnavailable,
    is_known,
)

_log = logging.getLogger("workworld.worlds")

Command = TypeVar("Command", bound=Callable[..., Any])

# The standard output of `workworld mcp` is the protocol's, so notes go to the other one.
notes = Console(stderr=True)


class Preset(click.ParamType[str]):
    """The name of a company, or of load data."""

    name = "preset"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The same name, if there is such a company."""
        if not is_known(value):
            there = ", ".join(map(repr, PRESETS))
            said = (
                f"{value!r} is not {there}, nor one such as 'startup_injected_12' (1 to 40), nor "
            )
            said += "load data such as 'bench_100000'"
            self.fail(said, param, ctx)
        return value


def company_options(command: Command) -> Command:
    """``--preset``, or ``WORKWORLD_PRESET``, and ``--seed``."""
    return _preset(_seed("--seed", "seed")(command))


def company_of_task_options(command: Command) -> Command:
    """``--preset`` and ``--company-seed``, where ``--seed`` is a task's."""
    return _preset(_seed("--company-seed", "company_seed")(command))


def _preset(command: Command) -> Command:
    option: Callable[[Command], Command] = click.option(
        "--preset",
        type=Preset(),
        default=USUAL,
        envvar=PRESET_VARIABLE,
        show_default=True,
        show_envvar=True,
        help="Which company; startup_injected_12 has texts that try to lead models astray, "
        "bench_100000 is load data.",
    )
    return option(command)


def _seed(flag: str, name: str) -> Callable[[Command], Command]:
    return click.option(
        flag, name, type=int, default=0, show_default=True, help="Which variant of it."
    )


class _Notes(logging.Handler):
    """Says what the cache has to say beside the progress bar."""

    def emit(self, record: logging.LogRecord) -> None:
        style = "bold red" if record.levelno >= logging.ERROR else "yellow"
        said = record.getMessage()
        said = f"{said[:1].upper()}{said[1:]}."
        notes.print(said, style=style, markup=False, highlight=False, soft_wrap=True)


@contextmanager
def _noted() -> Iterator[None]:
    handler = _Notes(logging.WARNING)
    _log.addHandler(handler)
    try:
        yield
    finally:
        _log.removeHandler(handler)


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """Whoever is told to end takes away what they have half built, which may be a lot."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals go to the main one alone
        return
    before = signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _end(number: int, _frame: object) -> None:
    raise SystemExit(128 + number)


@contextmanager
def build_progress() -> Iterator[Advance]:
    """A progress bar for a snapshot's build; nothing is shown when it is in the cache already.

    Raises:
        click.ClickException: instead of what the cache raises when it has no snapshot to give.
    """
    columns = (
        TextColumn("Building the company"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
    )
    progress = Progress(*columns, console=notes)
    bars: list[TaskID] = []

    def advance(label: str, done: int, total: int) -> None:
        if not bars:
            progress.start()  # only now: nothing is to be shown when there is nothing to build
            bars.append(progress.add_task("", total=total))
        progress.update(bars[0], completed=done, total=total, description=label)

    with _noted(), _ended_in_order():
        try:
            yield advance
        except (SnapshotDamaged, SnapshotUnavailable) as error:
            raise click.ClickException(str(error)) from None
        finally:
            if bars:
                progress.stop()


def snapshot_cache() -> SnapshotCache:
    """The snapshots that outlive a process."""
    return SnapshotCache(cache_home() / "snapshots")


def get_snapshot(preset: str, seed: int) -> Snapshot:
    """The snapshot, built with a progress bar if need be.

    Raises:
        click.ClickException: it is not there, or damaged, and cannot be built; or there is no such
            company, if a file and no option named it.
    """
    if not is_known(preset):
        raise click.ClickException(f"no company {preset!r}: there are {', '.join(PRESETS)}")
    with build_progress() as advance:
        return snapshot_cache().get(preset, seed, advance)


def open_worlds() -> Worlds:
    """The worlds that outlive a host.

    Raises:
        click.ClickException: the folder cannot be used.
    """
    folder = cache_home() / "worlds"
    try:
        return Worlds(folder)
    except OSError as error:
        raise click.ClickException(f"cannot keep worlds in {folder}: {error}") from None


def person_in(world: World, email: str | None) -> Person:
    """The person with this address; without one, the first in whose place an agent may stand.

    Raises:
        click.UsageError: nobody has this address.
    """
    with world.reading() as session:
        if email is None:
            return next(person for person in people.everyone(session) if person.spotlight)
        person = people.by_email(session, email)
        if person is None:
            known = ", ".join(each.email for each in people.everyone(session))
            raise click.UsageError(f"nobody here has the address {email}; there are {known}")
        return person
