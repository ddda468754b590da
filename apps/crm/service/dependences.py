"""Which values a field may have while another one holds something.

https://help.salesforce.com/s/articleView?id=platform.fields_about_dependent_fields.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field as Argument

from workworld.apps.crm.schema import objects, picklists
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import custom_fields, field_checks, refusals, setup_audit
from workworld.apps.crm.types import SObjectName
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

_DOORS = (Surface.UI, Surface.MCP)
_MOST = 300


@dataclass(frozen=True, slots=True)
class Dependence:
    """What controls a field.

    Args:
        sobject: the object.
        field: the field's API name.
        label: what people call it.
        controller: the field that controls it; empty for none.
        controllers: the fields that may: API name and label.
        rows: the values of the field.
        columns: the values of the controlling one.
        allowed: the values of the field, by that one's.
    """

    sobject: str
    field: str
    label: str
    controller: str
    controllers: Sequence[tuple[str, str]]
    rows: Sequence[str]
    columns: Sequence[str]
    allowed: Mapping[str, Sequence[str]]


# The vendor's metadata API speaks SOAP, which is not part of this one.
@operation(Effect.READ, scope="api", doors=_DOORS)
def show(
    ctx: Context,
    *,
    sobject: SObjectName,
    field: custom_fields.FieldName,
    controller: Annotated[
        str, Argument(description="As it would be with this controlling field.", max_length=80)
    ] = "",
) -> Dependence:
    """Read which values of a field there are for which value of the field that controls it.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        NotFound: ``NOT_FOUND``: the field is no list.
    """
    setup_audit.require_admin(ctx)
    kind, found = _listed(sobject, field)
    name = controller or found.controller
    leading = kind.field(name) if name else None
    leading = leading if leading is not None and _leads(leading, found) else None
    possible = [each for each in kind.fields.values() if _leads(each, found)]
    return Dependence(
        kind.name,
        found.name,
        found.label,
        leading.name if leading else "",
        [(each.name, each.label) for each in possible],
        picklists.VALUES[found.picklist],
        _keys(leading) if leading else (),
        {key: sorted(values) for key, values in found.allowed.items()}
        if leading and leading.name == found.controller
        else {},
    )


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def save(
    ctx: Context,
    *,
    sobject: SObjectName,
    field: custom_fields.FieldName,
    controller: Annotated[
        str,
        Argument(description="The controlling field's API name; empty for none.", max_length=80),
    ],
    allowed: Annotated[
        Mapping[str, Sequence[str]],
        Argument(description="By the controlling field's value, the values that there are."),
    ],
) -> Dependence:
    """Let what one field holds decide which values another one may have.

    Records keep what they hold until one of the two fields is changed.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        NotFound: ``NOT_FOUND``: the field is no list.
        Invalid: there is no such value, or the field cannot control the other one.
    """
    setup_audit.require_admin(ctx)
    kind, found = _listed(sobject, field)
    leading = kind.field(controller) if controller else None
    if controller and (leading is None or not _leads(leading, found)):
        raise field_checks.wrong("controller", f"{controller} cannot control {found.label}.")
    known, keys = picklists.VALUES[found.picklist], _keys(leading) if leading else ()
    for key, values in allowed.items():
        wrong = next((each for each in values if each not in known), None)
        if key not in keys or wrong is not None:
            raise field_checks.wrong("allowed", f"There is no value {wrong or key}.")
    row = custom_fields.setting_of(ctx, kind.name, found.name)
    row.controller = leading.name if leading else None
    row.allowed = {key: [*allowed.get(key, ())] for key in keys} if leading else None
    said = f"Changed what controls {kind.label} {found.label}"
    setup_audit.note(ctx, "Field Dependencies", "changed", said)
    custom_fields.apply(ctx)
    return show(ctx, sobject=kind.name, field=found.name)


def _listed(sobject: str, name: str) -> tuple[SObject, Field]:
    kind = custom_fields.object_of(sobject)
    found = custom_fields.field_of(kind, name)
    if not found.picklist or not found.column:
        raise refusals.not_found()
    return objects.of_name(kind.name), found


def _leads(each: Field, found: Field) -> bool:
    """Whether a field may control another one: none that is controlled by it in turn."""
    fits = each.kind in (Kind.PICKLIST, Kind.BOOLEAN) and each.column and each.updateable
    return bool(fits) and found.name not in (each.name, each.controller)


def _keys(leading: Field) -> Sequence[str]:
    if leading.kind is Kind.BOOLEAN:
        return ("false", "true")
    return picklists.VALUES[leading.picklist][:_MOST]
