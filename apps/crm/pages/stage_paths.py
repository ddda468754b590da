"""The steps above a record's page: where a deal, a lead or a case is on its way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workworld.apps.crm import layouts
from workworld.apps.crm.schema import picklists
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import record_types, sight
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.rows import Values
from workworld.context import Context

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
_LEAD_WAY = (
    *(
        each
        for each in picklists.LEAD_STATUSES
        if each not in (picklists.LEAD_CONVERTED, picklists.LEAD_UNQUALIFIED)
    ),
    picklists.LEAD_CONVERTED,
    picklists.LEAD_UNQUALIFIED,
)
"""A lead's statuses as steps: what does not lead on stands last."""


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
    ctx: Context,
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
        ctx: who reads.
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
    type_id = str(row.get("RecordTypeId") or "") or None
    usable = record_types.values_of(ctx, sobject, fields[name], type_id)
    ways = [each for each in _values(sobject.name, now) if each in usable or each in (now, CLOSED)]
    place = ways.index(now) if now in ways else -1
    target = chosen if chosen in ways and chosen != now else ""
    following = _following(sobject.name, ways, place, now) if not target else ""
    steps = [
        Step(each, each, _state(sobject.name, number, place, now), each == target)
        for number, each in enumerate(ways)
    ]
    goal = target or following
    return StagePath(
        name,
        fields[name].label,
        steps,
        url,
        goal if may_edit else "",
        _button(sobject.name, _noun(fields[name]), target, following),
        asks=goal == CLOSED or (sobject.name, goal) in ASKED or goal == picklists.LEAD_CONVERTED,
        may_edit=may_edit,
    )


def closing_values(sobject: str, step: str) -> Sequence[str]:
    """The values among which one chooses for a step; one that stands for itself is the only one."""
    if sobject == "Opportunity" and step == CLOSED:
        return (picklists.WON, picklists.LOST)
    return (step,)


def asked_before(ctx: Context, loaded: Loaded, to: str) -> dict[str, Field]:
    """The fields that are asked for before a record takes a step, by name.

    Args:
        ctx: who lets it.
        loaded: the record.
        to: the step.
    """
    found: dict[str, Field] = {}
    for value in closing_values(loaded.sobject.name, to):
        for name in ASKED.get((loaded.sobject.name, value), ()):
            field = loaded.sobject.field(name)
            if field and name in loaded.values and sight.editable(ctx, loaded.sobject, field):
                found[name] = field
    if loaded.values.get("HasOpportunityLineItem"):
        found.pop("Amount", None)  # the sum of the products
    return found


def _values(sobject: str, now: str) -> list[str]:
    if sobject == "Opportunity":
        open_stages = [each.name for each in picklists.stages() if not each.is_closed]
        return [*open_stages, now if now in (picklists.WON, picklists.LOST) else CLOSED]
    if sobject == "Lead":
        added = [each for each in picklists.VALUES["lead status"] if each not in _LEAD_WAY]
        return [*_LEAD_WAY[:-2], *added, *_LEAD_WAY[-2:]]
    if sobject == "Contract":
        ended = (picklists.CONTRACT_TERMINATED, picklists.CONTRACT_EXPIRED)
        return [each for each in picklists.CONTRACT_STATUSES if each not in ended or each == now]
    return list(picklists.VALUES["case status"])


def _following(sobject: str, ways: Sequence[str], place: int, now: str) -> str:
    """The step that a record takes next; empty if there is none."""
    if sobject == "Lead" and now in (picklists.LEAD_CONVERTED, picklists.LEAD_UNQUALIFIED):
        return ""
    if sobject == "Case":
        if now == picklists.CASE_CLOSED:
            return picklists.CASE_OPEN
        closing = (picklists.CASE_SOLVED, picklists.CASE_CLOSED)
        return next((each for each in closing if ways.index(each) > place), "")
    return ways[place + 1] if place + 1 < len(ways) else ""


def _button(sobject: str, noun: str, target: str, following: str) -> str:
    if target:
        return f"Mark as current {noun}"
    if sobject == "Contract":
        return "Activate" if following == picklists.CONTRACT_ACTIVE else f"Mark {noun} as complete"
    if sobject == "Case":
        return "Reopen" if following == picklists.CASE_OPEN else f"Mark as {following.lower()}"
    return f"Mark {noun} as complete"


def _state(sobject: str, number: int, place: int, now: str) -> str:
    if sobject == "Opportunity" and now == picklists.LOST:
        return "lost" if number == place else "ahead"
    if sobject == "Lead" and now == picklists.LEAD_UNQUALIFIED:
        return "lost" if number == place else "ahead"
    if sobject == "Contract" and now in (picklists.CONTRACT_TERMINATED, picklists.CONTRACT_EXPIRED):
        return "lost" if number == place else "done"
    if number == place:
        good = (picklists.WON, picklists.LEAD_CONVERTED, picklists.CONTRACT_ACTIVE)
        ended = now in (*good, *picklists.CLOSED_CASES)
        return "won" if ended else "current"
    return "done" if number < place else "ahead"


def _noun(field: Field) -> str:
    return field.label.lower().removeprefix("lead ")
