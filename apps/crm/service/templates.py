"""E-mail templates: texts that are sent again and again, with fields to be filled in.

https://help.salesforce.com/s/articleView?id=sales.email_templates_landing_page.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import or_, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import EmailTemplate
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import merge_fields, people, records, refusals
from workworld.apps.crm.service.merge_fields import Merging
from workworld.apps.crm.types import RecordId, SObjectName
from workworld.context import Context, Surface
from workworld.database import plain_rows
from workworld.operations import Effect, operation

TemplateId = Annotated[RecordId, Field(description="An e-mail template's id.")]
# The vendor's API reads templates as records, and renders them by an address of its own.
_DOORS = (Surface.UI, Surface.MCP)
_templates = EmailTemplate.__table__.c


@dataclass(frozen=True, slots=True)
class Preview:
    """A text as it would be sent."""

    subject: str
    body: str
    unresolved: tuple[str, ...]
    """Its fields that hold nothing, or that there are not."""


@operation(Effect.READ, scope="api", doors=_DOORS)
def list(ctx: Context, *, sobject: SObjectName | None = None) -> Sequence[EmailTemplate]:
    """List the active e-mail templates by name, those for one object's records or all."""
    people.me(ctx)
    query = select(EmailTemplate.__table__).where(_templates.is_active, ~_templates.is_deleted)
    if sobject is not None:
        fits = or_(_templates.related_type.is_(None), _templates.related_type == sobject)
        query = query.where(fits)
    return plain_rows(
        ctx.session, EmailTemplate, query.order_by(_templates.name, _templates.id), {}
    )


@operation(Effect.READ, scope="api", doors=_DOORS)
def preview(
    ctx: Context,
    *,
    template_id: TemplateId,
    record_id: Annotated[RecordId, Field(description="The record that it is about.")],
    who_id: Annotated[
        RecordId | None, Field(description="The contact or lead who gets it, if another one.")
    ] = None,
) -> Preview:
    """Read a template as it would be sent about a record, with the fields that hold nothing."""
    row = known(ctx, template_id)
    about = known_record(ctx, record_id)
    who = known_record(ctx, who_id) if who_id else None
    return filled(ctx, row.subject, row.body, about, who)


def known(ctx: Context, template_id: str) -> EmailTemplate:
    """An active template.

    Raises:
        NotFound: ``NOT_FOUND``: there is none, or it is not active.
    """
    row: EmailTemplate = records.known(ctx, "EmailTemplate", template_id)
    if not row.is_active:
        raise refusals.not_found()
    return row


def known_record(ctx: Context, record_id: str) -> str:
    """The whole id of a record that the caller sees, whatever object it is of.

    Raises:
        NotFound: ``NOT_FOUND``: there is none.
    """
    full = record_ids.full(record_id)
    sobject = objects.of_prefix(record_ids.prefix_of(full)) if full else None
    if sobject is None:
        raise refusals.not_found()
    found: str = records.known(ctx, sobject.name, record_id).id
    return found


def filled(
    ctx: Context, subject: str, body: str, record_id: str | None, who_id: str | None
) -> Preview:
    """A subject and a text with their fields filled in from records."""
    merging = Merging(ctx, merge_fields.roots(ctx, record_id, who_id))
    made, text = merging.filled(subject), merging.filled(body)
    unresolved = tuple(dict.fromkeys((*made.unresolved, *text.unresolved)))
    return Preview(made.text, text.text, unresolved)
