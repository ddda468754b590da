"""Approval processes, and what is submitted, answered and taken back.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_process_approvals.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.crm.api.rows import Arguments, a_body, data, given, listed, no_arguments
from workworld.apps.crm.models import ApprovalProcess
from workworld.apps.crm.service import approval_processing
from workworld.apps.crm.service.approval_processing import Processed
from workworld.apps.crm.wire import results
from workworld.context import Context


def _present_processes(
    _ctx: Context, found: Mapping[str, Sequence[ApprovalProcess]]
) -> dict[str, Any]:
    return {
        "approvals": {
            sobject: [
                {
                    "description": None,
                    "id": each.id,
                    "name": each.name,
                    "object": sobject,
                    "sortOrder": place,
                }
                for place, each in enumerate(processes, 1)
            ]
            for sobject, processes in found.items()
        }
    }


def _accept(_ctx: Context, arguments: Arguments) -> Arguments:
    asked = listed(a_body(arguments), "requests")
    return {
        "requests": [
            given(
                each,
                action="actionType",
                context_id="contextId",
                comments="comments",
                actor_id="contextActorId",
                process="processDefinitionNameOrId",
            )
            for each in asked
        ]
    }


def _present(_ctx: Context, found: Sequence[Processed]) -> list[dict[str, Any]]:
    return [
        {
            "actorIds": list(each.actor_ids),
            "entityId": each.entity_id,
            "errors": results.errors(each.errors) or None,
            "instanceId": each.instance_id,
            "instanceStatus": each.status,
            "newWorkitemIds": list(each.work_item_ids),
            "success": not each.errors,
        }
        for each in found
    ]


_PATH = "process/approvals"
ENDPOINTS = (
    data("GET", _PATH, approval_processing.processes, no_arguments, _present_processes),
    data("POST", _PATH, approval_processing.perform, _accept, _present),
)
