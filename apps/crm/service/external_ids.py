"""Records that are named by the ids that other systems have for them.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_upsert.htm
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field as Argument

from workworld.apps.crm.service import reading, records, refusals
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.types import SObjectName
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

FieldName = Annotated[str, Argument(description="The external id field.", max_length=80)]
FieldValue = Annotated[str, Argument(description="Its value.", max_length=255)]


# Pages and tools find records by a search or a query.
@operation(Effect.READ, scope=records.SCOPE, doors=(Surface.REST,))
def get(ctx: Context, *, sobject: SObjectName, field: FieldName, value: FieldValue) -> Loaded:
    """Read the record that has an external id."""
    row = _known(ctx, sobject, field, value)
    return reading.load(ctx, records.sobject_of(ctx, sobject), [row.id])[row.id]


# As for reading.
@operation(Effect.WRITE, scope=records.SCOPE, doors=(Surface.REST,))
def delete(ctx: Context, *, sobject: SObjectName, field: FieldName, value: FieldValue) -> None:
    """Put the record that has an external id into the recycle bin."""
    records.remove(ctx, _known(ctx, sobject, field, value))


def _known(ctx: Context, sobject: str, field: str, value: str) -> Any:
    kind = records.sobject_of(ctx, sobject)
    row = reading.by_external_id(ctx, kind, field, value)
    if row is None:
        raise refusals.not_found()
    return row
