"""Cases of the same action through each of an operation's doors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from io import BytesIO
from string import Template
from typing import Any, NamedTuple

from tests.kit import PERSONA

from workworld import loading
from workworld.context import Surface
from workworld.worlds import World

Facts = dict[str, str]
Before = Callable[[World, Facts], None]


@dataclass(frozen=True)
class Sent:
    """A file among the arguments of a form; without a name of its own it is the whole body."""

    name: str
    content: bytes


class Words(NamedTuple):
    """An action in the words of one door.

    ``$name`` stands for a fact of the case, and an argument ``#$name`` for the number that it is.
    """

    where: str
    """The endpoint's path, the tool's name, or the address of the form below the app's root. A
    method may stand before an endpoint's path: ``PUT /rest/api/3/issue/$key``."""
    arguments: Mapping[str, Any]

    def filled(self, facts: Facts) -> Words:
        """The same with the facts in it."""
        return Words(_filled(self.where, facts), _filled(dict(self.arguments), facts))

    @property
    def has_file(self) -> bool:
        """Whether a file goes with it."""
        return any(isinstance(each, Sent) for each in self.arguments.values())

    def form(self) -> dict[str, Any]:
        """The arguments as a client of Werkzeug's sends them in a form."""
        return {
            name: (BytesIO(each.content), each.name) if isinstance(each, Sent) else each
            for name, each in self.arguments.items()
        }


def _filled(value: Any, facts: Facts) -> Any:
    if isinstance(value, str) and value.startswith("#$"):
        return int(facts[value[2:]])
    if isinstance(value, str):
        return Template(value).safe_substitute(facts)
    if isinstance(value, list):
        return [_filled(each, facts) for each in value]
    if isinstance(value, dict):
        return {_filled(name, facts): _filled(each, facts) for name, each in value.items()}
    return value


@dataclass(frozen=True)
class Case:
    """One action, by as many doors as the operation has.

    Args:
        operation: its id.
        name: what is special about it.
        outcome: ``ok`` or the refusal's code.
        doors: the action in the words of each door.
        before: makes the world in which it happens; may add facts.
        handle: who does it.
        also: the action in the words of further tools, of servers that are mirrored besides.
    """

    operation: str
    name: str
    outcome: str
    doors: Mapping[Surface, Words]
    before: Before = lambda _world, _facts: None
    handle: str = PERSONA
    also: Sequence[Words] = ()

    @property
    def words(self) -> list[tuple[Surface, Words]]:
        """All ways to ask for it."""
        return [*self.doors.items(), *((Surface.MCP, words) for words in self.also)]


class Parity(NamedTuple):
    """``PARITY`` of ``tests/conformance/parity_cases/<app>``."""

    facts: Callable[[World], Facts]
    cases: Sequence[Case]
    rest_names_codes: bool = True
    """Whether what the vendor's API answers names a refusal's code."""


@cache
def parity_of(app_id: str) -> Parity:
    """The cases of an app."""
    found: Parity = import_module(f"tests.conformance.parity_cases.{app_id}").PARITY
    return found


def cases() -> list[tuple[str, Case]]:
    """The app at whose doors each case knocks, and the case."""
    return [(app.id, case) for app in loading.apps() for case in parity_of(app.id).cases]
