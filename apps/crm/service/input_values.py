"""Values that are given in JSON, as the columns of each kind of field keep them."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any

from workworld.apps.crm.schema import picklists
from workworld.apps.crm.schema.kinds import CENTS, Field, Kind
from workworld.apps.crm.service import rich_texts
from workworld.clock import to_microseconds
from workworld.errors import Invalid

_EMAIL = re.compile(r"[^@\s,;<>()\"]+@[^@\s,;<>()\".]+(?:\.[^@\s,;<>()\".]+)+")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_SHORT_OFFSET = re.compile(r"([+-]\d{2})(\d{2})$")
_LARGEST = 10**16
"""No number of a record is as large as this."""
_TRUTHS = {"true": True, "false": False}


class Unfit(Exception):
    """A value that its field does not take.

    Args:
        code: the vendor's.
        message: one sentence.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def _text(field: Field, value: Any) -> str:
    if not isinstance(value, str):
        raise wrong_type(value, "string")
    text = value.strip()
    if len(text) > field.length:
        said = f"{field.label}: data value too large: {text[:80]} (max length={field.length})"
        raise Unfit("STRING_TOO_LONG", said)
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
        raise Unfit("INVALID_EMAIL_ADDRESS", said)
    return text


def _picked(field: Field, value: Any) -> str:
    text = _text(field, value)
    known = {each.value.lower(): each.value for each in picklists.all_values(field.picklist)}
    if text.lower() not in known:
        said = f"{field.label}: bad value for restricted picklist field: {text[:80]}"
        raise Unfit("INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST", said)
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
    raise wrong_type(value, "boolean")


def _decimal(field: Field, value: Any) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise wrong_type(value, "double")
    try:
        number = Decimal(str(value).strip())
    except InvalidOperation:
        raise wrong_type(value, "double") from None
    if not number.is_finite():
        raise wrong_type(value, "double")
    if abs(number) >= _LARGEST:
        said = f"{field.label}: value outside of valid range on numeric field: {str(value)[:40]}"
        raise Unfit("NUMBER_OUTSIDE_VALID_RANGE", said)
    return number


def _integer(field: Field, value: Any) -> int:
    number = _decimal(field, value)
    if number != number.to_integral_value():
        raise wrong_type(value, "int")
    return int(number)


def _rounded(field: Field, value: Any) -> float:
    step = Decimal(1).scaleb(-field.scale)
    return float(_decimal(field, value).quantize(step, ROUND_HALF_UP))


def _cents(field: Field, value: Any) -> int:
    return int((_decimal(field, value) * CENTS).quantize(Decimal(1), ROUND_HALF_UP))


def _date(_field: Field, value: Any) -> str:
    if not isinstance(value, str) or not _DATE.fullmatch(value.strip()):
        raise wrong_type(value, "date")
    try:
        return date.fromisoformat(value.strip()).isoformat()
    except ValueError:
        raise wrong_type(value, "date") from None


def _moment(_field: Field, value: Any) -> int:
    if not isinstance(value, str):
        raise wrong_type(value, "dateTime")
    text = _SHORT_OFFSET.sub(r"\1:\2", value.strip())
    try:
        moment = datetime.fromisoformat(text)
        if moment.utcoffset() is None:
            moment = datetime.fromisoformat(f"{text}+00:00")
        return to_microseconds(moment + timedelta(0))
    except (ValueError, OverflowError):
        raise wrong_type(value, "dateTime") from None


def _bytes(field: Field, value: Any) -> bytes:
    if not isinstance(value, str):
        raise wrong_type(value, "base64Binary")
    try:
        return base64.b64decode("".join(value.split()), validate=True)
    except ValueError:
        raise Unfit("JSON_PARSER_ERROR", f"{field.label}: this is not base64") from None


def wrong_type(value: Any, wanted: str) -> Unfit:
    """What is said of a value of another kind than a field takes, to be raised."""
    said = f"Cannot deserialize instance of {wanted} from {_json_type(value)} value"
    return Unfit("JSON_PARSER_ERROR", f"{said} {str(value)[:80]}")


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


READERS: Mapping[Kind, Callable[[Field, Any], Any]] = {
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
