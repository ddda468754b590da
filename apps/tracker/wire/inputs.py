"""Fields of issues in requests → values as operations take them.

What cannot be told apart here, such as the name of a component that there is not, is passed on as
it is: the operation refuses it in the vendor's words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workworld.apps.tracker import durations
from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Project
from workworld.apps.tracker.service import field_choices, site
from workworld.apps.tracker.wire import texts
from workworld.apps.tracker.wire.addresses import moment_from
from workworld.context import Context
from workworld.errors import Invalid, Problem

_CHOSEN = (f.PRIORITY, f.SECURITY, f.RESOLUTION)
_CHOSEN_MANY = (f.COMPONENTS, f.FIX_VERSIONS, f.AFFECTS_VERSIONS)
_PEOPLE = (f.ASSIGNEE, f.REPORTER)
_ESTIMATES = {"original": "originalEstimate", "remaining": "remainingEstimate"}
_KINDS: dict[str, str] = dict.fromkeys((f.DESCRIPTION, f.ENVIRONMENT), "document")
_KINDS |= dict.fromkeys(_CHOSEN, "choice") | dict.fromkeys(_CHOSEN_MANY, "choices")
_KINDS |= dict.fromkeys(_PEOPLE, "person")
_KINDS |= {f.PARENT: "issue", f.TIME_TRACKING: "time", f.FLAGGED: "flag", f.SPRINT: "sprint"}
_CUSTOM = {
    "paragraph": "document",
    "select": "choice",
    "multiselect": "choices",
    "checkbox": "choices",
    "cascading": "cascade",
    "user": "person",
    "users": "people",
    "datetime": "moment",
}


def values(ctx: Context, fields: Any, project: Project | None) -> dict[str, Any]:
    """The values of ``fields`` of a request, but for the project and the type.

    Args:
        ctx: whose request it is.
        fields: what was sent.
        project: whose issue it is, for names of its components and versions.

    Raises:
        Invalid: ``invalid_fields``, with the problem of each field.
    """
    if not isinstance(fields, Mapping):
        raise Invalid("invalid_input", "Field 'fields' must be an object.")
    found: dict[str, Any] = {}
    problems: list[Problem] = []
    for field, raw in fields.items():
        if field in (f.PROJECT, f.TYPE):
            continue
        try:
            called = f.PARENT if field == f.EPIC_LINK else field
            found[called] = value(ctx, called, raw, project)
        except Invalid as refused:
            problems += refused.problems
    if problems:
        raise Invalid("invalid_fields", problems=problems)
    return found


def changes(ctx: Context, update: Any, project: Project | None) -> list[dict[str, Any]]:
    """The changes of ``update`` of a request: ``{"labels": [{"add": "x"}]}``.

    Raises:
        Invalid: ``invalid_fields``.
    """
    if not isinstance(update, Mapping):
        raise Invalid("invalid_input", "Field 'update' must be an object.")
    found = []
    for field, each in update.items():
        for verb, raw in _verbs(field, each):
            many = verb in ("add", "remove") and kind_of(ctx, field) in ("choices", "people")
            wanted = value(ctx, field, [raw] if many else raw, project)
            member = wanted[0] if many and wanted else wanted
            found.append({"field": field, "verb": verb, "value": member})
    return found


def comment(ctx: Context, operations: Any) -> dict[str, Any]:
    """The one comment that may be added: ``[{"add": {"body": …}}]``."""
    if not operations:
        return {}
    try:
        (operation,) = operations
        body = operation["add"]["body"]
    except (TypeError, ValueError, KeyError, IndexError):
        raise unfit("One comment may be added, with a body.", f.COMMENT) from None
    return {"comment": texts.body(ctx, body, f.COMMENT)}


def _verbs(field: str, operations: Any) -> list[tuple[str, Any]]:
    if not isinstance(operations, list):
        raise unfit("Operations of a field must be an array.", field)
    found: list[tuple[str, Any]] = []
    for each in operations:
        if not isinstance(each, Mapping) or len(each) != 1:
            raise unfit("An operation must be an object with one verb.", field)
        for verb, raw in each.items():
            if verb not in ("add", "remove", "set", "edit"):
                raise unfit(f"Operation '{verb}' is not known.", field)
            found.append(("set" if verb == "edit" else verb, raw))
    return found


def kind_of(ctx: Context, field: str) -> str:
    """How a field's values are spelled; empty if they are what they are."""
    if field in _KINDS:
        return _KINDS[field]
    custom = site.custom_fields(ctx).get(field)
    return _CUSTOM.get(custom.kind, "") if custom else ""


def value(ctx: Context, field: str, raw: Any, project: Project | None) -> Any:
    """The value that was sent for one field.

    Raises:
        Invalid: ``invalid_fields``.
    """
    kind = kind_of(ctx, field)
    if kind == "document":
        return texts.kept(ctx, raw or None, field)
    if kind in ("choice", "choices", "cascade"):
        return _chosen(ctx, field, raw, project, kind)
    read = _READERS.get(kind)
    return raw if read is None else read(raw, field)


def _chosen(ctx: Context, field: str, raw: Any, project: Project | None, kind: str) -> Any:
    options = field_choices.of_field(ctx, project, field) if project else None
    known = [*(options or ())]

    def one(each: Any, below: str | None = None) -> Any:
        if not isinstance(each, Mapping):
            return each
        if each.get("id") is not None:
            return str(each["id"])
        name = each.get("name", each.get("value"))
        fitting = (
            o.id for o in known if o.name == name and (below is None or o.parent_id == below)
        )
        return next(fitting, name)

    if kind == "choice":
        return one(raw)
    if kind == "choices":
        if raw is not None and not isinstance(raw, list):
            raise unfit("data was not an array", field)
        return [one(each) for each in raw or ()]
    if not isinstance(raw, Mapping):
        return raw
    head = one(raw)
    return [head, one(raw["child"], head)] if raw.get("child") else [head]


def account(raw: Any, _field: str = "") -> Any:
    """A person, by the id of the account."""
    if isinstance(raw, Mapping):
        return raw.get("accountId", raw.get("id", raw.get("name")))
    return raw


def _people(raw: Any, field: str) -> Any:
    if raw is not None and not isinstance(raw, list):
        raise unfit("data was not an array", field)
    return [account(each) for each in raw or ()]


def _issue(raw: Any, _field: str) -> Any:
    if isinstance(raw, Mapping):
        found = raw.get("key", raw.get("id"))
        return None if found is None else str(found)
    return raw


def _flag(raw: Any, _field: str) -> Any:
    return bool(raw) if isinstance(raw, list) or raw is None else raw


def _sprint(raw: Any, field: str) -> Any:
    number = raw.get("id") if isinstance(raw, Mapping) else raw
    if isinstance(number, list):
        number = number[-1] if number else None
    if number in (None, ""):
        return None
    if not str(number).isdigit() or len(str(number)) > 15:
        raise unfit("Number value expected as the Sprint id.", field)
    return int(str(number))


def moment(raw: Any, field: str) -> int | None:
    """A moment that was sent, in microseconds; None if nothing was.

    Raises:
        Invalid: ``invalid_fields``: it means none.
    """
    if raw in (None, ""):
        return None
    found = moment_from(raw)
    if found is None:
        raise unfit("Error parsing date string: it is like 2030-01-02T03:04:05.000+0000.", field)
    return found


def _time(raw: Any, field: str) -> dict[str, int | None]:
    if not isinstance(raw, Mapping):
        raise unfit("data was not an object", field)
    found: dict[str, int | None] = {}
    for ours, theirs in _ESTIMATES.items():
        if theirs in raw:
            found[ours] = None if raw[theirs] in (None, "") else _amount(raw[theirs], theirs, field)
    if unknown := sorted(set(map(str, raw)) - set(_ESTIMATES.values()) - _SHOWN):
        raise unfit(f"Time tracking has no {', '.join(unknown)}.", field)
    return found


_SHOWN = {"timeSpent", "originalEstimateSeconds", "remainingEstimateSeconds", "timeSpentSeconds"}
"""What clients may send back as they read it."""


def _amount(raw: Any, name: str, field: str) -> int:
    seconds = durations.parse(str(raw))
    if seconds is None:
        raise unfit(f"'{raw}' is not a valid duration for {name}: it is like 1w 2d 3h 30m.", field)
    return seconds


_READERS: Mapping[str, Callable[[Any, str], Any]] = {
    "person": account,
    "people": _people,
    "issue": _issue,
    "flag": _flag,
    "sprint": _sprint,
    "moment": moment,
    "time": _time,
}


def unfit(what: str, field: str) -> Invalid:
    """The refusal of a field's value."""
    return Invalid("invalid_fields", problems=[Problem(what, field)])
