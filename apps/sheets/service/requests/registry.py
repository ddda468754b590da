"""What edits a workbook: one function for each kind of request of the vendor's ``batchUpdate``.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from pydantic import ValidationError

from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.requests.places import MOST_IN_ALL, check_count
from workworld.apps.sheets.service.requests.shapes import Shape
from workworld.errors import Invalid

Perform = Callable[[Editing, Any], dict[str, Any] | None]
P = TypeVar("P", bound=Perform)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of request."""

    name: str
    perform: Perform
    label: str
    """As the history of edits calls it."""

    @property
    def shape(self) -> type[Shape]:
        """What it is given."""
        return _shape(self.perform)


_kinds: dict[str, Kind] = {}


def request(name: str, label: str = "") -> Callable[[P], P]:
    """Declare the function that performs a kind of request; its ``given`` has the shape.

    Args:
        name: the vendor's, ``sortRange``.
        label: as the history of edits calls it; by default the name in words.
    """

    def declare(function: P) -> P:
        if name in _kinds:
            raise TypeError(f"two functions perform {name}")
        _kinds[name] = Kind(name, function, label or _in_words(name))
        return function

    return declare


def kinds() -> Mapping[str, Kind]:
    """All kinds of requests, by name."""
    return _kinds


def perform(editing: Editing, index: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """Perform one request of a list.

    Args:
        editing: the workbook.
        index: which one it is, from zero, as errors name it.
        given: its kind with what that takes.

    Returns:
        The reply, ``{}`` where there is nothing to say.

    Raises:
        Invalid: the request is malformed or cannot be done.
        Forbidden: the caller may not do it.
    """
    kind = kind_of(given, index)
    try:
        shaped = kind.shape.model_validate(given[kind.name])
    except ValidationError as error:
        raise _malformed(error, f"requests[{index}].{kind.name}") from None
    try:
        said = kind.perform(editing, shaped)
        check_count(editing.written, MOST_IN_ALL)
    except Invalid as refused:
        raise _of_request(refused, f"requests[{index}].{kind.name}") from None
    return {kind.name: said} if said else {}


def kind_of(given: Mapping[str, Any], index: int) -> Kind:
    """The kind of a request.

    Raises:
        Invalid: it names none, several, or one that is not known.
    """
    named = [name for name, each in given.items() if each is not None]
    if not named:
        raise Invalid("invalid_request", f"Invalid requests[{index}]: No request set.")
    unknown = [name for name in named if name not in _kinds]
    if unknown:
        said = f"Unknown name \"{unknown[0]}\" at 'requests[{index}]': Cannot find field."
        raise Invalid("invalid_request", f"Invalid JSON payload received. {said}")
    if len(named) > 1:
        said = f"Invalid value at 'requests[{index}]' (oneof), oneof field 'kind' is already set."
        raise Invalid("invalid_request", f"{said} Cannot set '{named[1]}'")
    return _kinds[named[0]]


def _of_request(refused: Invalid, where: str) -> Invalid:
    said = refused.message if refused.message.startswith("Invalid requests") else ""
    return Invalid(refused.code, said or f"Invalid {where}: {refused.message}")


def _malformed(error: ValidationError, where: str) -> Invalid:
    """What is wrong with the first part that is, in the vendor's words."""
    first = error.errors(include_url=False, include_context=False)[0]
    path, name = _path(where, first["loc"]), str(first["loc"][-1]) if first["loc"] else ""
    if first["type"] == "extra_forbidden":
        parent = _path(where, first["loc"][:-1])
        said = f"Invalid JSON payload received. Unknown name \"{name}\" at '{parent}': "
        return Invalid("invalid_request", f"{said}Cannot find field.")
    if first["type"] == "missing":
        return Invalid("invalid_request", f"Invalid {where}: {name} is required.")
    return Invalid("invalid_request", f"Invalid value at '{path}': {first['msg']}.")


def _path(where: str, steps: typing.Sequence[int | str]) -> str:
    said = (f"[{each}]" if isinstance(each, int) else f".{each}" for each in steps)
    return where + "".join(said)


@cache
def _shape(function: Perform) -> type[Shape]:
    shape: type[Shape] = typing.get_type_hints(function)["given"]
    return shape


def _in_words(name: str) -> str:
    """``sortRange`` → ``Sort range``."""
    said = "".join(f" {each.lower()}" if each.isupper() else each for each in name)
    return said[:1].upper() + said[1:]
