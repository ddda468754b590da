"""The fields of bulk changes, which the vendor names by how they are filled in.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-bulk-operations/
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.wire.inputs import unfit

_SEVERAL: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    "labelsFields": ("labels", lambda each: _part(each, "name")),
    "multiselectComponents": ("components", lambda each: _with_id(each, "componentId")),
    "multipleVersionPickerFields": ("versions", lambda each: _with_id(each, "versionId")),
    "multipleSelectFields": ("options", lambda each: _with_id(each, "optionId")),
    "multipleSelectClearableUserPickerFields": ("users", lambda each: each),
}
"""What holds several values: under which name they stand, and what each of them is."""
_VERBS = {"ADD": "add", "REMOVE": "remove"}


def edited(
    given: Mapping[str, Any], chosen: Sequence[str]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """``fields`` and ``update`` of an issue that say what a bulk change does.

    Args:
        given: ``editedFieldsInput`` of a request.
        chosen: the ids of fields that are to be changed; others are left alone.

    Raises:
        Invalid: ``invalid_fields``.
    """
    fields: dict[str, Any] = {}
    update: dict[str, Any] = {}
    for name, value in given.items():
        if name in _SEVERAL:
            for each in _rows(value, name):
                _several(each, name, fields, update)
        elif name in _ONE:
            fields |= {_id_of(each, name): _ONE[name](each) for each in _rows(value, name)}
        else:
            fields |= _lone(name, value)
    if missing := [each for each in chosen if each not in fields and each not in update]:
        raise unfit("No value was given for this field.", missing[0])
    kept = set(chosen)
    return (
        {name: value for name, value in fields.items() if name in kept},
        {name: value for name, value in update.items() if name in kept},
    )


def _lone(name: str, value: Any) -> dict[str, Any]:
    """What stands by itself, not in a list."""
    if name == "priority":
        return {f.PRIORITY: _with_id(value, "priorityId")}
    if name == "issueType":
        return {f.TYPE: _with_id(value, "issueTypeId")}
    estimates = {
        "originalEstimateField": ("originalEstimate", "originalEstimateField"),
        "timeTrackingField": ("remainingEstimate", "timeRemaining"),
    }
    if name in estimates:
        ours, theirs = estimates[name]
        return {f.TIME_TRACKING: {ours: _part(value, theirs)}}
    raise unfit("Fields of this kind cannot be changed in bulk.", name)


def _several(
    each: Mapping[str, Any], name: str, fields: dict[str, Any], update: dict[str, Any]
) -> None:
    under, read = _SEVERAL[name]
    field = _id_of(each, name)
    how = str(each.get("bulkEditMultiSelectFieldOption") or "REPLACE")
    values = each.get(under) or []
    if not isinstance(values, list) or how not in (*_VERBS, "REPLACE", "REMOVE_ALL"):
        raise unfit("The values must be a list, to ADD, REMOVE, REPLACE or REMOVE_ALL.", field)
    members = [read(value) for value in values]
    if how in _VERBS:
        update[field] = [{_VERBS[how]: member} for member in members]
    else:
        fields[field] = members if how == "REPLACE" else []


def _rows(value: Any, name: str) -> Sequence[Mapping[str, Any]]:
    rows = value if isinstance(value, list) else [value]
    if not all(isinstance(each, dict) for each in rows):
        raise unfit("expected objects with a fieldId", name)
    return rows


def _id_of(each: Mapping[str, Any], name: str) -> str:
    field = each.get("fieldId")
    if not isinstance(field, str) or not field:
        raise unfit("missing required field: fieldId", name)
    return field


def _part(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else value


def _with_id(value: Any, name: str) -> dict[str, str] | None:
    found = _part(value, name)
    return None if found in (None, "", -1, "-1") else {"id": str(found)}


def _cascade(each: Mapping[str, Any]) -> dict[str, Any] | None:
    parent = _with_id(each.get("parentOptionValue"), "optionId")
    child = _with_id(each.get("childOptionValue"), "optionId")
    if parent is None:
        return None
    return {**parent, "child": child} if child else parent


_ONE: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
    "singleLineTextFields": lambda each: each.get("text"),
    "richTextFields": lambda each: _part(each.get("richText"), "adfValue"),
    "urlFields": lambda each: each.get("url"),
    "clearableNumberFields": lambda each: each.get("value"),
    "datePickerFields": lambda each: _part(each.get("date"), "formattedDate"),
    "dateTimePickerFields": lambda each: _part(each.get("dateTime"), "formattedDateTime"),
    "singleSelectFields": lambda each: _with_id(each.get("option"), "optionId"),
    "singleVersionPickerFields": lambda each: _with_id(each.get("version"), "versionId"),
    "singleSelectClearableUserPickerFields": lambda each: each.get("user"),
    "cascadingSelectFields": _cascade,
}
"""What holds one value."""
