"""How an e-mail template that is being written would read, about one of the records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import rows, setup_audit, sight, templates
from workworld.apps.crm.types import RecordId, SObjectName
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

_MOST = 10
_USUAL = "Contact"


@dataclass(frozen=True, slots=True)
class TemplatePreview:
    """A template as it would be sent."""

    subject: str
    body: str
    unresolved: tuple[str, ...]
    """Fields that hold nothing, or that there are not."""
    record_id: str


# Agents look at templates that there are.
@operation(Effect.READ, scope="api", doors=(Surface.UI,))
def subjects(ctx: Context, *, sobject: SObjectName | None = None) -> Sequence[tuple[str, str]]:
    """List records that a template can be looked at with, each by id and name."""
    setup_audit.require_admin(ctx)
    kind = objects.find(sobject or _USUAL) or objects.of_name(_USUAL)
    named = kind.name_field
    if named is None or not sight.may(ctx, kind, "read"):
        return []
    table = rows.table_of(kind)
    latest = (table.c.modified_us.desc(),)
    found = rows.read(ctx, kind, [named], order=latest, limit=_MOST)
    return [(str(each["Id"]), str(each[named.name] or each["Id"])) for each in found]


# As above.
@operation(Effect.READ, scope="api", doors=(Surface.UI,))
def show(
    ctx: Context,
    *,
    subject: Annotated[str, Field(description="Its subject.", max_length=255)],
    body: Annotated[str, Field(description="Its text.", max_length=30_000)],
    record_id: Annotated[RecordId | None, Field(description="The record it is about.")] = None,
) -> TemplatePreview:
    """Read a template that is being written as it would be sent about a record."""
    setup_audit.require_admin(ctx)
    about = templates.known_record(ctx, record_id) if record_id else None
    made = templates.filled(ctx, subject, body, about, None)
    return TemplatePreview(made.subject, made.body, made.unresolved, about or "")
