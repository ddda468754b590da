"""Which accounts and contacts a lead may belong to."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import case, false, func, or_, select

from workworld.apps.crm.models import Account, Contact, Lead
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.domains import domain_of, domain_of_email
from workworld.apps.crm.schema.names import company_stem
from workworld.apps.crm.service import sight
from workworld.context import Context
from workworld.database import plain_rows

MOST_MATCHES = 5
_MOST_LOOKED_AT = 500
_accounts, _contacts = Account.__table__.c, Contact.__table__.c


def accounts(ctx: Context, lead: Lead) -> Sequence[Account]:
    """Accounts that the caller sees with the lead's domain or company: rows to be read.

    Companies have the same name if only their legal form tells them apart.
    """
    domains = {domain_of(lead.website), domain_of_email(lead.email)} - {None}
    stem = company_stem(lead.company)
    first = stem.partition(" ")[0]
    alike = _accounts.name.icontains(first, autoescape=True) if first else false()
    query = (
        select(Account.__table__)
        .where(or_(_accounts.domain.in_(sorted(map(str, domains))), alike), _seen(ctx, Account))
        .order_by(_accounts.name, _accounts.id)
        .limit(_MOST_LOOKED_AT)
    )
    found = plain_rows(ctx.session, Account, query, {})
    same_domain = [each for each in found if each.domain in domains]
    same_name = [
        each for each in found if each.domain not in domains and company_stem(each.name) == stem
    ]
    return [*same_domain, *same_name][:MOST_MATCHES]


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
