"""Fields of issues as the community's server takes them: by id or name, and loosely spelled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Project
from workworld.apps.tracker.service import projects
from workworld.apps.tracker.wire import expansions, inputs
from workworld.context import Context
from workworld.errors import Invalid
from workworld.mcp_servers.tracker.community.accounts import account_or

_EPIC = {"epickey", "epic_link", "epiclink", "epic link", "epic_key"}
_PEOPLE = (f.ASSIGNEE, f.REPORTER)
_AMOUNTS = {
    "original_estimate": "originalEstimate",
    "originalestimate": "originalEstimate",
    "remaining_estimate": "remainingEstimate",
    "remainingestimate": "remainingEstimate",
}


def taken(ctx: Context, said: Mapping[str, Any], project: Project) -> dict[str, Any]:
    """The values that operations take of fields that were said loosely.

    Raises:
        Invalid: ``invalid_fields``; NotFound: there is nobody of such a name.
    """
    spelled: dict[str, Any] = {}
    for name, value in said.items():
        field = field_named(ctx, name)
        spelled[field] = _spelled(ctx, field, value)
    return inputs.values(ctx, spelled, project)


def field_named(ctx: Context, name: str) -> str:
    """The id of the field that is meant by an id or a name."""
    wanted = name.casefold()
    if wanted in _EPIC:
        return f.PARENT
    if name in f.NAMES or name in expansions.customs(ctx):
        return name
    known = [*f.NAMES, *expansions.customs(ctx)]
    called = {id: expansions.label(ctx, id).casefold().replace(" ", "") for id in known}
    plain = wanted.replace(" ", "").replace("_", "")
    return next((id for id in known if plain in (called[id], id.casefold())), name)


def _spelled(ctx: Context, field: str, value: Any) -> Any:
    """A value as the REST API has it."""
    if field in _PEOPLE or inputs.kind_of(ctx, field) == "person":
        return _person(ctx, value)
    if field == f.PARENT and isinstance(value, str):
        return {"key": value} if value else None
    if field == f.LABELS and isinstance(value, str):
        return [each.strip() for each in value.split(",") if each.strip()]
    if field == f.TIME_TRACKING and isinstance(value, Mapping):
        return {_AMOUNTS.get(name.casefold(), name): each for name, each in value.items()}
    return _chosen(inputs.kind_of(ctx, field), value)


def _chosen(kind: str, value: Any) -> Any:
    if kind == "choice":
        return _choice(value)
    if kind == "choices" and isinstance(value, list | str):
        return [_choice(each) for each in ([value] if isinstance(value, str) else value)]
    return value


def _person(ctx: Context, value: Any) -> Any:
    if isinstance(value, Mapping):
        value = value.get("accountId", value.get("account_id", value.get("name")))
    if value in (None, ""):
        return None
    if not isinstance(value, str):
        raise Invalid("invalid_arguments", "A person is an account id, an address or a name.")
    return {"accountId": account_or(ctx, value)}


def _choice(value: Any) -> Any:
    return {"name": value} if isinstance(value, str) and value else value


def type_named(ctx: Context, project: Project, name: str) -> str:
    """The name of a type as the project has it: what divides words does not count."""
    names = [each.name for each in projects.types_of(ctx, project.id)]
    wanted = _letters(name)
    return next((each for each in names if _letters(each) == wanted), name)


def _letters(name: str) -> str:
    return "".join(each for each in name.casefold() if each.isalnum())
