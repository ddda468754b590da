"""Where resources lie, as the caller reaches them, and which version of the API they asked.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/#version
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from workworld.apps.tracker import APP
from workworld.clock import from_microseconds, to_microseconds
from workworld.context import Context, Surface
from workworld.directory import people


def version_of(ctx: Context) -> int:
    """The version of the API that was asked: 3 has documents, 2 (and ``latest``) has texts.

    Tools speak of resources as version 3 does.
    """
    is_third = ctx.request.surface is Surface.MCP or "/rest/api/3/" in ctx.request.name
    return 3 if is_third else 2


def self_of(ctx: Context, *path: str | int) -> str:
    """The address of a resource in the version that was asked."""
    return address(ctx, f"rest/api/{version_of(ctx)}", *path)


def agile_of(ctx: Context, *path: str | int) -> str:
    """The address of a resource of the agile API."""
    return address(ctx, "rest/agile/1.0", *path)


def address(ctx: Context, root: str, *path: str | int) -> str:
    """An address below the app's root."""
    parts = "".join(f"/{quote(str(part), safe='')}" for part in path)
    return f"{people.app_url(ctx, APP.id)}/{root}{parts}"


def stamp(moment_us: int | None) -> str | None:
    """A moment as the vendor writes it: ``2030-01-02T03:04:05.000+0000``."""
    return None if moment_us is None else _written(moment_us, "+0000")


def agile_stamp(moment_us: int | None) -> str | None:
    """A moment as the agile API writes it: ``2030-01-02T03:04:05.000Z``."""
    return None if moment_us is None else _written(moment_us, "Z")


def _written(moment_us: int, zone: str) -> str:
    moment = from_microseconds(moment_us)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03}{zone}"


def moment_from(value: Any) -> int | None:
    """The microseconds that a stamp means, with an offset or in UTC; None if it means none."""
    try:
        moment = datetime.fromisoformat(str(value).strip())
        aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return max(to_microseconds(aware), 0)
    except (ValueError, OverflowError):
        return None
