"""Bounds of a listing of messages: from when, until when."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select

from workworld.apps.chat.models import Message
from workworld.errors import Invalid

_messages = Message.__table__.c


def between(
    query: Select[Any], oldest: str | None, latest: str | None, *, inclusive: bool
) -> Select[Any]:
    """Restrict a query on messages to those between two stamps, exclusive unless ``inclusive``.

    Raises:
        Invalid: ``invalid_ts_oldest``, ``invalid_ts_latest``.
    """
    if oldest is not None:
        bound = _bound(oldest, "invalid_ts_oldest")
        query = query.where(_messages.ts >= bound if inclusive else _messages.ts > bound)
    if latest is not None:
        bound = _bound(latest, "invalid_ts_latest")
        query = query.where(_messages.ts <= bound if inclusive else _messages.ts < bound)
    return query


def _bound(stamp: str, code: str) -> str:
    """A bound in the form in which stamps are stored: ``1791126073`` and ``0`` are accepted too."""
    seconds, _, fraction = stamp.partition(".")
    if not (seconds.isascii() and seconds.isdigit()) or len(seconds) > 10:
        raise Invalid(code, f"{stamp!r} is not a time in Unix seconds.")
    if fraction and not (fraction.isascii() and fraction.isdigit()):
        raise Invalid(code, f"{stamp!r} is not a time in Unix seconds.")
    return f"{int(seconds):010}.{fraction[:6]:0<6}"
