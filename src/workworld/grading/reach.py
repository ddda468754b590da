"""Which apps the work of a family lies in: those whose tools its oracle calls."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from workworld import loading
from workworld.grading.family import Family

_TASKS = "workworld.tasks"


def apps_of(family: Family[Any]) -> tuple[str, ...]:
    """The ids of the apps, in their order; what its oracle calls is read from its code."""
    return _apps_behind(family.solve) if isinstance(family.solve, FunctionType) else ()


@cache
def _apps_behind(function: FunctionType) -> tuple[str, ...]:
    owners = _owners()
    found = {owners[text] for text in _texts(function) if text in owners}
    return tuple(app.id for app in loading.apps() if app.id in found)


@cache
def _owners() -> dict[str, str]:
    """The app of each tool."""
    return {
        tool.name: table.app_id
        for table in loading.tool_tables()
        for upstream in table.profiles.values()
        for tool in upstream.tools
    }


def _texts(function: FunctionType) -> Iterator[str]:
    """The texts in a function, and in those of the tasks' modules that it may call."""
    seen, waiting = {function}, [function]
    while waiting:
        now = waiting.pop()
        names: set[str] = set()
        for code in _codes(now.__code__):
            names |= set(code.co_names)
            yield from (each for each in code.co_consts if isinstance(each, str))
        for called in _called(now, names):
            if called not in seen:
                seen.add(called)
                waiting.append(called)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _called(function: FunctionType, names: set[str]) -> Iterator[FunctionType]:
    there = [function.__globals__[name] for name in sorted(names) if name in function.__globals__]
    for found in list(there):
        if isinstance(found, ModuleType) and found.__name__.startswith(_TASKS):
            there += [vars(found)[name] for name in sorted(names) if name in vars(found)]
    for found in there:
        if isinstance(found, FunctionType) and found.__module__.startswith(_TASKS):
            yield found
