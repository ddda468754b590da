"""Views as they come in: in shape, or refused in the vendor's words.

https://docs.slack.dev/reference/views/modal-views
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from workworld.apps.chat.blocks import reading
from workworld.apps.chat.blocks.shapes import PlainText, Shape, most
from workworld.errors import Invalid, Problem

LARGEST = 250_000
_Short = Annotated[PlainText, most(24)]


class ModalView(Shape):
    """A dialog: a title, blocks, and the buttons below them."""

    type: Literal["modal"]
    title: _Short
    blocks: Annotated[list[Any], Field(max_length=100)]
    submit: _Short | None = None
    close: _Short | None = None
    private_metadata: Annotated[str, Field(max_length=3000)] = ""
    callback_id: Annotated[str, Field(max_length=255)] = ""
    clear_on_close: bool = False
    notify_on_close: bool = False
    external_id: Annotated[str, Field(max_length=255)] = ""
    submit_disabled: bool = False


class HomeView(Shape):
    """What an app shows in a tab of its own: https://docs.slack.dev/reference/views/home-tab-views"""

    type: Literal["home"]
    blocks: Annotated[list[Any], Field(max_length=100)]
    private_metadata: Annotated[str, Field(max_length=3000)] = ""
    callback_id: Annotated[str, Field(max_length=255)] = ""
    external_id: Annotated[str, Field(max_length=255)] = ""


_MODALS: TypeAdapter[list[Any]] = TypeAdapter(list[ModalView])
_HOMES: TypeAdapter[list[Any]] = TypeAdapter(list[HomeView])


def home(given: Any) -> dict[str, Any]:
    """What an app shows in its tab, as it was given.

    Raises:
        Invalid: ``view_too_large``, ``invalid_arguments``.
    """
    return _checked(_HOMES, given)


def modal(given: Any) -> dict[str, Any]:
    """A view in a dialog, as it was given.

    Raises:
        Invalid: ``view_too_large``, ``invalid_arguments``.
    """
    view = _checked(_MODALS, given)
    fields = [each for each in view["blocks"] if isinstance(each, dict)]
    if any(each.get("type") == "input" for each in fields) and not view.get("submit"):
        said = "missing required field: submit, since there are inputs [json-pointer:/view]"
        raise Invalid("invalid_arguments", problems=[Problem(said, "")])
    return view


def _checked(shapes: TypeAdapter[list[Any]], given: Any) -> dict[str, Any]:
    try:
        size = len(json.dumps(given))
    except (ValueError, RecursionError, TypeError):
        raise Invalid("invalid_arguments", problems=[Problem("cannot be read", "view")]) from None
    if size > LARGEST:
        raise Invalid("view_too_large", f"A view has at most {LARGEST:,} characters.")
    (view,) = reading.checked(shapes, [given], "invalid_arguments", "view")
    return view
