"""Tasks: what families there are, setting one of their tasks in a world, and grading it."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Any

from sqlalchemy.orm import Session

from workworld import episodes, loading
from workworld.directory.models import Person
from workworld.grading import Family, Grade, Limits, Task, grade
from workworld.grading.reach import apps_of
from workworld.grading.rubrics import rubric
from workworld.host.control import sessions
from workworld.host.control.desk import Asked, Desk
from workworld.host.control.fields import Fields
from workworld.host.control.people import card, keys
from workworld.host.control.refusals import Refusal, bad_request
from workworld.host.control.stage import Running
from workworld.trajectories import gathered
from workworld.worlds import World

LONGEST_WALL = 366 * 86_400


def listed(_desk: Desk, _asked: Asked) -> dict[str, Any]:
    """Every family."""
    return {"tasks": [_family_json(family) for family in loading.families().values()]}


def preview(desk: Desk, asked: Asked) -> dict[str, Any]:
    """What a task would be, and by what it would be judged; no world is needed for it."""
    family, seed = _family(asked.fields), _seed(asked.fields)
    snapshot = desk.companies.chosen(Fields({}))
    with desk.stage.looking(snapshot, family, seed) as (task, session):
        return _described(session, task) | {"rubric": rubric(task, snapshot)}


def set_task(desk: Desk, asked: Asked) -> dict[str, Any]:
    """Put a world to where the episodes of a task begin, and begin its session."""
    world = desk.world(asked)
    family, seed = _family(asked.fields), _seed(asked.fields)
    limits = _limits(asked.fields).within(family.limits)
    task = desk.stage.set(world, family, seed)
    sessions.begun(world, task.instruction, task.facts.persona_id, limits)
    desk.stage.begun(world, Running(task, limits))
    with world.reading() as session:
        told = _described(session, task)
        told["first_step"] = episodes.first_step(session)
    told |= {"profile": family.profile, "limits": asdict(limits)}
    return told | keys(desk, world, task.facts.persona_id)


def judge(desk: Desk, asked: Asked) -> dict[str, Any]:
    """Grade what was done about the task so far; the world is not changed.

    The answer is that of the session unless the request gives one.
    """
    world = desk.world(asked)
    running = _running(desk, world)
    task = running.task
    return {"task": task.family.id, "seed": task.seed} | _graded(desk, asked, world, task).told()


def episode(desk: Desk, asked: Asked) -> dict[str, Any]:
    """The record of the episode so far: its header, what happened, and its grade."""
    world = desk.world(asked)
    running = _running(desk, world)
    given = _graded(desk, asked, world, running.task)
    return {"lines": list(gathered(world, running.task, given, limits=running.limits).lines())}


def _graded(desk: Desk, asked: Asked, world: World, task: Task[Any]) -> Grade:
    fields = asked.fields
    lost = fields.text("lost")
    if fields.has("answer"):
        answer = fields.any("answer")
    else:
        with world.reading() as session:
            answer = episodes.answer_in(session)
    return grade(task, world, answer, judge=desk.stage.judge(), lost=lost)


def _running(desk: Desk, world: World) -> Running:
    found = desk.stage.running(world.id)
    if found is None:
        said = f'POST /api/worlds/{world.id}/task {{"task": "…", "seed": 0}}'
        raise Refusal(409, "no_task", f"no task is set in world {world.id!r}: {said} sets one")
    return found


def _family(fields: Fields) -> Family[Any]:
    families = loading.families()
    name = fields.one_of("task", families)
    if name is None:
        raise bad_request(f"task is one of {', '.join(families)}")
    return families[name]


def _seed(fields: Fields) -> int:
    return fields.whole("seed") or 0


def _limits(fields: Fields) -> Limits:
    """Those that a request names."""
    named = sessions.limits(fields)
    return Limits(named.steps, named.seconds, fields.number("wall_seconds", 0, LONGEST_WALL))


def _family_json(family: Family[Any]) -> dict[str, Any]:
    """A family, with what one chooses by."""
    return family.told() | {
        "traps": len(family.traps),
        "cheats": list(family.traps),
        "process": family.id.split(".")[0],
        "summary": _summary(family),
        "apps": list(apps_of(family)),
    }


def _summary(family: Family[Any]) -> str:
    """The first sentence of its module."""
    module = sys.modules.get(f"workworld.tasks.{family.id}")
    return ((module and module.__doc__) or family.title).split("\n\n")[0].strip()


def _described(session: Session, task: Task[Any]) -> dict[str, Any]:
    return {
        "task": task.family.id,
        "title": task.family.title,
        "seed": task.seed,
        "instruction": task.instruction,
        "persona": card(session.get_one(Person, task.facts.persona_id)),
    }
