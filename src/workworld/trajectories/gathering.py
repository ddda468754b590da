"""Gathering the record of an episode from the world that it took place in."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.metadata import version
from typing import Any

from workworld import episodes
from workworld.clock import Clock, from_microseconds
from workworld.database import driver
from workworld.episodes import Spent
from workworld.grading import Grade, Limits, Task
from workworld.journal import DONE, JournalEntry, entries
from workworld.randomness import digest
from workworld.trajectories.trajectory import FORMAT, Line, Trajectory
from workworld.worlds import World
from workworld.worlds.changes import RowChange, changes_outside
from workworld.worlds.world import baseline_of

_SESSION = "session."
_OF_STEP = "of_step"


def gathered(
    world: World,
    task: Task[Any],
    grade: Grade | None = None,
    *,
    limits: Limits | None = None,
    policy: Mapping[str, Any] | None = None,
) -> Trajectory:
    """The record of the episode that took place in a world.

    Args:
        world: as the agent left it; it is not changed.
        task: the task that was set in it.
        grade: how it was judged, if it was.
        limits: within which it took place.
        policy: who acted, as JSON: at least a ``name``.

    Raises:
        ValueError: the policy has no name.
    """
    with world.reading() as session:
        point = baseline_of(driver(session)).point
        standing = episodes.episode(session)
        steps = entries(session, since=point.step, with_changes=True)
        outside = [
            {"type": "changes", "after_step": step, "changes": _text(changeset)}
            for step, changeset in changes_outside(driver(session), point)
        ]
        taken = [_step(entry) for entry in steps]
    notes = world.trail.notes(since=point.step)
    results = {note["step"]: _result(note) for note in notes if _OF_STEP in note}
    taken = [step | results.get(step["step"], {}) for step in taken]
    seen = [_seen(note) for note in notes if _OF_STEP not in note]
    events = _in_order(taken, [*outside, *seen])
    header = _header(world, task, point.step, limits or Limits(), standing)
    if policy is not None:
        header["policy"] = _named(policy)
    ended = None if grade is None else _ended(world, grade, standing, events)
    return Trajectory(header, events, ended, grade)


def state_digest(changes: Sequence[RowChange]) -> str:
    """32 hexadecimal digits that are equal for equal net diffs."""
    rows = [(each.table, each.kind, each.key, each.before, each.after) for each in changes]
    return digest(json.dumps(rows, default=bytes.hex, sort_keys=True))[:16].hex()


def _header(
    world: World,
    task: Task[Any],
    first_step: int,
    limits: Limits,
    standing: episodes.Episode | None,
) -> dict[str, Any]:
    company = world.snapshot
    return {
        "type": "episode",
        "format": FORMAT,
        "workworld": _own_version(),
        "task": task.family.id,
        "seed": task.seed,
        "company": {
            "preset": company.preset,
            "seed": company.seed,
            "fingerprint": company.fingerprint,
        },
        "persona": task.facts.persona_id,
        "instruction": task.instruction,
        "first_step": first_step,
        "limits": {
            "steps": standing.steps.limit if standing else limits.steps,
            "seconds": standing.seconds.limit if standing else limits.seconds,
            "wall_seconds": limits.wall_seconds,
        },
    }


def _named(policy: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(policy.get("name"), str):
        raise ValueError(f"a policy has a name, and this one is {dict(policy)}")
    return dict(policy)


@cache
def _own_version() -> str:
    """Ours; to look it up reads a file, which would be a tenth of what a record costs."""
    return version("workworld")


def _step(entry: JournalEntry) -> dict[str, Any]:
    return {
        "type": "step",
        "step": entry.step,
        "time": from_microseconds(entry.time_us).isoformat(),
        "door": entry.surface,
        "actor": entry.actor_id,
        "operation": entry.operation,
        "request": entry.request,
        "arguments": entry.arguments,
        "outcome": entry.outcome,
        "cause": entry.cause,
        "changes": None if entry.changeset is None else _text(entry.changeset),
    }


def _seen(note: Mapping[str, Any]) -> dict[str, Any]:
    is_session = note["operation"].startswith(_SESSION)
    told = {
        "type": "session" if is_session else "read",
        "after_step": note["step"],
        "time": from_microseconds(note["time_us"]).isoformat(),
        "door": note["surface"],
        "actor": note["actor"],
        "operation": note["operation"],
        "request": note["request"],
        "outcome": note["outcome"],
    }
    return told | _result(note)


def _result(note: Mapping[str, Any]) -> dict[str, Any]:
    return {name: note[name] for name in ("result", "result_bytes") if name in note}


def _in_order(steps: Iterable[dict[str, Any]], others: Iterable[dict[str, Any]]) -> list[Line]:
    """What followed a step stands behind it."""
    placed = [(step["step"], 0, step) for step in steps]
    placed += [(other["after_step"], 1, other) for other in others]
    return [event for _step, _rank, event in sorted(placed, key=lambda each: each[:2])]


def _ended(
    world: World, grade: Grade, standing: episodes.Episode | None, events: Sequence[Line]
) -> dict[str, Any]:
    with world.reading() as session:
        now = Clock(session).now()
    return {
        "type": "grade",
        "time": now.isoformat(),
        "answer": standing.answer if standing else None,
        "is_answered": bool(standing and standing.is_answered),
        "state": state_digest(world.diff()),
        **grade.told(),
        "metrics": _metrics(standing, events),
    }


def _metrics(standing: episodes.Episode | None, events: Sequence[Line]) -> dict[str, int]:
    """Numbers that are only recorded."""
    asked = [event for event in events if event["type"] == "step" and event["cause"] is None]
    return {
        "steps": len(asked),
        "refused": sum(event["outcome"] != DONE for event in asked),
        "reads": sum(event["type"] == "read" for event in events),
        "seconds": (standing.seconds if standing else Spent(0, None)).used,
    }


def _text(changeset: bytes) -> str:
    return base64.b64encode(changeset).decode()
