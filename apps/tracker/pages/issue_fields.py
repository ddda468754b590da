"""An issue's fields as its page shows them, each with the way to edit it in place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.pages.editors import (
    Editor,
    Site,
    editor_of,
    refilled,
    widget_of,
)
from workworld.apps.tracker.pages.field_pieces import Piece, shown
from workworld.apps.tracker.service import field_input, history, site
from workworld.context import Context

_EMPTY = {
    f.ASSIGNEE: "Unassigned",
    f.DESCRIPTION: "Add a description",
    f.ENVIRONMENT: "Say where it happens",
}
MAIN = (f.SUMMARY, f.DESCRIPTION, f.ENVIRONMENT)
"""Fields that stand in the middle of the page, and not beside it."""
_FIRST = (
    f.ASSIGNEE,
    f.REPORTER,
    f.PRIORITY,
    f.PARENT,
    f.SPRINT,
    f.STORY_POINTS,
    f.LABELS,
    f.COMPONENTS,
    f.FIX_VERSIONS,
    f.AFFECTS_VERSIONS,
    f.START_DATE,
    f.DUE_DATE,
    f.TIME_TRACKING,
    f.SECURITY,
)
"""The order in which fields stand beside an issue; others follow."""
_ON_NO_SCREEN = (f.SUMMARY, f.PARENT, f.SPRINT)
"""Fields that are shown though no screen has them: those of parts of issues follow the whole's."""


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field of an issue."""

    id: str
    name: str
    widget: str
    pieces: tuple[Piece, ...] = ()
    html: Markup | None = None
    empty: str = "None"
    may_edit: bool = False
    editor: Editor | None = None
    """If it is being edited."""
    problem: str = ""
    """Why an edit was not taken."""
    changed_by: str = ""
    """Who has changed it meanwhile, if that is why."""


@dataclass(frozen=True, slots=True)
class Editing:
    """Which field is being edited, and how that went.

    Args:
        field: the field's id; empty for none.
        problem: why what was entered was not taken.
        keeps: whether the editor stays open with what was entered.
        form: what was entered.
        is_conflict: whether somebody else has changed the field meanwhile.
    """

    field: str = ""
    problem: str = ""
    keeps: bool = True
    form: Mapping[str, Sequence[str]] | None = None
    is_conflict: bool = False


def fields_of(
    ctx: Context, record: Any, screen: Sequence[Any], editing: Editing
) -> list[FieldView]:
    """The fields of an issue in the order in which they are shown.

    Args:
        ctx: says who reads.
        record: the issue.
        screen: what the reader may edit of it.
        editing: which of them is being edited.
    """
    known = {field.id: field for field in screen}
    extra = [each for each in _held(ctx, record) if each.id not in known]
    ordered = sorted([*screen, *extra], key=_place)
    return [_view(ctx, record, field, known, editing) for field in ordered]


@dataclass(frozen=True, slots=True)
class _Held:
    """A field that an issue has something in, though the reader may not edit it."""

    id: str
    name: str
    kind: str
    is_required: bool = False
    allowed: Sequence[Any] | None = None


def _held(ctx: Context, record: Any) -> list[_Held]:
    custom = site.custom_fields(ctx)
    screen = field_input.screen(ctx, record.project.id, record.row.type_id)
    found = []
    for field_id, value in record.values.items():
        if field_id not in screen and field_id not in _ON_NO_SCREEN:
            continue
        row = custom.get(field_id)
        always = field_id in (*MAIN[:2], f.ASSIGNEE, f.REPORTER, f.PRIORITY)
        if not always and value in (None, "", [], {}, False):
            continue
        if row is not None:
            found.append(_Held(field_id, row.name, row.kind))
        elif field_id in f.EDITABLE:
            found.append(_Held(field_id, f.NAMES[field_id], ""))
    return found


def _place(field: Any) -> tuple[int, str]:
    order = (*MAIN, *_FIRST)
    return (order.index(field.id), "") if field.id in order else (len(order), field.name)


def _view(
    ctx: Context, record: Any, field: Any, editable: Mapping[str, Any], editing: Editing
) -> FieldView:
    widget = widget_of(field.id, field.kind)
    value = record.values.get(field.id)
    is_edited = editing.field == field.id
    may_edit = field.id in editable
    pieces, html = shown(ctx, record, field, widget, value)
    return FieldView(
        field.id,
        field.name,
        widget,
        tuple(pieces),
        html,
        _EMPTY.get(field.id, "None"),
        may_edit,
        _editor(ctx, record, field, value, editing) if is_edited and may_edit else None,
        editing.problem if is_edited else "",
        _changed_by(ctx, record.row, editing) if is_edited and editing.is_conflict else "",
    )


def _changed_by(ctx: Context, row: Issue, editing: Editing) -> str:
    """Who changed a field last since the version that was edited, if that can be told."""
    version = next(iter((editing.form or {}).get("version", ())), "")
    missed = history.since(ctx, row, int(version)) if version.isdigit() else ()
    authors = [
        change.author_id
        for change in missed
        if any(item.field_id == editing.field for item in change.items)
    ]
    known = site.people(ctx, authors[-1:])
    return known[authors[-1]].name if authors and authors[-1] in known else "Somebody"


def _editor(ctx: Context, record: Any, field: Any, value: Any, editing: Editing) -> Editor | None:
    if not editing.keeps:
        return None
    place = Site(record.project, record.row.type_id, record.row)
    editor = editor_of(ctx, place, field, value)
    return refilled(editor, editing.form) if editing.form else editor
