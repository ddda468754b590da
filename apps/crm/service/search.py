"""Search over records: SOSL, and what people type into the search box.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_search.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import Field as Argument

from workworld.apps.crm.schema.objects import SObject
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
_MOST_WORDS = 12
LAYOUTS: Mapping[str, str] = {
    "Account": "Id, Name, Type, Industry, Phone, BillingCity, Owner.Name",
    "Contact": "Id, Name, Account.Name, Title, Email, Phone, Owner.Name",
    "Lead": "Id, Name, Company, Title, Email, Status, Owner.Name",
    "Opportunity": "Id, Name, Account.Name, StageName, Amount, CurrencyIsoCode, CloseDate,"
    " Owner.Name",
    "Case": "Id, CaseNumber, Subject, Status, Priority, Account.Name, Owner.Name",
    "Task": "Id, Subject, Status, ActivityDate, What.Name, Owner.Name",
    "Event": "Id, Subject, StartDateTime, What.Name, Owner.Name",
    "Campaign": "Id, Name, Type, Status, StartDate, Owner.Name",
    "Product2": "Id, Name, ProductCode, Family",
    "Note": "Id, Title, LastModifiedDate, Owner.Name",
    "EmailMessage": "Id, Subject, FromAddress, MessageDate",
    "CaseComment": "Id, Parent.CaseNumber, Parent.Subject, CreatedDate",
    "Pricebook2": "Id, Name, IsActive",
}
"""What is told of records that were found, in the order of the objects."""

# What people type is for pages alone: programs say in SOSL what they want to know.
_DOORS = (Surface.UI,)


@dataclass(frozen=True, slots=True)
class Hits:
    """The records of one object that were found."""

    sobject: SObject
    total: int
    records: Sequence[Mapping[str, Any]]
    """As the vendor's JSON has them; the best come first."""


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
    days: Annotated[
        int, Argument(description="Changed within how many days; 0 for any time.", ge=0, le=3_650)
    ] = 0,
) -> Sequence[Hits]:
    """Find records whose texts hold all words, each of which may go on, by object."""
    scope = scope_of(ctx)
    typed = text.split()[:_MOST_WORDS]
    if sum(letter.isalnum() for letter in text) < 2:
        return []
    wanted = {each.lower() for each in sobjects}
    found = []
    for sobject in searched(scope):
        if wanted and sobject.name.lower() not in wanted:
            continue
        if mine and not sobject.has_owner:
            continue
        query = _asked(scope, sobject, mine, days)
        page = replace(query, limit=limit, offset=offset)
        answer = _held(ctx, scope, page, terms.beginnings(typed), "all", counts=True)
        if answer.total:
            found.append(Hits(sobject, answer.total, answer.records))
    return found


def searched(scope: Scope) -> list[SObject]:
    """The objects that the search box finds, in its order."""
    known = {each.name: each for each in sosl.searchable(scope)}
    return [known[name] for name in LAYOUTS if name in known]


def _asked(scope: Scope, sobject: SObject, mine: bool, days: int) -> Query:
    """The query of an object's layout, without the fields that the caller may not read."""
    columns = []
    for path in LAYOUTS[sobject.name].split(", "):
        first = path.partition(".")[0]
        known = sobject.field(first) or sobject.field(f"{first}Id")
        if known is not None and scope.sight.readable(sobject, known):
            columns.append(Column(Path(tuple(path.split(".")))))
    changed = Literal(Form.PERIOD, f"LAST_N_DAYS:{days}")
    recent = Comparison(Path(("LastModifiedDate",)), "=", changed)
    return Query(
        tuple(columns),
        sobject.name,
        where=recent if days else None,
        scope="mine" if mine else "",
    )


def _ids(sobject: SObject) -> Query:
    return Query((Column(Path(("Id",))),), sobject.name)


def _held(
    ctx: Context,
    scope: Scope,
    query: Query,
    term: terms.Term,
    fields: str,
    *,
    counts: bool = False,
) -> answers.Answer:
    """The records of a query that hold a term.

    Raises:
        QueryRefused: the query names what there is not, or what cannot be searched.
    """
    sobject = joins.level_of(replace(scope), query.source, query.at).sobject
    index = sosl.index_of(sobject) if sobject.searched else None
    if index is None:
        said = f"{sobject.name} is not a searchable object"
        raise scope.refusal(terms.MALFORMED_SEARCH, said, query.at)
    columns = sosl.columns_of(scope, sobject, fields)
    made = terms.expression(term, lambda start: index.words(ctx.session, start))
    held = Held(index, f"{{{' '.join(columns)}}} : {made}" if columns and made else '""')
    compiled = compiler.compiled(replace(scope), query, held)
    found = answers.answer(ctx.session, compiled)
    return replace(found, total=answers.counted(ctx.session, compiled)) if counts else found
