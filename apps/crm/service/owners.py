"""Owners of records: who can be one, and how records change hands.

https://help.salesforce.com/s/articleView?id=sales.transferring_records.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import (
    Account,
    Case,
    Contact,
    Group,
    Opportunity,
    QueueObject,
    Task,
    User,
)
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import notices, records, refusals, several
from workworld.apps.crm.service.refusals import RecordError, refused
from workworld.apps.crm.service.saving import ANY, Options, Saving, after, before
from workworld.apps.crm.service.several import RowResult
from workworld.apps.crm.types import RecordId, SObjectName
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

MOST_RECORDS = 2_000
QUEUE = "Queue"
_USER_PREFIX = "005"
_FIELD = "OwnerId"
# Programs update the field OwnerId, of one record or of several.
_DOORS = (Surface.UI, Surface.MCP)


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def change(
    ctx: Context,
    *,
    sobject: SObjectName,
    record_ids: Annotated[
        Sequence[RecordId],
        Field(description="The ids of the records.", min_length=1, max_length=MOST_RECORDS),
    ],
    owner_id: Annotated[RecordId, Field(description="The id of the user or queue to own them.")],
    notify: Annotated[bool, Field(description="Whether to tell the new owner.")] = False,
    with_open_deals: Annotated[
        bool, Field(description="Of accounts: whether the old owner's open deals there go along.")
    ] = False,
    with_open_cases: Annotated[
        bool, Field(description="Of accounts and contacts: whether the old owner's open cases do.")
    ] = False,
    with_contacts: Annotated[
        bool, Field(description="Of accounts: whether the old owner's contacts there go along.")
    ] = False,
    with_open_tasks: Annotated[
        bool, Field(description="Whether the old owner's open tasks about them go along.")
    ] = False,
) -> Sequence[RowResult]:
    """Give records to another owner; of several each answers whether it was done, and why not.

    What is closed stays with its owner, and so does what others own there.
    """
    kind = records.sobject_of(ctx, sobject)
    if not kind.has_owner:
        raise refused("INVALID_FIELD", f"No such column '{_FIELD}' on sobject of type {kind.name}")
    new_owner = _known_owner(ctx, owner_id)
    along = _Along(with_open_deals, with_open_cases, with_contacts, with_open_tasks)

    def give(record_id: str) -> None:
        row = records.known(ctx, kind.name, record_id)
        old_owner = row.owner_id
        records.change(ctx, row, {_FIELD: new_owner}, Options(notify=False, allow_duplicates=True))
        for child in along.of(ctx, row, old_owner):
            records.change(ctx, child, {_FIELD: new_owner}, Options(system=True, notify=False))

    if len(record_ids) == 1:
        give(record_ids[0])  # of one it is refused as any change of it would be
        results: Sequence[RowResult] = [RowResult(record_ids[0])]
    else:
        results = several.each(ctx, record_ids, give)
    done = [each.record_id for each in results if each.success]
    if notify and done:
        _tell(ctx, kind, done, new_owner)
    return results


class _Along:
    """What goes along with records that change hands."""

    def __init__(self, deals: bool, cases: bool, contacts: bool, tasks: bool) -> None:
        self._deals, self._cases, self._contacts, self._tasks = deals, cases, contacts, tasks

    def of(self, ctx: Context, row: Any, old_owner: str) -> Sequence[Any]:
        """The rows that go along with one record."""
        found: list[Any] = []
        if isinstance(row, Account):
            if self._deals:
                found += _open(ctx, Opportunity, old_owner, Opportunity.account_id == row.id)
            if self._cases:
                found += _open(ctx, Case, old_owner, Case.account_id == row.id)
            if self._contacts:
                found += _theirs(ctx, Contact, old_owner, Contact.account_id == row.id)
        elif isinstance(row, Contact) and self._cases:
            found += _open(ctx, Case, old_owner, Case.contact_id == row.id)
        if self._tasks:
            about = (Task.what_id == row.id) | (Task.who_id == row.id)
            found += _open(ctx, Task, old_owner, about)
        return found


def _open(ctx: Context, model: Any, owner_id: str, condition: Any) -> Sequence[Any]:
    return _theirs(ctx, model, owner_id, condition & ~model.is_closed)


def _theirs(ctx: Context, model: Any, owner_id: str, condition: Any) -> Sequence[Any]:
    query = select(model).where(model.owner_id == owner_id, ~model.is_deleted, condition)
    return ctx.session.scalars(query.order_by(model.id)).all()


def _known_owner(ctx: Context, owner_id: str) -> str:
    """The full id of a user or queue."""
    full = record_ids.full(owner_id)
    if full is None:
        raise refusals.malformed_id(owner_id)
    model: type[User] | type[Group] = User if full.startswith(_USER_PREFIX) else Group
    if ctx.session.get(model, full) is None:
        raise refused("INVALID_CROSS_REFERENCE_KEY", "invalid cross reference id", _FIELD)
    return full


@before(ANY, order=40)
def _require_able(ctx: Context, saving: Saving) -> None:
    """See to it that whoever is to own a record can."""
    if not saving.sobject.has_owner or not saving.changed("owner_id"):
        return
    if saving.row.owner_id is None:
        return  # what is required is told elsewhere
    error = _why_not(ctx, saving.sobject, saving.row.owner_id)
    if error is not None:
        saving.errors.append(error)


def _why_not(ctx: Context, sobject: SObject, owner_id: str) -> RecordError | None:
    """Why a user or queue cannot own records of an object; None if they can."""
    if owner_id.startswith(_USER_PREFIX):
        user = ctx.session.get(User, owner_id)
        if user is not None and user.is_active:
            return None
        said = f"operation performed with inactive user [{owner_id}] as owner of"
        return RecordError("INACTIVE_OWNER_OR_USER", f"{said} {sobject.label.lower()}", (_FIELD,))
    owned = select(QueueObject.id).where(
        QueueObject.queue_id == owner_id, QueueObject.sobject == sobject.name
    )
    queue = ctx.session.get(Group, owner_id)
    if queue is not None and queue.type == QUEUE and ctx.session.scalar(owned) is not None:
        return None
    said = "Queue not associated with this SObject type"
    return RecordError("FIELD_INTEGRITY_EXCEPTION", said, (_FIELD,))


@after(ANY, order=60)
def _tell_owner(ctx: Context, saving: Saving) -> None:
    """Let whoever gets a record know."""
    if saving.sobject.has_owner and saving.options.notify and saving.changed("owner_id"):
        _tell(ctx, saving.sobject, [saving.row.id], saving.row.owner_id)


def _tell(ctx: Context, sobject: SObject, ids: Sequence[str], owner_id: str) -> None:
    user = ctx.session.get(User, owner_id)
    if user is None or user.person_id == ctx.actor.person_id:
        return
    if len(ids) == 1:
        where, what = ids[0], f"the {sobject.label.lower()} {_name(ctx, ids[0])}"
    else:
        where, what = "list", f"{len(ids)} {sobject.plural.lower()}"
    url = notices.address_of(ctx, sobject.name, where)
    notices.tell(ctx, notices.HANDED_OVER, url, [owner_id], f"gave you {what.rstrip()}")


def _name(ctx: Context, record_id: str) -> str:
    sobject = objects.of_prefix(record_ids.prefix_of(record_id))
    named = sobject.name_field if sobject else None
    if sobject is None or named is None:
        return ""
    return str(getattr(ctx.session.get(sobject.model, record_id), named.column) or "")
