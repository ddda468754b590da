"""What must hold of fields that administrators add, and how their settings are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select

from workworld.apps.crm.models import FieldPermission, FieldSetting
from workworld.apps.crm.schema import objects, picklists
from workworld.apps.crm.schema.kinds import CENTS, Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import inputs, rule_facts
from workworld.apps.crm.service.field_settings import FieldSettings
from workworld.apps.crm.service.field_types import TYPES
from workworld.apps.crm.service.refusals import RecordError, RecordRefused
from workworld.context import Context
from workworld.formulas import FormulaError
from workworld.formulas import Kind as Yields

_INTEGRITY = "FIELD_INTEGRITY_EXCEPTION"
_YIELDS: Mapping[str, tuple[Kind, Yields]] = {
    "Text": (Kind.STRING, Yields.TEXT),
    "Number": (Kind.DOUBLE, Yields.NUMBER),
    "Currency": (Kind.CURRENCY, Yields.NUMBER),
    "Percent": (Kind.PERCENT, Yields.NUMBER),
    "Date": (Kind.DATE, Yields.DATE),
    "DateTime": (Kind.DATETIME, Yields.DATETIME),
    "Checkbox": (Kind.BOOLEAN, Yields.BOOLEAN),
}
_LONGEST = 1_300
_MOST_VALUES = 500
_MOMENTARY = ("TODAY(", "NOW(")
_COUNTED = (Kind.DATE, Kind.DATETIME)


def columns(
    ctx: Context, kind: SObject, name: str, type: str, made: Any, row: FieldSetting | None = None
) -> dict[str, Any]:
    """A row's columns as settings say.

    Args:
        ctx: who settles it.
        kind: the object.
        name: the field's API name.
        type: its type.
        made: the settings.
        row: its row, if the field is there already.

    Raises:
        RecordRefused: with what is wrong with which setting.
    """
    of_type = TYPES[type]
    found: dict[str, Any] = {
        "kind": str(of_type.kind),
        "label": made.label,
        "help": made.help or None,
        "is_required": getattr(made, "required", False),
        "is_tracked": getattr(made, "tracked", False),
        "is_external_id": getattr(made, "external_id", False),
        "is_unique": getattr(made, "unique", False) or getattr(made, "external_id", False),
        "is_rich": type == "Html",
        "length": getattr(made, "length", of_type.length),
        "scale": getattr(made, "scale", of_type.scale),
    }
    if of_type.kind in (Kind.PICKLIST, Kind.MULTIPICKLIST):
        found |= {"picklist": f"{kind.name}.{name}"}
        _check_values(lines(made.values))
    if type == "Lookup":
        found |= _lookup(kind, made, row)
    elif type == "AutoNumber":
        found |= {"numbering": made.numbering, "next_number": made.starts_at}
    elif type == "Formula":
        found |= _formula(kind, made, row)
    elif type == "Summary":
        found |= _summary(ctx, kind, made)
    if hasattr(made, "default"):
        found |= {"default": _default(ctx, found, made, row)}
    return found


def settings_of(ctx: Context, row: FieldSetting) -> dict[str, Any]:
    """A field's settings by the vendor's names."""
    summary = row.summary or {}
    (asked, *_) = summary.get("told") or [["", "=", ""]]
    held: dict[str, Any] = {
        "label": row.label,
        "fullName": row.name,
        "inlineHelpText": row.help or "",
        "required": row.is_required,
        "trackHistory": row.is_tracked,
        "unique": row.is_unique,
        "externalId": row.is_external_id,
        "length": row.length,
        "scale": row.scale,
        "defaultValue": _told(row),
        "valueSet": "\n".join(each.value for each in picklists.all_values(row.picklist or "")),
        "referenceTo": row.refers_to or "",
        "relationshipName": row.children or "",
        "displayFormat": row.numbering or "",
        "startingNumber": row.next_number,
        "formula": row.formula or "",
        "returnType": _returns(row),
        "summaryForeignKey": f"{summary.get('sobject')}.{summary.get('by')}" if summary else "",
        "summaryOperation": summary.get("how", "count"),
        "summarizedField": summary.get("of", ""),
        "filterField": asked[0],
        "filterSign": asked[1],
        "filterValue": asked[2],
        **_security(ctx, row),
    }
    fields = TYPES[type_of(row)].settings.model_fields
    return {(each.alias or name): held[each.alias or name] for name, each in fields.items()}


def type_of(row: FieldSetting) -> str:
    """The type of an added field, as the vendor's metadata calls it."""
    if row.formula or row.numbering or row.summary:
        return "Formula" if row.formula else "AutoNumber" if row.numbering else "Summary"
    if row.is_rich:
        return "Html"
    if row.kind == Kind.TEXTAREA:
        return "TextArea" if row.length <= 255 else "LongTextArea"
    return next(name for name, each in TYPES.items() if each.kind == row.kind)


def plain_type(field: Field) -> str:
    """What people call the type of a field that is declared."""
    if field.compute is not None:
        return "Formula"
    if field.is_rich:
        return TYPES["Html"].label
    found = (each.label for each in TYPES.values() if each.kind is field.kind)
    return next(found, {Kind.ID: "ID", Kind.INT: "Number"}.get(field.kind, str(field.kind)))


def settings_class(label: str) -> type[FieldSettings]:
    """What is settled about fields of a type that people call so."""
    return next(each.settings for each in TYPES.values() if each.label == label)


def lines(text: str) -> list[str]:
    """The values that were entered, one in each line."""
    return list(dict.fromkeys(each.strip() for each in text.splitlines() if each.strip()))


def wrong(at: str, said: str) -> RecordRefused:
    """That a setting will not do."""
    return RecordRefused([RecordError(_INTEGRITY, said, (at,))])


def _security(ctx: Context, row: FieldSetting) -> dict[str, list[str]]:
    table = FieldPermission.__table__.c
    query = select(table.profile_id, table.can_read).where(
        table.sobject == row.sobject, table.field == row.name
    )
    found = ctx.session.execute(query.order_by(table.profile_id)).all()
    return {
        "hiddenFrom": [each.profile_id for each in found if not each.can_read],
        "readOnlyFor": [each.profile_id for each in found if each.can_read],
    }


def _check_values(values: Sequence[str]) -> None:
    if not values or len(values) > _MOST_VALUES:
        raise wrong("valueSet", f"Enter 1 to {_MOST_VALUES} values, one in each line.")
    long = next((each for each in values if len(each) > 255 or ";" in each), None)
    if long is not None:
        raise wrong("valueSet", f"A value has at most 255 characters and no semicolon: {long[:40]}")


def _lookup(kind: SObject, made: Any, row: FieldSetting | None) -> dict[str, Any]:
    target = objects.find(made.refers_to)
    if target is None:
        raise wrong("referenceTo", f"There is no object {made.refers_to}.")
    if row is not None and row.refers_to != target.name:
        raise wrong("referenceTo", "What a lookup refers to cannot be changed.")
    children = f"{made.children}__r" if made.children else None
    if made.children.endswith("__r"):
        children = made.children
    taken = [each for each in objects.children(target.name) if each.name == children]
    if any(each.sobject != kind.name or row is None or each.field != row.name for each in taken):
        raise wrong("relationshipName", f"{target.label} has such a relationship already.")
    return {"refers_to": target.name, "children": children}


def _formula(kind: SObject, made: Any, row: FieldSetting | None) -> dict[str, Any]:
    held, yields = _YIELDS[made.returns]
    try:
        read = rule_facts.expression(kind.name, made.formula, yields)
    except FormulaError as error:
        where = f" (at character {error.position})" if error.position else ""
        raise wrong("formula", f"{error.message}{where}") from None
    if any(each in made.formula.upper().replace(" ", "") for each in _MOMENTARY):
        raise wrong("formula", "A formula is worked out when its record is saved: it has no today.")
    for name in read.fields:
        if name.startswith("$") or name.count(".") > 1:
            raise wrong("formula", f"Name fields of the record or of its parents, not {name}.")
        other = kind.field(name)
        is_later = other is not None and (
            other.compute is not None or other.name == getattr(row, "name", "")
        )
        if other is not None and is_later:
            raise wrong("formula", f"{other.label} is worked out after this field.")
        if other is not None and other.formula and row is not None:
            raise wrong("formula", f"{other.label} is a formula itself: add the field anew.")
    return {
        "kind": str(held),
        "formula": made.formula,
        "length": _LONGEST if held is Kind.STRING else 0,
        "scale": 2 if held in (Kind.CURRENCY, Kind.PERCENT) else made.scale,
    }


def _summary(ctx: Context, kind: SObject, made: Any) -> dict[str, Any]:
    name, _, by = made.beneath.partition(".")
    beneath = objects.find(name)
    naming = beneath.field(by) if beneath else None
    if beneath is None or naming is None or naming.is_added or kind.name not in naming.references:
        raise wrong("summaryForeignKey", f"Choose records that name a {kind.label.lower()}.")
    summed = beneath.field(made.of) if made.of else None
    if made.how != "count":
        fits = summed is not None and not summed.is_added and not summed.references
        kinds = summed is not None and (
            summed.kind.is_number or (made.how != "sum" and summed.kind in _COUNTED)
        )
        if not (fits and kinds):
            raise wrong("summarizedField", f"Choose a number of {beneath.plural.lower()}.")
    asked = made.filter_field, made.filter_sign, made.filter_value
    where = _filter(ctx, beneath, *asked) if made.filter_field else None
    counts = made.how == "count" or summed is None
    return {
        "kind": str(Kind.DOUBLE if counts else summed.kind),  # type: ignore[union-attr]
        "scale": 0 if counts else summed.scale,  # type: ignore[union-attr]
        "summary": {
            "sobject": beneath.name,
            "by": naming.name,
            "how": made.how,
            "of": summed.name if summed and not counts else "",
            "where": [where] if where else [],
            "told": [asked],
        },
    }


def _filter(ctx: Context, beneath: SObject, name: str, sign: str, text: str) -> list[Any]:
    field = beneath.field(name)
    if field is None or field.is_added or not field.column:
        raise wrong("filterField", f"{beneath.label} has no field {name[:80]} to filter by.")
    if not text:
        return [field.name, sign, None]
    given = {field.name: text}
    try:
        found = inputs.read(ctx, beneath, given, creating=False, system=True)
    except RecordRefused as refusal:
        raise wrong("filterValue", refusal.message) from None
    return [field.name, sign, found[field.column]]


def _default(ctx: Context, found: Mapping[str, Any], made: Any, row: FieldSetting | None) -> Any:
    """What new records have, as the column keeps it."""
    if isinstance(made.default, bool):
        return made.default
    if not made.default:
        return None
    kind = Kind(found["kind"])
    if kind in (Kind.PICKLIST, Kind.MULTIPICKLIST):
        known = lines(made.values)
        if row is not None:
            known = [each.value for each in picklists.all_values(row.picklist or "")]
        if made.default not in known:
            raise wrong("defaultValue", "The default is none of the values.")
        return made.default
    field = Field(
        "X", made.label, kind, "x", length=found["length"] or 32_000, scale=found["scale"]
    )
    try:
        return inputs.kept(ctx, field, made.default)
    except RecordRefused as refusal:
        raise wrong("defaultValue", refusal.message) from None


def _told(row: FieldSetting) -> Any:
    if row.kind == Kind.BOOLEAN:
        return bool(row.default)
    if row.default is None:
        return ""
    if row.kind == Kind.CURRENCY:
        return f"{row.default / CENTS:g}"
    return f"{row.default:g}" if isinstance(row.default, float) else str(row.default)


def _returns(row: FieldSetting) -> str:
    return next((name for name, (kind, _) in _YIELDS.items() if kind == row.kind), "Number")
