"""Refusals: what an operation answers when it will not do what was asked.

Services raise them with the vendor's error code; each door translates them once into
its own dialect. Everything else that escapes a service is a bug of ours.
"""

from __future__ import annotations

from collections.abc import Sequence


class Refused(Exception):
    """An operation was refused and changed nothing.

    Args:
        code: the vendor's error code, such as ``channel_not_found``.
        message: one sentence that tells the caller what to change.
        details: further lines, one per offending argument.
    """

    def __init__(self, code: str, message: str = "", *, details: Sequence[str] = ()) -> None:
        super().__init__(message or code)
        self.code = code
        self.message = message or code.replace("_", " ")
        self.details = tuple(details)


class Unauthenticated(Refused):
    """No credential came with the request, or one that this world does not honour."""


class Forbidden(Refused):
    """The actor is known but may not do this."""


class NotFound(Refused):
    """There is no such record, or the actor may not know that there is."""


class Invalid(Refused):
    """The arguments are malformed, missing or out of range."""


class Conflict(Refused):
    """The arguments are well-formed but do not fit the present state."""


class WorldNotFound(Exception):
    """No world of that name is open in this host."""
