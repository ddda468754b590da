"""Values as callers send them, checked and turned into what columns keep.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/primitive_data_types.htm
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any

from sqlalchemy import select, true

from workworld.apps.crm import record_ids
from workworld.apps.crm.schema import objects, picklists
from workworld.apps.crm.schema.kinds import CENTS, Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import rich_texts, sight
from workworld.apps.crm.service.refusals import RecordError, RecordRefused, refused
from workworld.clock import to_microseconds
from workworld.context import Context
from workworld.errors import Invalid

_EMAIL = re.compile(r"[^@\s,;<>()\"]+@[^@\s,;<>()\".]+(?:\.[^@\s,;<>()\".]+)+")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_SHORT_OFFSET = re.compile(r"([+-]\d{2})(\d{2})$")
_LARGEST = 10**16
"""No number of a record is as large as this."""
_TRUTHS = {"true": True, "false": False}


class _Unfit(Exception):
    """A value that its field does not take.

    Args:
        code: the vendor's.
        message: one sentence.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def read(
    ctx: Context,
    sobject: SObject,
    values: Mapping[str, Any],
    *,
    creating: bool,
    system: bool = False,
) -> dict[str, Any]:
    """The columns that a caller gives values to.

    Args:
        ctx: who gives them.
        sobject: of what.
        values: JSON values by API name.
        creating: whether it is a new record.
        system: whether the organisation itself gives them: every field that has a column is open,
            and every record may be named.

    Raises:
        RecordRefused: there is no such field, it is read-only, or a value does not fit; all
            values that do not fit are told at once.
    """
    found: dict[str, Any] = {}
    errors: list[RecordError] = []
    for name, value in values.items():
        if name.lower() == "attributes" and isinstance(value, Mapping):
            continue  # what a record that was read carries along
        field, sent = _field(ctx, sobject, name, value, system=system)
        _require_open(ctx, sobject, field, creating=creating, system=system)
        try:
            found[field.column] = _value(ctx, field, sent, system=system)
        except _Unfit as unfit:
            errors.append(RecordError(unfit.code, unfit.message, (field.name,)))
    if errors:
        raise RecordRefused(errors)
    return found


def kept(ctx: Context, field: Field, value: Any) -> Any:
    """A JSON value of a field as its column keeps it.

    Raises:
        RecordRefused: it does not fit.
    """
    try:
        return _value(ctx, field, value, system=True)
    except _Unfit as unfit:
        raise RecordRefused([RecordError(unfit.code, unfit.message, (field.name,))]) from None


def _field(
    ctx: Context, sobject: SObject, name: str, value: Any, *, system: bool
) -> tuple[Field, Any]:
    """The field that is meant and the value for it: a parent may be named by an external id."""
    field = sobject.field(name)
    if field is not None and (system or sight.readable(ctx, sobject, field)):
        return field, value
    leading = [
        each
        for each in sobject.fields.values()
        if each.relationship and each.relationship.lower() == name.lower()
    ]
    if leading and isinstance(value, Mapping) and sight.readable(ctx, sobject, leading[0]):
        return leading[0], _referred(ctx, leading[0], value)
    said = f"No such column '{name[:80]}' on sobject of type {sobject.name}"
    raise refused("INVALID_FIELD", said, name[:80])


def _require_open(
    ctx: Context, sobject: SObject, field: Field, *, creating: bool, system: bool
) -> None:
    may = field.createable if creating else field.updateable
    is_open = sight.editable(ctx, sobject, field) if field.updateable else True
    if field.column and field.kind is not Kind.ID and (system or (may and is_open)):
        return
    said = (
        f"Unable to create/update fields: {field.name}. Please check the security settings of"
        " this field and verify that it is read/write for your profile or permission set."
    )
    raise refused("INVALID_FIELD_FOR_INSERT_UPDATE", said, field.name)


def _referred(ctx: Context, field: Field, value: Mapping[str, Any]) -> str:
    """The id of the parent that an external id names."""
    above = objects.of_name(field.references[0])
    named = {name: given for name, given in value.items() if name != "attributes"}
    key = above.field(next(iter(named), ""))
    if len(named) == 1 and key is not None and (key.is_external_id or key.kind is Kind.ID):
        table = above.model.__table__
        wanted = next(iter(named.values()))
        query = select(table.c.id).where(
            table.c[key.column] == str(wanted), sight.rows(ctx, above, table)
        )
        found = ctx.session.scalars(query.limit(2)).all()
        if len(found) == 1:
            return str(found[0])
        said = f"Foreign key external ID: {str(wanted)[:80]} not found for field {key.name}"
        raise refused("INVALID_FIELD", f"{said} in entity {above.name}", field.name)
    raise refused("INVALID_FIELD", f"{field.relationship} takes one external ID", field.name)


def _value(ctx: Context, field: Field, value: Any, *, system: bool) -> Any:
    if value is None or (isinstance(value, str) and not value.strip()):
        return _nothing(field)
    if field.kind is Kind.REFERENCE:
        return _reference(ctx, field, value, system=system)
    return _READERS[field.kind](field, value)


def _nothing(field: Field) -> Any:
    """What a field has without a value."""
    if field.kind is Kind.BOOLEAN:
        return False
    return None


def _text(field: Field, value: Any) -> str:
    if not isinstance(value, str):
        raise _wrong_type(value, "string")
    text = value.strip()
    if len(text) > field.length:
        said = f"{field.label}: data value too large: {text[:80]} (max length={field.length})"
        raise _Unfit("STRING_TOO_LONG", said)
    return text


def _long_text(field: Field, value: Any) -> str | None:
    if not field.is_rich or not isinstance(value, str):
        return _text(field, value)
    try:
        clean = rich_texts.cleaned(value)
    except Invalid:
        clean = value  # too long for a document is too long for any field
    return _text(field, clean) or None


def _email(field: Field, value: Any) -> str:
    text = _text(field, value)
    if not _EMAIL.fullmatch(text):
        said = f"{field.label}: invalid email address: {text[:80]}"
        raise _Unfit("INVALID_EMAIL_ADDRESS", said)
    return text


def _picked(field: Field, value: Any) -> str:
    text = _text(field, value)
    known = {each.value.lower(): each.value for each in picklists.all_values(field.picklist)}
    if text.lower() not in known:
        said = f"{field.label}: bad value for restricted picklist field: {text[:80]}"
        raise _Unfit("INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST", said)
    return known[text.lower()]


def _several(field: Field, value: Any) -> str:
    text = _text(field, value)
    chosen = {_picked(field, each) for each in text.split(";") if each.strip()}
    listed = picklists.all_values(field.picklist)
    return ";".join(each.value for each in listed if each.value in chosen)


def _boolean(_field: Field, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in _TRUTHS:
        return _TRUTHS[value.strip().lower()]
    raise _wrong_type(value, "boolean")


def _decimal(field: Field, value: Any) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise _wrong_type(value, "double")
    try:
        number = Decimal(str(value).strip())
    except InvalidOperation:
        raise _wrong_type(value, "double") from None
    if not number.is_finite():
        raise _wrong_type(value, "double")
    if abs(number) >= _LARGEST:
        said = f"{field.label}: value outside of valid range on numeric field: {str(value)[:40]}"
        raise _Unfit("NUMBER_OUTSIDE_VALID_RANGE", said)
    return number


def _integer(field: Field, value: Any) -> int:
    number = _decimal(field, value)
    if number != number.to_integral_value():
        raise _wrong_type(value, "int")
    return int(number)


def _rounded(field: Field, value: Any) -> float:
    step = Decimal(1).scaleb(-field.scale)
    return float(_decimal(field, value).quantize(step, ROUND_HALF_UP))


def _cents(field: Field, value: Any) -> int:
    return int((_decimal(field, value) * CENTS).quantize(Decimal(1), ROUND_HALF_UP))


def _date(_field: Field, value: Any) -> str:
    if not isinstance(value, str) or not _DATE.fullmatch(value.strip()):
        raise _wrong_type(value, "date")
    try:
        return date.fromisoformat(value.strip()).isoformat()
    except ValueError:
        raise _wrong_type(value, "date") from None


def _moment(_field: Field, value: Any) -> int:
    if not isinstance(value, str):
        raise _wrong_type(value, "dateTime")
    text = _SHORT_OFFSET.sub(r"\1:\2", value.strip())
    try:
        moment = datetime.fromisoformat(text)
        if moment.utcoffset() is None:
            moment = datetime.fromisoformat(f"{text}+00:00")
        return to_microseconds(moment + timedelta(0))
    except (ValueError, OverflowError):
        raise _wrong_type(value, "dateTime") from None


def _bytes(field: Field, value: Any) -> bytes:
    if not isinstance(value, str):
        raise _wrong_type(value, "base64Binary")
    try:
        return base64.b64decode("".join(value.split()), validate=True)
    except ValueError:
        raise _Unfit("JSON_PARSER_ERROR", f"{field.label}: this is not base64") from None


def _reference(ctx: Context, field: Field, value: Any, *, system: bool) -> str:
    full = record_ids.full(value.strip()) if isinstance(value, str) else None
    if full is None:
        said = f"{field.label}: id value of incorrect type: {str(value)[:80]}"
        raise _Unfit("MALFORMED_ID", said)
    above = objects.of_prefix(record_ids.prefix_of(full))
    if above is None or above.name not in field.references:
        said = f"{field.label}: id value of incorrect type: {full}"
        raise _Unfit("FIELD_INTEGRITY_EXCEPTION", said)
    table = above.model.__table__
    seen = true() if system else sight.rows(ctx, above, table)
    if ctx.session.scalar(select(table.c.id).where(table.c.id == full, seen)) is None:
        raise _Unfit("INVALID_CROSS_REFERENCE_KEY", "invalid cross reference id")
    return full


def _wrong_type(value: Any, wanted: str) -> _Unfit:
    said = f"Cannot deserialize instance of {wanted} from {_json_type(value)} value"
    return _Unfit("JSON_PARSER_ERROR", f"{said} {str(value)[:80]}")


def _json_type(value: Any) -> str:
    if isinstance(value, str):
        return "VALUE_STRING"
    if isinstance(value, bool):
        return "VALUE_TRUE" if value else "VALUE_FALSE"
    if isinstance(value, int):
        return "VALUE_NUMBER_INT"
    if isinstance(value, float):
        return "VALUE_NUMBER_FLOAT"
    return "START_ARRAY" if isinstance(value, list) else "START_OBJECT"


_READERS: Mapping[Kind, Callable[[Field, Any], Any]] = {
    Kind.STRING: _text,
    Kind.TEXTAREA: _long_text,
    Kind.PHONE: _text,
    Kind.URL: _text,
    Kind.EMAIL: _email,
    Kind.PICKLIST: _picked,
    Kind.MULTIPICKLIST: _several,
    Kind.BOOLEAN: _boolean,
    Kind.INT: _integer,
    Kind.DOUBLE: _rounded,
    Kind.PERCENT: _rounded,
    Kind.CURRENCY: _cents,
    Kind.DATE: _date,
    Kind.DATETIME: _moment,
    Kind.BASE64: _bytes,
}
