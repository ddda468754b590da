"""Results of reports as something that can be kept, and read again as it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.crm.service import conditions, report_blocks, report_columns, report_groups
from workworld.apps.crm.service.report_definitions import JOINED, bad, of_json
from workworld.apps.crm.service.report_groups import Group
from workworld.apps.crm.service.report_queries import Source
from workworld.apps.crm.service.report_results import Line, Result
from workworld.apps.crm.service.report_totals import Tally, total
from workworld.context import Context
from workworld.errors import Invalid

MOST_LINES = 500
"""So many rows are kept; totals are of all."""


def kept(result: Result) -> dict[str, Any]:
    """A result as JSON, with at most ``MOST_LINES`` rows of details."""
    return {
        "type": result.of.name,
        "title": result.title,
        "definition": result.definition.model_dump(mode="json", exclude_defaults=True),
        "columns": [each.name for each in result.columns],
        "down": _groups(result.down),
        "across": _groups(result.across),
        "tallies": [
            [list(down), list(across), tally.rows, tally.parts]
            for (down, across), tally in result.tallies.items()
        ],
        "lines": [_line(each) for each in result.lines[:MOST_LINES]],
        "labels": dict(result.labels),
        "has_all": result.has_all and len(result.lines) <= MOST_LINES,
        "currency": result.currency,
        "is_cut": result.is_cut,
        "beside": [kept(each) for each in result.beside],
    }


def restored(ctx: Context, content: Mapping[str, Any]) -> Result:
    """The result that was kept, but for columns and totals that the caller may not see any more.

    Raises:
        Invalid: ``BAD_REQUEST``: they may not see what it was grouped by, or its records at all.
    """
    of = report_blocks.type_of(ctx, content["type"])
    definition = of_json(content["definition"])
    known = report_columns.known(ctx, of, definition)
    places = [place for place, name in enumerate(content["columns"]) if name in known]
    if any(each.column not in known for each in definition.groupings):
        raise bad("You may no longer see what this report was grouped by.")
    source, calendar = Source(ctx, of, known), conditions.calendar(ctx)
    totals = []
    for name in definition.aggregates:
        try:
            totals.append(total(name, known, definition))
        except Invalid:
            continue
    return Result(
        of,
        definition,
        [known[content["columns"][place]] for place in places],
        [
            report_groups.axis(source, each, calendar, is_common=definition.format == JOINED)
            for each in definition.groupings
        ],
        totals,
        _read_groups(content["down"]),
        _read_groups(content["across"]),
        {
            (tuple(down), tuple(across)): Tally(rows, parts)
            for down, across, rows, parts in content["tallies"]
        },
        [_read_line(each, places) for each in content["lines"]],
        content["labels"],
        content["has_all"],
        content["currency"],
        content["is_cut"],
        content["title"],
        [restored(ctx, each) for each in content["beside"]],
    )


def _groups(found: Sequence[Group]) -> list[list[Any]]:
    return [[each.key, each.label, each.record_id, _groups(each.groups)] for each in found]


def _read_groups(found: Sequence[Sequence[Any]]) -> list[Group]:
    return [Group(key, label, record, _read_groups(within)) for key, label, record, within in found]


def _line(line: Line) -> list[Any]:
    return [
        line.id,
        list(line.down),
        list(line.across),
        list(line.values),
        list(line.links),
        list(line.currencies),
    ]


def _read_line(found: Sequence[Any], places: Sequence[int]) -> Line:
    id, down, across, *parts = found
    values, links, currencies = (tuple(part[place] for place in places) for part in parts)
    return Line(id, tuple(down), tuple(across), values, links, currencies)
