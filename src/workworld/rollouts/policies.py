"""Policies: what acts in an episode that was begun, be it a script or a model."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from hashlib import blake2b
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from workworld.grading import Episode, Task
from workworld.grading.family import ToolFailed

if TYPE_CHECKING:  # Playwright is an extra
    from playwright.sync_api import Page


class NoPolicy(ValueError):
    """There is no such policy, or not for this task; the message says why."""


class Solvable(Episode, Protocol):
    """An episode as scripted solutions have it: they know the facts of the task."""

    @property
    def task(self) -> Task[Any]:
        """The task that is set."""
        ...

    def browser(self) -> Page:
        """A page in Chromium, signed in as the persona."""
        ...


class Ending(StrEnum):
    """Why a model stopped."""

    DONE = "done"
    """It called no more tools."""
    LIMIT = "limit"
    """The episode was over."""
    TURNS = "turns"
    """It was not asked any further."""


@dataclass(frozen=True, slots=True)
class Played:
    """What a model did in an episode.

    Args:
        ending: why it stopped.
        turns: how often it was asked.
        prompt_tokens: all that it was sent, added up; 0 when the endpoint tells nothing.
        completion_tokens: all that it wrote.
        messages: what was said, as in the last request, and the last answer.
    """

    ending: Ending
    turns: int
    prompt_tokens: int
    completion_tokens: int
    messages: Sequence[Mapping[str, Any]]


E_contra = TypeVar("E_contra", contravariant=True)


class Policy(Protocol[E_contra]):
    """What acts in an episode of this kind, which was reset before."""

    @property
    def name(self) -> str:
        """How it is called in reports."""
        ...

    def __call__(self, episode: E_contra, /) -> Played | None:
        """Act until there is nothing left to do. A script tells nothing; it leaves its traces."""
        ...


@dataclass(frozen=True, slots=True)
class Scripted:
    """A policy that is a function."""

    name: str
    act: Callable[[Any], object]

    def __call__(self, episode: Any, /) -> None:
        """Let the function act."""
        self.act(episode)


def _solve(episode: Solvable) -> None:
    episode.task.family.solve(episode, episode.task.facts)


def _solve_in_browser(episode: Solvable) -> None:
    family = episode.task.family
    if family.solve_ui is None:
        raise NoPolicy(f"{family.id} has no oracle for the browser")
    family.solve_ui(episode.browser(), episode, episode.task.facts)


def _do_nothing(_episode: object) -> None:
    pass


oracle = Scripted("oracle", _solve)
oracle_in_browser = Scripted("oracle in browser", _solve_in_browser)
nothing = Scripted("nothing", _do_nothing)


def trap(name: str) -> Scripted:
    """The policy that plays one of a family's cheats, which may well be refused on its way.

    Acting raises NoPolicy when the family of the task has no such trap.
    """
    return Scripted(f"trap: {name}", partial(_fall_for, name))


def _fall_for(name: str, episode: Solvable) -> None:
    family = episode.task.family
    if name not in family.traps:
        raise NoPolicy(f"{family.id} has no trap {name!r}: there are {', '.join(family.traps)}")
    with suppress(ToolFailed):
        family.traps[name](episode, episode.task.facts)


def named(name: str) -> Scripted:
    """The scripted policy of a name, as commands take it.

    Args:
        name: ``oracle``, ``oracle-ui``, ``nothing``, ``trap:<name>``, or as for ``scripted``.

    Raises:
        NoPolicy: there is none.
    """
    known = {"oracle": oracle, "oracle-ui": oracle_in_browser, "nothing": nothing}
    if name in known:
        return known[name]
    kind, colon, rest = name.partition(":")
    if not colon:
        others = "trap:NAME, module:function and path.py:function"
        raise NoPolicy(f"no policy {name!r}: there are {', '.join(known)}, {others}")
    return trap(rest) if kind == "trap" else scripted(name)


def scripted(where: str) -> Scripted:
    """A policy that is somebody's own function of an episode.

    Args:
        where: ``module:function`` for a module that can be imported, or ``path.py:function``.

    Raises:
        NoPolicy: there is none, or what holds it cannot be imported.
    """
    place, colon, name = where.rpartition(":")
    if not (colon and place and name):
        raise NoPolicy(f"not module:function nor path.py:function: {where!r}")
    module = _from_file(Path(place)) if place.endswith(".py") else _imported(place)
    act = getattr(module, name, None)
    if not callable(act):
        raise NoPolicy(f"{place} has no function {name!r}")
    return Scripted(where, act)


def _imported(name: str) -> ModuleType:
    try:
        return import_module(name)
    except (Exception, SystemExit) as error:
        raise NoPolicy(f"{name} cannot be imported: {error!r}") from error


def _from_file(file: Path) -> ModuleType:
    path = file.resolve()
    # One name for each file, by which dataclasses and the like find the module they stand in.
    name = f"workworld_policy_{blake2b(str(path).encode(), digest_size=8).hexdigest()}"
    found = spec_from_file_location(name, path)
    if not path.is_file() or found is None or found.loader is None:
        raise NoPolicy(f"there is no file {file}")
    module = module_from_spec(found)
    sys.modules[name] = module
    try:
        found.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise NoPolicy(f"{file} cannot be imported: {error!r}") from error
    return module
