"""Tasks: what families there are, setting one of their tasks in a world, and grading it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from workworld import loading
from workworld.directory.models import Person
from workworld.episodes import answer_in
from workworld.errors import WorldNotFound
from workworld.grading import BrokenTask, Family, Grade, Task, grade
from workworld.host.control import sessions
from workworld.host.control.desk import Asked, Desk
from workworld.host.control.fields import Fields
from workworld.host.control.people import card, keys
from workworld.host.control.refusals import Refusal, bad_request
from workworld.worlds import World


def listed(_desk: Desk, _asked: Asked) -> dict[str, Any]:
    """Every family."""
    families = loading.families().values()
    return {"tasks": [{"id": family.id, "title": family.title} for family in families]}


def preview(desk: Desk, asked: Asked) -> dict[str, Any]:
    """What a task would be, from a scratch world that is removed again."""
    family, seed = _family(asked.fields), _seed(asked.fields)
    world = desk.worlds.open(desk.companies.chosen(Fields({})))
    try:
        return _described(world, _task(family, world, seed))
    finally:
        with contextlib.suppress(WorldNotFound):
            desk.worlds.let_go(world.id, remove=True)


def set_task(desk: Desk, asked: Asked) -> dict[str, Any]:
    """Put a world back to the snapshot, set a task in it and begin its session."""
    world = desk.world(asked)
    family, seed = _family(asked.fields), _seed(asked.fields)
    desk.tasks.pop(world.id, None)
    world.reset()
    task = _task(family, world, seed)
    desk.tasks[world.id] = task
    sessions.with_limits(asked, world, task.instruction, task.facts.persona_id)
    return _described(world, task) | keys(desk, world, task.facts.persona_id)


def judge(desk: Desk, asked: Asked) -> dict[str, Any]:
    """Grade what was done about the task so far; the world is not changed.

    The answer is that of the session unless the request gives one.
    """
    world = desk.world(asked)
    task = desk.tasks.get(world.id)
    if task is None:
        said = f'POST /api/worlds/{world.id}/task {{"task": "…", "seed": 0}}'
        raise Refusal(409, "no_task", f"no task is set in world {world.id!r}: {said} sets one")
    if asked.fields.has("answer"):
        return _judged(task, grade(task, world, asked.fields.any("answer")))
    with world.reading() as session:
        answer = answer_in(session)
    return _judged(task, grade(task, world, answer))


def _family(fields: Fields) -> Family[Any]:
    families = loading.families()
    name = fields.one_of("task", families)
    if name is None:
        raise bad_request(f"task is one of {', '.join(families)}")
    return families[name]


def _seed(fields: Fields) -> int:
    return fields.whole("seed") or 0


def _task(family: Family[Any], world: World, seed: int) -> Task[Any]:
    try:
        return family.task(world, seed)
    except BrokenTask as error:
        raise Refusal(409, "broken_task", str(error)) from None


def _described(world: World, task: Task[Any]) -> dict[str, Any]:
    with world.reading() as session:
        persona = card(session.get_one(Person, task.facts.persona_id))
    return {
        "task": task.family.id,
        "title": task.family.title,
        "seed": task.seed,
        "instruction": task.instruction,
        "persona": persona,
    }


def _judged(task: Task[Any], given: Grade) -> dict[str, Any]:
    return {
        "task": task.family.id,
        "seed": task.seed,
        "valid": given.is_valid,
        "reward": given.reward,
        "score": given.score,
        "checks": list(_outcomes(given)),
    }


def _outcomes(given: Grade) -> Iterator[dict[str, Any]]:
    return (asdict(outcome) for outcome in given.outcomes)
