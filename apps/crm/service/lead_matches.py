"""Which accounts and contacts a lead may belong to."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import case, func, or_, select

from workworld.apps.crm.models import Account, Contact, Lead
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.domains import domain_of, domain_of_email
from workworld.apps.crm.service import sight
from workworld.context import Context
from workworld.database import plain_rows

MOST_MATCHES = 5
_accounts, _contacts = Account.__table__.c, Contact.__table__.c


def accounts(ctx: Context, lead: Lead) -> Sequence[Account]:
    """Accounts that the caller sees with the lead's domain or company: rows to be read."""
    domains = {domain_of(lead.website), domain_of_email(lead.email)} - {None}
    same_domain = _accounts.domain.in_(sorted(map(str, domains)))
    same_name = func.lower(_accounts.name) == lead.company.strip().lower()
    query = (
        select(Account.__table__)
        .where(or_(same_domain, same_name), _seen(ctx, Account))
        .order_by(case((same_domain, 0), else_=1), _accounts.name, _accounts.id)
        .limit(MOST_MATCHES)
    )
    return plain_rows(ctx.session, Account, query, {})


def contacts(ctx: Context, lead: Lead) -> Sequence[Contact]:
    """Contacts that the caller sees with the lead's e-mail or name: rows to be read."""
    email = (lead.email or "").lower()
    same_email = or_(
        func.lower(_contacts.email) == email, func.lower(_contacts.second_email) == email
    )
    same_name = func.lower(_contacts.name) == lead.name.lower()
    found = or_(same_email, same_name) if email else same_name
    query = (
        select(Contact.__table__)
        .where(found, _seen(ctx, Contact))
        .order_by(case((same_email, 0), else_=1), _contacts.last_name, _contacts.id)
        .limit(MOST_MATCHES)
    )
    return plain_rows(ctx.session, Contact, query, {})


def _seen(ctx: Context, model: type[Account] | type[Contact]):  # type: ignore[no-untyped-def]
    return sight.rows(ctx, objects.of_model(model), model.__table__)
