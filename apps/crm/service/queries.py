"""SOQL: what a query finds, as whoever asks may see it.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_query.htm
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import Field as Argument
from sqlalchemy import ColumnElement, FromClause, Select, and_

from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import currencies, dashboards, people, reports, sight
from workworld.apps.crm.service.conditions import calendar
from workworld.apps.crm.soql import answers, compiler, parser
from workworld.apps.crm.soql.scope import Scope
from workworld.apps.crm.soql.tree import Condition, Query
from workworld.context import Context, Surface
from workworld.errors import Invalid
from workworld.operations import Effect, operation
from workworld.randomness import digest

SCOPE = "api"
# People find records in lists and with the search.
_DOORS = (Surface.REST, Surface.MCP)
LARGEST_BATCH = answers.LARGEST_PAGE
_PREFIX = "01g"
_CHECK_LENGTH = 12
_MOST_PAGED = 10_000_000
_LOCATOR = re.compile(rf"{_PREFIX}([0-9a-f]{{{_CHECK_LENGTH}}})([\w-]+)-(\d{{1,8}})", re.ASCII)

ApiVersion = Annotated[
    str,
    Argument(
        description="The version of the API that addresses of records name, such as `v62.0`.",
        pattern=r"^v\d{2}\.0$",
    ),
]
LATEST = "v62.0"


@dataclass(frozen=True, slots=True)
class QueryResult:
    """What a query finds, or a part of it."""

    total_size: int
    records: Sequence[Mapping[str, Any]]
    """As the vendor's JSON has them."""
    locator: str | None
    """By which the next part is asked for; None if this is the last one."""

    @property
    def done(self) -> bool:
        """Whether nothing follows."""
        return self.locator is None


@operation(Effect.READ, scope=SCOPE, doors=_DOORS)
def query(
    ctx: Context,
    *,
    q: Annotated[str, Argument(description="The query, in SOQL.")],
    all_rows: Annotated[
        bool, Argument(description="Whether records in the recycle bin are found too.")
    ] = False,
    batch_size: Annotated[
        int, Argument(description="How many records are told at once.", ge=1, le=LARGEST_BATCH)
    ] = LARGEST_BATCH,
    version: ApiVersion = LATEST,
) -> QueryResult:
    """Find records with a SOQL query, under the caller's permissions.

    A long answer has a locator, by which its next part is asked for.
    """
    return _part(ctx, _Asked(q, all_rows, batch_size), 0, version)


@operation(Effect.READ, scope=SCOPE, doors=_DOORS)
def more(
    ctx: Context,
    *,
    locator: Annotated[str, Argument(description="What the last answer had as its locator.")],
    version: ApiVersion = LATEST,
) -> QueryResult:
    """Read the next part of a long answer."""
    asked, start = _located(ctx, locator)
    return _part(ctx, asked, start, version)


def scope_of(ctx: Context, text: str = "", version: str = LATEST) -> Scope:
    """What queries of the caller are read against.

    Args:
        ctx: who asks.
        text: the query, for what is wrong with it.
        version: of the API.

    Raises:
        Forbidden: they do not work with the CRM.
    """
    if ctx.memory is None:  # a query asks a hundred times who may read which field
        ctx = replace(ctx, memory={}, steady=None)
    return Scope(
        sight=_Seen(ctx),
        calendar=calendar(ctx),
        me_id=people.me(ctx).id,
        in_corporate=lambda amount, code: currencies.in_corporate(ctx, amount, code),
        rates=lambda: currencies.rates(ctx),
        corporate=lambda: currencies.corporate(ctx),
        text=text,
        version=version,
    )


def matching(ctx: Context, sobject: SObject, where: Condition) -> Select[Any]:
    """The ids of records that the caller sees and that fulfil a condition, as a subquery.

    Raises:
        Invalid: the condition names what there is not, or what the caller may not read.
    """
    return compiler.matching(scope_of(ctx), sobject, where)


def answered(ctx: Context, tree: Query, version: str = LATEST) -> Sequence[Mapping[str, Any]]:
    """The records that a query finds which was built without a text, 2,000 at most.

    Raises:
        Invalid: it names what there is not, or what the caller may not read.
    """
    asked = compiler.compiled(scope_of(ctx, version=version), tree)
    return answers.answer(ctx.session, asked).records


_LISTED: Mapping[str, Callable[[Context], Sequence[str]]] = {
    "Report": lambda ctx: [each.row.id for each in reports.list(ctx)],
    "Dashboard": lambda ctx: [each.row.id for each in dashboards.list(ctx)],
}
"""The ids of what somebody sees, where folders and what it is about decide that."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the caller sees, for the compiler."""

    ctx: Context

    def reads(self, sobject: SObject) -> bool:
        return sight.may(self.ctx, sobject, "read")

    def readable(self, sobject: SObject, field: Field) -> bool:
        return sight.readable(self.ctx, sobject, field)

    def rows(
        self, sobject: SObject, table: FromClause, *, deleted: bool = False
    ) -> ColumnElement[bool]:
        seen = sight.rows(self.ctx, sobject, table, deleted=deleted)
        listed = _LISTED.get(sobject.name)
        return seen if listed is None else and_(seen, table.c.id.in_(listed(self.ctx)))


@dataclass(frozen=True, slots=True)
class _Asked:
    """A query, as a locator holds it."""

    q: str
    all_rows: bool
    batch_size: int


def _part(ctx: Context, asked: _Asked, start: int, version: str) -> QueryResult:
    scope = scope_of(ctx, asked.q, version)
    scope.deleted = asked.all_rows
    compiled = compiler.compiled(scope, parser.parse(asked.q))
    found = answers.answer(ctx.session, compiled, start, asked.batch_size)
    if found.following is None:
        return QueryResult(found.total, found.records, None)
    if compiled.is_grouped:
        said = (
            "Aggregate query does not support queryMore(), use LIMIT to restrict the results to a"
            " single batch"
        )
        raise Invalid("EXCEEDED_ID_LIMIT", said)
    return QueryResult(found.total, found.records, _locator(ctx, asked, found.following))


# A locator holds the query itself, so that reading leaves nothing behind.


def _locator(ctx: Context, asked: _Asked, start: int) -> str:
    kept = json.dumps([asked.q, asked.all_rows, asked.batch_size], separators=(",", ":"))
    packed = base64.urlsafe_b64encode(kept.encode()).decode().rstrip("=")
    return f"{_PREFIX}{_check(ctx, packed)}{packed}-{start}"


def _located(ctx: Context, locator: str) -> tuple[_Asked, int]:
    found = _LOCATOR.fullmatch(locator)
    if found is None or found[1] != _check(ctx, found[2]) or int(found[3]) > _MOST_PAGED:
        raise Invalid("INVALID_QUERY_LOCATOR", "invalid query locator")
    padded = found[2] + "=" * (-len(found[2]) % 4)
    q, all_rows, batch_size = json.loads(base64.urlsafe_b64decode(padded))
    return _Asked(q, all_rows, batch_size), int(found[3])


def _check(ctx: Context, packed: str) -> str:
    """Tells locators of the caller from others."""
    return digest("crm query locator", ctx.actor.person_id, packed).hex()[:_CHECK_LENGTH]
