"""Cases: what customers ask, from the first word to the answer that closes them.

https://help.salesforce.com/s/articleView?id=service.cases_home.htm
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import func, select

from workworld.apps.crm.models import Case, Contact, EmailMessage, User
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.schema.picklists import (
    CASE_CLOSED,
    CASE_ESCALATED,
    CASE_NEW,
    CASE_OPEN,
    CASE_WAITING,
    CLOSED_CASES,
)
from workworld.apps.crm.service import (
    case_comments,
    case_milestones,
    emails,
    escalations,
    notices,
    queues,
    records,
    refusals,
    saving,
    slas,
)
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.saving import Options, Saving
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

CaseId = Annotated[RecordId, Field(description="A case's id.")]
Text = Annotated[str, Field(description="Plain text.", min_length=1, max_length=32_000)]
# The vendor's API changes the case's record instead; rows for these are the REST owner's to add.
_DOORS = (Surface.UI, Surface.MCP)
_RULE = "FIELD_CUSTOM_VALIDATION_EXCEPTION"
_DIGITS = 8
_MOST_PARENTS = 50
_cases, _contacts = Case.__table__.c, Contact.__table__.c


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def reply(
    ctx: Context,
    *,
    case_id: CaseId,
    text: Text,
    status: Annotated[
        Literal["Open", "Waiting on customer", "Escalated"] | None,
        Field(description="The status that the case has then; as it is if not given."),
    ] = None,
    cc: Annotated[str, Field(description="Further addresses, by commas.", max_length=4_000)] = "",
) -> Loaded:
    """Answer the customer of a case by e-mail; the first answer stops the first-response clock.

    Raises:
        Invalid: ``REQUIRED_FIELD_MISSING``: the case has no address to write to.
    """
    row = records.known(ctx, "Case", case_id)
    sent = write_to_customer(ctx, row, text, status, cc=cc)
    return Loaded(of_name("EmailMessage"), {"Id": sent.id})


# Pages give records of all objects to others by ``owners.change``.
@operation(Effect.WRITE, scope="api", doors=(Surface.MCP,))
def assign(
    ctx: Context,
    *,
    case_id: CaseId,
    owner_id: Annotated[RecordId, Field(description="A user's or a queue's id.")],
    notify: Annotated[bool, Field(description="Whether the new owner is told.")] = True,
) -> Loaded:
    """Give a case to a user or put it into a queue."""
    row = records.known(ctx, "Case", case_id)
    records.change(ctx, row, {"OwnerId": owner_id}, Options(notify=notify))
    return _loaded(row)


# Pages take any record out of its queue by ``queues.accept``.
@operation(Effect.WRITE, scope="api", doors=(Surface.MCP,))
def accept(ctx: Context, *, case_id: CaseId) -> Loaded:
    """Take a case out of a queue of which one is a member.

    Raises:
        Invalid: ``INVALID_OPERATION``: it is in no queue, or in one of others.
    """
    row = records.known(ctx, "Case", case_id)
    queues.take(ctx, row)
    return _loaded(row)


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def escalate(
    ctx: Context,
    *,
    case_id: CaseId,
    reason: Annotated[str, Field(description="Why, for colleagues.", max_length=4_000)] = "",
    owner_id: Annotated[
        RecordId | None, Field(description="Whose it becomes; nobody else's if not given.")
    ] = None,
) -> Loaded:
    """Escalate a case: its status says so, and its owner's manager is told."""
    row = records.known(ctx, "Case", case_id)
    if row.is_closed:
        raise refusals.refused("INVALID_OPERATION", "A closed case cannot be escalated", "Status")
    values: dict[str, Any] = {"Status": CASE_ESCALATED, "IsEscalated": True}
    if owner_id is not None:
        values["OwnerId"] = owner_id
    records.change(ctx, row, values)
    if reason.strip():
        case_comments.write(ctx, row.id, reason, is_published=False)
    tell_manager(ctx, row)
    return _loaded(row)


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def close(
    ctx: Context,
    *,
    case_id: CaseId,
    resolution: Annotated[
        str | None,
        Field(description="How it was solved.", max_length=32_000),
    ] = None,
    status: Annotated[
        Literal["Solved", "Closed"], Field(description="The status that it has then.")
    ] = "Closed",
) -> Loaded:
    """Close a case; it needs a text that says how it was solved.

    Raises:
        Invalid: ``FIELD_CUSTOM_VALIDATION_EXCEPTION``: nothing says so.
    """
    row = records.known(ctx, "Case", case_id)
    values: dict[str, Any] = {"Status": status}
    if resolution is not None:
        values["Resolution__c"] = resolution
    records.change(ctx, row, values)
    return _loaded(row)


def write_to_customer(
    ctx: Context, case: Case, text: str, status: str | None = None, *, cc: str = ""
) -> EmailMessage:
    """Answer the customer of a case, as part of a service's step.

    Args:
        ctx: who answers.
        case: the case.
        text: what they say.
        status: the status that the case has then; a new one is open, if not given.
        cc: further addresses, by commas.
    """
    sent: EmailMessage = emails.answer(ctx, case, text, cc=cc)
    wanted = status or (CASE_OPEN if case.status == CASE_NEW else case.status)
    if wanted != case.status:
        records.change(ctx, case, {"Status": wanted})
    slas.answered(ctx, case)
    return sent


def came_back(ctx: Context, case: Case) -> None:
    """Open a case that waited for the customer, or was closed, since they have written."""
    if case.is_closed or case.status == CASE_WAITING:
        records.change(ctx, case, {"Status": CASE_OPEN}, Options(system=True))


def tell_manager(ctx: Context, case: Case) -> None:
    """Tell whoever is above a case's owner that it is escalated; of a queue's, its members."""
    owner = ctx.session.get(User, case.owner_id)
    above = owner.manager_id if owner and owner.manager_id else case.owner_id
    text = f"escalated case {case.number}"
    notices.tell_owner(ctx, notices.ESCALATED, "Case", case.id, above, text, part="escalation")


@saving.before("Case", order=20)
def _derive(ctx: Context, saved: Saving) -> None:
    """Number, account, what follows from the status."""
    case = saved.row
    if saved.is_new:
        case.number = _next_number(ctx)
    _take_account(ctx, saved)
    _require_tree(ctx, saved)
    if saved.changed("status"):
        _move(ctx, saved)
    if case.is_closed and not (case.resolution or "").strip():
        saved.refuse(_RULE, "Say how the case was solved before you close it.", "Resolution__c")
    if case.csat is not None and not 1 <= case.csat <= 5:
        saved.refuse(_RULE, "Customers give 1 to 5.", "CSAT__c")


@saving.before("Case", order=60)
def _keep_clocks(ctx: Context, saved: Saving) -> None:
    slas.keep(ctx, saved)


@saving.after("Case", order=60)
def _watch(ctx: Context, saved: Saving) -> None:
    """Plan to look at its clocks again if something has changed that they hang on."""
    clocks = ("first_response_due_us", "resolution_due_us", "paused_us", "is_closed", "sla_state")
    if saved.changed(*clocks) and not saved.row.is_closed:
        slas.plan_look(ctx, saved.row)
    if saved.is_new or saved.changed(*clocks, "first_response_us"):
        case_milestones.keep(ctx, saved.row, slas.hours(ctx))
    if saved.is_new or saved.changed("owner_id"):
        queues.watch(ctx, saved.row)
    if saved.changed("resolution_due_us") and saved.row.resolution_due_us is not None:
        escalations.plan_breach(ctx, saved.row, saved.row.resolution_due_us)


def _move(ctx: Context, saved: Saving) -> None:
    case = saved.row
    is_closed, was_closed = case.status in CLOSED_CASES, bool(saved.old.get("is_closed"))
    case.is_closed = is_closed
    if is_closed and not was_closed:
        case.closed_us = ctx.clock.now_us()
    if was_closed and not is_closed:
        case.closed_us = None
        case.reopen_count = (case.reopen_count or 0) + 1
    if case.status == CASE_ESCALATED:
        case.is_escalated = True
    elif case.status == CASE_CLOSED or is_closed:
        case.is_escalated = False


def _take_account(ctx: Context, saved: Saving) -> None:
    """The contact's account, unless the caller has said another."""
    case = saved.row
    if "account_id" in saved.given or case.contact_id is None or not saved.changed("contact_id"):
        return
    query = select(_contacts.account_id).where(_contacts.id == case.contact_id)
    case.account_id = ctx.session.scalar(query) or case.account_id


def _require_tree(ctx: Context, saved: Saving) -> None:
    """No case stands below itself."""
    above, own = saved.row.parent_id, saved.row.id
    for _ in range(_MOST_PARENTS):
        if above is None or own is None:
            return
        if above == own:
            said = "Record is its own ancestor: a parent case cannot stand below its child"
            saved.refuse("CIRCULAR_DEPENDENCY", said, "ParentId")
            return
        above = ctx.session.scalar(select(_cases.parent_id).where(_cases.id == above))


def _next_number(ctx: Context) -> str:
    """One more than the highest there ever was: deleted cases keep theirs."""
    highest = ctx.session.scalar(select(func.max(_cases.number)))
    return f"{int(highest or 0) + 1:0{_DIGITS}}"


def _loaded(row: Case) -> Loaded:
    return Loaded(of_name("Case"), {"Id": row.id})
