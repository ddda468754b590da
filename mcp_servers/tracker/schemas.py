"""Parameters that several of the tracker's tools share, and how their values are read."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from workworld.attempts import Accept
from workworld.context import Context
from workworld.errors import Invalid

Arguments = Mapping[str, Any]
Properties = Mapping[str, Mapping[str, Any]]

STRING = {"type": "string"}
NUMBER = {"type": "number"}
INTEGER = {"type": "integer"}
BOOLEAN = {"type": "boolean"}
OBJECT = {"type": "object"}


def described(kind: Mapping[str, Any], description: str) -> dict[str, Any]:
    """The schema of a parameter."""
    return {**kind, "description": description}


def one_of(description: str, *allowed: str) -> dict[str, Any]:
    """The schema of a text that is one of a few."""
    return {"type": "string", "enum": list(allowed), "description": description}


def texts(description: str) -> dict[str, Any]:
    """The schema of a list of texts."""
    return {"type": "array", "items": {"type": "string"}, "description": description}


def usual(kind: Mapping[str, Any], default: Any, description: str) -> dict[str, Any]:
    """The schema of a parameter that has a default."""
    return {**kind, "default": default, "description": description}


CLOUD_ID = described(
    STRING,
    "The site: its id from getAccessibleAtlassianResources, or its address, such as "
    "https://calderoute.example.",
)
ISSUE = described(STRING, "Key or numeric id of the issue, such as CAL-214 or 10107.")
CONTENT_FORMAT = one_of("How bodies are sent: markdown (default) or adf.", "markdown", "adf")
RESPONSE_FORMAT = one_of("How bodies are answered: markdown (default) or adf.", "markdown", "adf")


def whole(arguments: Arguments, name: str, *, default: int, least: int = 1, most: int) -> int:
    """A whole number within bounds.

    Raises:
        Invalid: ``invalid_arguments``.
    """
    value = arguments.get(name, default)
    if not least <= value <= most or value != int(value):
        raise Invalid("invalid_arguments", f"{name} is a whole number from {least} to {most}")
    return int(value)


def given(arguments: Arguments, **names: str) -> dict[str, Any]:
    """Those of the tool's arguments that were given, under our names: ``ours="theirs"``."""
    return {ours: arguments[theirs] for ours, theirs in names.items() if theirs in arguments}


def taking(**names: str) -> Accept:
    """Takes those of the tool's arguments that were given, under our names: ``ours="theirs"``."""

    def accept(_ctx: Context, arguments: Arguments) -> Arguments:
        return given(arguments, **names)

    return accept


def nothing(_ctx: Context, _arguments: Arguments) -> Arguments:
    """Takes none of a tool's arguments."""
    return {}


def listed(arguments: Arguments, name: str) -> list[str]:
    """The parts of a text with commas in between, as the community's server takes lists."""
    return [part.strip() for part in str(arguments.get(name, "")).split(",") if part.strip()]


def number_in(arguments: Arguments, name: str) -> int:
    """The number of a board or sprint, which the community's server takes as a text.

    Raises:
        Invalid: ``invalid_arguments``.
    """
    text = str(arguments[name]).strip()
    if not re.fullmatch(r"\d{1,15}", text) or int(text) == 0:
        raise Invalid("invalid_arguments", f"{name} is the number of one, such as 10012")
    return int(text)


def json_in(arguments: Arguments, name: str, kind: type[Any], default: Any) -> Any:
    """What the JSON text of an argument says; of an absent or empty one the default.

    Raises:
        Invalid: ``invalid_arguments``.
    """
    text = arguments.get(name)
    if text is None or (isinstance(text, str) and not text.strip()):
        return default
    try:
        found = json.loads(text) if isinstance(text, str) else text
    except (ValueError, RecursionError):
        raise Invalid("invalid_arguments", f"{name} is no valid JSON") from None
    if not isinstance(found, kind):
        wanted = "an object" if kind is dict else "an array"
        raise Invalid("invalid_arguments", f"{name} is the JSON text of {wanted}")
    return found
