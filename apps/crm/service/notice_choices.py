"""Which events users want to be told of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
        "mentioned": "Somebody mentions me in a post",
        "followed": "Somebody posts to a record that I follow, or answers to my post",
        "deal_closed": "A deal that I follow is won or lost",
        "approval_asked": "Somebody asks for my approval",
        "approval_answered": "What I asked for is approved or rejected",
        "report_sent": "A report that I am subscribed to arrives",
        "meeting": "Somebody invites me to a meeting, or answers to an invitation of mine",
        "import_done": "An import of mine is finished",
        "left_behind": "Somebody leaves whose records are to be given to others",
        "flow_told": "A flow has something to tell me",
        "flow_failed": "A flow that I have activated fails",
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
    kinds: Annotated[
        Sequence[Annotated[str, Field(max_length=40)]],
        Field(description="The kinds of which the caller wants to be told, and no others."),
    ],
) -> Mapping[str, bool]:
    """Choose of which kinds of events the caller is told.

    Raises:
        Invalid: ``INVALID_FIELD``: there is no such kind.
    """
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise Invalid("INVALID_FIELD", f"There is no kind of notification called {unknown[0]}.")
    user_id = people.me(ctx).id
    for kind in KINDS:
        row = ctx.session.get(NoticeChoice, (user_id, kind))
        if kind in kinds and row is not None:
            ctx.session.delete(row)
        elif kind not in kinds and row is None:
            ctx.session.add(NoticeChoice(user_id=user_id, kind=kind))
    ctx.session.flush()  # what is answered is read from the rows
    return mine(ctx)


def wanting(ctx: Context, kind: str, user_ids: Iterable[str]) -> set[str]:
    """Those of some users who want to be told of a kind of event."""
    wanted = sorted(set(user_ids))
    query = select(_choices.user_id).where(_choices.kind == kind, _choices.user_id.in_(wanted))
    return set(wanted) - set(ctx.session.scalars(query))
