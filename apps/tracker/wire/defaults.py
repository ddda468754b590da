"""What new issues have in a field of the site's own, in the vendor's words.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-custom-field-contexts/
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.tracker.models import CustomField
from workworld.apps.tracker.service import field_choices, site
from workworld.apps.tracker.wire import inputs, people
from workworld.apps.tracker.wire.addresses import self_of, stamp
from workworld.apps.tracker.wire.texts import Documents, kept
from workworld.context import Context
from workworld.errors import Invalid, Problem

Shape = dict[str, Any]
_NAMED: Mapping[str, tuple[str, str]] = {
    "text": ("textfield", "text"),
    "paragraph": ("textarea", "text"),
    "number": ("float", "number"),
    "select": ("option.single", "optionId"),
    "multiselect": ("option.multiple", "optionIds"),
    "checkbox": ("option.multiple", "optionIds"),
    "cascading": ("option.cascading", "optionId"),
    "user": ("single.user.select", "accountId"),
    "users": ("multi.user.select", "accountIds"),
    "date": ("datepicker", "date"),
    "datetime": ("datetimepicker", "dateTime"),
    "url": ("url", "url"),
    "labels": ("labels", "labels"),
    "formula": ("float", "number"),
}
"""Of each kind the vendor's name of such defaults, and where in them the value stands."""
_BELOW = "cascadingOptionId"


def of_context(ctx: Context, field: CustomField, context_id: str, value: Any) -> Shape:
    """The default of a context as the vendor's endpoints of contexts have it."""
    type, name = _NAMED[field.kind]
    shape: Shape = {"contextId": context_id, "type": type}
    if field.kind == "cascading":
        below = {_BELOW: value[1]} if len(value) > 1 else {}
        return {**shape, name: value[0], **below}
    if field.kind == "paragraph":
        return {**shape, name: Documents(ctx, [value]).shown(value)}
    return {**shape, name: stamp(value) if field.kind == "datetime" else value}


def given(ctx: Context, field: CustomField, sent: Mapping[str, Any]) -> Any:
    """The value of a default that was sent, as operations take it.

    Raises:
        Invalid: ``invalid_fields``: it is of another kind of fields.
    """
    type, name = _NAMED[field.kind]
    if sent.get("type") not in (None, type):
        said = f"The type of the default value does not match the custom field: it is '{type}'."
        raise Invalid("invalid_fields", said, problems=[Problem(said, "defaultValues")])
    value = sent.get(name)
    if value is None:
        return None
    if field.kind == "cascading":
        return [value, sent[_BELOW]] if sent.get(_BELOW) else [value]
    if field.kind == "paragraph":
        return kept(ctx, value, "defaultValues")
    return inputs.moment(value, "defaultValues") if field.kind == "datetime" else value


def in_field(ctx: Context, field_id: str, value: Any) -> Any:
    """The default as issues hold it."""
    field = site.custom_fields(ctx)[field_id]
    if field.kind in ("user", "users"):
        ids: Sequence[str] = [value] if field.kind == "user" else value
        known = site.people(ctx, ids)
        shapes = [people.user(ctx, known.get(each)) for each in ids]
        return shapes[0] if field.kind == "user" else shapes
    if field.kind == "datetime":
        return stamp(value)
    if field.kind == "paragraph":
        return Documents(ctx, [value]).shown(value)
    if field.kind not in field_choices.CHOSEN:
        return value
    names = {each.id: each.name for each in field_choices.options(ctx, field_id)}
    options = [
        {"self": self_of(ctx, "customFieldOption", id), "value": names.get(id, ""), "id": id}
        for id in ([value] if field.kind == "select" else value)
    ]
    if field.kind == "cascading":
        return options[0] | ({"child": options[1]} if len(options) > 1 else {})
    return options[0] if field.kind == "select" else options
