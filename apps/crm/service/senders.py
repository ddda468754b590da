"""Who writes from outside: a contact by their address, an account by its domain, or spam."""

from __future__ import annotations

import re

from sqlalchemy import func, or_, select

from workworld import likeness
from workworld.apps.crm.models import Account, Contact
from workworld.context import Context

_contacts, _accounts = Contact.__table__.c, Account.__table__.c
_SIGNS = (
    re.compile(r"\b(?:lottery|jackpot|inheritance|casino|viagra|sweepstake)", re.IGNORECASE),
    re.compile(r"\b(?:crypto|bitcoin)\b.{0,80}\b(?:double|profit|invest)", re.IGNORECASE),
    re.compile(r"\b(?:wire|transfer)\b.{0,60}\b(?:million|USD|fund)", re.IGNORECASE),
    re.compile(r"\bact now\b|\blimited time offer\b|\b100 ?% free\b", re.IGNORECASE),
    re.compile(r"\b(?:seo|backlinks?)\b.{0,80}\b(?:rank|traffic|first page)", re.IGNORECASE),
    re.compile(r"(?:https?://\S+\s*){6}", re.IGNORECASE),
    re.compile(r"^[^a-z\n]{20,}!+\s*$", re.MULTILINE),
)
_ENOUGH_SIGNS = 2


def contact_of(ctx: Context, address: str) -> Contact | None:
    """Whose address it is: of several, the one whom we have known for longest."""
    said = address.lower()
    same = or_(func.lower(_contacts.email) == said, func.lower(_contacts.second_email) == said)
    query = select(Contact).where(same, ~_contacts.is_deleted)
    return ctx.session.scalar(query.order_by(_contacts.created_us, _contacts.id).limit(1))


def account_of(ctx: Context, address: str) -> str | None:
    """The only account at an address's domain; None for mailboxes that anybody may have."""
    host = likeness.company_host(address)
    query = select(_accounts.id).where(_accounts.domain == host, ~_accounts.is_deleted)
    found = list(ctx.session.scalars(query.limit(2))) if host else []
    return found[0] if len(found) == 1 else None


def is_spam(ctx: Context, address: str, text: str) -> bool:
    """Whether a text has several signs of spam; whom we know never sends any.

    Args:
        ctx: whose step it is.
        address: who sent it.
        text: the subject, and what it says.
    """
    if sum(bool(each.search(text)) for each in _SIGNS) < _ENOUGH_SIGNS:
        return False
    return contact_of(ctx, address) is None and account_of(ctx, address) is None
