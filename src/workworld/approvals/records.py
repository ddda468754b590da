"""Asking for approval, answering, and what comes of it.

No operations of its own: an app asks in its own words, says who may ask, and acts on the answer.
Whoever asks never approves it themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from workworld.approvals.models import APPROVED, CANCELLED, DECLINED, PENDING, Approval, Approver
from workworld.context import Context
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Problem

_LONGEST_COMMENT = 2000


@dataclass(frozen=True, slots=True)
class Record:
    """An approval, and those who are asked."""

    approval: Approval
    approvers: Sequence[Approver]
    """By step."""

    @property
    def is_pending(self) -> bool:
        """Whether it has no answer yet."""
        return self.approval.state == PENDING

    @property
    def step(self) -> int:
        """Whose turn it is: the first step that is not complete; 0 for nobody's."""
        if not self.is_pending:
            return 0
        for step in sorted({each.step for each in self.approvers}):
            if not self._is_complete(step):
                return step
        return 0

    def may_answer(self, person_id: str) -> bool:
        """Whether it is somebody's turn to answer."""
        step = self.step
        return any(
            each.step == step and each.person_id == person_id and each.decision == PENDING
            for each in self.approvers
        )

    def _is_complete(self, step: int) -> bool:
        there = [each for each in self.approvers if each.step == step]
        said_yes = sum(each.decision == APPROVED for each in there)
        return said_yes >= min(self.approval.needed or len(there), len(there))


def ask(
    ctx: Context,
    *,
    app_id: str,
    thing_id: str,
    name: str,
    steps: Sequence[Sequence[str]],
    needed: int = 0,
    requester_id: str | None = None,
) -> Record:
    """Ask people for their yes.

    Args:
        ctx: whose step it is.
        app_id: whose thing it is.
        thing_id: what waits.
        name: what is asked.
        steps: ids of those who are asked at once, one step after the other.
        needed: how many of each step must say yes; 0 for all.
        requester_id: who asks; else the caller.

    Raises:
        Invalid: ``invalid_approvers``: nobody is asked, or the requester.
    """
    asking = requester_id or ctx.actor.person_id
    asked = [list(dict.fromkeys(step)) for step in steps]
    if not asked or not all(asked):
        raise _wrong("Name at least one approver.")
    if any(asking in step for step in asked):
        raise _wrong("Nobody approves what they ask for themselves.")
    approval = Approval(
        id=ctx.ids.next_id("AP"),
        app_id=app_id,
        thing_id=thing_id,
        name=name,
        requester_id=asking,
        needed=needed,
        state=PENDING,
        created_us=ctx.clock.now_us(),
        decided_us=None,
    )
    ctx.session.add(approval)
    ctx.session.flush()  # those who are asked refer to it
    approvers = [
        Approver(approval_id=approval.id, step=number, person_id=person_id, decision=PENDING)
        for number, step in enumerate(asked, start=1)
        for person_id in step
    ]
    ctx.session.add_all(approvers)
    return Record(approval, approvers)


def answer(
    ctx: Context, record: Record, *, approve: bool, comment: str = "", person_id: str | None = None
) -> Record:
    """Say yes or no; one no declines it.

    Args:
        ctx: whose step it is.
        record: what is answered.
        approve: yes or no.
        comment: why.
        person_id: in whose place the caller answers, if not in their own; the app knows who may.

    Raises:
        Conflict: ``approval_decided``: it has its answer already.
        Forbidden: ``not_an_approver``: it is not the caller's turn.
        Invalid: ``invalid_comment``.
    """
    me = person_id or ctx.actor.person_id
    if not record.is_pending:
        raise Conflict("approval_decided", f"This was {record.approval.state} already.")
    if not record.may_answer(me):
        raise Forbidden("not_an_approver", "You are not asked for your approval now.")
    if len(comment) > _LONGEST_COMMENT:
        raise Invalid("invalid_comment", f"A comment has at most {_LONGEST_COMMENT} characters.")
    now_us, step = ctx.clock.now_us(), record.step
    for each in record.approvers:
        if each.step == step and each.person_id == me:
            each.decision = APPROVED if approve else DECLINED
            each.comment, each.decided_us = comment.strip(), now_us
            each.by_id = None if me == ctx.actor.person_id else ctx.actor.person_id
    if not approve:
        _settle(record, DECLINED, now_us)
    elif record.step == 0:
        _settle(record, APPROVED, now_us)
    return record


def reassign(record: Record, *, from_id: str, to_id: str) -> Record:
    """Ask another person instead of one whose turn it is.

    Raises:
        Conflict: ``approval_decided``: it has its answer already.
        Invalid: ``invalid_approvers``: the other one asks, or is asked already; or the first is
            not asked now.
    """
    if not record.is_pending:
        raise Conflict("approval_decided", f"This was {record.approval.state} already.")
    if not record.may_answer(from_id):
        raise _wrong("This person is not asked now.")
    step = record.step
    if to_id == record.approval.requester_id:
        raise _wrong("Nobody approves what they ask for themselves.")
    if any(each.step == step and each.person_id == to_id for each in record.approvers):
        raise _wrong("This person is asked already.")
    for each in record.approvers:
        if each.step == step and each.person_id == from_id:
            each.person_id = to_id
    return record


def cancel(ctx: Context, record: Record) -> None:
    """Take back what nobody needs to answer any more."""
    if record.is_pending:
        _settle(record, CANCELLED, ctx.clock.now_us())


def known(session: Session, approval_id: str, app_id: str, thing_id: str) -> Record:
    """An approval of a thing that the caller sees: objects.

    Raises:
        NotFound: ``approval_not_found``.
    """
    row = session.get(Approval, approval_id)
    if row is None or (row.app_id, row.thing_id) != (app_id, thing_id):
        raise NotFound("approval_not_found", "There is no such approval.")
    return Record(row, _approvers(session, [row.id]))


def of_thing(session: Session, app_id: str, thing_id: str) -> Sequence[Record]:
    """The approvals of a thing, the oldest first: objects."""
    query = select(Approval).where(Approval.app_id == app_id, Approval.thing_id == thing_id)
    rows = session.scalars(query.order_by(Approval.created_us, Approval.id)).all()
    approvers = _approvers(session, [row.id for row in rows])
    return [Record(row, [a for a in approvers if a.approval_id == row.id]) for row in rows]


def forget(session: Session, app_id: str, thing_id: str) -> None:
    """Delete the approvals of a thing that is gone."""
    mine = select(Approval.id).where(Approval.app_id == app_id, Approval.thing_id == thing_id)
    session.execute(delete(Approver).where(Approver.approval_id.in_(mine)))
    session.execute(delete(Approval).where(Approval.id.in_(mine)))


def _approvers(session: Session, ids: Iterable[str]) -> Sequence[Approver]:
    query = select(Approver).where(Approver.approval_id.in_(list(ids)))
    return session.scalars(query.order_by(Approver.step, Approver.person_id)).all()


def _settle(record: Record, state: str, now_us: int) -> None:
    record.approval.state, record.approval.decided_us = state, now_us


def _wrong(what: str) -> Invalid:
    return Invalid("invalid_approvers", what, problems=[Problem(what, "person_ids")])
