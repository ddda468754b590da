"""What can be made with a few values, what happens by itself, and where pages lead.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_quickactions.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.crm.api.rows import Arguments, a_body, data, no_arguments, taking
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import navigation, process_rules, quick_actions
from workworld.apps.crm.service.process_rules import ProcessRule
from workworld.apps.crm.service.quick_actions import QuickAction
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.refusals import not_found
from workworld.apps.crm.wire.answers import data_path
from workworld.context import Context
from workworld.errors import Invalid

_SHOWN = (
    *("Lead", "Account", "Contact", "Opportunity", "Case", "Campaign", "Product2", "Contract"),
    *("Task", "Event"),
)
"""The objects that have a tab."""


def _listed(ctx: Context, found: Sequence[QuickAction]) -> list[dict[str, Any]]:
    return [_action(ctx, each) for each in found]


def _action(ctx: Context, each: QuickAction) -> dict[str, Any]:
    place = f"sobjects/{each.sobject}/quickActions" if each.sobject else "quickActions"
    path = data_path(ctx, f"{place}/{each.name}")
    return {
        "actionEnumOrId": each.name,
        "label": each.label,
        "name": each.name,
        "type": each.type,
        "urls": {"quickAction": path, "describe": f"{path}/describe"},
    }


def _described(ctx: Context, found: Sequence[QuickAction]) -> dict[str, Any]:
    """One of them, with the object of which it makes a record."""
    asked = ctx.request.arguments["action"]
    known = next((each for each in found if each.name == asked), None)
    if known is None:
        raise not_found()
    return {
        **_action(ctx, known),
        "contextSobjectType": known.sobject or None,
        "targetSobjectType": known.target,
    }


def _accept(_ctx: Context, arguments: Arguments) -> Arguments:
    body = a_body(arguments)
    record = body.get("record") or {}
    context_id = body.get("contextId")
    if not isinstance(record, Mapping) or not isinstance(context_id, str | None):
        raise Invalid("JSON_PARSER_ERROR", "record is an object, and contextId an id.")
    named = {"sobject": arguments["sobject"]} if "sobject" in arguments else {}
    return {
        **named,
        "action": arguments["action"],
        "values": dict(record),
        "context_id": context_id or None,
    }


def _made(ctx: Context, loaded: Loaded) -> dict[str, Any]:
    body = ctx.request.arguments.get("body")
    return {
        "contextId": body.get("contextId") if isinstance(body, Mapping) else None,
        "created": True,
        "errors": [],
        "feedItemIds": None,
        "id": loaded.id,
        "success": True,
    }


def _rules(_ctx: Context, found: Sequence[ProcessRule]) -> dict[str, Any]:
    rules: dict[str, list[dict[str, Any]]] = {}
    for each in found:
        rules.setdefault(each.sobject, []).append(
            {
                "actions": [],
                "description": each.kind,
                "id": each.id,
                "name": each.name,
                "namespacePrefix": None,
                "object": each.sobject,
            }
        )
    return {"rules": rules}


def _tabs(ctx: Context, names: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {
            "custom": False,
            "label": of_name(each).plural,
            "name": f"standard-{each}",
            "sobjectName": each,
            "url": f"{ctx.request.address_of('crm') if ctx.request.address_of else ''}/{each}/list",
        }
        for each in _SHOWN
        if each in names
    ]


_OF_ONE = "sobjects/<sobject>/quickActions"
_NAMED = taking(sobject="sobject")
ENDPOINTS = (
    data("GET", "quickActions", quick_actions.list, no_arguments, _listed),
    data("GET", "quickActions/<action>", quick_actions.list, no_arguments, _described),
    data("GET", "quickActions/<action>/describe", quick_actions.list, no_arguments, _described),
    data("POST", "quickActions/<action>", quick_actions.perform, _accept, _made, status=201),
    data("GET", _OF_ONE, quick_actions.list, _NAMED, _listed),
    data("GET", f"{_OF_ONE}/<action>", quick_actions.list, _NAMED, _described),
    data("GET", f"{_OF_ONE}/<action>/describe", quick_actions.list, _NAMED, _described),
    data("POST", f"{_OF_ONE}/<action>", quick_actions.perform, _accept, _made, status=201),
    data("GET", "process/rules", process_rules.list, no_arguments, _rules),
    data("GET", "process/rules/<sobject>", process_rules.list, _NAMED, _rules),
    data("GET", "tabs", navigation.tabs, no_arguments, _tabs),
)
