"""Search over records: SOSL, and what people type into the search box.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_search.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import Field as Argument

from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import reading, sight
from workworld.apps.crm.service.queries import LATEST, ApiVersion, scope_of
from workworld.apps.crm.soql import answers, compiler, joins, sosl
from workworld.apps.crm.soql import words as terms
from workworld.apps.crm.soql.scope import Scope
from workworld.apps.crm.soql.sosl import Held
from workworld.apps.crm.soql.tree import Column, Comparison, Form, Literal, Path, Query
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

SCOPE = "api"
MOST_HITS = 200
_CASE_DIGITS = 8
LAYOUTS: Mapping[str, tuple[str, ...]] = {
    "Account": ("Name", "Type", "Industry", "Phone", "BillingCity", "OwnerId"),
    "Contact": ("Name", "AccountId", "Title", "Email", "Phone", "OwnerId"),
    "Lead": ("Name", "Company", "Title", "Email", "Status", "OwnerId"),
    "Opportunity": ("Name", "AccountId", "StageName", "Amount", "CloseDate", "OwnerId"),
    "Case": ("CaseNumber", "Subject", "Status", "Priority", "AccountId", "OwnerId"),
    "Task": ("Subject", "Status", "Priority", "ActivityDate", "WhatId", "OwnerId"),
    "Event": ("Subject", "StartDateTime", "WhatId", "OwnerId"),
    "Campaign": ("Name", "Type", "Status", "StartDate", "OwnerId"),
    "Product2": ("Name", "ProductCode", "Family", "IsActive"),
    "Knowledge__kav": ("Title", "Category__c", "PublishStatus", "ArticleNumber"),
    "Quote": ("QuoteNumber", "Name", "OpportunityId", "Status", "GrandTotal"),
    "Contract": ("ContractNumber", "Name", "AccountId", "Status", "EndDate"),
    "Asset": ("Name", "AccountId", "SerialNumber", "Status"),
    "Note": ("Title", "ParentId", "LastModifiedDate", "OwnerId"),
    "EmailMessage": ("Subject", "FromAddress", "ToAddress", "MessageDate"),
    "Pricebook2": ("Name", "IsActive", "Description"),
}
"""The fields that stand in lists of what was found, in the order of the objects."""

# What people type is for pages alone: programs say in SOSL what they want to know.
_DOORS = (Surface.UI,)


@dataclass(frozen=True, slots=True)
class Hits:
    """The records of one object that were found."""

    sobject: SObject
    fields: Sequence[Field]
    total: int
    """How many there are in all; without a count, how many are known of."""
    rows: Sequence[Mapping[str, Any]]
    """Their fields as the columns keep them; the best come first."""


@operation(Effect.READ, scope=SCOPE)
def search(
    ctx: Context,
    *,
    q: Annotated[str, Argument(description="The search, in SOSL: `FIND {words} RETURNING …`.")],
    version: ApiVersion = LATEST,
) -> Sequence[Mapping[str, Any]]:
    """Search the texts of records with SOSL, under the caller's permissions."""
    asked = sosl.parse(q)
    scope = scope_of(ctx, q, version)
    returning = asked.returning or tuple(_ids(each) for each in sosl.searchable(scope))
    found: list[Mapping[str, Any]] = []
    for query in returning:
        left = asked.limit - len(found)
        limit = left if query.limit is None else min(left, query.limit)
        found += _held(ctx, scope, replace(query, limit=limit), asked.term, asked.fields).records
    return found


@operation(Effect.READ, scope=SCOPE, doors=_DOORS)
def find(
    ctx: Context,
    *,
    text: Annotated[str, Argument(description="What was typed.", max_length=200)],
    sobjects: Annotated[
        Sequence[str], Argument(description="Of which objects; all by default.", max_length=20)
    ] = (),
    limit: Annotated[int, Argument(description="How many of each object.", ge=1, le=MOST_HITS)] = 5,
    offset: Annotated[int, Argument(description="How many are left out.", ge=0, le=2_000)] = 0,
    mine: Annotated[bool, Argument(description="Whether only the caller's own.")] = False,
    counts: Annotated[
        bool, Argument(description="Whether it is told how many there are in all.")
    ] = True,
    days: Annotated[
        int, Argument(description="Changed within how many days; 0 for any time.", ge=0, le=3_650)
    ] = 0,
) -> Sequence[Hits]:
    """Find records whose texts hold all words, each of which may go on, by object."""
    scope = scope_of(ctx)
    if sum(letter.isalnum() for letter in text) < 2:
        return []
    wanted = {each.lower() for each in sobjects}
    found = []
    for sobject in searched(scope):
        if (wanted and sobject.name.lower() not in wanted) or (mine and not sobject.has_owner):
            continue
        page = replace(_asked(sobject, mine, days), limit=limit, offset=offset)
        for typed in _readings(sobject, text):
            held = _words_of(ctx, scope, sobject, terms.typed(typed), "all")
            if held is None or not held.is_known(ctx.session):
                continue
            asked = compiler.compiled(replace(scope), page, held)
            hits = _hits(ctx, sobject, asked, offset, counts=counts)
            if hits.total:
                found.append(hits)
                break
    return found


def _readings(sobject: SObject, text: str) -> Sequence[str]:
    """As what a text is searched in turn: people tell a case's number without its zeros."""
    number = text.strip().removeprefix("#")
    if sobject.name != "Case" or not (number.isascii() and number.isdecimal()):
        return (text,)
    return (text, number.zfill(_CASE_DIGITS))


def searched(scope: Scope) -> list[SObject]:
    """The objects that the search box finds, in its order."""
    known = {each.name: each for each in sosl.searchable(scope)}
    return [known[name] for name in LAYOUTS if name in known]


def _asked(sobject: SObject, mine: bool, days: int) -> Query:
    changed = Literal(Form.PERIOD, f"LAST_N_DAYS:{days}")
    recent = Comparison(Path(("LastModifiedDate",)), "=", changed)
    narrowed = "mine" if mine else ""
    return replace(_ids(sobject), where=recent if days else None, scope=narrowed)


def _hits(
    ctx: Context, sobject: SObject, asked: compiler.Compiled, start: int, *, counts: bool
) -> Hits:
    """What was found, with the fields of the object's layout that the caller may read."""
    ids = [str(each["Id"]) for each in answers.answer(ctx.session, asked).records]
    limit = asked.query.limit or 0
    is_told = 0 < len(ids) < limit or not counts
    total = start + len(ids) if is_told else answers.counted(ctx.session, asked)
    fields = [
        known
        for name in LAYOUTS[sobject.name]
        if (known := sobject.field(name)) and sight.readable(ctx, sobject, known)
    ]
    code = sobject.field("CurrencyIsoCode")
    needs_code = code is not None and any(each.kind is Kind.CURRENCY for each in fields)
    rows = reading.load(ctx, sobject, ids, [*fields, code] if code and needs_code else fields)
    return Hits(sobject, fields, total, [rows[each].values for each in ids if each in rows])


def _ids(sobject: SObject) -> Query:
    return Query((Column(Path(("Id",))),), sobject.name)


def _held(
    ctx: Context, scope: Scope, query: Query, term: terms.Term, fields: str
) -> answers.Answer:
    """The records of a query that hold a term.

    Raises:
        QueryRefused: the query names what there is not, or what cannot be searched.
    """
    sobject = joins.level_of(replace(scope), query.source, query.at).sobject
    if sosl.index_of(sobject) is None:
        said = f"{sobject.name} is not a searchable object"
        raise scope.refusal(terms.MALFORMED_SEARCH, said, query.at)
    held = _words_of(ctx, scope, sobject, term, fields)
    compiled = compiler.compiled(replace(scope), query, held)
    return answers.answer(ctx.session, compiled) if held else answers.Answer(0, [])


def _words_of(
    ctx: Context, scope: Scope, sobject: SObject, term: terms.Term, fields: str
) -> Held | None:
    """What records of an object must hold; None if none can."""
    index = sosl.index_of(sobject)
    columns = sosl.columns_of(scope, sobject, fields) if index else []
    if index is None or not columns:
        return None
    made = terms.expression(term, lambda start: index.words(ctx.session, start))
    return Held(index, f"{{{' '.join(columns)}}} : {made}") if made else None
