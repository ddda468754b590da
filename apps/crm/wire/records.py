"""Records as the vendor's JSON has them.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_retrieve_get.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.crm.schema import borrowed
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.wire.values import of_field

LATEST = "v62.0"
"""The version that addresses carry where no request says which."""


def path_of(sobject: SObject, record_id: str, version: str = LATEST) -> str:
    """Where a record is, below the API's root: ``/services/data/v62.0/sobjects/Account/001…``."""
    return f"/services/data/{version}/sobjects/{sobject.name}/{record_id}"


def attributes(sobject: SObject, record_id: str, version: str = LATEST) -> dict[str, str]:
    """What every record says of itself."""
    return {"type": sobject.name, "url": path_of(sobject, record_id, version)}


def record(
    loaded: Loaded, names: Sequence[str] | None = None, version: str = LATEST
) -> dict[str, Any]:
    """A record with its fields.

    Args:
        loaded: the record.
        names: API names of the fields that are wanted; by default all.
        version: the API's, as its addresses carry it.
    """
    sobject = loaded.sobject
    wanted = {each.lower() for each in names} | {"id"} if names is not None else None
    known = (*sobject.fields.values(), *(each.field for each in borrowed.of(sobject.name)))
    fields = [each for each in known if each.name in loaded.values]
    return {"attributes": attributes(sobject, loaded.id, version)} | {
        each.name: of_field(each, loaded.values[each.name])
        for each in fields
        if wanted is None or each.name.lower() in wanted
    }
