"""Issues as tables that leave the tracker: columns of typed cells, those shown or all there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import CustomField
from workworld.apps.tracker.service import field_choices, site, texts
from workworld.apps.tracker.service.records import Record
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people

Cell = str | int | float | date | datetime | None
LARGEST_FILE = 5000
"""How many issues a file may hold."""


@dataclass(frozen=True, slots=True)
class Field:
    """A column of a table of issues."""

    id: str
    name: str
    read: Callable[[Context, Record], Cell | list[str]]


def shown(ids: Sequence[str]) -> list[Field]:
    """The columns of some fields that lists show, in order."""
    return [_KNOWN[id] for id in ids if id in _KNOWN]


def every(ctx: Context) -> list[Field]:
    """The columns of all fields of the site, those that people added last."""
    customs = site.custom_fields(ctx)
    added = [Field(id, row.name, _custom(row)) for id, row in customs.items()]
    return [*_KNOWN.values(), *added]


def cells(ctx: Context, fields: Sequence[Field], record: Record) -> list[Cell | list[str]]:
    """What an issue has in columns; a list where a field holds several values."""
    return [field.read(ctx, record) for field in fields]


def spread(
    fields: Sequence[Field], rows: Sequence[Sequence[Cell | list[str]]]
) -> tuple[list[str], list[list[Cell]]]:
    """A table whose fields with several values have as many columns of their name, one for each."""
    wide = [max((_width(row[at]) for row in rows), default=1) for at in range(len(fields))]
    names = [
        field.name for field, count in zip(fields, wide, strict=True) for _turn in range(count)
    ]
    spread_rows = []
    for row in rows:
        line: list[Cell] = []
        for cell, count in zip(row, wide, strict=True):
            values: list[Cell] = [*cell] if isinstance(cell, list) else [cell]
            line += [*values, *[None] * (count - len(values))]
        spread_rows.append(line)
    return names, spread_rows


def _width(cell: Cell | list[str]) -> int:
    return max(1, len(cell)) if isinstance(cell, list) else 1


def joined(row: Sequence[Cell | list[str]]) -> list[Cell]:
    """The cells of a table in which several values of a field stand in one column."""
    return [", ".join(cell) if isinstance(cell, list) else cell for cell in row]


def _moment(ctx: Context, us: int | None) -> datetime | None:
    if us is None:
        return None
    return from_microseconds(us).astimezone(people.my_zone(ctx)).replace(microsecond=0)


def _day(iso: str | None) -> date | None:
    return date.fromisoformat(iso) if iso else None


def _number(value: float | None) -> Cell:
    if value is None:
        return None
    return int(value) if float(value).is_integer() else value


def _name(row: Any) -> str:
    return row.name if row is not None else ""


def _names(rows: Sequence[Any]) -> list[str]:
    return [row.name for row in rows]


def _sprints(_ctx: Context, record: Record) -> list[str]:
    here = [record.sprint.name] if record.sprint else []
    return [*_names(record.closed_sprints), *here]


def _custom(row: CustomField) -> Callable[[Context, Record], Cell | list[str]]:
    def read(ctx: Context, record: Record) -> Cell | list[str]:
        held = record.customs.get(row.id)
        if held in (None, "", []):
            return [] if row.kind in ("multiselect", "checkbox", "users", "labels") else None
        return _READERS.get(row.kind, _as_it_is)(ctx, record, row, held)

    return read


def _as_it_is(_ctx: Context, _record: Record, _row: CustomField, held: Any) -> Cell | list[str]:
    return [*held] if isinstance(held, list) else held


def _options(ctx: Context, record: Record, row: CustomField, held: Any) -> Cell | list[str]:
    choices = field_choices.of_field(ctx, record.project, row.id) or ()
    named: dict[str, str] = {each.id: each.name for each in choices}
    return [str(named.get(each, each)) for each in held]


def _cascade(ctx: Context, record: Record, row: CustomField, held: Any) -> Cell | list[str]:
    found = _options(ctx, record, row, held)
    return " - ".join(found) if isinstance(found, list) else found


def _option(ctx: Context, record: Record, row: CustomField, held: Any) -> Cell | list[str]:
    found = _options(ctx, record, row, [held])
    return found[0] if isinstance(found, list) else found


def _people(ctx: Context, _record: Record, _row: CustomField, held: Any) -> Cell | list[str]:
    known = site.people(ctx, held)
    return [known[each].name for each in held if each in known]


def _person(ctx: Context, record: Record, row: CustomField, held: Any) -> Cell | list[str]:
    found = _people(ctx, record, row, [held])
    return found[0] if isinstance(found, list) and found else ""


_Reader = Callable[[Context, Record, CustomField, Any], Cell | list[str]]
_READERS: Mapping[str, _Reader] = {
    "paragraph": lambda ctx, _record, _row, held: texts.words(ctx, held),
    "number": lambda _ctx, _record, _row, held: _number(held),
    "formula": lambda _ctx, _record, _row, held: _number(held),
    "date": lambda _ctx, _record, _row, held: _day(held),
    "datetime": lambda ctx, _record, _row, held: _moment(ctx, held),
    "select": _option,
    "multiselect": _options,
    "checkbox": _options,
    "cascading": _cascade,
    "user": _person,
    "users": _people,
}
_ALL = (
    Field(f.TYPE, "Type", lambda _ctx, record: record.type.name),
    Field("issuekey", "Key", lambda _ctx, record: record.row.key),
    Field("id", "Issue id", lambda _ctx, record: record.row.id),
    Field(f.SUMMARY, "Summary", lambda _ctx, record: record.row.summary),
    Field(f.ASSIGNEE, "Assignee", lambda _ctx, record: _name(record.assignee)),
    Field(f.REPORTER, "Reporter", lambda _ctx, record: _name(record.reporter)),
    Field(f.PRIORITY, "Priority", lambda _ctx, record: _name(record.priority)),
    Field(f.STATUS, "Status", lambda _ctx, record: record.status.name),
    Field(f.RESOLUTION, "Resolution", lambda _ctx, record: _name(record.resolution)),
    Field("created", "Created", lambda ctx, record: _moment(ctx, record.row.created_us)),
    Field("updated", "Updated", lambda ctx, record: _moment(ctx, record.row.updated_us)),
    Field("resolutiondate", "Resolved", lambda ctx, record: _moment(ctx, record.row.resolved_us)),
    Field(f.DUE_DATE, "Due", lambda _ctx, record: _day(record.row.due_date)),
    Field(f.START_DATE, "Start", lambda _ctx, record: _day(record.row.start_date)),
    Field(f.LABELS, "Labels", lambda _ctx, record: [*record.labels]),
    Field(f.COMPONENTS, "Components", lambda _ctx, record: _names(record.components)),
    Field(f.FIX_VERSIONS, "Fix versions", lambda _ctx, record: _names(record.fix_versions)),
    Field(
        f.AFFECTS_VERSIONS, "Affects versions", lambda _ctx, record: _names(record.affects_versions)
    ),
    Field(f.PARENT, "Parent", lambda _ctx, record: record.parent.key if record.parent else ""),
    Field(f.SPRINT, "Sprint", _sprints),
    Field(f.STORY_POINTS, "Story points", lambda _ctx, record: _number(record.row.story_points)),
    Field(f.TIME_TRACKING, "Time spent", lambda _ctx, record: record.row.time_spent or None),
    Field(
        "timeoriginalestimate",
        "Original estimate",
        lambda _ctx, record: record.row.original_estimate,
    ),
    Field("timeestimate", "Remaining estimate", lambda _ctx, record: record.row.remaining_estimate),
    Field(f.PROJECT, "Project", lambda _ctx, record: record.project.name),
    Field("votes", "Votes", lambda _ctx, record: record.vote_count or None),
    Field("comment", "Comments", lambda _ctx, record: record.comment_count or None),
    Field("watches", "Watchers", lambda _ctx, record: record.watch_count or None),
    Field(f.FLAGGED, "Flagged", lambda _ctx, record: "Impediment" if record.row.is_flagged else ""),
    Field(f.DESCRIPTION, "Description", lambda _ctx, record: record.row.description_text),
    Field(f.ENVIRONMENT, "Environment", lambda _ctx, record: record.row.environment_text),
)
_KNOWN: Mapping[str, Field] = {field.id: field for field in _ALL}
