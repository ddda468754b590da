"""Which events users want to be told of, and where: by the bell, or in chat as well."""

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
BELL, CHAT = "bell", "chat"
_USUAL = {BELL: True, CHAT: False}
# The vendor's API has none for these: people choose on a page.
_DOORS = (Surface.UI,)
_choices = NoticeChoice.__table__.c
Kinds = Sequence[Annotated[str, Field(max_length=40)]]


@operation(Effect.READ, scope="api", doors=_DOORS)
def mine(ctx: Context) -> Mapping[str, Sequence[str]]:
    """Read of which events the caller wants to be told, and where: ``bell``, ``chat``, or not."""
    query = select(_choices.kind, _choices.place).where(_choices.user_id == people.me(ctx).id)
    chosen = {(row.kind, row.place) for row in ctx.session.execute(query)}
    return {
        kind: [place for place, usual in _USUAL.items() if ((kind, place) in chosen) != usual]
        for kind in KINDS
    }


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def choose(
    ctx: Context,
    *,
    kinds: Annotated[
        Kinds,
        Field(description="The kinds of which the bell is to tell the caller, and no others."),
    ],
    chat_kinds: Annotated[
        Kinds | None,
        Field(description="Those of which they are written to in chat; as before if not given."),
    ] = None,
) -> Mapping[str, Sequence[str]]:
    """Choose of which kinds of events the caller is told, and where.

    Raises:
        Invalid: ``INVALID_FIELD``: there is no such kind.
    """
    wanted = {BELL: kinds} if chat_kinds is None else {BELL: kinds, CHAT: chat_kinds}
    unknown = [kind for each in wanted.values() for kind in each if kind not in KINDS]
    if unknown:
        raise Invalid("INVALID_FIELD", f"There is no kind of notification called {unknown[0]}.")
    user_id = people.me(ctx).id
    for place, chosen in wanted.items():
        for kind in KINDS:
            row = ctx.session.get(NoticeChoice, (user_id, kind, place))
            is_usual = (kind in chosen) == _USUAL[place]
            if is_usual and row is not None:
                ctx.session.delete(row)
            elif not is_usual and row is None:
                ctx.session.add(NoticeChoice(user_id=user_id, kind=kind, place=place))
    ctx.session.flush()  # what is answered is read from the rows
    return mine(ctx)


def wanting(ctx: Context, kind: str, user_ids: Iterable[str], place: str = BELL) -> set[str]:
    """Those of some users who want to be told of a kind of event in a place."""
    asked = sorted(set(user_ids))
    query = select(_choices.user_id).where(
        _choices.kind == kind, _choices.place == place, _choices.user_id.in_(asked)
    )
    unusual = set(ctx.session.scalars(query))
    return set(asked) - unusual if _USUAL[place] else unusual
