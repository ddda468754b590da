"""Methods of the Web API: how one is declared, and how arguments that many share are read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from workworld.apps.chat.service import channels
from workworld.arguments import is_storable
from workworld.attempts import Accept, Present
from workworld.context import Context
from workworld.doors.paging import Paging
from workworld.doors.rest import Endpoint
from workworld.errors import Invalid, Problem
from workworld.paging import NumberedPage, Page

Arguments = Mapping[str, Any]

CHANNEL = {"channel_id": "channel"}
MESSAGE = {"channel_id": "channel", "ts": "timestamp"}
USER = {"user_id": "user"}


def method(
    name: str,
    function: Callable[..., Any],
    accept: Accept,
    present: Present,
    names: Mapping[str, str] | None = None,
    *,
    paging: Paging | None = None,
) -> Endpoint:
    """A Web API method: GET and POST mean the same."""
    return Endpoint(
        ("GET", "POST"), f"/api/{name}", function, accept, present, names or {}, paging=paging
    )


def taking(**names: str) -> Accept:
    """Takes those of the vendor's arguments that were given, under our names: ``ours="theirs"``."""

    def accept(_ctx: Context, arguments: Arguments) -> Arguments:
        return given(arguments, **names)

    return accept


def given(arguments: Arguments, **names: str) -> dict[str, Any]:
    """Those of the vendor's arguments that were given, under our names: ``ours="theirs"``."""
    return {
        ours: arguments[theirs]
        for ours, theirs in names.items()
        if arguments.get(theirs) not in (None, "")
    }


def text_of(arguments: Arguments, name: str) -> Any:
    """A text that may be empty, and is when it was not given."""
    return "" if arguments.get(name) is None else arguments[name]


def is_true(value: Any) -> bool:
    """Whether an argument says yes, as forms and as JSON do."""
    return value is True or str(value).lower() in ("1", "true")


def is_false(value: Any) -> bool:
    """Whether an argument says no, as forms and as JSON do; one that was not given says nothing."""
    return value is False or str(value).lower() in ("0", "false")


def structured(value: Any, code: str) -> Any:
    """A value that form bodies carry as JSON text.

    Raises:
        Invalid: ``code``: it is no JSON.
    """
    try:
        found = json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        raise Invalid(code, "This is not JSON.") from None
    if not is_storable({"value": found}):
        raise Invalid(code, "This cannot be kept.")
    return found


def in_channel(ctx: Context, arguments: Arguments) -> dict[str, Any]:
    """The channel of a call, by id or as ``#name``."""
    channel = arguments.get("channel")
    if isinstance(channel, str) and channel.startswith("#"):
        channel = channels.named(ctx, channel[1:]).id
    return {} if channel is None else {"channel_id": channel}


def ids_in(value: Any) -> Any:
    """Ids as a list, which form bodies carry comma-joined."""
    if isinstance(value, str):
        return [each.strip() for each in value.split(",") if each.strip()]
    return value


def refuse(arguments: Arguments, *names: str) -> None:
    """See to it that none of these arguments was given: what we cannot do is never dropped.

    Raises:
        Invalid: ``invalid_arguments``.
    """
    unsupported = [name for name in names if arguments.get(name)]
    if unsupported:
        problems = [Problem("unsupported argument", name) for name in unsupported]
        raise Invalid("invalid_arguments", problems=problems)


def nothing(_ctx: Context, _answer: Any) -> dict[str, Any]:
    """Answers with ``ok`` alone."""
    return {}


def next_cursor(page: Page[Any]) -> dict[str, Any]:
    """The cursor in a cursor-paged answer."""
    return {"response_metadata": {"next_cursor": page.next_cursor or ""}}


def numbers(page: NumberedPage[Any]) -> dict[str, int]:
    """The paging of an answer in numbered pages."""
    return {"count": page.size, "total": page.total, "page": page.number, "pages": page.pages}
