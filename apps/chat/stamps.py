"""A message's ``ts``: its id within the channel and its time, ``seconds.micros``, as a text.

Stamps of equal length sort as their times do, so they are kept and compared as texts.
"""

from __future__ import annotations

import re
from datetime import datetime

from workworld.clock import from_microseconds

FORM = r"\d{10}\.\d{6}"
_MICROSECONDS = 1_000_000


def is_stamp(text: str) -> bool:
    """Whether a text could be a message's ``ts``."""
    return re.fullmatch(FORM, text, re.ASCII) is not None


def of(microseconds: int) -> str:
    """The stamp of a time in microseconds since the Unix epoch."""
    seconds, micros = divmod(microseconds, _MICROSECONDS)
    return f"{seconds:010}.{micros:06}"


def microseconds(ts: str) -> int:
    """The time of a stamp in microseconds since the Unix epoch."""
    return int(digits(ts))


def moment(ts: str) -> datetime:
    """The time of a stamp, in UTC."""
    return from_microseconds(microseconds(ts))


def digits(ts: str) -> str:
    """The stamp without its dot, as permalinks carry it."""
    return ts.replace(".", "")


def padded(text: str) -> str:
    """A stamp, or the seconds of one, as a stamp."""
    seconds, _, micros = text.partition(".")
    return f"{int(seconds):010}.{micros:0<6}"
