"""What goes wrong in a world, by order: faults of its apps."""

from __future__ import annotations

from typing import Any

from workworld import loading
from workworld.clock import LATEST_US, Clock, from_microseconds, to_microseconds
from workworld.context import Surface
from workworld.faults import FaultKind, FaultRow, clear, inject, injected
from workworld.host.control.desk import Asked, Desk
from workworld.host.control.fields import Fields
from workworld.host.control.refusals import Refusal, bad_request
from workworld.operations import operations

_KINDS = tuple(kind.value for kind in FaultKind)
_DOORS = (Surface.UI.value, Surface.REST.value, Surface.MCP.value)
_DAY = 86_400
_USUAL_SECONDS = 30
MOST_TIMES = 1_000_000_000
MOST_MINUTES = 10 * 366 * 24 * 60


def listed(desk: Desk, asked: Asked) -> dict[str, Any]:
    """Every fault, the earliest injected first; those too that strike no more."""
    with desk.world(asked).reading() as session:
        now_us = Clock(session).now_us()
        return {"faults": [_fault_json(fault, now_us) for fault in injected(session)]}


def add(desk: Desk, asked: Asked) -> dict[str, Any]:
    """Let something go wrong from now on."""
    world, fields = desk.world(asked), asked.fields
    app_id = _required(fields, "app", [app.id for app in loading.apps()])
    kind = FaultKind(_required(fields, "kind", _KINDS))
    operation = _operation(fields, app_id)
    surface = fields.one_of("surface", _DOORS) or ""
    seconds = fields.whole("seconds", 0, _DAY)
    times = fields.whole("times", 1, MOST_TIMES)
    _require_one_end(fields)
    with world.writing() as session:
        now_us = Clock(session).now_us()
        fault_id = inject(
            session,
            app_id=app_id,
            kind=kind,
            operation=operation,
            surface=surface,
            seconds=_USUAL_SECONDS if seconds is None else seconds,
            times=times,
            until_us=_until_us(fields, now_us),
        )
        return next(
            _fault_json(fault, now_us) for fault in injected(session) if fault.id == fault_id
        )


def end(desk: Desk, asked: Asked) -> dict[str, Any]:
    """Let one thing go wrong no more, by its ``id``, or nothing at all."""
    world, fault_id = desk.world(asked), asked.fields.whole("id")
    with world.writing() as session:
        count = clear(session, fault_id)
    if fault_id is not None and not count:
        raise Refusal(404, "fault_not_found", f"there is no fault {fault_id}")
    return {"cleared": count}


def _required(fields: Fields, name: str, known: list[str] | tuple[str, ...]) -> str:
    value = fields.one_of(name, known)
    if value is None:
        raise bad_request(f"{name} is one of {', '.join(known)}")
    return value


def _operation(fields: Fields, app_id: str) -> str:
    """The id of an operation of the app, or the beginning of several."""
    given = fields.text("operation") or ""
    known = sorted(each for each in operations() if each.startswith(f"{app_id}."))
    if given and not any(f"{each}.".startswith(f"{given}.") for each in known):
        said = f"operation is one of {', '.join(known)}, or their beginning, not {given!r}"
        raise bad_request(said)
    return given


def _require_one_end(fields: Fields) -> None:
    minutes, until = fields.whole("minutes", 1, MOST_MINUTES), fields.moment("until")
    if minutes is not None and until is not None:
        raise bad_request("give minutes or until, not both")


def _until_us(fields: Fields, now_us: int) -> int | None:
    minutes, until = fields.whole("minutes"), fields.moment("until")
    if (minutes, until) == (None, None):
        return None
    until_us = to_microseconds(until) if until else now_us + (minutes or 0) * 60_000_000
    if until_us > LATEST_US:
        raise bad_request("that is past the end of the calendar; without an end, it never ends")
    if until_us <= now_us:
        now = from_microseconds(now_us).isoformat()
        raise bad_request(f"until is over already: it is {now} in this world")
    return until_us


def _fault_json(fault: FaultRow, now_us: int) -> dict[str, Any]:
    until_us = fault.until_us
    return {
        "id": fault.id,
        "app": fault.app_id,
        "kind": fault.kind,
        "operation": fault.operation or None,
        "surface": fault.surface or None,
        "seconds": fault.seconds,
        "times_left": fault.times_left,
        "until": None if until_us is None else from_microseconds(until_us).isoformat(),
        "strikes": fault.strikes(now_us),
    }
