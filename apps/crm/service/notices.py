"""What users are told of: records that became theirs, what is due, time that gets short.

The bell tells it, and chat whoever wishes so: ``crm.people_called``.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select

from workworld.apps.crm import APP
from workworld.apps.crm.models import GroupMember, User
from workworld.apps.crm.service import notice_choices, saving
from workworld.apps.crm.service.saving import Saving
from workworld.context import Context
from workworld.directory.people import canonical_url
from workworld.notifications import notices

QUEUED = "queued"
TASK_DUE, TASK_OVERDUE, REMINDER = "task_due", "task_overdue", "reminder"
SLA_AT_RISK, SLA_BREACHED, ESCALATED = "sla_at_risk", "sla_breached", "escalated"
CUSTOMER_REPLIED = "customer_replied"
FLOW_TOLD, FLOW_FAILED = "flow_told", "flow_failed"
MENTIONED, FOLLOWED, DEAL_CLOSED = "mentioned", "followed", "deal_closed"
APPROVAL_ASKED, APPROVAL_ANSWERED = "approval_asked", "approval_answered"
REPORT_SENT = "report_sent"
MEETING, IMPORT_DONE = "meeting", "import_done"
HANDED_OVER, LEFT_BEHIND = "assigned", "left_behind"
_BY_THEMSELVES = frozenset(
    {
        *(TASK_DUE, TASK_OVERDUE, REMINDER, SLA_AT_RISK, SLA_BREACHED, FLOW_TOLD, FLOW_FAILED),
        IMPORT_DONE,
    }
)
_users, _members = User.__table__.c, GroupMember.__table__.c


def address_of(ctx: Context, sobject: str, record_id: str, part: str = "") -> str:
    """The canonical address of a record, or of a part of it."""
    found = canonical_url(ctx.session, APP.id, f"/{sobject}/{record_id}")
    return f"{found}#{part}" if part else found


def tell_owner(
    ctx: Context,
    kind: str,
    sobject: str,
    record_id: str,
    owner_id: str,
    text: str,
    *,
    part: str = "",
) -> None:
    """Tell a record's owner of something: of a queue's, every member.

    Args:
        ctx: whose deed it is.
        kind: one of the kinds above.
        sobject: what it is about.
        record_id: which one.
        owner_id: a user's or a queue's id; whoever owns a record sees it.
        text: what happened, to be read after the actor's name.
        part: which event of that record it is, so that each is told.
    """
    users = users_of(ctx, owner_id)
    tell(ctx, kind, address_of(ctx, sobject, record_id, part), users, text)


def tell(ctx: Context, kind: str, url: str, user_ids: Iterable[str], text: str) -> None:
    """Tell users of what lies at an address, if they want to know of that kind, each time anew."""
    users = sorted(set(user_ids))
    people = _people(ctx, notice_choices.wanting(ctx, kind, users))
    for person_id in people:
        notices.withdraw(ctx, url, person_id)
    said = {"app_id": APP.id, "kind": kind, "text": text, "url": url}
    if kind in _BY_THEMSELVES and ctx.actor.person_id in people:
        notices.notify_me(ctx, **said)  # nobody's deed, though it is done in the admin's name
    notices.notify_all(ctx, person_ids=people, **said)
    call(ctx, kind, url, users, text, is_own=kind in _BY_THEMSELVES)


def call(
    ctx: Context, kind: str, url: str, user_ids: Iterable[str], text: str, *, is_own: bool = False
) -> None:
    """Let other apps know who wishes to hear of it there too.

    Args:
        ctx: whose deed it is.
        kind: one of the kinds above.
        url: the address of what it is about.
        user_ids: whom it concerns.
        text: what happened, to be read after the actor's name.
        is_own: whether the actor is told as well.
    """
    wanting = _people(ctx, notice_choices.wanting(ctx, kind, user_ids, notice_choices.CHAT))
    whom = [each for each in wanting if is_own or each != ctx.actor.person_id]
    if whom:
        ctx.emit("crm.people_called", person_ids=whom, url=url, text=text)


def _people(ctx: Context, user_ids: Iterable[str]) -> list[str]:
    """The people of some users, of those who are active."""
    query = select(_users.person_id).where(_users.id.in_(sorted(user_ids)), _users.is_active)
    return sorted(ctx.session.scalars(query))


def users_of(ctx: Context, owner_id: str) -> list[str]:
    """Who a record's owner is: the user, or a queue's members."""
    if owner_id.startswith("005"):
        return [owner_id]
    return sorted(
        ctx.session.scalars(select(_members.user_id).where(_members.group_id == owner_id))
    )


@saving.after(saving.ANY, order=80)
def _queued(ctx: Context, saved: Saving) -> None:
    """Tell the members of a queue that something has come into it; ``owners`` tells users."""
    row = saved.row
    if not saved.sobject.has_owner or not saved.changed("owner_id") or not saved.options.notify:
        return
    if row.owner_id.startswith("005"):
        return
    named = saved.sobject.name_field
    called = getattr(row, named.column, None) if named and named.column else None
    label = saved.sobject.label.lower()
    text = f"put {label} {called} into your queue" if called else f"put a {label} into your queue"
    tell_owner(ctx, QUEUED, saved.sobject.name, row.id, row.owner_id, text, part="owner")
