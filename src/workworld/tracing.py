"""Which operations a request came to, for whoever writes the log of requests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_performed: ContextVar[dict[str, None] | None] = ContextVar("performed", default=None)


@contextmanager
def tracing() -> Iterator[dict[str, None]]:
    """Collect the operations that are performed for what happens in the block, each once.

    A door may hand the request on to a thread or a task: those take their context along.
    """
    performed: dict[str, None] = {}
    token = _performed.set(performed)
    try:
        yield performed
    finally:
        _performed.reset(token)


def trace(operation: str) -> None:
    """An operation is performed; it costs nothing when nobody collects."""
    performed = _performed.get()
    if performed is not None:
        performed[operation] = None
