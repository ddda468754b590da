"""Endpoints: how one is declared, and how arguments that many share are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workworld.apps.sheets import masks
from workworld.apps.sheets.masks import Mask
from workworld.apps.sheets.wire import payloads
from workworld.apps.sheets.wire.payloads import Choice, Message
from workworld.attempts import Accept, Present
from workworld.context import Context
from workworld.doors.rest import Endpoint
from workworld.errors import Invalid

Arguments = Mapping[str, Any]
ROOT = "/v4/spreadsheets"
NAMES = {
    "workbook_id": "spreadsheetId",
    "range": "range",
    "value_input_option": "valueInputOption",
    "requests": "requests",
    "sheet_id": "sheetId",
    "destination_id": "destinationSpreadsheetId",
}
_KNOWN_TO_ALL = frozenset(
    (
        *("fields", "$fields", "body", "uploadType"),
        *("spreadsheetId", "range", "sheetId", "metadataId"),
    )
)
"""What stands in every request: the field mask, the body, and what the path names."""


def sheets(
    method: str,
    path: str,
    function: Callable[..., Any],
    accept: Accept,
    present: Present,
    *,
    is_long: bool = False,
) -> Endpoint:
    """An endpoint of the Sheets API.

    Args:
        method: the HTTP method.
        path: below ``/v4/spreadsheets``.
        function: the operation.
        accept: request → arguments.
        present: result → answer.
        is_long: whether its query may be so long that clients send it as a form instead, and say
            in ``X-HTTP-Method-Override`` which method they mean.
    """
    methods = (method, "POST") if is_long else (method,)
    return Endpoint(methods, f"{ROOT}{path}", function, accept, present, NAMES)


def queried(arguments: Arguments, *known: str) -> dict[str, Any]:
    """The query of a method that knows these parameters; snake case is understood as well.

    Raises:
        Invalid: it has others.
    """
    found = {}
    ways = {payloads.snake(name): name for name in known}
    for name, value in arguments.items():
        if ours := name if name in known else ways.get(name):
            found[ours] = value
        elif name not in _KNOWN_TO_ALL:
            said = f'Invalid JSON payload received. Unknown name "{name[:100]}"'
            field = f"Field '{name[:100]}' could not be found in request message."
            raise Invalid("invalid_payload", f"{said}: Cannot bind query parameter. {field}")
    return found


def said(arguments: Arguments, message: Message) -> dict[str, Any]:
    """What the body says; nothing where there is none.

    Raises:
        Invalid: it holds what it may not.
    """
    body = arguments.get("body")
    return payloads.checked({} if body is None else body, message)


def chosen(found: Arguments, **options: tuple[str, Choice]) -> dict[str, str]:
    """Those options that were given, each one of its words: ``ours=("theirs", choice)``.

    Raises:
        Invalid: there is no such word.
    """
    return {
        ours: payloads.chosen(found[theirs], choice, payloads.snake(theirs))
        for ours, (theirs, choice) in options.items()
        if theirs in found
    }


def is_true(found: Arguments, name: str) -> bool:
    """Whether a parameter of the query or a member of the body says yes.

    Raises:
        Invalid: it is neither yes nor no.
    """
    value = found.get(name, False)
    text = str(value).lower()
    if text not in ("true", "false", "1", "0"):
        where = payloads.snake(name)
        raise Invalid("invalid_payload", f"Invalid value at '{where}' (TYPE_BOOL), \"{value}\"")
    return text in ("true", "1")


def mask_of(ctx: Context) -> Mask | None:
    """The field mask of a request, if it has one."""
    asked = ctx.request.arguments
    text = asked.get("fields") or asked.get("$fields")
    return masks.parsed(text) if isinstance(text, str) and text else None
