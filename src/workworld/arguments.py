"""Arguments as they come from outside: whether they can be kept, and whether they fit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from workworld.errors import Invalid, Problem
from workworld.operations import Operation

_DEEPEST = 64


def is_storable(arguments: Mapping[str, Any]) -> bool:
    """Whether the journal can keep them: no half surrogate pairs, no NaN, no deep nesting.

    The depth is bounded here because how deep Python's own encoder goes depends on its version.
    """
    if not _is_flat(arguments, _DEEPEST):
        return False
    try:
        json.dumps(dict(arguments), ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, TypeError):  # UnicodeEncodeError is a ValueError
        return False
    return True


def _is_flat(value: Any, levels: int) -> bool:
    """Whether lists and objects are nested at most so deep."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if not isinstance(value, list | tuple):
        return True
    return levels > 0 and all(_is_flat(inner, levels - 1) for inner in value)


def validated(declared: Operation, raw: Mapping[str, Any]) -> BaseModel:
    """The arguments of an operation, checked against its signature.

    Raises:
        Invalid: with the problem of each argument that does not fit.
    """
    try:
        return declared.arguments.model_validate(dict(raw))
    except ValidationError as error:
        problems = [_problem(dict(found)) for found in error.errors(include_url=False)]
        raise Invalid("invalid_arguments", problems=problems) from None


def _problem(found: Mapping[str, Any]) -> Problem:
    field = str(found["loc"][0]) if found["loc"] else "arguments"
    said: str = found["msg"]
    known = {"missing": "missing required field", "extra_forbidden": "unknown field"}
    return Problem(known.get(found["type"], said[:1].lower() + said[1:]), field)
