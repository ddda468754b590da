"""Endpoints: how one is declared, and how arguments that many share are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.wire.selection import words
from workworld.attempts import Accept, Present
from workworld.context import Context
from workworld.doors.paging import OffsetPaging, Paging
from workworld.doors.rest import Endpoint
from workworld.errors import Invalid, Problem

Arguments = Mapping[str, Any]
VERSIONS = ("2", "3", "latest")
MOST = 1000
"""How many rows a page has at most; who asks for more gets as many."""


def platform(
    method: str,
    path: str,
    function: Callable[..., Any],
    accept: Accept,
    present: Present,
    names: Mapping[str, str] | None = None,
    *,
    status: int = 200,
    paging: Paging | None = None,
) -> tuple[Endpoint, ...]:
    """An endpoint of the platform's API in each of its versions.

    Args:
        method: the HTTP method.
        path: below the version: ``issue/<issue>``.
        function: the operation.
        accept: request → arguments.
        present: result → answer.
        names: the operation's argument → the vendor's name of it.
        status: of success.
        paging: of a listing.
    """
    return tuple(
        Endpoint(
            (method,),
            f"/rest/api/{version}/{path}",
            function,
            accept,
            present,
            names or {},
            status,
            paging,
        )
        for version in VERSIONS
    )


def agile(
    method: str,
    path: str,
    function: Callable[..., Any],
    accept: Accept,
    present: Present,
    names: Mapping[str, str] | None = None,
    *,
    status: int = 200,
    paging: Paging | None = None,
) -> tuple[Endpoint, ...]:
    """An endpoint of the agile API."""
    row = Endpoint(
        (method,),
        f"/rest/agile/1.0/{path}",
        function,
        accept,
        present,
        names or {},
        status,
        paging,
    )
    return (row,)


def paged(items: str) -> OffsetPaging:
    """``startAt``, ``maxResults`` and ``total``, with the rows under a name."""
    return OffsetPaging(items)


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


def page_of(arguments: Arguments, usual: int = 50) -> dict[str, Any]:
    """Where a page begins and how many rows it has.

    Raises:
        Invalid: ``invalid_arguments``: neither is a whole number.
    """
    start = whole(arguments, "startAt", 0)
    size = whole(arguments, "maxResults", usual)
    return {"start": max(start, 0), "limit": min(max(size, 1), MOST)}


def whole(arguments: Arguments, name: str, usual: int) -> int:
    """A whole number that may be written as text; ``False`` stands for the usual one.

    Raises:
        Invalid: ``invalid_arguments``.
    """
    value = arguments.get(name)
    if value in (None, "", False, "False", "false"):
        return usual
    text = str(value)
    if not text.lstrip("-").isascii() or not text.lstrip("-").isdigit() or len(text) > 15:
        problem = Problem(f"The value '{text[:50]}' is not a valid integer.", name)
        raise Invalid("invalid_arguments", problems=[problem])
    return int(text)


def is_true(value: Any) -> bool:
    """Whether an argument says yes: ``true``, ``True``, or as JSON has it."""
    return value is True or str(value).lower() == "true"


def expanded(arguments: Arguments) -> frozenset[str]:
    """What ``expand`` asks for."""
    return frozenset(words(arguments.get("expand")))


def nothing(_ctx: Context, _answer: Any) -> None:
    """Answers 204 and no body."""


def pages(found: Listed[Any], limit: int, **rows: Any) -> dict[str, Any]:
    """A page of an older listing."""
    return {"startAt": found.start, "maxResults": limit, "total": found.total, **rows}


def required(arguments: Arguments, name: str) -> Any:
    """An argument that must be there.

    Raises:
        Invalid: ``invalid_arguments``.
    """
    if arguments.get(name) in (None, ""):
        raise Invalid("invalid_arguments", problems=[Problem("missing required field", name)])
    return arguments[name]


def an_object(arguments: Arguments, name: str) -> Arguments:
    """An argument that is an object; empty if it was not given.

    Raises:
        Invalid: ``invalid_arguments``.
    """
    value = arguments.get(name)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise Invalid("invalid_arguments", problems=[Problem("expected an object", name)])
    return value
