"""Showing how a task is done: its oracle works in a scratch world, and is watched."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from workworld.browsers import NoBrowser
from workworld.directory import people
from workworld.host.control import Demonstrate, Picture, Refusal, Shown
from workworld.worlds import Snapshot

if TYPE_CHECKING:  # loaded only when somebody wants to be shown something
    from workworld.environment import Environment

_ONE_AT_A_TIME = threading.Lock()


def demonstrating(snapshot: Snapshot) -> Demonstrate:
    """What shows tasks of a company, each in an environment of its own that ends with it.

    Args:
        snapshot: the company, which lies in the cache of snapshots.
    """

    def demonstrate(family_id: str, seed: int, in_browser: bool) -> Shown:
        from workworld.environment import Environment

        home = snapshot.path.parents[1]
        with (
            _ONE_AT_A_TIME,
            Environment(snapshot.preset, company_seed=snapshot.seed, home=home) as env,
        ):
            env.reset(family_id, seed)
            try:
                return _shown(env, _watched(env) if in_browser else _solved(env))
            except NoBrowser as error:
                raise Refusal(409, "no_browser", str(error)) from None

    return demonstrate


def _solved(env: Environment) -> list[Picture]:
    env.task.family.solve(env, env.task.facts)
    return []


def _watched(env: Environment) -> list[Picture]:
    from workworld.rollouts.watching import Watched

    solve_ui = env.task.family.solve_ui
    if solve_ui is None:
        raise Refusal(409, "no_oracle", f"{env.task.family.id} has no oracle for the browser")
    pictures: list[Picture] = []
    page: Any = Watched.page(env.browser(), lambda said, jpeg: pictures.append(Picture(said, jpeg)))
    solve_ui(page, env, env.task.facts)
    return pictures


def _shown(env: Environment, pictures: list[Picture]) -> Shown:
    lines = list(env.trajectory(name="oracle").lines())
    with env.world.reading() as session:
        names = {person.id: person.name for person in people.everyone(session)}
    return Shown(lines, names, pictures)
