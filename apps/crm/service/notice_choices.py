"""Which events users want to be told of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import NoticeChoice
from workworld.apps.crm.service import people
from workworld.context import Context, Surface
from workworld.errors import Invalid
from workworld.operations import Effect, operation

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "assigned": "A record becomes mine",
        "queued": "A record comes into one of my queues",
        "task_due": "A task of mine is due",
        "task_overdue": "A task of mine is overdue",
        "reminder": "A reminder that I have set",
        "sla_at_risk": "A case of mine is about to miss its service level",
        "sla_breached": "A case of mine has missed its service level",
        "escalated": "A case is escalated to me",
        "customer_replied": "A customer answers to a case of mine",
        "approval_asked": "Somebody asks for my approval",
        "approval_answered": "What I asked for is approved or rejected",
    }
)
"""What there is, and what it is called."""
# The vendor's API has none for these: people choose on a page.
_DOORS = (Surface.UI,)
_choices = NoticeChoice.__table__.c


@operation(Effect.READ, scope="api", doors=_DOORS)
def mine(ctx: Context) -> Mapping[str, bool]:
    """Read which events the caller wants to be told of."""
    query = select(_choices.kind).where(_choices.user_id == people.me(ctx).id)
    unwanted = set(ctx.session.scalars(query))
    return {kind: kind not in unwanted for kind in KINDS}


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def choose(
    ctx: Context,
    *,
    kind: Annotated[str, Field(description="The kind of event.", max_length=40)],
    wanted: Annotated[bool, Field(description="Whether the caller wants to be told of it.")],
) -> Mapping[str, bool]:
    """Choose whether the caller is told of a kind of event.

    Raises:
        Invalid: ``INVALID_FIELD``: there is no such kind.
    """
    if kind not in KINDS:
        raise Invalid("INVALID_FIELD", f"There is no kind of notification called {kind}.")
    key = (people.me(ctx).id, kind)
    row = ctx.session.get(NoticeChoice, key)
    if wanted and row is not None:
        ctx.session.delete(row)
    elif not wanted and row is None:
        ctx.session.add(NoticeChoice(user_id=key[0], kind=kind))
    ctx.session.flush()  # what is answered is read from the rows
    return mine(ctx)


def wanting(ctx: Context, kind: str, user_ids: Iterable[str]) -> set[str]:
    """Those of some users who want to be told of a kind of event."""
    wanted = sorted(set(user_ids))
    query = select(_choices.user_id).where(_choices.kind == kind, _choices.user_id.in_(wanted))
    return set(wanted) - set(ctx.session.scalars(query))
