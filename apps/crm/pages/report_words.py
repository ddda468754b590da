"""What reports are restricted to, in words."""

from __future__ import annotations

from collections.abc import Sequence

from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import conditions, report_columns
from workworld.apps.crm.service.report_definitions import SCOPES, Definition
from workworld.apps.crm.service.report_parts import CrossFilter, Filter
from workworld.apps.crm.service.report_results import Result
from workworld.context import Context


def restrictions(ctx: Context, definition: Definition, result: Result) -> list[str]:
    """What a report is restricted to, in words."""
    said = [SCOPES[definition.scope]]
    known = report_columns.known(ctx, result.of, definition)
    labels = {name: each.label for name, each in known.items()}
    asked = definition.date
    name = asked.column or result.of.date
    column = labels.get(name, name)
    if asked.duration:
        said.append(f"{column}: {duration_text(asked.duration)}")
    elif asked.start or asked.end:
        said.append(f"{column}: {asked.start or '…'} – {asked.end or '…'}")
    said += _filters(definition.filters, labels)
    if definition.logic:
        said.append(f"Filter logic: {definition.logic}")
    said += [_crossing(each) for each in definition.cross_filters]
    if definition.limit:
        said.append(f"The first {definition.limit:,} rows")
    return said


def duration_text(name: str) -> str:
    """``LAST_N_DAYS:30`` → ``Last 30 days``."""
    text, _, count = name.partition(":")
    return text.replace("_N_", f" {count} ").replace("_", " ").capitalize()


def _filters(filters: Sequence[Filter], labels: dict[str, str]) -> list[str]:
    return [
        f"{labels.get(each.column, each.column)} {conditions.LABELS[each.operator]}"
        f" {each.value or 'nothing'}"
        for each in filters
    ]


def _crossing(said: CrossFilter) -> str:
    sobject = objects.of_name(said.object)
    labels = {each.name: each.label for each in sobject.fields.values()}
    where = " and ".join(_filters(said.filters, labels))
    told = f"{'With' if said.has else 'Without'} {sobject.plural}"
    return f"{told} whose {where}" if where else told
