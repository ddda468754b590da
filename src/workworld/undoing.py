"""Doing a part of a step so that it leaves nothing behind if it is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from workworld.context import Context
from workworld.database import driver
from workworld.errors import Refused

R = TypeVar("R")


def whole_or_nothing(ctx: Context, act: Callable[[], R]) -> R:
    """Do something within a step; if it is refused, the step goes on as if it had not been tried.

    Objects that were read before are no longer the session's then.

    Raises:
        Refused: whatever ``act`` was refused with.
    """
    database, told, shown = driver(ctx.session), len(ctx.events), len(ctx.topics)
    ctx.session.flush()  # so that going back leaves what stands before it
    database.execute("SAVEPOINT part")
    try:
        done = act()
        ctx.session.flush()  # what it wrote can still be refused here
    except Refused:
        ctx.session.expunge_all()
        database.execute("ROLLBACK TO part")
        database.execute("RELEASE part")
        del ctx.events[told:], ctx.topics[shown:]
        raise
    database.execute("RELEASE part")  # such parts may stand in one another
    return done
