"""How changes of fields are told: in the history, in the vendor's words, and in refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, select

from workworld.apps.tracker import durations
from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Component, FieldOption, Issue, Version
from workworld.apps.tracker.service import sight, site, texts
from workworld.apps.tracker.service.history import Item
from workworld.context import Context
from workworld.database import Base, constant, given, rows_of

NAMES: Mapping[str, str] = {
    f.TYPE: "issuetype",
    f.PARENT: "IssueParentAssociation",
    f.FIX_VERSIONS: "Fix Version",
    f.AFFECTS_VERSIONS: "Version",
    f.COMPONENTS: "Component",
    f.SECURITY: "security",
    f.STORY_POINTS: "Story Points",
    f.START_DATE: "Start date",
    f.SPRINT: "Sprint",
    f.FLAGGED: "Flagged",
    f.RANK: "Rank",
    f.LINKS: "Link",
    f.ATTACHMENT: "Attachment",
    f.PROJECT: "project",
}
"""What the vendor's changelog calls fields whose id is not their name in it."""
_FLAG = ("[10019]", "Impediment")
_DATES = (f.DUE_DATE, f.START_DATE)
_ONE_BY_ONE: Mapping[str, type[Base]] = {
    f.FIX_VERSIONS: Version,
    f.AFFECTS_VERSIONS: Version,
    f.COMPONENTS: Component,
}
_NAMEABLE: tuple[type[Base], ...] = (Version, Component)
_NAMED: Mapping[type[Base], Select[Any, Any]] = {
    model: constant(
        select(model.__table__.c.id, model.__table__.c.name.label("name")).where(
            model.__table__.c.id.in_(given("ids"))
        )
    )
    for model in _NAMEABLE
}
_OPTIONS = constant(
    select(FieldOption.id, FieldOption.value.label("name")).where(FieldOption.id.in_(given("ids")))
)
_KEYS = constant(select(Issue.id, Issue.key.label("name")).where(Issue.id.in_(given("ids"))))


@dataclass(frozen=True, slots=True)
class Shown:
    """A value as the history has it."""

    id: str | None
    text: str | None


_NOTHING = Shown(None, None)


def items(ctx: Context, field: str, old: Any, new: Any) -> list[Item]:
    """What the history says of a field that held something and holds something else."""
    if field == f.TIME_TRACKING:
        return _estimates(old, new)
    if field in _ONE_BY_ONE:
        return _each(ctx, field, old, new)
    before, after = shown(ctx, field, old), shown(ctx, field, new)
    return [Item(name_of(ctx, field), field, before.id, before.text, after.id, after.text)]


def name_of(ctx: Context, field: str) -> str:
    """What the history calls a field."""
    custom = site.custom_fields(ctx).get(field)
    return custom.name if custom else NAMES.get(field, field)


def shown(ctx: Context, field: str, value: Any) -> Shown:
    """A value of a field as the history has it."""
    if value in (None, "", []):
        return _NOTHING
    look_up = _SHOWN.get(field)
    if look_up is not None:
        return look_up(ctx, value)
    custom = site.custom_fields(ctx).get(field)
    return Shown(None, str(value)) if custom is None else _custom(ctx, custom.kind, value)


def in_words(ctx: Context, field: str, value: Any) -> str:
    """A value of a field as people are told of it."""
    if field in _ONE_BY_ONE:
        return ", ".join(names(ctx, field, value).values()) or "nothing"
    if field == f.TIME_TRACKING:
        whole, rest = (durations.show(value[part] or 0) for part in ("original", "remaining"))
        return f"{whole}, of which {rest} remain"
    if field == f.PARENT and value is not None:
        parent = sight.found(ctx, value)
        return "another issue" if parent is None else parent.key
    return shown(ctx, field, value).text or "nothing"


def names(ctx: Context, field: str, ids: Sequence[str]) -> dict[str, str]:
    """What components or versions are called, by id."""
    rows = rows_of(ctx.session, _NAMED[_ONE_BY_ONE[field]], {"ids": [*ids]})
    found = {row.id: row.name for row in rows}
    return {id: found.get(id, id) for id in ids}


def _estimates(old: Mapping[str, int | None], new: Mapping[str, int | None]) -> list[Item]:
    found = []
    for part, name in (("original", "timeoriginalestimate"), ("remaining", "timeestimate")):
        before, after = _number(old[part]), _number(new[part])
        if before != after:
            found.append(Item(name, name, before, before, after, after))
    return found


def _each(ctx: Context, field: str, old: Sequence[str], new: Sequence[str]) -> list[Item]:
    """An item for each that went and each that came, as the vendor has it."""
    known, called = names(ctx, field, [*old, *new]), NAMES[field]
    gone = [Item(called, field, id, known[id]) for id in old if id not in new]
    came = [Item(called, field, to_id=id, to_text=known[id]) for id in new if id not in old]
    return [*gone, *came]


def _custom(ctx: Context, kind: str, value: Any) -> Shown:
    if kind in ("select", "multiselect", "checkbox", "cascading"):
        ids: list[str] = value if isinstance(value, list) else [value]
        names = {row.id: row.name for row in rows_of(ctx.session, _OPTIONS, {"ids": ids})}
        return Shown(", ".join(ids), ", ".join(names.get(id, id) for id in ids))
    if kind in ("user", "users"):
        people_ids: list[str] = value if isinstance(value, list) else [value]
        people = site.people(ctx, people_ids)
        called = [people[id].name for id in people_ids if id in people]
        return Shown(", ".join(people_ids), ", ".join(called))
    if kind == "paragraph":
        return Shown(None, texts.words(ctx, value))
    if kind == "labels":
        return Shown(None, " ".join(value))
    return Shown(None, _number(value) if isinstance(value, int | float) else str(value))


def _number(value: float | None) -> str | None:
    if value is None:
        return None
    return str(int(value)) if value == int(value) else str(value)


def _person(ctx: Context, value: str) -> Shown:
    found = site.people(ctx, [value]).get(value)
    return Shown(value, found.name if found else value)


def _parent(ctx: Context, value: str) -> Shown:
    rows = rows_of(ctx.session, _KEYS, {"ids": [value]})
    return Shown(value, rows[0].name if rows else value)


def _level(ctx: Context, value: str) -> Shown:
    return Shown(value, site.security_levels(ctx)[value].name)


def _status(ctx: Context, value: str) -> Shown:
    return Shown(value, site.statuses(ctx)[value].name)


def _type(ctx: Context, value: str) -> Shown:
    return Shown(value, site.issue_types(ctx)[value].name)


def _priority(ctx: Context, value: str) -> Shown:
    return Shown(value, site.priorities(ctx)[value].name)


def _resolution(ctx: Context, value: str) -> Shown:
    return Shown(value, site.resolutions(ctx)[value].name)


def _document(ctx: Context, value: Mapping[str, Any]) -> Shown:
    return Shown(None, texts.words(ctx, value))


def _labels(_ctx: Context, value: Sequence[str]) -> Shown:
    return Shown(None, " ".join(value))


def _date(_ctx: Context, value: str) -> Shown:
    return Shown(value, f"{value} 00:00:00.0")


def _points(_ctx: Context, value: float) -> Shown:
    return Shown(None, _number(value))


def _flag(_ctx: Context, value: bool) -> Shown:
    return Shown(*_FLAG) if value else _NOTHING


_SHOWN: Mapping[str, Callable[[Context, Any], Shown]] = {
    f.TYPE: _type,
    f.STATUS: _status,
    f.RESOLUTION: _resolution,
    f.PRIORITY: _priority,
    f.ASSIGNEE: _person,
    f.REPORTER: _person,
    f.PARENT: _parent,
    f.SECURITY: _level,
    f.DESCRIPTION: _document,
    f.ENVIRONMENT: _document,
    f.LABELS: _labels,
    f.DUE_DATE: _date,
    f.START_DATE: _date,
    f.STORY_POINTS: _points,
    f.FLAGGED: _flag,
}
