"""What came to pass in a world: steps, reads, and what is not as it was."""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping
from typing import Any

from workworld.clock import from_microseconds
from workworld.host.control.desk import Asked, Desk
from workworld.journal import Doer, JournalEntry, doers, entries
from workworld.worlds.changes import RowChange


def steps(desk: Desk, asked: Asked) -> dict[str, Any]:
    """The journal, oldest step first; with ``since``, what came after that step."""
    world, since = desk.world(asked), asked.fields.whole("since") or 0
    with world.reading() as session:
        return {"steps": [_step_json(entry) for entry in entries(session, since=since)]}


def reads(desk: Desk, asked: Asked) -> dict[str, Any]:
    """What was looked at, oldest first; with ``since``, at that step and later."""
    world, since = desk.world(asked), asked.fields.whole("since") or 0
    return {"reads": world.trail.reads(since=since)}


def diff(desk: Desk, asked: Asked) -> dict[str, Any]:
    """Every state row that differs from the baseline, and who touched it last."""
    world = desk.world(asked)
    changes = world.diff()
    with world.reading() as session:
        by_step = doers(session)
    return {"changes": [_change_json(change, by_step) for change in changes]}


def _step_json(entry: JournalEntry) -> dict[str, Any]:
    return {
        "step": entry.step,
        "time": from_microseconds(entry.time_us).isoformat(),
        "actor": entry.actor_id,
        "surface": entry.surface,
        "operation": entry.operation,
        "arguments": entry.arguments,
        "outcome": entry.outcome,
        "cause": entry.cause,
        "request": entry.request,
    }


def _change_json(change: RowChange, by_step: Mapping[int, Doer]) -> dict[str, Any]:
    doer = by_step.get(change.step)
    return {
        "table": change.table,
        "kind": change.kind,
        "key": [_plain(value) for value in change.key],
        "before": _row(change.before),
        "after": _row(change.after),
        "step": change.step,
        "actor": doer.actor_id if doer else None,
        "surface": doer.surface if doer else None,
    }


def _row(values: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if values is None:
        return None
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: Any) -> Any:
    """A value of SQLite's as JSON can hold it."""
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode()}
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
