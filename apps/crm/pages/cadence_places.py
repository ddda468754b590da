"""Where a lead or contact stands in cadences, as pages tell it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.crm.pages import moments
from workworld.apps.crm.pages.blueprint import at, record_url
from workworld.apps.crm.pages.known_records import Known
from workworld.apps.crm.service import cadences, people
from workworld.apps.crm.service.cadence_steps import CALL, EMAIL
from workworld.apps.crm.service.cadence_targets import Target
from workworld.context import Context

_DEEDS = {EMAIL: ("Write e-mail", "email"), CALL: ("Log a call", "call")}
_KINDS = {EMAIL: "E-mail", CALL: "Call"}


@dataclass(frozen=True, slots=True)
class CadencePlace:
    """Somebody's place in a cadence, with the step that is next."""

    cadence_id: str
    name: str
    url: str
    target: str
    target_url: str
    stop_url: str
    step: int
    steps: int
    said: str
    task_url: str
    due: str
    is_late: bool
    owner: str
    do: str
    do_url: str


def of_record(ctx: Context, found: Known) -> Sequence[CadencePlace]:
    """The cadences that a record's person is in."""
    return [place_of(ctx, each) for each in cadences.targets(ctx, record_id=found.id)]


def place_of(ctx: Context, each: Target) -> CadencePlace:
    """A place in a cadence as pages tell it."""
    sobject = "Lead" if each.target_id.startswith("00Q") else "Contact"
    deed, compose = _DEEDS.get(each.kind, ("", ""))
    here = record_url(sobject, each.target_id)
    return CadencePlace(
        each.cadence_id,
        each.cadence,
        at("/cadences", {"cadence": each.cadence_id}),
        each.target,
        here,
        f"{here}/cadence/stop",
        each.step,
        each.steps,
        f"{_KINDS.get(each.kind, 'Task')}: {each.subject}",
        record_url("Task", each.task_id) if each.task_id else "",
        moments.day(each.due) if each.due else "some day",
        bool(each.due) and str(each.due) < people.today(ctx).isoformat(),
        each.owner,
        deed,
        record_url(sobject, each.target_id, tab="activity", compose=compose) if compose else "",
    )
