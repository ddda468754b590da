"""Duplicate rules: whether somebody or a company is there already, under another record.

https://help.salesforce.com/s/articleView?id=sales.duplicate_rules_map_of_reference.htm
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, or_, select

from workworld import likeness
from workworld.apps.crm.models import Account, Contact, DuplicateRule, Lead
from workworld.apps.crm.models.accounts import ACCOUNT_WORDS, CONTACT_WORDS
from workworld.apps.crm.models.leads import LEAD_WORDS
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import reading, saving, sight
from workworld.apps.crm.service.refusals import RecordError, RecordRefused
from workworld.apps.crm.service.saving import Saving
from workworld.apps.crm.types import SObjectName, Values
from workworld.context import Context, Surface
from workworld.database import plain_rows
from workworld.operations import Effect, operation

CODE = "DUPLICATES_DETECTED"
BLOCK = "Block"
EMAIL, PERSON, COMPANY, DOMAIN = "email", "name and company", "company", "domain"
MOST = 20
"""Of how many records like it anybody is told."""
_CANDIDATES = 500
"""How many records that share words with it are compared."""
_BEGINNING = 4
"""How many letters of a company's first word stand for it."""
# The vendor's API finds duplicates by an address of its own, which the REST rows add; pages ask
# for those of a record that there is: likenesses.
_DOORS = (Surface.MCP,)
_rules = DuplicateRule.__table__.c
_accounts, _contacts, _leads = Account.__table__.c, Contact.__table__.c, Lead.__table__.c


@dataclass(frozen=True, slots=True)
class Match:
    """A record like the one that is to be saved."""

    sobject: str
    id: str
    name: str
    rule: str
    """What the rule is called that found it."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Who or what a record stands for, whatever object it is of."""

    name: str
    company: str
    emails: tuple[str, ...]
    host: str
    """The company's, without mailboxes for everybody; or empty."""


@operation(Effect.READ, scope="api", doors=_DOORS)
def find(ctx: Context, *, sobject: SObjectName, values: Values) -> Sequence[Match]:
    """Find the records that the caller sees and that are like a lead, contact or account.

    The values are those of the record by API name; nothing is saved.
    """
    kind = of_name(sobject) if sobject.lower() in ("lead", "contact", "account") else None
    if kind is None or not sight.may(ctx, kind, "read"):
        return []
    texts = {key.lower(): value for key, value in values.items() if isinstance(value, str)}
    given = {each.column: texts.get(name) for name, each in kind.fields.items() if each.column}
    row = kind.model(**{**given, "id": texts.get("id")})
    found = _found(ctx, kind.name, row)
    return _visible(ctx, [match for _rule, matches in found for match in matches])


@saving.checks("Lead", "Contact", "Account", order=90)
def _detect(ctx: Context, saved: Saving) -> None:
    """Refuse a record that is there already, unless it may be saved and the caller insists.

    Records that the caller may not see count, but nobody is told of them.
    """
    watched = ("first_name", "last_name", "name", "company", "email", "second_email", "website")
    present = [each for each in watched if hasattr(saved.row, each)]
    if saved.errors or not (saved.is_new or saved.changed(*present)):
        return
    with ctx.session.no_autoflush:  # what is being checked is not written yet
        found = _found(ctx, saved.sobject.name, saved.row)
    may_save = all(rule.action != BLOCK for rule, _matches in found)
    if not found or (may_save and saved.options.allow_duplicates):
        return
    matches = _visible(ctx, [match for _rule, group in found for match in group])
    said = "Use one of these records?" if matches else (
        "You're creating a duplicate record. We recommend you use an existing record instead."
    )  # fmt: skip
    saved.refusal = RecordRefused([RecordError(CODE, said)], matches=matches, may_save=may_save)


def _found(ctx: Context, sobject: str, row: Any) -> Sequence[tuple[DuplicateRule, Sequence[Match]]]:
    """The rules that find something, each with what it finds, in their order."""
    query = select(DuplicateRule.__table__).where(_rules.sobject == sobject, _rules.is_active)
    rules = plain_rows(ctx.session, DuplicateRule, query.order_by(_rules.position, _rules.id), {})
    if not rules:
        return []
    subject = _subject(ctx, sobject, row)
    found = []
    for rule in rules:
        matches = [
            Match(rule.against, each.id, each.name, rule.name)
            for each in _candidates(ctx, rule, subject)
            if each.id != row.id and _is_alike(rule, subject, _subject_of(ctx, rule, each))
        ]
        if matches:
            found.append((rule, matches))
    return found


def _visible(ctx: Context, matches: Sequence[Match]) -> Sequence[Match]:
    """Those that the caller may see, each once."""
    by_object: dict[str, list[str]] = {}
    for each in matches:
        by_object.setdefault(each.sobject, []).append(each.id)
    seen = {
        key
        for name, ids in by_object.items()
        for key in reading.load(ctx, of_name(name), ids, [of_name(name).fields["id"]])
    }
    told = {each.id: each for each in reversed(matches) if each.id in seen}
    return [told[key] for key in dict.fromkeys(each.id for each in matches) if key in told][:MOST]


def _subject(ctx: Context, sobject: str, row: Any) -> Subject:
    if sobject == "Account":
        host = likeness.company_host(row.website or "")
        return Subject("", row.name or "", (), host)
    name = " ".join(filter(None, (row.first_name, row.last_name)))
    addresses = (row.email, getattr(row, "second_email", None))
    emails = tuple(each for each in addresses if each)
    company = row.company if sobject == "Lead" else _account_name(ctx, row.account_id)
    host = likeness.company_host(emails[0]) if emails else ""
    return Subject(name, company or "", emails, host)


def _subject_of(ctx: Context, rule: DuplicateRule, row: Any) -> Subject:
    if rule.against == "Account":
        return Subject("", row.name, (), row.domain or likeness.company_host(row.website or ""))
    return _subject(ctx, rule.against, row)


def _account_name(ctx: Context, account_id: str | None) -> str | None:
    return ctx.session.scalar(select(_accounts.name).where(_accounts.id == account_id))


def _candidates(ctx: Context, rule: DuplicateRule, subject: Subject) -> Sequence[Any]:
    """Records that share a word with it, an address, or a host; few, by their indexes."""
    conditions = [
        condition
        for matcher in rule.matchers
        for condition in _CONDITIONS[matcher](rule.against, subject)
    ]
    if not conditions:
        return []
    model = _MODELS[rule.against]
    table = model.__table__
    is_there = (
        ~table.c.is_deleted if model is not Lead else ~table.c.is_deleted & ~_leads.is_converted
    )
    query = select(table).where(is_there, or_(*conditions)).order_by(table.c.id)
    return ctx.session.execute(query.limit(_CANDIDATES)).all()


def _by_email(against: str, subject: Subject) -> list[ColumnElement[bool]]:
    columns = {"Contact": (_contacts.email, _contacts.second_email), "Lead": (_leads.email,)}
    words = _WORDS[against]
    found: list[ColumnElement[bool]] = []
    for address in subject.emails:
        parts = likeness.words(address)
        if parts:
            found.append(words.rows_matching(_phrase(" ".join(parts)), "email"))
        found += [column == address for column in columns.get(against, ())[1:]]
    return found


def _by_person(against: str, subject: Subject) -> list[ColumnElement[bool]]:
    """Whoever shares a word of the name at a company like it; the rest may have a slip."""
    words = [each for each in likeness.words(subject.name) if len(each) > 1]
    company = _company_words(subject)
    if not words or not company:
        return []
    named = _WORDS[against].rows_matching(" OR ".join(map(_phrase, words)), "name")
    if against == "Lead":
        return [and_(named, LEAD_WORDS.rows_matching(company, "company"))]
    there = select(_accounts.id).where(ACCOUNT_WORDS.rows_matching(company, "name"))
    return [and_(named, _contacts.account_id.in_(there))]


def _by_company(against: str, subject: Subject) -> list[ColumnElement[bool]]:
    company = _company_words(subject)
    if not company or against == "Contact":
        return []
    column = "name" if against == "Account" else "company"
    return [_WORDS[against].rows_matching(company, column)]


def _company_words(subject: Subject) -> str:
    """What finds companies like a record's: all its words, or how the first one begins."""
    words = [each for each in likeness.company_words(subject.company) if len(each) > 1]
    if not words:
        return ""
    whole = " AND ".join(map(_phrase, words))
    begins = f'"{words[0][:_BEGINNING]}" *' if len(words[0]) > _BEGINNING else _phrase(words[0])
    return f"({whole}) OR {begins}"


def _by_domain(against: str, subject: Subject) -> list[ColumnElement[bool]]:
    return [_accounts.domain == subject.host] if subject.host and against == "Account" else []


def _is_alike(rule: DuplicateRule, ours: Subject, theirs: Subject) -> bool:
    return any(_COMPARES[matcher](ours, theirs) for matcher in rule.matchers)


def _same_email(ours: Subject, theirs: Subject) -> bool:
    return any(likeness.same_address(one, other) for one in ours.emails for other in theirs.emails)


def _same_person(ours: Subject, theirs: Subject) -> bool:
    return likeness.same_person(ours.name, theirs.name) and _same_company(ours, theirs)


def _same_company(ours: Subject, theirs: Subject) -> bool:
    return likeness.same_company(ours.company, theirs.company)


def _same_host(ours: Subject, theirs: Subject) -> bool:
    return bool(ours.host) and ours.host == theirs.host


def _phrase(words: str) -> str:
    """Words, which hold nothing but letters and digits, as the index is asked for them."""
    return f'"{words}"'


_MODELS: Mapping[str, Any] = {"Account": Account, "Contact": Contact, "Lead": Lead}
_WORDS = {"Account": ACCOUNT_WORDS, "Contact": CONTACT_WORDS, "Lead": LEAD_WORDS}
_CONDITIONS: Mapping[str, Callable[[str, Subject], list[ColumnElement[bool]]]] = {
    EMAIL: _by_email,
    PERSON: _by_person,
    COMPANY: _by_company,
    DOMAIN: _by_domain,
}
_COMPARES: Mapping[str, Callable[[Subject, Subject], bool]] = {
    EMAIL: _same_email,
    PERSON: _same_person,
    COMPANY: _same_company,
    DOMAIN: _same_host,
}
