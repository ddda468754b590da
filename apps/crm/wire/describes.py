"""Objects and fields as the vendor describes them.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_describe.htm
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from workworld.apps.crm import layouts
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import Children, SObject
from workworld.apps.crm.schema.pick_labels import label_of
from workworld.apps.crm.schema.picklists import all_values
from workworld.apps.crm.service.objects import Allowed, Description, FieldSeen
from workworld.apps.crm.service.record_types import MASTER, TypeSeen
from workworld.apps.crm.wire.answers import data_path
from workworld.context import Context

_SOAP = {
    Kind.ID: "tns:ID",
    Kind.REFERENCE: "tns:ID",
    Kind.BOOLEAN: "xsd:boolean",
    Kind.INT: "xsd:int",
    Kind.DOUBLE: "xsd:double",
    Kind.PERCENT: "xsd:double",
    Kind.CURRENCY: "xsd:double",
    Kind.DATE: "xsd:date",
    Kind.DATETIME: "xsd:dateTime",
}
"""What the older API calls a type, where that is no ``xsd:string``."""
_PRECISION = 18
_DIGITS = 9
_UNGROUPED = (Kind.TEXTAREA, Kind.DOUBLE, Kind.PERCENT, Kind.CURRENCY, Kind.MULTIPICKLIST)
_PAGES = {
    "layouts": "describe/layouts",
    "compactLayouts": "describe/compactLayouts",
    "listviews": "listviews",
}
"""What there is of objects whose records have pages."""
_MERGED = ("Account", "Case", "Contact", "Lead")


def global_description(ctx: Context, found: Sequence[tuple[SObject, Allowed]]) -> dict[str, Any]:
    """All objects, as ``sobjects`` answers them."""
    return {
        "encoding": "UTF-8",
        "maxBatchSize": 200,
        "sobjects": [summary(ctx, *each) for each in found],
    }


def summary(ctx: Context, sobject: SObject, allowed: Allowed) -> dict[str, Any]:
    """What an object is called, and what the caller may do with its records."""
    at = data_path(ctx, "sobjects", sobject.name)
    has_page = layouts.has_page(sobject)
    return {
        "activateable": False,
        "associateEntityType": None,
        "associateParentEntity": None,
        "createable": allowed.create,
        "custom": sobject.name.endswith("__c"),
        "customSetting": False,
        "deepCloneable": False,
        "deletable": allowed.delete,
        "deprecatedAndHidden": False,
        "feedEnabled": False,
        "hasSubtypes": False,
        "isInterface": False,
        "isSubtype": False,
        "keyPrefix": sobject.prefix or None,
        "label": sobject.label,
        "labelPlural": sobject.plural,
        "layoutable": has_page,
        "mergeable": sobject.name in _MERGED,
        "mruEnabled": not sobject.is_setup,
        "name": sobject.name,
        "queryable": sobject.queryable,
        "replicateable": True,
        "retrieveable": sobject.queryable,
        "searchable": bool(sobject.searched),
        "triggerable": not sobject.is_setup,
        "undeletable": allowed.delete,
        "updateable": allowed.edit,
        "urls": {
            "rowTemplate": f"{at}/{{ID}}",
            "describe": f"{at}/describe",
            "sobject": at,
            **({name: f"{at}/{path}" for name, path in _PAGES.items()} if has_page else {}),
        },
    }


def description(ctx: Context, found: Description) -> dict[str, Any]:
    """An object with its fields and relationships."""
    return summary(ctx, found.sobject, found.allowed) | {
        "actionOverrides": [],
        "childRelationships": [_child(each) for each in found.children],
        "compactLayoutable": False,
        "defaultImplementation": None,
        "extendedInterfaces": None,
        "fields": [described(each, found.sobject) for each in found.fields],
        "implementedBy": None,
        "implementsInterfaces": None,
        "listviewable": None,
        "lookupLayoutable": None,
        "namedLayoutInfos": [],
        "networkScopeFieldName": None,
        "recordTypeInfos": _types(ctx, found),
        "searchLayoutable": bool(found.sobject.searched),
        "sobjectDescribeOption": "FULL",
        "supportedScopes": _scopes(found.sobject),
    }


def _scopes(sobject: SObject) -> list[dict[str, str]]:
    every = {"label": f"All {sobject.plural.lower()}", "name": "everything"}
    mine = {"label": f"My {sobject.plural.lower()}", "name": "mine"}
    return [every, mine] if sobject.has_owner else [every]


def _child(way: Children) -> dict[str, Any]:
    return {
        "cascadeDelete": False,
        "childSObject": way.sobject,
        "deprecatedAndHidden": False,
        "field": way.field,
        "junctionIdListNames": [],
        "junctionReferenceTo": [],
        "relationshipName": way.name,
        "restrictedDelete": False,
    }


def _types(ctx: Context, found: Description) -> list[dict[str, Any]]:
    """The kinds of records, the last of which are those of no kind."""
    at = data_path(ctx, "sobjects", found.sobject.name)

    def told(each: TypeSeen, *, is_master: bool = False) -> dict[str, Any]:
        return {
            "active": each.is_active,
            "available": each.is_available,
            "defaultRecordTypeMapping": each.is_default,
            "developerName": each.developer_name,
            "master": is_master,
            "name": each.name,
            "recordTypeId": each.id,
            "urls": {"layout": f"{at}/describe/layouts/{each.id}"},
        }

    is_usual = not any(each.is_default for each in found.types)
    master = TypeSeen(MASTER, "Master", "Master", "", True, True, is_usual, {}, {})
    return [*map(told, found.types), told(master, is_master=True)]


def described(seen: FieldSeen, sobject: SObject) -> dict[str, Any]:
    """A field with every key that clients may look for."""
    field = seen.field
    return {
        "aggregatable": field.kind is not Kind.TEXTAREA,
        "aiPredictionField": False,
        "autoNumber": bool(field.numbering),
        "byteLength": field.length * 3,
        "calculated": field.compute is not None or bool(field.formula),
        "calculatedFormula": field.formula or None,
        "cascadeDelete": False,
        "caseSensitive": False,
        "compoundFieldName": None,
        "controllerName": field.controller or None,
        "createable": seen.is_createable,
        "custom": field.is_custom,
        "defaultValue": field.default if field.kind is Kind.BOOLEAN else None,
        "defaultValueFormula": None,
        "defaultedOnCreate": field.default is not None or not (field.required or field.is_nillable),
        "dependentPicklist": bool(field.controller),
        "deprecatedAndHidden": False,
        "digits": _DIGITS if field.kind is Kind.INT else 0,
        "displayLocationInDecimal": False,
        "encrypted": False,
        "externalId": field.is_external_id,
        "extraTypeInfo": _extra(field),
        "filterable": field.kind is not Kind.TEXTAREA,
        "filteredLookupInfo": None,
        "formulaTreatNullNumberAsZero": False,
        "groupable": field.kind not in _UNGROUPED,
        "highScaleNumber": False,
        "htmlFormatted": field.is_rich,
        "idLookup": field.kind is Kind.ID or field.is_external_id,
        "inlineHelpText": field.help or None,
        "label": field.label,
        "length": field.length,
        "mask": None,
        "maskType": None,
        "name": field.name,
        "nameField": field.is_name,
        "namePointing": len(field.references) > 1,
        "nillable": field.is_nillable and not field.required,
        "permissionable": seen.is_updateable and not field.required,
        "picklistValues": _values(field, sobject),
        "polymorphicForeignKey": len(field.references) > 1,
        "precision": _PRECISION if field.kind.is_number and field.scale else 0,
        "queryByDistance": False,
        "referenceTargetField": None,
        "referenceTo": list(field.references),
        "relationshipName": field.relationship or None,
        "relationshipOrder": None,
        "restrictedDelete": False,
        "restrictedPicklist": field.is_restricted,
        "scale": field.scale,
        "searchPrefilterable": field.kind is Kind.REFERENCE,
        "soapType": _SOAP.get(field.kind, "xsd:string"),
        "sortable": field.kind not in (Kind.TEXTAREA, Kind.MULTIPICKLIST),
        "type": str(field.kind),
        "unique": field.is_unique,
        "updateable": seen.is_updateable,
        "writeRequiresMasterRead": False,
    }


def _extra(field: Field) -> str | None:
    if field.is_rich:
        return "richtextarea"
    return "plaintextarea" if field.kind is Kind.TEXTAREA else None


def _values(field: Field, sobject: SObject) -> list[dict[str, Any]]:
    return [
        {
            "active": each.is_active,
            "defaultValue": each.value == field.default,
            "label": label_of(field.picklist, each.value),
            "validFor": _valid_for(field, sobject, each.value),
            "value": each.value,
        }
        for each in (all_values(field.picklist) if field.picklist else ())
    ]


def _valid_for(field: Field, sobject: SObject, value: str) -> str | None:
    """For which values of the controlling field one may be chosen: a bit for each of them.

    https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_calls_describesobjects_describesobjectresult.htm
    """
    leading = sobject.field(field.controller) if field.controller else None
    if leading is None:
        return None
    is_list = leading.kind is Kind.PICKLIST
    keys = [each.value for each in all_values(leading.picklist)] if is_list else ["false", "true"]
    held = bytearray((len(keys) + 7) // 8)
    for place, key in enumerate(keys):
        if value in field.allowed.get(key, ()):
            held[place // 8] |= 0x80 >> place % 8
    return b64encode(held).decode()
