"""Whether a task can be graded fairly: what is asked before anybody works on it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sqlalchemy import Table
from sqlalchemy.orm import Session

from workworld.database import Base, TableRole, driver, role_of
from workworld.directory.models import Person
from workworld.grading.broken import broken, whole
from workworld.grading.changes import Allowed, Matching, meets
from workworld.grading.checks import CheckKind, Evidence
from workworld.worlds import World

if TYPE_CHECKING:  # families are asked whether they are sound as soon as they yield a task
    from workworld.grading.family import Task

_KINDS = ("insert", "update", "delete")


def require_sound(task: Task[Any], world: World) -> None:
    """Refuse a task that could not be graded fairly.

    Args:
        task: it has just been prepared.
        world: in it.

    Raises:
        BrokenTask: it names file, family, seed and reason.
    """
    with whole(task.family, task.seed, "asking whether it is fair"):
        reason = next(_unscorable(task), None) or next(_unreachable(task), None)
        if reason is None:
            with world.baseline() as before:
                evidence = Evidence(before, before, (), (), None, scratch=world.scratch)
                reason = next(_unfair(task, evidence), None)
    if reason is not None:
        raise broken(task.family, task.seed, reason)


def _unscorable(task: Task[Any]) -> Iterator[str]:
    """Why the checks could not give a score."""
    goals = [check for check in task.checks if check.kind is CheckKind.GOAL]
    if any(check.weight < 0 or not math.isfinite(check.weight) for check in goals):
        yield "no weight may be below 0, or without end"
    if sum(check.weight for check in goals) <= 0:
        yield "it needs a goal that counts"
    ids = [check.id for check in task.checks] + [check.id for check in task.judged]
    if twice := sorted({each for each in ids if ids.count(each) > 1}):
        yield f"two checks have the same id: {', '.join(twice)}"
    if not task.instruction.strip():
        yield "the instruction is empty"


def _unreachable(task: Task[Any]) -> Iterator[str]:
    """Why a change that it allows or asks for can never be seen."""
    for rule in task.allowed:
        if reason := _impossible(rule):
            yield f"unreachable change: {reason}"
    for check in task.checks:
        wanted = check.requires
        if wanted is None:
            continue
        if reason := _impossible(wanted):
            yield f"check {check.id}: unreachable change: {reason}"
        elif not any(_agree(wanted, rule) for rule in task.allowed):
            said = f"{wanted.kind} in {wanted.table} is not among the changes that are allowed"
            yield f"check {check.id}: unreachable change: {said}"


def _impossible(rule: Allowed) -> str | None:
    """Why no change can ever be of this kind; None if one can."""
    table = Base.metadata.tables.get(rule.table)
    if table is None:
        return f"there is no table {rule.table}"
    if role_of(table) is not TableRole.STATE:
        return f"{rule.table} is no state, so its changes are in no diff"
    if rule.kind not in _KINDS:
        return f"a change is one of {', '.join(_KINDS)}, not {rule.kind!r}"
    if unknown := sorted({*rule.where, *(rule.only or ())} - set(table.columns.keys())):
        return f"{rule.table} has no column {', '.join(unknown)}"
    if rule.at_most < 1 or (rule.only is not None and not rule.only):
        return f"a rule for {rule.table} allows no change, or one of no column"
    return None


def _agree(wanted: Allowed, rule: Allowed) -> bool:
    """Whether a change may be both; conditions are taken to agree with each other."""
    if (wanted.table, wanted.kind) != (rule.table, rule.kind):
        return False
    if wanted.only is not None and rule.only is not None and not {*wanted.only} & {*rule.only}:
        return False
    shared = wanted.where.keys() & rule.where.keys()
    return all(_can_agree(wanted.where[name], rule.where[name]) for name in shared)


def _can_agree(one: Any, other: Any) -> bool:
    if isinstance(one, Matching):
        return isinstance(other, Matching) or one.test(other)
    return other.test(one) if isinstance(other, Matching) else bool(one == other)


def _unfair(task: Task[Any], untouched: Evidence) -> Iterator[str]:
    """Why the untouched world decides it, or cannot."""
    before = untouched.before
    person = before.get(Person, task.facts.persona_id)
    if person is None or person.is_deactivated:
        yield f"persona {task.facts.persona_id} is nobody who works here"
    for rule in (*task.allowed, *(check.requires for check in task.checks if check.requires)):
        if rule.kind != "insert" and not _exists(before, rule):
            yield f"unreachable change: no row in {rule.table} is as {rule.kind} would find it"
    for check in task.checks:
        if check.expects is not None and (reason := check.expects.ambiguous(before)):
            yield f"check {check.id}: ambiguous truth: {reason}"
        with whole(task.family, task.seed, f"check {check.id}"):
            verdict = check.decide(untouched)
            holds, reason = verdict.holds, verdict.reason
        if holds != (check.kind is CheckKind.GUARD):
            state = "holds already" if holds else "fails at once"
            yield f"check {check.id}: the {check.kind} {state}: {reason}"


def _exists(before: Session, rule: Allowed) -> bool:
    """Whether there is a row that such a change could touch, by what the change leaves alone."""
    table = Base.metadata.tables[rule.table]
    names = rule.where.keys() if rule.kind == "delete" else _kept(table, rule)
    fixed = {name: rule.where[name] for name in names if name in rule.where}
    values = {key: value for key, value in fixed.items() if not isinstance(value, Matching)}
    where = " AND ".join(["1", *(f'"{name}" IS ?' for name in values)])
    listed = ", ".join(["1", *(f'"{name}"' for name in fixed)])
    # As a diff has them, and not as the models read them.
    query = f'SELECT {listed} FROM "{rule.table}" WHERE {where}'  # noqa: S608 - our own names
    rows = driver(before).execute(query, tuple(values.values()))
    return any(all(map(meets, row[1:], fixed.values())) for row in rows)


def _kept(table: Table, rule: Allowed) -> list[str]:
    """The columns that an update of this kind leaves as they are: at least the key's."""
    columns = table.columns.keys()
    if rule.only is not None:
        return [name for name in columns if name not in rule.only]
    return [column.name for column in table.primary_key.columns]
