"""Values as the vendor's JSON has them.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/intro_valid_date_formats.htm
"""

from __future__ import annotations

from typing import Any

from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.soql.shown import converter, moment


def stamp(moment_us: int) -> str:
    """A moment: ``2026-03-17T13:30:00.000+0000``."""
    return moment(moment_us)


def shown(kind: Kind, value: Any) -> Any:
    """A value that a column keeps, as JSON has it.

    Args:
        kind: of the field.
        value: as the column keeps it, or a result of SQL for it.
    """
    convert = converter(kind)
    return value if value is None or convert is None else convert(value)


def of_field(field: Field, value: Any) -> Any:
    """The same for a field."""
    return shown(field.kind, value)
