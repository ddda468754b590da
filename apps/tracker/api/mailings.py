"""Messages to people about an issue.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-issueidorkey-notify-post
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.tracker.api.rows import Arguments, an_object, is_true, nothing, platform
from workworld.apps.tracker.service import mailings
from workworld.context import Context
from workworld.errors import Invalid, Problem

_CIRCLES = ("assignee", "reporter", "watchers", "voters")


def _accept(_ctx: Context, arguments: Arguments) -> Arguments:
    to = an_object(arguments, "to")
    return {
        "issue": arguments["issue"],
        "subject": str(arguments.get("subject") or ""),
        "circles": [name for name in _CIRCLES if is_true(to.get(name))],
        "person_ids": [_named(each, "accountId") for each in _members(to, "users")],
        "group_refs": [_named(each, "groupId", "name") for each in _members(to, "groups")],
    }


def _members(to: Mapping[str, Any], name: str) -> list[Any]:
    found = to.get(name) or []
    if not isinstance(found, list):
        raise Invalid("invalid_arguments", problems=[Problem("expected a list", name)])
    return found


def _named(each: Any, *names: str) -> str:
    found = [each[name] for name in names if each.get(name)] if isinstance(each, dict) else []
    if not found:
        problem = Problem("expected an object with an id", names[0])
        raise Invalid("invalid_arguments", problems=[problem])
    return str(found[0])


ENDPOINTS = (platform("POST", "issue/<issue>/notify", mailings.send, _accept, nothing),)
