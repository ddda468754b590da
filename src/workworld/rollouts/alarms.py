"""Alarms: code that does not end by itself is stopped."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

# What is begun in a world is brought to its end: SQLAlchemy would give up the connection.
_WHOLE = ("workworld.environment", "workworld.worlds", "sqlalchemy")


class OutOfTime(BaseException):
    """The time is up. No error, so that code which goes on after any error does not after this."""


@contextmanager
def alarm(seconds: float | None) -> Iterator[None]:
    """Stop what the block does when so much real time has passed.

    What an environment is doing then is done first. Only a process's first thread can be stopped;
    in others nothing is.

    Args:
        seconds: None lets it take what it takes.

    Raises:
        OutOfTime: out of the block, wherever it is.
    """
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    handler, profile = signal.signal(signal.SIGALRM, _ring), sys.getprofile()
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        sys.setprofile(profile)


def _ring(_signal: int, frame: FrameType | None) -> None:
    whole = None
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(_WHOLE):
            whole = frame
        frame = frame.f_back
    if whole is None:
        raise OutOfTime

    def stop(at: FrameType, event: str, _argument: Any) -> None:
        if at is whole and event == "return":
            raise OutOfTime

    sys.setprofile(stop)
