"""Values as the vendor's JSON has them.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/intro_valid_date_formats.htm
"""

from __future__ import annotations

from typing import Any

from workworld.apps.crm.schema.kinds import CENTS, Field, Kind
from workworld.clock import from_microseconds


def stamp(moment_us: int) -> str:
    """A moment: ``2026-03-17T13:30:00.000+0000``."""
    moment = from_microseconds(moment_us)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}+0000"


def shown(kind: Kind, value: Any) -> Any:
    """A value that a column keeps, as JSON has it.

    Args:
        kind: of the field.
        value: as the column keeps it, or a result of SQL for it.
    """
    if value is None:
        return None
    if kind is Kind.DATETIME:
        return stamp(int(value))
    if kind is Kind.CURRENCY:
        return value / CENTS
    if kind is Kind.BOOLEAN:
        return bool(value)
    if kind in (Kind.DOUBLE, Kind.PERCENT):
        return float(value)
    return value


def of_field(field: Field, value: Any) -> Any:
    """The same for a field."""
    return shown(field.kind, value)
