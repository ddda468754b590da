"""What operations answer, as JSON: resources as the REST API has them, all else by its parts."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache, partial
from typing import Any

from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import (
    Board,
    Comment,
    Component,
    Issue,
    IssueType,
    LinkType,
    Priority,
    Project,
    RemoteLink,
    Resolution,
    Sprint,
    Status,
    Version,
    Worklog,
)
from workworld.apps.tracker.service import projects as project_service
from workworld.apps.tracker.service.history import Change
from workworld.apps.tracker.service.links import Shown
from workworld.apps.tracker.service.record_parts import Attached
from workworld.apps.tracker.service.screens import ScreenField
from workworld.apps.tracker.service.transitions import Available
from workworld.apps.tracker.wire import activity, boards, metadata, people, projects
from workworld.apps.tracker.wire.addresses import stamp
from workworld.apps.tracker.wire.texts import Documents
from workworld.context import Context
from workworld.database import Base
from workworld.directory.models import Person
from workworld.errors import Refused
from workworld.mcp_servers.tracker.issues import present_named, way_shape
from workworld.mcp_servers.tracker.projects import field_shape

Many = Callable[[Context, Sequence[Any]], list[Any]]
_MOMENT = "_us"
_DOCUMENTS = {"body", "description"}


def _each(shape: Callable[[Context, Any], Any]) -> Many:
    return lambda ctx, rows: [shape(ctx, row) for row in rows]


def _issues(ctx: Context, rows: Sequence[Issue]) -> list[Any]:
    return [present_named(ctx, row) | {"summary": row.summary} for row in rows]


def _boards(ctx: Context, rows: Sequence[Board]) -> list[Any]:
    return [boards.board(ctx, row, project_service.known(ctx, row.project_id)) for row in rows]


_MANY: Mapping[Any, Many] = {
    Issue: _issues,
    Comment: activity.comments,
    Worklog: activity.worklogs,
    Attached: activity.attachments,
    Change: activity.changes,
    Shown: _each(activity.link),
    RemoteLink: _each(activity.remote_link),
    Board: _boards,
    Sprint: _each(boards.sprint),
    Component: _each(projects.component),
    Version: _each(projects.version),
    Project: _each(projects.brief),
    Person: _each(people.shown),
    IssueType: _each(metadata.issue_type),
    Status: _each(metadata.status),
    Priority: _each(metadata.priority),
    Resolution: _each(metadata.resolution),
    LinkType: _each(metadata.link_type),
    Available: _each(way_shape),
    ScreenField: lambda _ctx, rows: [field_shape(row) for row in rows],
}


def presenting(function: Callable[..., Any]) -> Callable[[Context, Any], Any]:
    """How the answer of an operation is told, by what its signature says that it returns."""
    return partial(_told, function)


@cache
def _returned(function: Callable[..., Any]) -> Any:
    return typing.get_type_hints(function).get("return", type(None))


def _told(function: Callable[..., Any], ctx: Context, answer: Any) -> Any:
    hint = _returned(function)
    if hint is type(None):
        return {"success": True}
    shape = shaped(ctx, hint, answer)
    return shape if isinstance(shape, dict | list) else {"result": shape}


def shaped(ctx: Context, hint: Any, value: Any) -> Any:
    """A value of a type as JSON."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if hint in _MANY:
        return _MANY[hint](ctx, [value])[0]
    within = typing.get_args(hint)
    if isinstance(value, Listed):
        page = {"startAt": value.start, "total": value.total, "isLast": value.is_last}
        return {**page, "values": _list(ctx, within[0], value.items)}
    if isinstance(value, Mapping):
        inner = within[-1] if within else Any
        return {str(key): shaped(ctx, inner, each) for key, each in value.items()}
    if typing.get_origin(hint) is not None and _is_list(hint):
        return _list(ctx, within[0], value)
    return _parts(ctx, hint, value)


def _is_list(hint: Any) -> bool:
    origin = typing.get_origin(hint)
    return isinstance(origin, type) and issubclass(origin, Sequence)


def _list(ctx: Context, hint: Any, values: Sequence[Any]) -> list[Any]:
    if hint in _MANY:
        return _MANY[hint](ctx, values)
    return [shaped(ctx, hint, each) for each in values]


def _parts(ctx: Context, hint: Any, value: Any) -> Any:
    """A value class or a row, part by part."""
    if isinstance(value, Refused):
        return {"code": value.code, "message": value.message}
    if typing.get_origin(hint) is not None or hint is Any:
        hint = next((each for each in typing.get_args(hint) if each is not type(None)), type(value))
        if hint in _MANY:
            return _MANY[hint](ctx, [value])[0]
    if is_dataclass(value):
        hints = typing.get_type_hints(type(value))
        parts = [(each.name, hints[each.name]) for each in fields(value)]
        return {_named(name): _part(ctx, name, kind, getattr(value, name)) for name, kind in parts}
    if isinstance(hint, type) and issubclass(hint, Base):
        names = [column.key for column in hint.__table__.columns]
        return {_named(name): _cell(ctx, name, getattr(value, name)) for name in names}
    if isinstance(value, Sequence):
        return _list(ctx, Any, value)
    return str(value)


def _part(ctx: Context, name: str, kind: Any, value: Any) -> Any:
    is_moment = name.endswith(_MOMENT) and isinstance(value, int)
    return stamp(value) if is_moment else shaped(ctx, kind, value)


def _named(column: str) -> str:
    return camel(column.removesuffix(_MOMENT))


def _cell(ctx: Context, column: str, value: Any) -> Any:
    if column.endswith(_MOMENT):
        return stamp(value)
    if column in _DOCUMENTS and isinstance(value, Mapping):
        return Documents(ctx, [value]).shown(value)
    return value


def camel(name: str) -> str:
    """``board_id`` → ``boardId``."""
    first, *others = name.split("_")
    return first + "".join(each.capitalize() for each in others)
