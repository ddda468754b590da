"""What kind of values fields hold, in the vendor's words.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-fields/
"""

from __future__ import annotations

from typing import Any

from workworld.apps.tracker import field_ids as f

_SYSTEM: dict[str, tuple[str, str | None]] = {
    f.SUMMARY: ("string", None),
    f.DESCRIPTION: ("string", None),
    f.ENVIRONMENT: ("string", None),
    f.PROJECT: ("project", None),
    f.TYPE: ("issuetype", None),
    f.STATUS: ("status", None),
    "statusCategory": ("statusCategory", None),
    f.RESOLUTION: ("resolution", None),
    f.PRIORITY: ("priority", None),
    f.ASSIGNEE: ("user", None),
    f.REPORTER: ("user", None),
    f.CREATOR: ("user", None),
    f.LABELS: ("array", "string"),
    f.COMPONENTS: ("array", "component"),
    f.FIX_VERSIONS: ("array", "version"),
    f.AFFECTS_VERSIONS: ("array", "version"),
    f.PARENT: ("issuelink", None),
    f.DUE_DATE: ("date", None),
    f.TIME_TRACKING: ("timetracking", None),
    f.SECURITY: ("securitylevel", None),
    f.ATTACHMENT: ("array", "attachment"),
    f.COMMENT: ("comments-page", None),
    f.LINKS: ("array", "issuelinks"),
    "subtasks": ("array", "issuelinks"),
    "created": ("datetime", None),
    "updated": ("datetime", None),
    "resolutiondate": ("datetime", None),
    "statuscategorychangedate": ("datetime", None),
    "timespent": ("number", None),
    "timeestimate": ("number", None),
    "timeoriginalestimate": ("number", None),
    "workratio": ("number", None),
    "progress": ("progress", None),
    "worklog": ("array", "worklog"),
    "watches": ("watches", None),
    "votes": ("votes", None),
}
_GREENHOPPER = "com.pyxis.greenhopper.jira"
_PLUGIN = "com.atlassian.jira.plugin.system.customfieldtypes"
_OURS: dict[str, tuple[str, str | None, str]] = {
    f.EPIC_LINK: ("any", None, f"{_GREENHOPPER}:gh-epic-link"),
    f.START_DATE: ("date", None, f"{_PLUGIN}:datepicker"),
    f.STORY_POINTS: ("number", None, f"{_PLUGIN}:float"),
    f.RANK: ("any", None, f"{_GREENHOPPER}:gh-lexo-rank"),
    f.SPRINT: ("array", "json", f"{_GREENHOPPER}:gh-sprint"),
    f.FLAGGED: ("array", "option", f"{_PLUGIN}:multicheckboxes"),
}
_KINDS: dict[str, tuple[str, str | None, str]] = {
    "text": ("string", None, "textfield"),
    "paragraph": ("string", None, "textarea"),
    "number": ("number", None, "float"),
    "formula": ("number", None, "formula"),
    "select": ("option", None, "select"),
    "multiselect": ("array", "option", "multiselect"),
    "cascading": ("option-with-child", None, "cascadingselect"),
    "user": ("user", None, "userpicker"),
    "users": ("array", "user", "multiuserpicker"),
    "date": ("date", None, "datepicker"),
    "datetime": ("datetime", None, "datetime"),
    "checkbox": ("array", "option", "multicheckboxes"),
    "url": ("string", None, "url"),
    "labels": ("array", "string", "labels"),
}
_MANY = {
    "array": ["add", "set", "remove"],
    "comments-page": ["add"],
    "timetracking": ["set", "edit"],
}


def schema(field_id: str, kind: str = "text") -> dict[str, Any]:
    """What a field holds.

    Args:
        field_id: its id.
        kind: of a site's own field, its kind.
    """
    if not field_id.startswith("customfield_"):
        type, items = _SYSTEM.get(field_id, ("string", None))
        return {"type": type, **({"items": items} if items else {}), "system": field_id}
    if field_id in _OURS:
        type, items, custom = _OURS[field_id]
    else:
        type, items, name = _KINDS[kind]
        custom = f"{_PLUGIN}:{name}"
    number = int(field_id.removeprefix("customfield_"))
    return {
        "type": type,
        **({"items": items} if items else {}),
        "custom": custom,
        "customId": number,
    }


def verbs(held: dict[str, Any]) -> list[str]:
    """What may be done with a field that holds such values."""
    return _MANY.get(held["type"], ["set"])


def is_known(field_id: str) -> bool:
    """Whether every site has this field."""
    return field_id in _SYSTEM or field_id in _OURS
