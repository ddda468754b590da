"""Layouts of records' pages as the vendor tells them.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_layouts.htm
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from workworld.apps.crm import layouts, record_ids
from workworld.apps.crm.layouts import Related, Section
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import refusals
from workworld.apps.crm.service.objects import Description, FieldSeen
from workworld.apps.crm.service.record_types import MASTER
from workworld.apps.crm.wire.answers import data_path
from workworld.apps.crm.wire.describes import described
from workworld.context import Context
from workworld.randomness import digest

_SYSTEM = "SYSTEM"
_SHOWN_OF_A_LIST = 6
_UNSAID: Mapping[str, Any] = {
    "buttonLayoutSection": None,
    "feedView": None,
    "highlightsPanelLayoutSection": None,
    "multirowEditLayoutSections": [],
    "offlineLinks": [],
    "relatedContent": None,
    "saveOptions": [],
}
"""What clients look for in a layout and the pages do not have."""


def all_of(ctx: Context, found: Description) -> dict[str, Any]:
    """The layouts of an object, and which kind of records has which."""
    _require_page(found.sobject)
    at = data_path(ctx, "sobjects", found.sobject.name, "describe", "layouts")
    types = [(each.id, each.name, each.is_available, each.is_default) for each in found.types]
    is_usual = not any(is_default for *_, is_default in types)
    kinds = [*types, (MASTER, "Master", True, is_usual)]
    return {
        "layouts": [_layout(found, record_type_id) for record_type_id, *_ in kinds],
        "recordTypeMappings": [
            {
                "available": is_available,
                "defaultRecordTypeMapping": is_default,
                "layoutId": _layout_id(found.sobject, record_type_id),
                "master": record_type_id == MASTER,
                "name": name,
                "recordTypeId": record_type_id,
                "urls": {"layout": f"{at}/{record_type_id}"},
            }
            for record_type_id, name, is_available, is_default in kinds
        ],
        "recordTypeSelectorRequired": [sum(each[2] for each in types) > 1],
    }


def of_type(ctx: Context, found: Description) -> dict[str, Any]:
    """The layout of one kind of records, which the path names."""
    _require_page(found.sobject)
    wanted = record_ids.full(str(ctx.request.arguments["record_type_id"]))
    if wanted != MASTER and all(each.id != wanted for each in found.types):
        raise refusals.not_found()
    return _layout(found, str(wanted))


def compact(_ctx: Context, found: Description) -> dict[str, Any]:
    """What stands at the head of a record's page."""
    _require_page(found.sobject)
    layout = layouts.layout_of(found.sobject.name)
    seen = _by_name(found)
    named = found.sobject.name_field
    names = [*([named.name] if named else []), *layout.highlights]
    shown = [seen[name] for name in dict.fromkeys(names) if name in seen]
    made = {
        "actions": [],
        "fieldItems": [_item(each, found.sobject, edits=False) for each in shown],
        "id": None,
        "imageItems": [],
        "label": "System Default",
        "name": _SYSTEM,
        "objectType": found.sobject.name,
    }
    return {
        "compactLayouts": [made],
        "defaultCompactLayoutId": None,
        "recordTypeCompactLayoutMappings": [
            {
                "available": True,
                "compactLayoutId": None,
                "compactLayoutName": _SYSTEM,
                "recordTypeId": MASTER,
                "recordTypeName": "Master",
            }
        ],
    }


def _require_page(sobject: SObject) -> None:
    """See to it that records of an object have pages.

    Raises:
        NotFound: ``NOT_FOUND``.
    """
    if objects.find(sobject.name) is None or not layouts.has_page(sobject):
        raise refusals.not_found()


def _layout_id(sobject: SObject, record_type_id: str) -> str:
    return record_ids.derived("00h", digest("crm layout", sobject.name, record_type_id))


def _layout(found: Description, record_type_id: str) -> dict[str, Any]:
    kind = "" if record_type_id == MASTER else record_type_id
    layout = layouts.layout_of(found.sobject.name, kind)
    seen = _by_name(found)
    return {
        "id": _layout_id(found.sobject, record_type_id),
        **_UNSAID,
        "detailLayoutSections": _sections(layout.sections, seen, found.sobject, edits=False),
        "editLayoutSections": _sections(layout.sections, seen, found.sobject, edits=True),
        "relatedLists": [_related(each) for each in layout.related if _is_seen(found, each)],
    }


def _by_name(found: Description) -> Mapping[str, FieldSeen]:
    return {each.field.name: each for each in found.fields}


def _sections(
    sections: Iterable[Section], seen: Mapping[str, FieldSeen], sobject: SObject, *, edits: bool
) -> list[dict[str, Any]]:
    made = []
    for section in sections:
        left = [seen[name] for name in section.left if name in seen]
        right = [seen[name] for name in section.right if name in seen]
        rows = [_row(pair, sobject, edits=edits) for pair in zip_longest(left, right)]
        made.append(
            {
                "columns": 2,
                "heading": section.title,
                "layoutRows": rows,
                "rows": len(rows),
                "useCollapsibleSection": False,
                "useHeading": True,
            }
        )
    return [each for each in made if each["rows"]]


def _row(pair: Sequence[FieldSeen | None], sobject: SObject, *, edits: bool) -> dict[str, Any]:
    items = [_item(each, sobject, edits=edits) if each else _nothing() for each in pair]
    return {"layoutItems": items, "numItems": len(items)}


def _nothing() -> dict[str, Any]:
    """An empty place."""
    return {
        "editableForNew": False,
        "editableForUpdate": False,
        "label": "",
        "layoutComponents": [],
        "placeholder": True,
        "required": False,
    }


def _item(seen: FieldSeen, sobject: SObject, *, edits: bool) -> dict[str, Any]:
    component = {
        "details": described(seen, sobject),
        "displayLines": 1,
        "tabOrder": 1,
        "type": "Field",
        "value": seen.field.name,
    }
    return {
        "editableForNew": edits and seen.is_createable,
        "editableForUpdate": edits and seen.is_updateable,
        "label": seen.field.label,
        "layoutComponents": [component],
        "placeholder": False,
        "required": seen.field.required,
    }


def _is_seen(found: Description, related: Related) -> bool:
    return any(
        (each.sobject, each.field) == (related.sobject, related.field) for each in found.children
    )


def _related(related: Related) -> dict[str, Any]:
    child = objects.of_name(related.sobject)
    order = related.order.removeprefix("-")
    return {
        "accessLevelRequiredForCreate": None,
        "buttons": [],
        "columns": [
            {
                "field": f"{child.name}.{each.name}",
                "fieldApiName": each.name,
                "format": None,
                "label": each.label,
                "lookupId": None,
                "name": each.name,
                "sortable": True,
            }
            for each in layouts.fields_of(child, related.columns)
        ],
        "custom": False,
        "field": related.field,
        "label": related.title,
        "limitRows": _SHOWN_OF_A_LIST,
        "name": related.name,
        "sobject": child.name,
        "sort": [{"ascending": not related.order.startswith("-"), "column": order}],
    }
