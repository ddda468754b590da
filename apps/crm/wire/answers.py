"""Answers that say more than a payload: a status of their own, headers, or text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from workworld.apps.crm.wire.records import LATEST
from workworld.context import Context

CSV = "text/csv; charset=UTF-8"
BYTES = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class Answer:
    """What an endpoint answers, wherever it was asked: by itself, or within a composite request.

    Args:
        body: any JSON value; a text or bytes if there is a ``kind``; None for no body at all.
        status: of HTTP.
        headers: further ones.
        kind: the type of a text.
    """

    body: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    kind: str = ""


def version_of(ctx: Context) -> str:
    """The version of the API that a request's path names: ``v59.0``. Addresses tell it."""
    version = ctx.request.arguments.get("version")
    return f"v{version}" if isinstance(version, str) else LATEST


def data_path(ctx: Context, *parts: str) -> str:
    """The path of a resource, as the vendor's answers tell it: from the root of the site."""
    return "/".join((f"/services/data/{version_of(ctx)}", *parts))
