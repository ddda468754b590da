"""Contacts of several accounts: what must hold of the accounts besides a contact's own.

https://help.salesforce.com/s/articleView?id=sales.shared_contacts_considerations.htm
"""

from __future__ import annotations

from sqlalchemy import delete, select

from workworld.apps.crm.models import AccountContactRelation, Contact
from workworld.apps.crm.service.saving import Saving, after, before
from workworld.context import Context

_OBJECT = "AccountContactRelation"
_related = AccountContactRelation.__table__.c


@before(_OBJECT)
def _require_new(ctx: Context, saving: Saving) -> None:
    """A contact is related to an account once, directly or not, and not for less than no time."""
    made: AccountContactRelation = saving.row
    if made.start_date and made.end_date and made.end_date < made.start_date:
        said = "The relationship cannot end before it starts."
        saving.refuse("FIELD_INTEGRITY_EXCEPTION", said, "EndDate")
    if not saving.is_new:
        return
    with ctx.session.no_autoflush:  # what is being saved is not written yet
        contact = ctx.session.get(Contact, made.contact_id)
        same = select(_related.id).where(
            _related.account_id == made.account_id,
            _related.contact_id == made.contact_id,
            ~_related.is_deleted,
        )
        is_there = ctx.session.scalar(same.limit(1)) is not None
    if contact is None or contact.account_id is None:
        said = "A contact without an account of their own has none besides it."
        saving.refuse("FIELD_INTEGRITY_EXCEPTION", said, "ContactId")
    elif is_there or contact.account_id == made.account_id:
        said = "The contact is already related to this account."
        saving.refuse("DUPLICATE_VALUE", said, "AccountId", "ContactId")


@after(_OBJECT)
def _leave_direct(ctx: Context, saving: Saving) -> None:
    """Of records that are merged, what has become the contact's own account is told by that."""
    made: AccountContactRelation = saving.row
    if (
        not saving.is_new
        and made.account_id == ctx.session.get_one(Contact, made.contact_id).account_id
    ):
        ctx.session.delete(made)


@after("Contact")
def _make_direct(ctx: Context, saving: Saving) -> None:
    """An account that becomes the contact's own is no longer one besides it."""
    contact: Contact = saving.row
    if saving.is_new or not saving.changed("account_id") or contact.account_id is None:
        return
    here = _related.contact_id == contact.id, _related.account_id == contact.account_id
    ctx.session.execute(delete(AccountContactRelation).where(*here))
