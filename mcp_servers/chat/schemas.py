"""Parameters that several of chat's tools share, and how their values are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.attempts import Accept
from workworld.context import Context
from workworld.errors import Invalid

Arguments = Mapping[str, Any]

STRING = {"type": "string"}
NUMBER = {"type": "number"}
BOOLEAN = {"type": "boolean"}


def described(kind: Mapping[str, str], description: str) -> dict[str, str]:
    """The schema of a parameter."""
    return {**kind, "description": description}


def texts(description: str) -> dict[str, Any]:
    """The schema of a list of texts."""
    return {"type": "array", "items": {"type": "string"}, "description": description}


CHANNEL_ID = described(STRING, "Id of the channel, such as C0123456789.")
MESSAGE_TS = described(STRING, "Message TS of the message, such as 1791126073.108809.")
CHANNEL = {"channel_id": CHANNEL_ID}
MESSAGE = {**CHANNEL, "message_ts": MESSAGE_TS}
EMOJI = described(STRING, "Name of the emoji without colons, such as eyes or thumbsup.")
CURSOR = described(STRING, "The cursor from the previous page's pagination_info.")
FORMAT = described(STRING, "'detailed' (default) or 'concise'.")


def taking(**names: str) -> Accept:
    """Takes those of the tool's arguments that were given, under our names: ``ours="theirs"``."""

    def accept(_ctx: Context, arguments: Arguments) -> Arguments:
        return given(arguments, **names)

    return accept


def given(arguments: Arguments, **names: str) -> dict[str, Any]:
    """Those of the tool's arguments that were given, under our names: ``ours="theirs"``."""
    return {ours: arguments[theirs] for ours, theirs in names.items() if theirs in arguments}


def require_format(arguments: Arguments, *allowed: str, key: str = "response_format") -> None:
    """See to it that an answer is wanted in a form that there is, the first by default.

    Raises:
        Invalid: ``invalid_arguments``.
    """
    if arguments.get(key, allowed[0]) not in allowed:
        raise Invalid("invalid_arguments", f"{key} is one of: {', '.join(allowed)}")


def is_concise(ctx: Context) -> bool:
    """Whether the caller asked for a short answer."""
    return ctx.request.arguments.get("response_format") == "concise"


def whole(arguments: Arguments, name: str, *, default: int, most: int) -> int:
    """A whole number from 1 on.

    Raises:
        Invalid: ``invalid_arguments``.
    """
    value = arguments.get(name, default)
    if not 1 <= value <= most or value != int(value):
        raise Invalid("invalid_arguments", f"{name} is a whole number from 1 to {most}")
    return int(value)
