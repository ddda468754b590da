"""Addresses that programs post to, each its own credential: how they answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flask
from werkzeug.exceptions import HTTPException

from workworld.context import Context
from workworld.errors import (
    Failed,
    Forbidden,
    NotFound,
    RateLimited,
    Refused,
    Unavailable,
)

Statuses = Sequence[tuple[type[Refused], int]]
_STATUS: Statuses = (  # the first that fits counts
    (RateLimited, 429),
    (Failed, 500),
    (Unavailable, 503),
    (NotFound, 404),
    (Forbidden, 403),
)


def status_of(refused: Refused, own: Statuses) -> int:
    """The HTTP status of a refusal.

    Args:
        refused: the refusal.
        own: the statuses that only these addresses have.
    """
    known = (*_STATUS, *own)
    return next((number for kind, number in known if isinstance(refused, kind)), 400)


def with_pause(response: flask.Response, refused: Refused) -> flask.Response:
    """An answer that says when to come back, if that is why it refuses."""
    if isinstance(refused, RateLimited):
        response.headers["Retry-After"] = str(refused.seconds)
    return response


def code_of(error: HTTPException, missing: str) -> str:
    """The code of an error before any operation: ``missing`` for an address that is none."""
    return missing if error.code == 404 else error.name.lower().replace(" ", "_")


def nothing(_ctx: Context, _row: object) -> dict[str, Any]:
    """What is told of what was taken."""
    return {}
