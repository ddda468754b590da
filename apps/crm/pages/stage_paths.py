"""The steps above a record's page: where a deal, a lead or a case is on its way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workworld.apps.crm import layouts
from workworld.apps.crm.schema import picklists
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service.rows import Values

CLOSED = "Closed"
"""Stands for the last step of a deal, which may be won or lost."""
ASKED: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("Opportunity", picklists.WON): ("Amount", "CloseDate"),
    ("Opportunity", picklists.LOST): ("Loss_Reason__c", "Competitor__c"),
    ("Lead", picklists.LEAD_UNQUALIFIED): ("Unqualified_Reason__c",),
    ("Case", picklists.CASE_SOLVED): ("Resolution__c",),
    ("Case", picklists.CASE_CLOSED): ("Resolution__c",),
}
"""What is asked for before a record takes a step, by object and step."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step: ``done``, ``current``, ``ahead``, ``won`` or ``lost``."""

    value: str
    text: str
    state: str
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class StagePath:
    """A record's way."""

    field: str
    label: str
    steps: Sequence[Step]
    url: str
    next_value: str
    """To which step the button goes; empty without a button."""
    button: str
    asks: bool
    """Whether that step asks for something."""
    may_edit: bool


def path_of(
    sobject: SObject,
    row: Values,
    fields: Mapping[str, Field],
    *,
    may_edit: bool,
    url: str,
    chosen: str = "",
) -> StagePath | None:
    """The way of a record; None for objects whose records have none.

    Args:
        sobject: of which object it is.
        row: the record.
        fields: those that the reader may read.
        may_edit: whether they may change the record.
        url: the address of its page.
        chosen: a step that was selected, to be made the current one.
    """
    name = layouts.layout_of(sobject.name).path
    if name not in fields:
        return None
    now = str(row.get(name) or "")
    ways = _values(sobject.name, now)
    place = ways.index(now) if now in ways else -1
    target = chosen if chosen in ways and chosen != now else ""
    following = ways[place + 1] if not target and place + 1 < len(ways) else ""
    steps = [
        Step(each, each, _state(sobject.name, number, place, now), each == target)
        for number, each in enumerate(ways)
    ]
    goal = target or following
    what = "Mark as current" if target else "Mark"
    return StagePath(
        name,
        fields[name].label,
        steps,
        url,
        goal if may_edit else "",
        f"{what} {_noun(fields[name])}" + ("" if target else " as complete"),
        asks=goal == CLOSED or (sobject.name, goal) in ASKED or goal == picklists.LEAD_CONVERTED,
        may_edit=may_edit,
    )


def closing_values(sobject: str, step: str) -> Sequence[str]:
    """The values among which one chooses for a step; one that stands for itself is the only one."""
    if sobject == "Opportunity" and step == CLOSED:
        return (picklists.WON, picklists.LOST)
    return (step,)


def _values(sobject: str, now: str) -> list[str]:
    if sobject == "Opportunity":
        open_stages = [each.name for each in picklists.STAGES if not each.is_closed]
        return [*open_stages, now if now in (picklists.WON, picklists.LOST) else CLOSED]
    if sobject == "Lead":
        return list(picklists.LEAD_STATUSES)
    return list(picklists.CASE_STATUSES)


def _state(sobject: str, number: int, place: int, now: str) -> str:
    if sobject == "Opportunity" and now == picklists.LOST:
        return "lost" if number == place else "ahead"
    if number == place:
        ended = now in (picklists.WON, picklists.LEAD_CONVERTED, *picklists.CLOSED_CASES)
        return "won" if ended else "current"
    return "done" if number < place else "ahead"


def _noun(field: Field) -> str:
    return field.label.lower().removeprefix("lead ")
