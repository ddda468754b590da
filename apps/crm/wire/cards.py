"""What the CRM's addresses lead to: a record, for those who may see it."""

from __future__ import annotations

import re
from typing import Any

from workworld.apps.crm import APP
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import people, reading, records, sight
from workworld.apps.crm.service.addresses import RECORD
from workworld.apps.crm.wire.values import of_field
from workworld.context import Context
from workworld.errors import Refused
from workworld.links.cards import Card, resolves

_TOLD = {
    "Account": ("Type", "Industry", "OwnerId"),
    "Contact": ("Title", "AccountId", "Email"),
    "Lead": ("Company", "Status", "OwnerId"),
    "Opportunity": ("StageName", "Amount", "CloseDate", "AccountId", "OwnerId"),
    "Case": ("Status", "Priority", "AccountId", "OwnerId"),
    "Campaign": ("Type", "Status", "StartDate"),
    "Product2": ("ProductCode", "Family"),
    "Knowledge__kav": ("Category__c", "PublishStatus", "ArticleNumber"),
    "Quote": ("Status", "GrandTotal", "ExpirationDate"),
    "Contract": ("Name", "Status", "AccountId", "EndDate"),
    "Asset": ("AccountId", "SerialNumber", "Status"),
}
"""The fields that a card tells, by object."""
_ICONS = {
    "Account": "building-2",
    "Contact": "contact",
    "Lead": "user-plus",
    "Opportunity": "trending-up",
    "Case": "briefcase",
    "Campaign": "megaphone",
    "Product2": "package",
    "Knowledge__kav": "bookmark",
    "Quote": "file-text",
    "Contract": "handshake",
    "Asset": "layers",
}
"""As the pages have them."""


@resolves(APP.id)
def card_of(ctx: Context, path: str) -> Card | None:
    """The card of a record that the caller may see; of its fields those that they may read."""
    match = RECORD.fullmatch(re.split("[?#]", path, maxsplit=1)[0].rstrip("/"))
    sobject = objects.find(match[1]) if match else None
    if match is None or sobject is None or sobject.name not in _TOLD:
        return None
    try:
        row = records.known(ctx, sobject.name, match[2])
    except Refused:
        return None
    readable = {each.name: each for each in sight.fields(ctx, sobject)}
    fields = [readable[name] for name in _TOLD[sobject.name] if name in readable]
    held = reading.load(ctx, sobject, [row.id])[row.id].values
    currency = held.get("CurrencyIsoCode", "")
    told = [(_label(each), _text(ctx, each, held.get(each.name), currency)) for each in fields]
    shown = tuple(each for each in told if each[1])
    return Card(sobject.label, _title(sobject, held), icon=_ICONS[sobject.name], fields=shown)


def _label(field: Field) -> str:
    return "Owner" if field.name == "OwnerId" else field.label


def _title(sobject: SObject, held: Any) -> str:
    field = sobject.name_field
    name = str(held.get(field.name) or "") if field else ""
    subject = held.get("Subject")
    return f"{name}: {subject}" if sobject.name == "Case" and subject else name


def _text(ctx: Context, field: Field, value: Any, currency: str) -> str:
    if value is None:
        return ""
    if field.kind is Kind.REFERENCE:
        return _called(ctx, str(value))
    if field.kind is Kind.CURRENCY:
        return f"{currency} {of_field(field, value):,.2f}".strip()
    return str(of_field(field, value))


def _called(ctx: Context, record_id: str) -> str:
    """What a record is called that the caller may see; empty otherwise."""
    if record_id in (names := people.names(ctx, [record_id])):
        return names[record_id]
    sobject = objects.of_prefix(record_id[:3])
    field = sobject.name_field if sobject else None
    if sobject is None or field is None:
        return ""
    found = reading.load(ctx, sobject, [record_id], [field])
    return str(found[record_id].values.get(field.name) or "") if record_id in found else ""
