"""A family's two oracles, held against each other."""

from __future__ import annotations

from typing import Any

from workworld import Environment
from workworld.grading import Family, Grade
from workworld.worlds.changes import RowChange


def in_the_browser(env: Environment, family: Family[Any], seed: int) -> tuple[Grade, list[Any]]:
    """The grade of the oracle through the browser, and the rows that it left."""
    env.reset(family, seed)
    assert family.solve_ui is not None
    page = env.browser()
    family.solve_ui(page, env, env.task.facts)
    return env.grade(), rows(env.world.diff())


def by_tools(env: Environment, family: Family[Any], seed: int) -> tuple[Grade, list[Any]]:
    """The grade of the oracle through the tools, and the rows that it left."""
    env.reset(family, seed)
    family.solve(env, env.task.facts)
    return env.grade(), rows(env.world.diff())


def rows(changes: list[RowChange]) -> list[Any]:
    """What stands there after changes."""
    return [change.after for change in changes]
