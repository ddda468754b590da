"""JSON text as others wrote it, read strictly."""

from __future__ import annotations

import json
from typing import Any


class NotJson(ValueError):
    """A text is no JSON; the message says why."""


def parsed(text: str | bytes) -> Any:
    """The value that a text stands for; bytes are UTF-8.

    Raises:
        NotJson: it is no JSON, which has no NaN and no Infinity, or is nested too deeply.
    """
    try:
        read = text.decode() if isinstance(text, bytes) else text
        return json.loads(read, parse_constant=_refuse)
    except ValueError as error:
        raise NotJson(str(error)) from None
    except RecursionError:
        raise NotJson("nested too deeply") from None


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no JSON value")
