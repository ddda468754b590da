"""Texts of imported files that name nothing here, and what they could mean instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Project
from workworld.apps.tracker.service import (
    creation,
    field_choices,
    import_fields,
    import_values,
    imports,
    projects,
    site,
)
from workworld.apps.tracker.service.import_fields import Target
from workworld.apps.tracker.service.import_values import Reading
from workworld.apps.tracker.service.imports import Columns, DefaultProject, Delimiter, Encoding
from workworld.apps.tracker.service.place import Unfit
from workworld.context import Context, Surface
from workworld.errors import Refused
from workworld.files.types import FileId
from workworld.imports.dates import PATTERNS
from workworld.operations import Effect, operation

_MOST_TEXTS = 100
_PEOPLE = ("user", "users")


@dataclass(frozen=True, slots=True)
class Unknown:
    """What of a field's texts names nothing."""

    target: str
    name: str
    texts: Sequence[str]
    choices: Sequence[tuple[str, str]]
    """What they may mean, as value and text; people are looked up instead."""
    is_person: bool
    known: int
    """How many other texts name something."""


# Tools are told by ``check``, row by row.
@operation(Effect.READ, scope="read:jira-work", doors=(Surface.UI,))
def unmatched(
    ctx: Context,
    *,
    file_id: FileId,
    columns: Columns,
    encoding: Encoding = "",
    delimiter: Delimiter = "",
    project: DefaultProject = "",
) -> Sequence[Unknown]:
    """Tell which texts of an uploaded file name nothing in the fields that their columns are."""
    table = imports.table_of(ctx, file_id, encoding, delimiter)
    known = import_fields.targets(ctx)
    place = _place(ctx, project)
    texts: dict[str, dict[str, None]] = {}
    for number, target in columns.items():
        is_there = number.isdecimal() and 0 < int(number[:6]) <= len(table.columns)
        if is_there and target in known and known[target].is_chosen:
            said = (text.strip() for text in table.column(int(number) - 1))
            texts.setdefault(target, {}).update(dict.fromkeys(text for text in said if text))
    found = [_unknown(ctx, known[target], [*said], place) for target, said in texts.items()]
    return [each for each in found if each.texts or each.known]


def _unknown(
    ctx: Context, target: Target, texts: Sequence[str], project: Project | None
) -> Unknown:
    missing = [text for text in texts if not _is_known(ctx, target, text, project)]
    return Unknown(
        target.id,
        target.name,
        missing[:_MOST_TEXTS],
        () if target.kind in _PEOPLE else _choices(ctx, target, project),
        target.kind in _PEOPLE,
        len(texts) - len(missing),
    )


def _place(ctx: Context, ref: str) -> Project | None:
    try:
        return projects.known(ctx, ref) if ref else None
    except Refused:
        return None


def _is_known(ctx: Context, target: Target, text: str, project: Project | None) -> bool:
    try:
        if target.kind in _PEOPLE:
            import_values.person_named(ctx, text)
        elif target.id == f.PROJECT:
            names = {each.name.casefold() for each in projects.list(ctx, limit=1000).items}
            return text.casefold() in names or bool(projects.known(ctx, text))
        elif target.id == f.STATUS:
            return text.casefold() in {each.name.casefold() for each in site.statuses(ctx).values()}
        elif target.id == f.TYPE and project is not None:
            creation.type_in(ctx, project, text)
        elif target.id != f.TYPE and project is not None:
            reading = Reading(ctx, PATTERNS[0])
            import_values.value_of(reading, target.kind, target.id, [text], project)
    except (Unfit, Refused):
        return False
    return True


def _choices(ctx: Context, target: Target, project: Project | None) -> Sequence[tuple[str, str]]:
    if target.id == f.PROJECT:
        found = projects.list(ctx, action="create", limit=1000).items
        return [(each.key, each.name) for each in found]
    if target.id == f.STATUS:
        return [(each.name, each.name) for each in site.statuses(ctx).values()]
    if project is None:
        return ()
    if target.id == f.TYPE:
        return [(each.name, each.name) for each in projects.types_of(ctx, project.id)]
    listed = field_choices.of_field(ctx, project, target.id) or ()
    return [(each.id, each.name) for each in listed if each.is_open]
