"""A task's rubric as JSON: what is judged, how much it counts, and what decides it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from workworld.grading.changes import Allowed, Matching
from workworld.grading.checks import Check
from workworld.grading.family import Task
from workworld.grading.judges import JudgeCheck
from workworld.json_texts import NotJson, parsed
from workworld.worlds import Snapshot

VERSION = 1
_SCHEMA = Path(__file__).with_name("rubric.schema.json")
_DECIDING = ("workworld.tasks.", "workworld.grading.")
_ABSENT = object()


class MalformedRubric(ValueError):
    """A file is no rubric; the message names the path inside it."""


def rubric(task: Task[Any], snapshot: Snapshot) -> dict[str, Any]:
    """The rubric of one task, as ``rubric.schema.json`` describes it.

    Args:
        task: the task.
        snapshot: the company that it was drawn from.
    """
    return {
        "rubric": VERSION,
        "task": task.family.id,
        "seed": task.seed,
        "company": {
            "preset": snapshot.preset,
            "seed": snapshot.seed,
            "fingerprint": snapshot.fingerprint,
        },
        "persona": task.facts.persona_id,
        "instruction": task.instruction,
        "checks": [_check(check) for check in task.checks]
        + [_judged(check) for check in task.judged],
        "allowed": [_allowed(rule) for rule in task.allowed],
    }


def read_rubric(text: str) -> dict[str, Any]:
    """A rubric that somebody wrote or changed.

    Raises:
        MalformedRubric: it is none, or names a function that there is not.
    """
    try:
        found = parsed(text)
    except NotJson as error:
        raise MalformedRubric(f"$: it is no JSON: {error}") from None
    problem = best_match(_validator().iter_errors(found))
    if problem is not None:
        raise MalformedRubric(f"{problem.json_path}: {problem.message[:300]}")
    _require_consistent(found)
    return dict(found)


def differences(written: Mapping[str, Any], present: Mapping[str, Any]) -> list[str]:
    """Where a rubric that was written earlier is not what the family gives today, by path."""
    return list(_differing("$", written, present))


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(json.loads(_SCHEMA.read_text(encoding="utf-8")))


def _check(check: Check) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": check.id,
        "kind": str(check.kind),
        "weight": check.weight,
        "description": check.description,
        "decided_by": _reference(check.decide),
    }
    if check.expects is not None:
        told["expects"] = check.expects.told()
    if check.requires is not None:
        told["requires"] = _allowed(check.requires)
    return told


def _judged(check: JudgeCheck) -> dict[str, Any]:
    return {
        "id": check.id,
        "kind": "judge",
        "weight": check.weight,
        "description": check.description,
        "prompt": check.prompt,
    }


def _allowed(rule: Allowed) -> dict[str, Any]:
    told: dict[str, Any] = {
        "table": rule.table,
        "kind": rule.kind,
        "where": {name: _condition(value) for name, value in rule.where.items()},
        "at_most": rule.at_most,
    }
    if rule.only is not None:
        told["only"] = list(rule.only)
    return told


def _condition(value: Any) -> Any:
    return {"matching": value.said} if isinstance(value, Matching) else value


def _reference(function: Callable[..., Any]) -> str:
    """``module:name`` of a function; what is nested in others stands after them."""
    return f"{function.__module__}:{function.__qualname__}"


def _require_consistent(found: Mapping[str, Any]) -> None:
    """What no schema can say."""
    ids: list[str] = []
    for number, check in enumerate(found["checks"]):
        where = f"$.checks[{number}]"
        if check["id"] in ids:
            raise MalformedRubric(f"{where}.id: there is another check {check['id']!r}")
        ids.append(check["id"])
        if check["kind"] != "judge" and not _is_there(check["decided_by"]):
            said = f"there is no function {check['decided_by']}"
            raise MalformedRubric(f"{where}.decided_by: {said}")


def _is_there(reference: str) -> bool:
    """Whether the outermost function of a reference is there, within this product."""
    module, _, path = reference.partition(":")
    if not module.startswith(_DECIDING):
        return False
    try:
        return hasattr(import_module(module), path.split(".")[0])
    except Exception:  # noqa: BLE001 - importing runs anybody's code
        return False


def _differing(path: str, one: Any, other: Any) -> list[str]:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        names = [*one, *(name for name in other if name not in one)]
        pairs = [
            (f"{path}.{name}", one.get(name, _ABSENT), other.get(name, _ABSENT)) for name in names
        ]
    elif _is_list(one) and _is_list(other) and len(one) == len(other):
        pairs = [(f"{path}[{i}]", *pair) for i, pair in enumerate(zip(one, other, strict=True))]
    else:
        return [] if one == other else [path]
    return [found for pair in pairs for found in _differing(*pair)]


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)
