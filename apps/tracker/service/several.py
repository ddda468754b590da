"""Doing the same many times: each by itself, so that one that is refused leaves nothing behind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from workworld.apps.tracker.models import Issue
from workworld.context import Context
from workworld.database import driver
from workworld.errors import Refused


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one issue."""

    asked: str
    """The key or id that was given."""
    issue: Issue | None = None
    """None if it was refused or is no more."""
    refused: Refused | None = None

    @property
    def is_done(self) -> bool:
        """Whether it was done."""
        return self.refused is None


def steadily(ctx: Context) -> Context:
    """A context for changing many issues, which changes nothing of what they are made of."""
    return ctx.remembering("tracker site", "tracker screen", "tracker field contexts")


def each(
    ctx: Context, asked: Iterable[str], act: Callable[[str], Issue | None]
) -> Sequence[Outcome]:
    """Do something to issues, in order and to each once.

    Args:
        ctx: whose step it is.
        asked: what they are called.
        act: does it to one of them, or raises a refusal.
    """
    return [one(ctx, ref, act) for ref in dict.fromkeys(asked)]


def one(ctx: Context, ref: str, act: Callable[[str], Issue | None]) -> Outcome:
    """Do something to one issue; if it is refused nothing of it stays."""
    database, events, topics = driver(ctx.session), len(ctx.events), len(ctx.topics)
    ctx.session.flush()  # what was done so far is not to be undone
    database.execute("SAVEPOINT one_of_many")
    try:
        issue = act(ref)
        ctx.session.flush()  # it belongs to what may be undone
    except Refused as refusal:
        if not database.in_transaction:
            raise
        ctx.session.expunge_all()
        database.execute("ROLLBACK TO one_of_many")
        database.execute("RELEASE one_of_many")
        del ctx.events[events:], ctx.topics[topics:]
        return Outcome(ref, None, refusal)
    database.execute("RELEASE one_of_many")
    return Outcome(ref, issue)
