"""What people enter into the fields of a view, as the vendor tells it to apps.

https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from workworld.apps.chat.service import channels, interactions
from workworld.context import Context
from workworld.errors import Invalid, NotFound, Problem, Refused

Json = Mapping[str, Any]
_TEXTS = ("plain_text_input", "email_text_input", "url_text_input", "number_input")
_ROOMS = ("channels_select", "conversations_select")
_LONGEST = 3000
_EMPTY = "This field must be filled in."
_FORMS = {
    "email_text_input": (r"[^@\s]+@[^@\s]+\.[^@\s]+", "This is no e-mail address."),
    "url_text_input": (r"https?://\S+", "This is no web address."),
    "number_input": (r"-?\d+(\.\d+)?", "This is no number."),
}


def state_of(ctx: Context, blocks: Sequence[Json], entered: Mapping[str, Sequence[str]]) -> Json:
    """What was entered, by block and element.

    Args:
        ctx: whose step it is.
        blocks: of the view.
        entered: what was typed or chosen, by the block's id.

    Raises:
        Invalid: ``invalid_arguments``: what is wrong, by the block's id.
    """
    values, problems = {}, []
    for block in blocks:
        if block["type"] != "input":
            continue
        element, name = block["element"], block["block_id"]
        given = [each for each in entered.get(name, ()) if each.strip()]
        try:
            if not given and not block.get("optional"):
                raise Invalid("invalid_arguments", _EMPTY)
            values[name] = {element["action_id"]: _value(ctx, element, given)}
        except (Invalid, NotFound) as refused:
            problems.append(Problem(refused.message, name))
    if problems:
        raise Invalid("invalid_arguments", problems=problems)
    return values


def so_far(ctx: Context, blocks: Sequence[Json], entered: Mapping[str, Sequence[str]]) -> Json:
    """What can be told of what was entered while the view is not sent; the rest is left out."""
    values = {}
    for block in blocks:
        given = [each for each in entered.get(block["block_id"], ()) if each.strip()]
        if block["type"] == "input" and given:
            with suppress(Refused):
                element = block["element"]
                values[block["block_id"]] = {element["action_id"]: _value(ctx, element, given)}
    return values


def _value(ctx: Context, element: Json, given: Sequence[str]) -> Json:
    kind = element["type"]
    if kind in _TEXTS:
        return {"type": kind, "value": _text(element, given[0]) if given else None}
    if kind.removeprefix("multi_") in _ROOMS:
        return {"type": kind, **_rooms(ctx, kind, given)}
    if not given:
        return {"type": kind, **interactions.nothing_chosen(kind)}
    return {"type": kind, **interactions.chosen_state(ctx, element, given)}


def _rooms(ctx: Context, kind: str, given: Sequence[str]) -> Json:
    name = f"selected_{kind.removeprefix('multi_').removesuffix('s_select')}"
    ids = [channels.known(ctx, each).id for each in given]
    if kind.startswith("multi_"):
        return {f"{name}s": ids}
    return {name: ids[0] if ids else None}


def _text(element: Json, text: str) -> str:
    least, most = element.get("min_length") or 0, element.get("max_length") or _LONGEST
    if len(text) < least:
        raise Invalid("invalid_arguments", f"Write at least {least} characters.")
    if len(text) > most:
        raise Invalid("invalid_arguments", f"Write at most {most:,} characters.")
    form, said = _FORMS.get(element["type"], ("", ""))
    if form and not re.fullmatch(form, text.strip(), re.ASCII):
        raise Invalid("invalid_arguments", said)
    if element["type"] == "number_input":
        _require_within(element, float(text))
    return text.strip() if form else text


def _require_within(element: Json, number: float) -> None:
    if not element["is_decimal_allowed"] and number != int(number):
        raise Invalid("invalid_arguments", "Write a whole number.")
    for name, is_wrong in (("min_value", -1), ("max_value", 1)):
        bound = element.get(name)
        if bound is not None and (number - float(bound)) * is_wrong > 0:
            word = "least" if is_wrong < 0 else "most"
            raise Invalid("invalid_arguments", f"It is at {word} {bound}.")
