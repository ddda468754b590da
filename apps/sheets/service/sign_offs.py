"""Sign-offs: people are asked to approve a version of a workbook, which keeps its name then.

https://support.google.com/docs/answer/10348803
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.approvals import records
from workworld.approvals.records import Record
from workworld.apps.sheets import APP
from workworld.apps.sheets.models import SignOff, Version, Workbook
from workworld.apps.sheets.service import access, histories
from workworld.apps.sheets.service.shares import PersonId, topic_of, url_of
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context, Surface
from workworld.directory.people import by_ids
from workworld.errors import Conflict, Forbidden, Invalid, NotFound
from workworld.notifications.notices import notify_all, withdraw
from workworld.operations import Effect, operation
from workworld.permissions import who_see

# The APIs that are mirrored know nothing of approvals.
_DOORS = (Surface.UI, Surface.MCP)
ApprovalId = Annotated[str, Field(description="An approval's id.", min_length=1, max_length=64)]


@dataclass(frozen=True, slots=True)
class Signing:
    """A version that people were asked to sign off."""

    sign_off: SignOff
    record: Record
    name: str
    """What the version is called."""


@operation(Effect.READ, scope="spreadsheets.readonly", doors=(Surface.MCP,))
def list_sign_offs(ctx: Context, *, workbook_id: WorkbookId) -> list[Signing]:
    """List the versions of a spreadsheet that people were asked to sign off, the latest first."""
    access.known(ctx, workbook_id)
    return of_workbook(ctx, workbook_id)


@operation(Effect.WRITE, scope="spreadsheets", doors=_DOORS)
def ask(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    person_ids: Annotated[
        Sequence[PersonId], Field(description="Who is asked.", min_length=1, max_length=20)
    ],
    name: Annotated[
        str, Field(description="What the present version is called from now on.", max_length=200)
    ] = "",
    message: Annotated[str, Field(description="What they are told.", max_length=2000)] = "",
) -> Signing:
    """Ask people to sign off the present version of a spreadsheet, which gets a name that stays."""
    workbook = access.known(ctx, workbook_id, "writer")
    if any(each.record.is_pending for each in of_workbook(ctx, workbook_id)):
        said = "A sign-off of this workbook is pending. Take it back first."
        raise Conflict("sign_off_pending", said)
    _check_seen(ctx, workbook, person_ids)
    named = _named(ctx, workbook, name.strip())
    record = records.ask(
        ctx, app_id=APP.id, thing_id=workbook_id, name=named, steps=[list(person_ids)]
    )
    sign_off = SignOff(
        approval_id=record.approval.id,
        workbook_id=workbook_id,
        revision=workbook.revision,
        message=message.strip(),
    )
    ctx.session.add(sign_off)
    text = f"asked you to sign off {workbook.title} ({named})"
    text = f"{text}: {sign_off.message}" if sign_off.message else text
    _tell(ctx, workbook, [*person_ids], text, record.approval.id)
    return Signing(sign_off, record, named)


@operation(Effect.WRITE, scope="spreadsheets", doors=_DOORS)
def answer(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    approval_id: ApprovalId,
    approve: Annotated[bool, Field(description="Yes or no.")],
    remark: Annotated[str, Field(description="Why.", max_length=2000)] = "",
) -> Signing:
    """Sign off a version of a spreadsheet that waits for the caller's answer, or decline to."""
    workbook = access.known(ctx, workbook_id)
    found = _known(ctx, workbook_id, approval_id)
    records.answer(ctx, found.record, approve=approve, comment=remark)
    asked = [each.person_id for each in found.record.approvers]
    for person_id in [ctx.actor.person_id] if found.record.is_pending else asked:
        withdraw(ctx, _url(ctx, workbook_id, approval_id), person_id)
    did = "signed off" if approve else "declined to sign off"
    text = f"{did} {workbook.title} ({found.name})"
    text = f"{text}: {remark.strip()}" if remark.strip() else text
    part = f"{approval_id}-{ctx.actor.person_id}"
    _tell(ctx, workbook, [found.record.approval.requester_id], text, part)
    return found


@operation(Effect.WRITE, scope="spreadsheets", doors=_DOORS)
def take_back(ctx: Context, *, workbook_id: WorkbookId, approval_id: ApprovalId) -> Signing:
    """Ask no more for a sign-off that is pending; whoever asked may, and the workbook's owner."""
    workbook = access.known(ctx, workbook_id)
    found = _known(ctx, workbook_id, approval_id)
    if ctx.actor.person_id not in (found.record.approval.requester_id, workbook.owner_id):
        raise Forbidden("not_the_requester", "Only whoever asked for it may take it back.")
    if not found.record.is_pending:
        raise Conflict("approval_decided", f"This was {found.record.approval.state} already.")
    records.cancel(ctx, found.record)
    for each in found.record.approvers:
        withdraw(ctx, _url(ctx, workbook_id, approval_id), each.person_id)
    ctx.touch(topic_of(workbook_id))
    return found


def usual_name(ctx: Context) -> str:
    """What a version is called that has no name when it is sent for sign-off."""
    return f"For sign-off, {ctx.clock.now():%Y-%m-%d}"


def of_workbook(ctx: Context, workbook_id: str) -> list[Signing]:
    """The sign-offs of a workbook that the caller sees, the latest first."""
    query = select(SignOff).where(SignOff.workbook_id == workbook_id)
    about = {each.approval_id: each for each in ctx.session.scalars(query)}
    found = records.of_thing(ctx.session, APP.id, workbook_id)
    return [
        Signing(about[each.approval.id], each, each.approval.name)
        for each in reversed(found)
        if each.approval.id in about
    ]


def _known(ctx: Context, workbook_id: str, approval_id: str) -> Signing:
    for each in of_workbook(ctx, workbook_id):
        if each.record.approval.id == approval_id:
            return each
    raise NotFound("approval_not_found", "There is no such sign-off.")


def _check_seen(ctx: Context, workbook: Workbook, person_ids: Sequence[str]) -> None:
    people = by_ids(ctx.session, person_ids)
    if len(people) < len(set(person_ids)):
        raise Invalid("no_such_person", "There is no such person.")
    seeing = who_see(ctx, Workbook, workbook.id, person_ids)
    blind = [people[each].name for each in dict.fromkeys(person_ids) if each not in seeing]
    if blind:
        said = f"{', '.join(blind)} cannot open this workbook. Share it with them first."
        raise Invalid("approver_without_access", said)


def _named(ctx: Context, workbook: Workbook, name: str) -> str:
    """What the present version is called, which gets a name if it has none."""
    histories.check(ctx, workbook, workbook.revision)
    query = select(Version.name).where(
        Version.workbook_id == workbook.id, Version.revision == workbook.revision
    )
    there = ctx.session.scalars(query).first()
    wanted = name or there or usual_name(ctx)
    if wanted != there:
        histories.give_name(ctx, workbook.id, workbook.revision, wanted)
    return wanted


def _tell(ctx: Context, workbook: Workbook, person_ids: list[str], text: str, part: str) -> None:
    ctx.touch(topic_of(workbook.id))
    seeing = who_see(ctx, Workbook, workbook.id, person_ids)
    url = _url(ctx, workbook.id, part)
    notify_all(ctx, person_ids=seeing, app_id=APP.id, kind="sign_off", text=text, url=url)


def _url(ctx: Context, workbook_id: str, part: str) -> str:
    return url_of(ctx, workbook_id, f"/dialogs/sign-off#{part}")
