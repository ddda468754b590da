"""What objects there are, who asks, and what was looked at last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import objects, recently_viewed, sessions
from workworld.apps.crm.service.objects import Allowed, Description, FieldSeen
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.sessions import UserInfo
from workworld.apps.crm.wire import describes
from workworld.apps.crm.wire.records import record
from workworld.context import Context
from workworld.doors.mcp import Tool, Variant
from workworld.mcp_servers.crm.schemas import ERRORS, SOBJECT, STRING, Arguments, described, taking

_ALWAYS = ("name", "label", "type")
_TOLD = ("length", "precision", "scale", "referenceTo", "relationshipName", "inlineHelpText")
_TRUE = ("externalId", "restrictedPicklist", "calculated")
"""What of a field is told only where it says something."""


def _present_index(_ctx: Context, found: Sequence[tuple[SObject, Allowed]]) -> dict[str, Any]:
    return {
        "objects": [
            {
                "label": each.label,
                "name": each.name,
                "queryable": each.queryable,
                "createable": allowed.create,
            }
            for each, allowed in found
        ]
    }


def _present_schema(_ctx: Context, found: Description) -> dict[str, Any]:
    sobject = found.sobject
    return {
        "name": sobject.name,
        "label": sobject.label,
        "labelPlural": sobject.plural,
        "keyPrefix": sobject.prefix or None,
        "queryable": sobject.queryable,
        "createable": found.allowed.create,
        "updateable": found.allowed.edit,
        "deletable": found.allowed.delete,
        "fields": [_field(each, sobject) for each in found.fields],
        "childRelationships": [
            {"relationshipName": each.name, "childSObject": each.sobject, "field": each.field}
            for each in found.children
        ],
        **(_types(found) if found.types else {}),
    }


def _field(seen: FieldSeen, sobject: SObject) -> dict[str, Any]:
    """A field, as much of it as somebody has to know who reads or writes it."""
    whole = describes.described(seen, sobject)
    values = [each["value"] for each in whole["picklistValues"] if each["active"]]
    return {
        **{name: whole[name] for name in _ALWAYS},
        "required": seen.field.required,
        "createable": whole["createable"],
        "updateable": whole["updateable"],
        **{name: whole[name] for name in _TOLD if whole.get(name)},
        **{name: True for name in _TRUE if whole.get(name)},
        **({"picklistValues": values} if values else {}),
        **(_dependence(seen) if seen.field.controller else {}),
    }


def _dependence(seen: FieldSeen) -> dict[str, Any]:
    """Which values there are for which value of another field."""
    allowed = sorted(seen.field.allowed.items())
    return {
        "controllerName": seen.field.controller,
        "validFor": {key: sorted(values) for key, values in allowed},
    }


def _types(found: Description) -> dict[str, Any]:
    return {
        "recordTypes": [
            {
                "recordTypeId": each.id,
                "name": each.name,
                "developerName": each.developer_name,
                "available": each.is_available,
                "default": each.is_default,
                "picklistValues": each.values,
            }
            for each in found.types
            if each.is_active
        ]
    }


def _present_user(_ctx: Context, who: UserInfo) -> dict[str, Any]:
    return {
        "userId": who.user.id,
        "name": who.person.name,
        "username": who.person.email,
        "email": who.person.email,
        "profile": who.profile.name,
        "organizationId": who.organization.id,
        "organizationName": who.organization.name,
        "locale": "en_US",
        "language": "en_US",
        "timeZone": who.person.zone,
        "currency": who.organization.currency,
    }


def _present_recent(_ctx: Context, found: Sequence[Loaded]) -> list[dict[str, Any]]:
    return [_brief(each) for each in found]


def _brief(loaded: Loaded) -> dict[str, Any]:
    field = loaded.sobject.name_field
    return record(loaded, ["Id", field.name] if field else ["Id"])


SCHEMA = Tool(
    "getObjectSchema",
    objects.describe_all,
    "Tells which objects there are, or with object-name one object's fields, with their types,"
    " picklist values and relationships. Read it before you write a query or a record of an object"
    " you do not know, above all for fields that end in __c.",
    {
        "object-name": described(
            STRING, "The object's API name; without it, all objects are listed."
        )
    },
    (),
    lambda _ctx, _arguments: {},
    _present_index,
    names={"sobject": "object-name"},
    title="Get object schema",
    toolset="reads",
    variants=(
        Variant(
            lambda arguments: "object-name" in arguments,
            objects.describe,
            taking(sobject="object-name"),
            _present_schema,
        ),
    ),
    manner=ERRORS,
)


def _nothing(_ctx: Context, _arguments: Arguments) -> Arguments:
    return {}


USER = Tool(
    "getUserInfo",
    sessions.whoami,
    "Tells who you are here: user id, name, e-mail address, profile, organisation, locale and time"
    " zone.",
    {},
    (),
    _nothing,
    _present_user,
    title="Get user info",
    toolset="reads",
    manner=ERRORS,
)
RECENT = Tool(
    "listRecentSobjectRecords",
    recently_viewed.listed,
    "Lists the records of an object that you looked at or changed last, the latest first.",
    {"sobject-name": SOBJECT},
    ("sobject-name",),
    taking(sobject="sobject-name"),
    _present_recent,
    names={"sobject": "sobject-name"},
    title="List recent records",
    toolset="reads",
    manner=ERRORS,
)
