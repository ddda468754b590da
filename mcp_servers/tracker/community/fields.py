"""Fields of the site, and what may be chosen in them."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any

from workworld.apps.tracker.service import field_choices, fields, site
from workworld.apps.tracker.service.field_choices import Choice
from workworld.apps.tracker.service.fields import FieldInfo
from workworld.apps.tracker.wire import schemas
from workworld.context import Context
from workworld.errors import NotFound
from workworld.mcp_servers.tracker.community.declaring import number, text, tool, truth
from workworld.mcp_servers.tracker.schemas import INTEGER, Arguments, described


def _accept(_ctx: Context, _arguments: Arguments) -> Arguments:
    return {}


def _present_fields(ctx: Context, found: Sequence[FieldInfo]) -> list[dict[str, Any]]:
    asked = ctx.request.arguments
    wanted, most = str(asked.get("keyword", "")).casefold(), asked.get("limit", 10)
    ranked = sorted(found, key=lambda each: -_likeness(wanted, each)) if wanted else [*found]
    return [_field(each) for each in ranked[:most]]


def _likeness(wanted: str, field: FieldInfo) -> float:
    """How well a word fits the part of a field's names that is most like it, from 0 to 1."""
    return max(_partly(wanted, each.casefold()) for each in _names(field))


def _names(field: FieldInfo) -> list[str]:
    return [field.id, field.name, *field.clause_names]


def _partly(wanted: str, name: str) -> float:
    short, long = sorted((wanted, name), key=len)
    if short in long:
        return 1.0
    blocks = SequenceMatcher(None, short, long, autojunk=False).get_matching_blocks()
    begins = {max(0, block.b - block.a) for block in blocks}
    parts = [long[place : place + len(short)] for place in sorted(begins)]
    return max(SequenceMatcher(None, short, part, autojunk=False).ratio() for part in parts)


def _field(field: FieldInfo) -> dict[str, Any]:
    return {
        "id": field.id,
        "key": field.id,
        "name": field.name,
        "custom": field.is_custom,
        "orderable": field.orderable,
        "navigable": True,
        "searchable": field.searchable,
        "clauseNames": [*field.clause_names],
        "schema": schemas.schema(field.id, field.kind),
    }


def _present_options(ctx: Context, _found: Sequence[FieldInfo]) -> list[Any]:
    asked = ctx.request.arguments
    row = site.custom_fields(ctx).get(str(asked["field_id"]))
    choices = field_choices.options(ctx, row.id) if row is not None else None
    if not choices and (row is None or row.kind not in field_choices.CHOSEN):
        said = f"Field {asked['field_id']} is no custom field whose values are chosen from a list."
        raise NotFound("field_not_found", said)
    shown = [_option(each, choices or ()) for each in choices or () if each.parent_id is None]
    if wanted := str(asked.get("contains", "")).casefold():
        shown = [each for each in shown if _holds(each, wanted)]
    shown = shown[: asked.get("return_limit", len(shown))]
    return [_value(each) for each in shown] if asked.get("values_only") else shown


def _option(choice: Choice, choices: Sequence[Choice]) -> dict[str, Any]:
    below = [_option(each, choices) for each in choices if each.parent_id == choice.id]
    shape: dict[str, Any] = {"id": choice.id, "value": choice.name}
    shape |= {} if choice.is_open else {"disabled": True}
    return shape | ({"child_options": below} if below else {})


def _holds(option: dict[str, Any], wanted: str) -> bool:
    below = option.get("child_options", ())
    return wanted in option["value"].casefold() or any(_holds(each, wanted) for each in below)


def _value(option: dict[str, Any]) -> Any:
    below = option.get("child_options")
    if not below:
        return option["value"]
    return {"value": option["value"], "children": [each["value"] for each in below]}


_NO_EFFECT = "No effect: a field has the same options everywhere."
TOOLS = (
    tool(
        "search_fields",
        fields.list,
        "Find fields by a word that is like their name or id, the most alike first.",
        {
            "keyword": {**text("A word; empty lists the first ones."), "default": ""},
            "limit": number("How many to answer at most. Default 10.", 10, 1),
            "refresh": truth("No effect: what is answered is how it is.", False),
        },
        (),
        _accept,
        _present_fields,
        title="Search Fields",
        toolset="fields",
    ),
    tool(
        "get_field_options",
        fields.list,
        "List what may be chosen in a custom field: its options, in order.",
        {
            "field_id": text("Id of the field, such as customfield_10100."),
            "context_id": text(_NO_EFFECT),
            "project_key": text(_NO_EFFECT),
            "issue_type": text(_NO_EFFECT),
            "contains": text("Only options in whose value this occurs."),
            "return_limit": {**described(INTEGER, "How many to answer at most."), "minimum": 1},
            "values_only": truth("Answer the values alone.", False),
        },
        ("field_id",),
        _accept,
        _present_options,
        title="Get Field Options",
        toolset="fields",
    ),
)
