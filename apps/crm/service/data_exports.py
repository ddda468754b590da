"""Everything as files: all records of objects, for administrators.

Field security holds there as anywhere: what the administrator may not see is in no file.
https://help.salesforce.com/s/articleView?id=platform.admin_exportdata.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field as Argument
from sqlalchemy import select

from workworld.apps.crm.models import Export
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import exports, people, setup_audit, sight
from workworld.context import Context, Surface
from workworld.errors import Invalid
from workworld.operations import Effect, operation

KIND = "Data"
MOST_LISTED = 50
# The vendor hands it out on a page alone; programs ask its bulk API for records.
_DOORS = (Surface.UI,)
_exports = Export.__table__.c


@dataclass(frozen=True, slots=True)
class Extract:
    """All records of an object that the caller may read.

    Args:
        sobject: which object.
        fields: those that the caller may see.
        rows: by record the values of the fields, as columns keep them.
    """

    sobject: SObject
    fields: Sequence[Field]
    rows: Sequence[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Taken:
    """Something that somebody took away as a file."""

    user: str
    kind: str
    name: str
    rows: int
    exported_us: int


@operation(Effect.READ, scope="api", doors=_DOORS)
def offered(ctx: Context) -> Sequence[SObject]:
    """List the objects whose records an administrator can take away, by their label."""
    setup_audit.require_admin(ctx)
    found = [each for each in objects.objects().values() if _is_offered(ctx, each)]
    return sorted(found, key=lambda each: (each.plural, each.name))


@operation(Effect.READ, scope="api", doors=_DOORS)
def list(ctx: Context) -> Sequence[Taken]:
    """List what left the CRM as files, the latest first."""
    setup_audit.require_admin(ctx)
    query = select(Export).order_by(_exports.exported_us.desc(), _exports.id.desc())
    rows = ctx.session.scalars(query.limit(MOST_LISTED)).all()
    names = people.names(ctx, [row.user_id for row in rows])
    return [
        Taken(names.get(row.user_id, ""), row.kind, row.name, row.rows, row.exported_us)
        for row in rows
    ]


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def take(
    ctx: Context,
    *,
    sobjects: Annotated[
        Sequence[Annotated[str, Argument(max_length=80)]],
        Argument(description="Objects by their API names; none: all.", max_length=200),
    ] = (),
) -> Sequence[Extract]:
    """Take all records of objects away; it is written down who did.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS``: the caller is no administrator, or may export nothing.
        Invalid: ``INVALID_TYPE``: there is no such object.
    """
    exports.require(ctx)
    known = {each.name: each for each in offered(ctx)}
    if unknown := [name for name in sobjects if name not in known]:
        raise Invalid("INVALID_TYPE", f"There is no object {unknown[0]} to be exported.")
    wanted = [known[name] for name in known if not sobjects or name in sobjects]
    found = [_extract(ctx, each) for each in wanted]
    named = "All data" if not sobjects else ", ".join(each.plural for each in wanted)
    rows = sum(len(each.rows) for each in found)
    exports.note(ctx, kind=KIND, thing_id="", name=named[:255], rows=rows)
    return found


def _is_offered(ctx: Context, sobject: SObject) -> bool:
    return not sobject.is_setup and sight.may(ctx, sobject, "read")


def _extract(ctx: Context, sobject: SObject) -> Extract:
    table = sobject.model.__table__
    fields = sight.fields(ctx, sobject)
    query = select(*(each.of(table) for each in fields)).where(sight.rows(ctx, sobject, table))
    rows = ctx.session.execute(query.order_by(table.c.id)).all()
    return Extract(sobject, fields, [tuple(row) for row in rows])
