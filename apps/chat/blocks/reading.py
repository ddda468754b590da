"""Blocks, attachments and metadata as they come in: in shape, or refused in the vendor's words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter, ValidationError

from workworld.apps.chat.blocks.attachments import ATTACHMENTS, MOST
from workworld.apps.chat.blocks.kinds import BLOCKS
from workworld.errors import Invalid, Problem

LONGEST_DETAILS = 8_000
_LONGEST = 100_000
_NUL = r"\u0000"
_SAID = {
    "missing": "missing required field: {field}",
    "extra_forbidden": "invalid additional property: {field}",
    "union_tag_invalid": "unsupported type: {tag}",
    "union_tag_not_found": "missing required field: type",
    "literal_error": "must be one of: {expected}",
    "too_long": "no more than {max_length} items allowed",
    "too_short": "no fewer than {min_length} items allowed",
    "string_too_long": "must be less than {more} characters",
    "string_too_short": "must be more than {less} characters",
}
"""What the vendor says to what is wrong."""


def blocks(given: Any) -> list[dict[str, Any]]:
    """The blocks of a message, as they were given.

    Raises:
        Invalid: ``invalid_blocks``.
    """
    return checked(BLOCKS, given, "invalid_blocks", "blocks")


def attachments(given: Any) -> list[dict[str, Any]]:
    """The attachments of a message, as they were given.

    Raises:
        Invalid: ``too_many_attachments``, ``invalid_attachments``.
    """
    if isinstance(given, list) and len(given) > MOST:
        raise Invalid("too_many_attachments", f"A message has at most {MOST} attachments.")
    return checked(ATTACHMENTS, given, "invalid_attachments", "attachments")


def details(given: Any) -> dict[str, Any]:
    """A message's metadata: the type of an event, and what it says.

    Raises:
        Invalid: ``invalid_metadata_schema``, ``metadata_too_large``.
    """
    known = isinstance(given, dict) and {*given} <= {"event_type", "event_payload", "entities"}
    if not known or not isinstance(given.get("event_type"), str) or not given["event_type"]:
        raise Invalid("invalid_metadata_schema", "Metadata has an event_type and an event_payload.")
    if not isinstance(given.get("event_payload"), dict):
        raise Invalid("invalid_metadata_schema", "The event_payload of metadata is an object.")
    if len(json.dumps(given)) > LONGEST_DETAILS:
        raise Invalid("metadata_too_large", f"Metadata has at most {LONGEST_DETAILS:,} characters.")
    return dict(given)


def checked(
    shape: TypeAdapter[list[Any]], given: Any, code: str, name: str
) -> list[dict[str, Any]]:
    """A list of objects in a shape, as they were given.

    Raises:
        Invalid: the code, and what is wrong where.
    """
    try:
        shape.validate_python(given)
        written = json.dumps(given, ensure_ascii=False, allow_nan=False)
        written.encode()  # half pairs are no text
    except ValidationError as error:
        said = dict.fromkeys(_problem(each, given, name) for each in error.errors()[:5])
        raise Invalid(code, problems=[Problem(each, "") for each in said]) from None
    except (ValueError, RecursionError, TypeError):
        raise Invalid(code, f"{name} cannot be read.") from None
    if len(written) > _LONGEST or _NUL in written:
        raise Invalid(code, f"{name} are too long, or hold what no text may.")
    return list(given)


def _problem(error: Any, given: Any, name: str) -> str:
    context = error.get("ctx") or {}
    place, field = _place(given, error["loc"], name)
    if error["type"] in ("missing", "extra_forbidden"):
        place = place.removesuffix(f"/{field}")
    said = _SAID.get(error["type"])
    more, less = context.get("max_length", 0) + 1, context.get("min_length", 1) - 1
    values = {**context, "field": field, "more": more, "less": less}
    return f"{said.format_map(values) if said else error['msg']} [json-pointer:{place}]"


def _place(given: Any, parts: Sequence[Any], name: str) -> tuple[str, str]:
    """Where something is wrong, as a JSON pointer, and the last property on the way.

    What checks shapes names the kinds among the parts of its way, which are no properties.
    """
    pointer, value, field = f"/{name}", given, ""
    for number, part in enumerate(parts):
        is_last = number == len(parts) - 1
        if isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        elif isinstance(value, dict) and (part in value or is_last):
            value = value.get(part)
        else:
            continue
        field = str(part)
        pointer += f"/{part}"
    return pointer, field
