"""What rows belong to, and go with when it is deleted."""

from __future__ import annotations

from sqlalchemy import ForeignKeyConstraint


def of_message(ts: str = "ts") -> ForeignKeyConstraint:
    """The row goes with its message, whose ts is in this column."""
    return _of("chat_messages", ts)


def of_poll() -> ForeignKeyConstraint:
    """The row goes with its poll."""
    return _of("chat_polls")


def of_priority() -> ForeignKeyConstraint:
    """The row goes with what was said of its message."""
    return _of("chat_message_priorities")


def _of(table: str, ts: str = "ts") -> ForeignKeyConstraint:
    theirs = [f"{table}.channel_id", f"{table}.ts"]
    return ForeignKeyConstraint(["channel_id", ts], theirs, ondelete="CASCADE")
