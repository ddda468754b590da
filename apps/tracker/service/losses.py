"""What is about to be deleted, for those who must see it while it is there.

Events are told when a step has done its work: of what was deleted there is nothing to read by then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workworld.context import Context

Listener = Callable[[Context, str, Mapping[str, Any]], None]
_listeners: list[Listener] = []


def listens(listener: Listener) -> Listener:
    """Declare what is told of losses."""
    _listeners.append(listener)
    return listener


def tell(ctx: Context, name: str, facts: Mapping[str, Any]) -> None:
    """Tell that something is about to be deleted.

    Args:
        ctx: whose step it is.
        name: ``jira:issue_deleted`` or ``project_deleted``.
        facts: which, as events tell it.
    """
    for listener in _listeners:
        listener(ctx, name, facts)
