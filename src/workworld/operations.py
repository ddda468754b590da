"""Operations: what an app can do, declared once and reached through every door.

An operation is a plain function, context first and all else keyword-only. Its signature gives
the argument model; ``workworld.calls.call`` is the only way in.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType, UnionType
from typing import Any, ParamSpec, TypeVar

from pydantic import BaseModel, Field, create_model

from workworld.context import Surface
from workworld.shapes import CLOSED

P = ParamSpec("P")
R = TypeVar("R")


class Effect(StrEnum):
    """What an operation does to the world."""

    READ = "read"
    """Changes nothing, costs no time, leaves no step."""
    WRITE = "write"
    """Asks to change state: a step, journalled even when refused."""
    HOUSEKEEPING = "housekeeping"
    """What a page notes unasked, such as a read marker: no step, no time, outside diffs. It
    changes tables of that role only."""


@dataclass(frozen=True, slots=True)
class Operation:
    """The declaration of an operation."""

    id: str
    """``<app>.<noun>.<verb>``, from the module path and the function's name."""
    function: Callable[..., Any]
    effect: Effect
    scope: str | None
    doors: tuple[Surface, ...]
    """Through which it can be reached."""
    outlives_account: bool = False
    """Whether it comes to pass even if whoever planned it is deactivated by then."""

    @property
    def arguments(self) -> type[BaseModel]:
        """The model of its arguments, made when somebody first asks: most processes use few."""
        return _argument_model(self.function)


EVERY_DOOR = (Surface.REST, Surface.MCP, Surface.UI)

_REGISTRY: dict[str, Operation] = {}


def operation(
    effect: Effect,
    *,
    scope: str | None,
    doors: tuple[Surface, ...] = EVERY_DOOR,
    outlives_account: bool = False,
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Declare a service function as an operation; the function itself stays as it is.

    Args:
        effect: whether it reads or writes.
        scope: what a credential must carry, in the vendor's words, such as ``chat:write``;
            None asks for a valid credential only.
        doors: through which it can be reached; through each it does the same.
        outlives_account: whether it comes to pass when it was planned even if whoever planned it
            is deactivated by then; it has to see to what that means itself.

    Raises:
        TypeError: an argument is not keyword-only, or another function has the same id.
    """

    def declare(function: Callable[P, R]) -> Callable[P, R]:
        for parameter in _parameters(function):
            if parameter.kind is not inspect.Parameter.KEYWORD_ONLY:
                raise TypeError(f"{_id_of(function)}: {parameter.name} must be keyword-only")
        declared = Operation(_id_of(function), function, effect, scope, doors, outlives_account)
        if declared.id in _REGISTRY:
            raise TypeError(f"two operations are called {declared.id}")
        _REGISTRY[declared.id] = declared
        return function

    return declare


def operations() -> Mapping[str, Operation]:
    """Every operation of the apps imported so far, by id."""
    return MappingProxyType(_REGISTRY)


def operation_of(function: Callable[..., Any]) -> Operation:
    """The declaration of a function; KeyError when it is not an operation."""
    return _REGISTRY[_id_of(function)]


def _id_of(function: Callable[..., Any]) -> str:
    """``workworld.apps.chat.service.messages`` + ``post`` → ``chat.messages.post``."""
    parts = function.__module__.split(".")
    if parts[1] in ("apps", "mcp_servers"):
        parts = parts[1:]  # the app's name stands behind the folder's
    return f"{parts[1]}.{parts[-1]}.{function.__name__}"


def _described(hint: Any) -> Any:
    """A type with what one of its alternatives says: ``Name | None`` is described as ``Name``."""
    if typing.get_origin(hint) not in (typing.Union, UnionType):
        return hint
    inner = [each for way in typing.get_args(hint) for each in getattr(way, "__metadata__", ())]
    said = next((each.description for each in inner if getattr(each, "description", None)), None)
    return typing.Annotated[hint, Field(description=said)] if said else hint


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    """All but the context."""
    return list(inspect.signature(function).parameters.values())[1:]


@cache
def _argument_model(function: Callable[..., Any]) -> type[BaseModel]:
    hints = typing.get_type_hints(function, include_extras=True)
    fields: dict[str, Any] = {}
    for parameter in _parameters(function):
        default = ... if parameter.default is inspect.Parameter.empty else parameter.default
        fields[parameter.name] = (_described(hints[parameter.name]), default)
    return create_model(f"{_id_of(function)} arguments", __config__=CLOSED, **fields)
