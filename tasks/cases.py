"""Cases of the CRM as they come in, and which changes follow from what is done with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.crm.service import records
from workworld.calls import perform
from workworld.context import Actor
from workworld.grading import Allowed, Matching
from workworld.tasks.records import becomes, remembered
from workworld.worlds import World

SUBJECTS = (
    "Slots vanish after saving",
    "Drivers get the message twice",
    "Two gates show the same truck",
    "Export stops after the first page",
    "Times are off by an hour",
    "New colleague cannot sign in",
    "Printed labels are cut off",
    "Map does not load on tablets",
    "Invoice names the wrong site",
    "Search finds nothing before noon",
    "Calendar shows last week first",
    "Photos of damages turn up sideways",
    "Reminders reach the wrong carrier",
    "Dock doors are sorted by chance",
)
CUSTOMERS = "SELECT Id, Name, ARR__c FROM Account WHERE Type = 'Customer' ORDER BY Name LIMIT 200"
_CLOSING = ("is_closed", "closed_us", "sla_state", "paused_us")
_MILESTONES = 4


def come_in(world: World, actor_id: str, account_id: str, **values: Any) -> str:
    """Have a case come in by e-mail; its id.

    Args:
        world: where a task is prepared.
        actor_id: who enters it, and has it unless another owner is given.
        account_id: the customer's.
        values: further fields, by API name.
    """
    given = {"AccountId": account_id, "Status": "Open", "Origin": "Email", **values}
    made = perform(world, Actor(actor_id), records.create, sobject="Case", values=given)
    return str(made.values["Id"])


def closed(case_id: str, resolution: Matching) -> list[Allowed]:
    """The changes that close a case with a resolution, the first of them the case's own."""
    deed = becomes("crm_cases", case_id, *_CLOSING, status="Closed", resolution=resolution)
    clocks = Allowed("crm_case_milestones", "update", {"case_id": case_id}, at_most=_MILESTONES)
    return [deed, clocks, remembered(case_id, "Status", "Resolution__c")]


def given_to(case_id: str, owner_id: str) -> list[Allowed]:
    """The changes that give a case to somebody, or to a queue."""
    return [becomes("crm_cases", case_id, owner_id=owner_id), remembered(case_id, "OwnerId")]


def flat(rules: Sequence[Sequence[Allowed]]) -> list[Allowed]:
    """All of several lists."""
    return [each for rule in rules for each in rule]
