"""Bodies of requests, checked as Google checks them: what is told of those that do not fit.

https://protobuf.dev/programming-guides/json/
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workworld.errors import Invalid

_SNAKE = re.compile(r"_([a-z0-9])")
_HUMP = re.compile(r"([A-Z])")
_PACKAGE = "type.googleapis.com/google.apps.sheets.v4"
_MOST_SHOWN = 5
"""How many mistakes an answer tells."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several words.

    Args:
        name: what the vendor calls the kind.
        words: which there are; the first one stands for none.
    """

    name: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """An object of known members.

    Args:
        members: name → ``str``, ``bool``, ``int``, ``object`` (anything at all), a choice, another
            message, or a list of one of these; ``Any`` is a cell's value.
        is_open: whether what it does not know is read over, as the older APIs do.
    """

    members: Mapping[str, Any] = field(default_factory=dict)
    is_open: bool = False


DIMENSION = Choice("Dimension", ("DIMENSION_UNSPECIFIED", "ROWS", "COLUMNS"))
INPUT = Choice("ValueInputOption", ("INPUT_VALUE_OPTION_UNSPECIFIED", "RAW", "USER_ENTERED"))
RENDER = Choice("ValueRenderOption", ("FORMATTED_VALUE", "UNFORMATTED_VALUE", "FORMULA"))
DATES = Choice("DateTimeRenderOption", ("SERIAL_NUMBER", "FORMATTED_STRING"))
INSERT = Choice("InsertDataOption", ("OVERWRITE", "INSERT_ROWS"))


def checked(body: Any, message: Message) -> dict[str, Any]:
    """What a body says, its members under the names in camel case; null is left out.

    Raises:
        Invalid: it holds what it may not; everything that is wrong is told.
    """
    if not isinstance(body, Mapping):
        raise Invalid(
            "invalid_payload", "Invalid JSON payload received. A JSON object is expected."
        )
    wrong: list[str] = []
    found: dict[str, Any] = _object(body, message, "", wrong)
    if wrong:
        raise Invalid("invalid_payload", "\n".join(wrong[:_MOST_SHOWN]))
    return found


def chosen(value: Any, choice: Choice, where: str) -> str:
    """One of the words of a choice, as a query has it.

    Raises:
        Invalid: there is no such word.
    """
    wrong: list[str] = []
    found: str = _choice(value, choice, where, wrong)
    if wrong:
        raise Invalid("invalid_payload", wrong[0])
    return found


def _object(body: Mapping[str, Any], message: Message, at: str, wrong: list[str]) -> dict[str, Any]:
    found = {}
    for name, value in body.items():
        ours = _SNAKE.sub(lambda letter: letter[1].upper(), name)
        kind = message.members.get(ours)
        if kind is None and message.is_open:
            continue
        if kind is None:
            where = f" at '{at}'" if at else ""
            said = f"Invalid JSON payload received. Unknown name {json.dumps(name)}{where}"
            wrong.append(f"{said}: Cannot find field.")
        elif value is not None:
            found[ours] = _value(value, kind, f"{at}.{snake(ours)}" if at else snake(ours), wrong)
    return found


def _value(value: Any, kind: Any, at: str, wrong: list[str]) -> Any:
    if isinstance(kind, list):
        return _list(value, kind[0], at, wrong)
    if isinstance(kind, Message):
        if isinstance(value, Mapping):
            return _object(value, kind, at, wrong)
    elif isinstance(kind, Choice):
        return _choice(value, kind, at, wrong)
    elif kind is object or kind is Any:
        if kind is Any and isinstance(value, dict | list):
            said = "struct_value" if isinstance(value, dict) else "list_value"
            wrong.append(f"Invalid {at}: {said} {_shown(value)}")
        return value
    elif (read := _plain(value, kind)) is not None:
        return read
    wrong.append(f"Invalid value at '{at}' ({_kind_name(kind)}), {_shown(value)}")
    return None


def _list(value: Any, kind: Any, at: str, wrong: list[str]) -> list[Any]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        if kind is str and isinstance(value, str):
            return [value]  # the vendor takes one text for a list of one
        wrong.append(f"Invalid value at '{at}' ({_kind_name(kind)}), {_shown(value)}")
        return []
    return [_value(each, kind, f"{at}[{index}]", wrong) for index, each in enumerate(value)]


def _choice(value: Any, choice: Choice, at: str, wrong: list[str]) -> str:
    if value not in choice.words:
        wrong.append(f"Invalid value at '{at}' ({_PACKAGE}.{choice.name}), {_shown(value)}")
    return str(value)


def _plain(value: Any, kind: Any) -> Any:
    """A text, a number or a yes or no; None where it is something else."""
    if kind is bool and isinstance(value, str):
        return {"true": True, "false": False}.get(value.lower())
    if kind is int:
        return _whole(value)
    if isinstance(value, kind) and (kind is bool or not isinstance(value, bool)):
        return value
    return None


def _whole(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,10}", value, re.ASCII):
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, int) and -(2**31) <= value < 2**31 else None


def _kind_name(kind: Any) -> str:
    if isinstance(kind, list):
        return _kind_name(kind[0])
    plain = ((str, "TYPE_STRING"), (bool, "TYPE_BOOL"), (int, "TYPE_INT32"))
    return next((name for each, name in plain if each is kind), "TYPE_MESSAGE")


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:200]


def snake(name: str) -> str:
    """A member's name as messages tell it: ``value_input_option``."""
    return _HUMP.sub(lambda letter: f"_{letter[1].lower()}", name)
