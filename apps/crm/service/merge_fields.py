"""Merge fields of templates: ``{{Contact.FirstName}}``, ``{{Opportunity.Owner.Name}}``.

What the sender may not see is unresolved, as if it were empty.
https://help.salesforce.com/s/articleView?id=sales.merge_fields_overview.htm
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from workworld.apps.crm import record_ids
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import CENTS, Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import people, reading, sight
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory.people import my_zone

_TAG = re.compile(r"\{\{\s*([A-Za-z][\w.]{0,200})\s*\}\}")
_MOST_PARENTS = 5
_ORGANIZATION, _SENDER = "organization", "sender"


@dataclass(frozen=True, slots=True)
class Filled:
    """A text with its fields filled in."""

    text: str
    unresolved: tuple[str, ...]
    """The fields that hold nothing, or that there are not, in the order of the text."""


class Merging:
    """Fills in texts about records.

    Args:
        ctx: who sends them.
        record_ids: the records by what texts call them: ``Contact``, ``Opportunity``.
    """

    def __init__(self, ctx: Context, named: Mapping[str, str | None]) -> None:
        self._ctx = ctx
        self._named = {name.lower(): key for name, key in named.items() if key}
        self._named |= {_SENDER: people.me(ctx).id, "user": people.me(ctx).id}
        self._named[_ORGANIZATION] = people.org(ctx).id

    def filled(self, text: str) -> Filled:
        """A text with its fields written out; what is unresolved stays as it is."""
        unresolved: list[str] = []

        def put(found: re.Match[str]) -> str:
            value = self._value(found[1].split("."))
            if not value:
                unresolved.append(found[1])
            return value or found[0]

        made = _TAG.sub(put, text)
        return Filled(made, tuple(dict.fromkeys(unresolved)))

    def _value(self, parts: list[str]) -> str:
        root, *ways = parts
        record_id = self._named.get(root.lower())
        if record_id is None or not 1 <= len(ways) <= _MOST_PARENTS + 1:
            return ""
        for way in ways[:-1]:
            record_id = self._parent(record_id, way)
            if record_id is None:
                return ""
        return self._shown(record_id, ways[-1])

    def _parent(self, record_id: str, way: str) -> str | None:
        sobject = _object_of(record_id)
        for field in sobject.fields.values() if sobject else ():
            if field.references and field.relationship.lower() == way.lower():
                found: str | None = self._held(record_id, field)
                return found
        return None

    def _shown(self, record_id: str, name: str) -> str:
        sobject = _object_of(record_id)
        field = sobject.field(name) if sobject else None
        if sobject is None or field is None:
            return ""
        value = self._held(record_id, field)
        if value is None or value == "":
            return ""
        code = sobject.field("CurrencyIsoCode")
        if field.kind is Kind.CURRENCY and code is not None:
            return f"{self._held(record_id, code)} {value / CENTS:,.2f}"
        return self._written(field, value)

    def _held(self, record_id: str, field: Field) -> Any:
        """What a field holds, if the sender may see it; users' and queues' names always."""
        sobject = _object_of(record_id)
        if sobject is None or not sight.readable(self._ctx, sobject, field):
            return None
        found = reading.load(self._ctx, sobject, [record_id], [field]).get(record_id)
        return found.values.get(field.name) if found else None

    def _written(self, field: Field, value: Any) -> str:
        if field.kind is Kind.DATE:
            day = date.fromisoformat(value)
            return f"{day:%B} {day.day}, {day.year}"
        if field.kind is Kind.DATETIME:
            at = from_microseconds(value).astimezone(my_zone(self._ctx))
            return f"{at:%B} {at.day}, {at.year}, {at:%H:%M}"
        if field.kind is Kind.BOOLEAN:
            return "yes" if value else "no"
        if field.kind is Kind.PERCENT:
            return f"{value:g} %"
        return str(value)


def roots(ctx: Context, *ids: str | None) -> dict[str, str | None]:
    """Records by what texts call them: those that are given, and whom and what they are about.

    A case brings its contact and account, a contact or deal its account. The sender may not see
    some of them; nothing of those is told then.
    """
    found: dict[str, str | None] = {}
    for record_id in ids:
        sobject = _object_of(record_id) if record_id else None
        if sobject is None or record_id is None:
            continue
        found[sobject.name] = record_id
        row = ctx.session.get(sobject.model, record_id)
        for column, name in (("contact_id", "Contact"), ("account_id", "Account")):
            if getattr(row, column, None) is not None:
                found.setdefault(name, getattr(row, column))
    person = found.get("Contact") or found.get("Lead")
    return {**found, "Recipient": person}


def _object_of(record_id: str) -> SObject | None:
    return objects.of_prefix(record_ids.prefix_of(record_id))
