"""The functions of JQL: what each yields, and how it is called.

https://support.atlassian.com/jira-software-cloud/docs/jql-functions/
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.apps.tracker.jql.scope import Scope
from workworld.apps.tracker.jql.tree import Function

Run = Callable[[Scope, Sequence[str]], Sequence[Any]]


@dataclass(frozen=True, slots=True)
class FunctionSpec:
    """A function."""

    name: str
    kind: str
    """Of what it yields values: ``user``, ``date``, ``issue`` …"""
    run: Run
    least: int = 0
    """How many arguments it must have at least, and may have at most."""
    most: int = 0
    is_list: bool = True
    """Whether it stands for several values, and so behind ``IN``."""
    usage: str = ""
    """What its arguments are, as completion shows it."""


_specs: dict[str, FunctionSpec] = {}


def function(
    name: str,
    kind: str,
    *,
    arguments: tuple[int, int] = (0, 0),
    is_list: bool = True,
    usage: str = "",
) -> Callable[[Run], Run]:
    """Declare a function of JQL."""

    def declare(run: Run) -> Run:
        least, most = arguments
        _specs[name.lower()] = FunctionSpec(name, kind, run, least, most, is_list, usage)
        return run

    return declare


def specs() -> Mapping[str, FunctionSpec]:
    """All functions, by their names in lower case."""
    return _specs


def spec_of(scope: Scope, called: Function) -> FunctionSpec | None:
    """The function that is called, if it is called as it should be; else that is noted."""
    spec = _specs.get(called.name.lower())
    if spec is None:
        scope.refuse(f"Unable to find JQL function '{called.written}'.")
        return None
    received = len(called.arguments)
    if spec.least <= received <= spec.most:
        return spec
    wanted = (
        f"'{spec.least}'"
        if spec.least == spec.most
        else f"between '{spec.least}' and '{spec.most}'"
    )
    scope.refuse(f"Function '{spec.name}' expected {wanted} arguments but received '{received}'.")
    return None


def values(scope: Scope, called: Function, kind: str, field: str) -> Sequence[Any]:
    """What a function yields for a field; nothing if something is wrong, which is noted.

    Args:
        scope: who asks.
        called: the function.
        kind: of what the field has values.
        field: its name, as it was written.
    """
    spec = spec_of(scope, called)
    if spec is None:
        return ()
    if spec.kind != kind:
        scope.refuse(_misplaced(spec, kind, field))
        return ()
    key = ("function", spec.name, called.arguments)
    return scope.remembered(key, lambda: spec.run(scope, called.arguments))


def _misplaced(spec: FunctionSpec, kind: str, field: str) -> str:
    if kind == "date":
        return (
            f"A date for the field '{field}' provided by the function '{spec.name}' is not valid."
        )
    return f"A value provided by the function '{spec.name}' is invalid for the field '{field}'."
