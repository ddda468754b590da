"""Endpoints: how one is declared, and how arguments that many share are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workworld.attempts import Accept, Present
from workworld.context import Context
from workworld.doors.paging import Paging
from workworld.doors.rest import Endpoint
from workworld.errors import Invalid

Arguments = Mapping[str, Any]
ROOT = "/services/data/v<version>"


def data(
    method: str,
    path: str,
    function: Callable[..., Any],
    accept: Accept,
    present: Present,
    names: Mapping[str, str] | None = None,
    *,
    status: int = 200,
    paging: Paging | None = None,
) -> Endpoint:
    """An endpoint of the data API, in whichever version it is asked.

    Args:
        method: the HTTP method.
        path: below the version: ``sobjects/<sobject>``.
        function: the operation.
        accept: request → arguments.
        present: result → answer.
        names: the operation's argument → the vendor's name of it.
        status: of success.
        paging: of a listing.
    """
    where = f"{ROOT}/{path}" if path else ROOT
    return Endpoint((method,), where, function, accept, present, names or {}, status, paging)


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
        if arguments.get(theirs) is not None
    }


def a_body(arguments: Arguments) -> dict[str, Any]:
    """The body, which must be an object.

    Raises:
        Invalid: ``JSON_PARSER_ERROR``.
    """
    body = arguments.get("body")
    if not isinstance(body, Mapping):
        raise Invalid("JSON_PARSER_ERROR", "The body of the request must be a JSON object.")
    return dict(body)


def listed(body: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """What stands by a name in a body: a list of objects.

    Raises:
        Invalid: ``JSON_PARSER_ERROR``.
    """
    found = body.get(name)
    if not isinstance(found, list) or not all(isinstance(each, Mapping) for each in found):
        raise Invalid("JSON_PARSER_ERROR", f"{name} must be a list of JSON objects.")
    return found


def words(value: Any) -> list[str]:
    """What stands between commas, or in a list.

    Raises:
        Invalid: ``JSON_PARSER_ERROR``.
    """
    if value is None:
        return []
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, list) or not all(isinstance(each, str) for each in parts):
        raise Invalid("JSON_PARSER_ERROR", "A list of texts is expected.")
    return [each.strip() for each in parts if each.strip()]


def is_true(value: Any) -> bool:
    """Whether an argument says yes: ``true`` in a query, or as JSON has it."""
    return value is True or str(value).lower() == "true"


def whole(arguments: Arguments, name: str, usual: int) -> int:
    """A whole number, which a query has as text.

    Raises:
        Invalid: ``INVALID_ARGUMENT``.
    """
    value = arguments.get(name)
    if value in (None, ""):
        return usual
    text = str(value)
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Invalid("INVALID_ARGUMENT", f"{name} must be a whole number.")
    return int(text)


def nothing(_ctx: Context, _answer: Any) -> None:
    """Answers 204 and no body."""


def as_it_is(_ctx: Context, answer: Any) -> Any:
    """Answers what the operation has made."""
    return answer


def no_arguments(_ctx: Context, _arguments: Arguments) -> Arguments:
    """Takes nothing."""
    return {}
