"""What fields of issues look like: in pieces, or as rich text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from sqlalchemy import select

from workworld.apps.tracker import durations
from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import FieldOption, IssueType
from workworld.apps.tracker.pages import moments, written
from workworld.apps.tracker.pages.blueprint import issue_url, navigator_url
from workworld.apps.tracker.pages.editors import number_text
from workworld.apps.tracker.pages.faces import Face
from workworld.apps.tracker.service import sight, site
from workworld.context import Context


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a value."""

    text: str
    url: str = ""
    face: Face | None = None
    type: IssueType | None = None
    note: str = ""
    is_chip: bool = False


def shown(
    ctx: Context, record: Any, field: Any, widget: str, value: Any
) -> tuple[Sequence[Piece], Markup | None]:
    """What a field's value looks like: in pieces, or as HTML if it is rich text."""
    if widget == "paragraph":
        return (), written.shown(ctx, [value])[0] if value else None
    make = _BY_FIELD.get(field.id)
    if make is not None:
        return make(ctx, record, value), None
    return _BY_KIND.get(widget, _plain)(ctx, value), None


def _plain(_ctx: Context, value: Any) -> Sequence[Piece]:
    return [Piece(str(value))] if value not in (None, "") else []


def _number(_ctx: Context, value: Any) -> Sequence[Piece]:
    return [Piece(number_text(value))] if value is not None else []


def _link(_ctx: Context, value: Any) -> Sequence[Piece]:
    return [Piece(str(value), url=str(value))] if value else []


def _person(ctx: Context, value: Any) -> Sequence[Piece]:
    return _people(ctx, [value] if value else [])


def _people(ctx: Context, value: Any) -> Sequence[Piece]:
    rows = site.people(ctx, value or ())
    faces = [Face.of(rows[each]) for each in value or () if each in rows]
    return [Piece(face.name, face=face) for face in faces]


def _day(_ctx: Context, value: Any) -> Sequence[Piece]:
    return [Piece(moments.day(value))] if value else []


def _moment(ctx: Context, value: Any) -> Sequence[Piece]:
    return [Piece(moments.moment(ctx, value).text)] if value is not None else []


def _chips(_ctx: Context, value: Any) -> Sequence[Piece]:
    return [Piece(str(each), is_chip=True) for each in value or ()]


def _options(ctx: Context, value: Any) -> Sequence[Piece]:
    names = option_names(ctx)
    ids = [value] if isinstance(value, str) else value or ()
    return [Piece(names.get(each, each), is_chip=not isinstance(value, str)) for each in ids]


def _cascade(ctx: Context, value: Any) -> Sequence[Piece]:
    names = option_names(ctx)
    return [Piece(" – ".join(names.get(each, each) for each in value))] if value else []


def option_names(ctx: Context) -> Mapping[str, str]:
    """What the options of the site's own fields are called."""

    def look_up() -> Mapping[str, str]:
        rows = ctx.session.execute(select(FieldOption.id, FieldOption.value))
        return {row.id: row.value for row in rows}

    return ctx.remembered("tracker option names", look_up)


def _labels(_ctx: Context, _record: Any, value: Any) -> Sequence[Piece]:
    return [Piece(each, navigator_url(f'labels = "{each}"'), is_chip=True) for each in value or ()]


def _components(_ctx: Context, record: Any, _value: Any) -> Sequence[Piece]:
    return [Piece(each.name, is_chip=True) for each in record.components]


def _fixed(_ctx: Context, record: Any, _value: Any) -> Sequence[Piece]:
    return [_version(each) for each in record.fix_versions]


def _affected(_ctx: Context, record: Any, _value: Any) -> Sequence[Piece]:
    return [_version(each) for each in record.affects_versions]


def _version(row: Any) -> Piece:
    note = "released" if row.is_released else ""
    return Piece(row.name, note=note, is_chip=True)


def _parent(ctx: Context, _record: Any, value: Any) -> Sequence[Piece]:
    row = sight.found(ctx, str(value)) if value else None
    if row is None:
        return []
    kind = site.issue_types(ctx).get(row.type_id)
    return [Piece(f"{row.key} {row.summary}", issue_url(row.key), type=kind)]


def _sprint(_ctx: Context, record: Any, _value: Any) -> Sequence[Piece]:
    now = [Piece(record.sprint.name, note=record.sprint.state)] if record.sprint else []
    before = [Piece(each.name, note="closed") for each in record.closed_sprints]
    return [*now, *before]


def _priority(_ctx: Context, record: Any, _value: Any) -> Sequence[Piece]:
    return [Piece(record.priority.name)] if record.priority else []


def _security(_ctx: Context, record: Any, _value: Any) -> Sequence[Piece]:
    return [Piece(record.security_level.name)] if record.security_level else []


def _time(_ctx: Context, record: Any, _value: Any) -> Sequence[Piece]:
    row = record.row
    parts = [
        (row.original_estimate, "estimated"),
        (row.time_spent or None, "logged"),
        (row.remaining_estimate, "remaining"),
    ]
    return [Piece(f"{durations.show(each)} {what}") for each, what in parts if each is not None]


_BY_FIELD = {
    f.LABELS: _labels,
    f.COMPONENTS: _components,
    f.FIX_VERSIONS: _fixed,
    f.AFFECTS_VERSIONS: _affected,
    f.PARENT: _parent,
    f.SPRINT: _sprint,
    f.PRIORITY: _priority,
    f.SECURITY: _security,
    f.TIME_TRACKING: _time,
}
_BY_KIND = {
    "number": _number,
    "formula": _number,
    "url": _link,
    "user": _person,
    "users": _people,
    "date": _day,
    "datetime": _moment,
    "labels": _chips,
    "select": _options,
    "multiselect": _options,
    "checkbox": _options,
    "cascading": _cascade,
}
