"""What forms say of how pressing a message is to be."""

from __future__ import annotations

from typing import Any

import flask


def pressing(*, is_changed: bool = False) -> dict[str, Any]:
    """What this request's form says, for the operation; nothing of an ordinary message.

    Args:
        is_changed: whether it was something else before, so that ordinary says something too.
    """
    form = flask.request.form
    level, asks = form.get("priority", "standard"), "acknowledge" in form
    is_said = is_changed and "priority" in form
    if level == "standard" and not asks and not is_said:
        return {}
    return {"priority": {"level": level, "asks_for_acknowledgement": asks}}
