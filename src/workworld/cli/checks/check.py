"""One thing that was looked at, and what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    """How it stands with one thing."""

    OK = "ok"
    WARN = "warn"
    """It works, but somebody should know."""
    FAIL = "fail"
    """Something will not work."""


@dataclass(frozen=True, slots=True)
class Check:
    """What was found."""

    name: str
    status: Status
    said: str
    todo: str = ""
    """What somebody can do about it."""


def ok(name: str, said: str) -> Check:
    """It is as it should be."""
    return Check(name, Status.OK, said)


def warn(name: str, said: str, todo: str) -> Check:
    """It works, but somebody should know."""
    return Check(name, Status.WARN, said, todo)


def fail(name: str, said: str, todo: str) -> Check:
    """Something will not work."""
    return Check(name, Status.FAIL, said, todo)


Look = Callable[[], Iterable[Check]]


def looked(name: str, look: Look) -> list[Check]:
    """What a look finds; a look that breaks off has found that something is wrong."""
    found = []
    try:
        for check in look():
            found.append(check)  # noqa: PERF402 - what came before an exception counts
    except Exception as error:  # noqa: BLE001 - the doctor goes on with the next patient
        said = f"{type(error).__name__}: {error}".splitlines()[0]
        found.append(
            fail(name, said, "see what the message says; a bug of ours if it says nothing")
        )
    return found
