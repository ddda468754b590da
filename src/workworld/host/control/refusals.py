"""What the control API answers when it will not do what was asked."""

from __future__ import annotations

import errno
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import apsw
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from workworld.endpoints import NoEndpoint
from workworld.errors import BrokenTask, Unavailable, WorldClosed, WorldNotFound, WorldTaken
from workworld.worlds.snapshots import SnapshotDamaged, SnapshotUnavailable

FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
"""What the machine says when there is no space left."""


class Refusal(Exception):
    """The caller asked for what cannot be.

    Args:
        status: of HTTP.
        error: a code for programs.
        message: a sentence for people.
        more: further members of the answer.
    """

    def __init__(
        self, status: int, error: str, message: str, more: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.error = error
        self.more = dict(more or {})


def bad_request(message: str) -> Refusal:
    """The request is malformed."""
    return Refusal(400, "bad_request", message)


@contextmanager
def explained() -> Iterator[None]:
    """Tell the caller of wrong values; only the arguments may be what is wrong with the block."""
    try:
        yield
    except WorldTaken:
        raise
    except ValueError as error:
        raise bad_request(str(error)) from None


def refusal_of(error: Exception) -> Refusal:  # noqa: PLR0911 - a table, case by case
    """The refusal that an exception comes to.

    Raises:
        Exception: the same, since it is a bug of ours.
    """
    match error:
        case Refusal():
            return error
        case WorldNotFound():
            return Refusal(404, "world_not_found", f"no world {str(error)!r} is open")
        case WorldTaken():
            return Refusal(409, "world_taken", str(error))
        case WorldClosed():
            return Refusal(409, "world_closed", f"{error}: it was let go of in the meantime")
        case SnapshotUnavailable():
            return Refusal(409, "snapshot_unavailable", str(error))
        case SnapshotDamaged():
            return Refusal(409, "snapshot_damaged", str(error))
        case BrokenTask():
            names = ("file", "family", "seed", "reason")
            more = {name: getattr(error, name) for name in names}
            return Refusal(409, "broken_task", str(error), more)
        case NoEndpoint():  # to judge by, of which only a part is named
            return Refusal(409, "no_endpoint", str(error))
        case Unavailable():  # full, or held by other processes for too long
            return Refusal(409, error.code, str(error))
        case OSError(errno=number) if number in FULL:
            return Refusal(409, "out_of_space", f"the disk is full: {error}")
        case apsw.BusyError() | OperationalError(orig=apsw.BusyError()):
            return Refusal(409, "world_busy", "another process writes to this world; try again")
        case HTTPException():
            return Refusal(error.status_code, "no_such_route", error.detail)
    raise error


async def answered(_request: Request, error: Exception) -> Response:
    """The answer to an exception."""
    refusal = refusal_of(error)
    headers: Mapping[str, str] | None = getattr(error, "headers", None)
    said = {"error": refusal.error, "message": str(refusal)} | refusal.more
    return JSONResponse(said, refusal.status, headers=headers)


async def _bug(_request: Request, _error: Exception) -> Response:
    """The server logs it all the same."""
    said = "a bug of ours; the host's log says more"
    return JSONResponse({"error": "internal_error", "message": said}, 500)


HANDLERS: dict[Any, Any] = {
    Exception: _bug,
    **dict.fromkeys(
        (
            Refusal,
            WorldNotFound,
            WorldTaken,
            WorldClosed,
            SnapshotUnavailable,
            SnapshotDamaged,
            BrokenTask,
            NoEndpoint,
            Unavailable,
            OSError,
            apsw.BusyError,
            OperationalError,
            HTTPException,
        ),
        answered,
    ),
}
"""For Starlette: who answers which exception."""
