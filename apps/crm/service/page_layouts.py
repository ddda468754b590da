"""Which fields stand where on the pages of records, as administrators lay them out.

https://help.salesforce.com/s/articleView?id=platform.customize_layout.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field as Argument
from sqlalchemy import select

from workworld.apps.crm import layouts, record_ids
from workworld.apps.crm.models import PageLayout
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import (
    custom_fields,
    field_checks,
    record_types,
    refusals,
    setup_audit,
)
from workworld.apps.crm.service.setup_settings import SetupSettings, checked
from workworld.apps.crm.types import SObjectName
from workworld.automation import Asked
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

_DOORS = (Surface.UI, Surface.MCP)
_layouts = PageLayout.__table__.c
TypeId = Annotated[
    str, Argument(description="For which record type; empty for all others.", max_length=18)
]


class SectionSettings(SetupSettings):
    """Fields under one heading, in two columns."""

    title: Annotated[str, Asked("line"), Argument(title="Heading", min_length=1, max_length=80)]
    left: Annotated[
        str,
        Asked("area"),
        Argument(title="Left column", max_length=5_000, description="An API name in each line."),
    ] = ""
    right: Annotated[str, Asked("area"), Argument(title="Right column", max_length=5_000)] = ""


class LayoutSettings(SetupSettings):
    """What stands where on a page."""

    sections: Annotated[
        list[SectionSettings], Argument(title="Sections", min_length=1, max_length=30)
    ]


# The vendor's metadata API speaks SOAP, which is not part of this one.
@operation(Effect.READ, scope="api", doors=_DOORS)
def show(ctx: Context, *, sobject: SObjectName, record_type_id: TypeId = "") -> Mapping[str, Any]:
    """Read the sections of an object's page, and which fields are on none.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
    """
    setup_audit.require_admin(ctx)
    kind = custom_fields.object_of(sobject)
    found = layouts.layout_of(kind.name, _type(ctx, kind, record_type_id)).sections
    sections = [
        {
            "title": each.title,
            "left": "\n".join(_known(kind, each.left)),
            "right": "\n".join(_known(kind, each.right)),
        }
        for each in found
    ]
    placed = {name for each in found for name in (*each.left, *each.right)}
    unused = [each.name for each in kind.fields.values() if _fits(each) and each.name not in placed]
    return {"sections": sections, "unused": unused}


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def save(
    ctx: Context,
    *,
    sobject: SObjectName,
    sections: Annotated[
        Sequence[Mapping[str, Any]],
        Argument(description="title, left and right, with an API name in each line."),
    ],
    record_type_id: TypeId = "",
) -> Mapping[str, Any]:
    """Lay the pages of an object's records out, for all of them or those of a type.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        Invalid: with what is wrong with which section.
    """
    setup_audit.require_admin(ctx)
    kind = custom_fields.object_of(sobject)
    type_id = _type(ctx, kind, record_type_id)
    made = checked(LayoutSettings, {"sections": [*sections]})
    laid_out = _checked(kind, made)
    query = select(PageLayout).where(
        _layouts.sobject == kind.name, _layouts.record_type_id.is_not_distinct_from(type_id or None)
    )
    row = ctx.session.scalars(query).first()
    if row is None:
        row = PageLayout(
            id=record_ids.next_id(ctx.ids, "00h"),
            sobject=kind.name,
            record_type_id=type_id or None,
            sections=laid_out,
        )
        ctx.session.add(row)
    row.sections = laid_out
    setup_audit.note(ctx, "Page Layouts", "changed", f"Changed the page layout of {kind.label}")
    custom_fields.apply(ctx)
    return show(ctx, sobject=kind.name, record_type_id=type_id)


def _type(ctx: Context, kind: SObject, record_type_id: str) -> str:
    if not record_type_id:
        return ""
    found = record_types.find(ctx, kind.name, record_ids.full(record_type_id))
    if found is None:
        raise refusals.not_found()
    return found.id


def _known(kind: SObject, names: Sequence[str]) -> list[str]:
    return [each.name for each in layouts.fields_of(kind, names)]


def _fits(field: Field) -> bool:
    return field.kind is not Kind.ID and field.name not in ("IsDeleted", "SystemModstamp")


def _checked(kind: SObject, made: LayoutSettings) -> list[list[Any]]:
    placed: set[str] = set()
    found: list[list[Any]] = []
    for number, each in enumerate(made.sections):
        sides: list[Any] = [each.title]
        for side, text in (("left", each.left), ("right", each.right)):
            at, names = f"sections-{number}-{side}", []
            for line in field_checks.lines(text):
                field = kind.field(line)
                if field is None:
                    raise field_checks.wrong(at, f"{kind.label} has no field {line[:80]}.")
                if field.name in placed:
                    raise field_checks.wrong(at, f"{field.name} stands on the page already.")
                placed.add(field.name)
                names.append(field.name)
            sides.append(names)
        found.append(sides)
    lacking = next(
        (
            each.name
            for each in kind.fields.values()
            if each.required and each.createable and each.default is None
            if each.name not in placed
        ),
        None,
    )
    if lacking is not None:
        raise field_checks.wrong("sections", f"{lacking} is required, so it must be on the page.")
    return found
