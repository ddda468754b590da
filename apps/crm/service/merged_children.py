"""What belongs to records that are merged away goes over to the one that stays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import func, select

from workworld.apps.crm.models import (
    AccountContactRelation,
    AccountTeamMember,
    AccountTerritory,
    CampaignMember,
    CaseArticle,
    CaseMilestone,
    ContentDocumentLink,
    EntitySubscription,
    OpportunityContactRole,
)
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import records, sight
from workworld.apps.crm.service.saving import Options
from workworld.context import Context

_SYSTEM = Options(system=True, notify=False)
_ONCE: Mapping[type[Any], str | tuple[str, str]] = {
    AccountContactRelation: ("account_id", "contact_id"),
    AccountTeamMember: "user_id",
    AccountTerritory: "territory_id",
    CampaignMember: "campaign_id",
    CaseArticle: "article_version_id",
    CaseMilestone: "type_id",
    EntitySubscription: "subscriber_id",
    OpportunityContactRole: "opportunity_id",
    ContentDocumentLink: "document_id",
}
"""Of what a record has only one for each of something else: the column of that, or of both."""


def counts(ctx: Context, kind: SObject, ids: Sequence[str]) -> Mapping[str, int]:
    """How many records name one of some records, by object: those that the caller sees."""
    found: dict[str, int] = {}
    for child, column in _ways(kind):
        table = child.model.__table__
        query = (
            select(func.count())
            .select_from(table)
            .where(table.c[column].in_(ids), sight.rows(ctx, child, table))
        )
        found[child.name] = found.get(child.name, 0) + (ctx.session.scalar(query) or 0)
    return {name: count for name, count in sorted(found.items()) if count}


def hand_over(ctx: Context, kind: SObject, old_id: str, new_id: str) -> None:
    """Let whatever names a record name another one instead.

    What the other one has already, such as its place in a campaign, goes to the recycle bin.
    """
    for child, column in _ways(kind):
        model: Any = child.model
        field = next(each for each in child.fields.values() if each.column == column)
        query = select(model).where(getattr(model, column) == old_id, ~model.is_deleted)
        for row in ctx.session.scalars(query.order_by(model.id)).all():
            if row.id == new_id:
                continue  # the master itself: what it stands below is seen to apart
            if _has_already(ctx, row, column, new_id):
                records.remove(ctx, row, with_id=old_id)
            else:
                records.change(ctx, row, {field.name: new_id}, _SYSTEM)


def _has_already(ctx: Context, row: Any, column: str, new_id: str) -> bool:
    known = _ONCE.get(type(row))
    if known is None:
        return False
    others = (known,) if isinstance(known, str) else known
    other = next(each for each in others if each != column)
    model: Any = type(row)
    query = select(model.id).where(
        getattr(model, column) == new_id,
        getattr(model, other) == getattr(row, other),
        ~model.is_deleted,
    )
    return ctx.session.scalar(query.limit(1)) is not None


def _ways(kind: SObject) -> Iterator[tuple[SObject, str]]:
    """The objects and columns by which records name records of an object."""
    for child in objects.objects().values():
        for field in child.fields.values():
            names_it = field.kind is Kind.REFERENCE and kind.name in field.references
            if names_it and field.column and field.column != "master_id":
                yield child, field.column
