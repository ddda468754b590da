"""Quick texts: sentences that agents put into answers, with fields filled in from the case.

https://help.salesforce.com/s/articleView?id=service.quicktext_about.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import QuickText
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import people, records, refusals, sight, templates
from workworld.apps.crm.service.templates import Preview
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.database import plain_rows
from workworld.operations import Effect, operation

# The vendor's API has them as records, and leaves filling in to whoever reads them.
_DOORS = (Surface.UI, Surface.MCP)
_texts = QuickText.__table__.c


@operation(Effect.READ, scope="api", doors=_DOORS)
def list(ctx: Context) -> Sequence[QuickText]:
    """List the quick texts that can be inserted, by category and name."""
    people.me(ctx)
    sobject, table = of_name("QuickText"), QuickText.__table__
    query = select(table).where(_texts.is_active, sight.rows(ctx, sobject, table))
    ordered = query.order_by(_texts.category, _texts.name, _texts.id)
    return plain_rows(ctx.session, QuickText, ordered, {})


@operation(Effect.READ, scope="api", doors=_DOORS)
def preview(
    ctx: Context,
    *,
    quick_text_id: Annotated[RecordId, Field(description="A quick text's id.")],
    record_id: Annotated[RecordId, Field(description="The record that it is about.")],
) -> Preview:
    """Read a quick text as it would be inserted about a record, with the fields that are empty."""
    row: QuickText = records.known(ctx, "QuickText", quick_text_id)
    if not row.is_active:
        raise refusals.not_found()
    about = templates.known_record(ctx, record_id)
    return templates.filled(ctx, row.name, row.message, about, None)
