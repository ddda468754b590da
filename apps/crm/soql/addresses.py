"""Addresses that are asked for as one field: ``BillingAddress``, ``MailingAddress``, ``Address``.

https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/compound_fields_address.htm
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from workworld.apps.crm.soql.joins import Found, Level
from workworld.apps.crm.soql.tree import Path
from workworld.apps.crm.soql.wording import QueryRefused

_NAME = re.compile(r"(Billing|Shipping|Mailing|)Address", re.IGNORECASE)
_PARTS = {
    "street": "Street",
    "city": "City",
    "state": "State",
    "postalCode": "PostalCode",
    "country": "Country",
}


def parts(level: Level, path: Path) -> Mapping[str, Found]:
    """The fields of an address, by what they are called in it; empty if a path leads to none."""
    *way, last = path.names
    found = _NAME.fullmatch(last)
    if found is None:
        return {}
    try:
        return {
            name: level.find(Path((*way, f"{found[1]}{part}"), path.at))
            for name, part in _PARTS.items()
        }
    except QueryRefused:  # what is wrong is told of the field that was named
        return {}
