"""Quick actions: what is made of a record or about it with a few values.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_quickactions.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from workworld.apps.crm.models.activities import WHAT, WHO
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.picklists import TASK_DONE
from workworld.apps.crm.service import activity_links, people, records, refusals, sight
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.types import RecordId, SObjectName, Values
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

# Pages have a form and tools an operation for each of them.
_DOORS = (Surface.REST,)
ActionName = Annotated[str, Field(description="Such as NewTask.", min_length=1, max_length=80)]


@dataclass(frozen=True, slots=True)
class QuickAction:
    """Something that can be made.

    Args:
        name: the vendor's.
        label: what people call it.
        target: of which object a record is made.
        type: ``Create`` or ``LogACall``.
        within: of which objects a record may be meant; none for everywhere.
        sobject: the object in whose list it stands; empty for that of all.
    """

    name: str
    label: str
    target: str
    type: str = "Create"
    within: Sequence[str] = ()
    sobject: str = ""


_ACTIVE = (*WHO, *WHAT)
_ACTIONS = (
    QuickAction("NewTask", "New Task", "Task", within=_ACTIVE),
    QuickAction("NewEvent", "New Event", "Event", within=_ACTIVE),
    QuickAction("LogACall", "Log a Call", "Task", "LogACall", _ACTIVE),
    QuickAction("NewAccount", "New Account", "Account"),
    QuickAction("NewContact", "New Contact", "Contact", within=("Account",)),
    QuickAction("NewLead", "New Lead", "Lead", within=("Campaign",)),
    QuickAction("NewOpportunity", "New Opportunity", "Opportunity", within=("Account",)),
    QuickAction("NewCase", "New Case", "Case", within=("Account", "Contact")),
)
_PARENTS: Mapping[tuple[str, str], str] = {
    ("Contact", "Account"): "AccountId",
    ("Opportunity", "Account"): "AccountId",
    ("Case", "Account"): "AccountId",
    ("Case", "Contact"): "ContactId",
}
"""By what is made and of what: the field that names the record."""


@operation(Effect.READ, scope="api", doors=_DOORS)
def list(ctx: Context, *, sobject: SObjectName | None = None) -> Sequence[QuickAction]:
    """List the quick actions that the caller may perform, of all objects or with those of one."""
    people.me(ctx)
    of = records.sobject_of(ctx, sobject).name if sobject else ""
    return [
        QuickAction(each.name, each.label, each.target, each.type, each.within, of)
        for each in _ACTIONS
        if sight.may(ctx, objects.of_name(each.target), "create")
        and (not of or not each.within or of in each.within)
    ]


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def perform(
    ctx: Context,
    *,
    action: ActionName,
    values: Values,
    sobject: SObjectName | None = None,
    context_id: Annotated[
        RecordId | None, Field(description="The record from which it is performed.")
    ] = None,
) -> Loaded:
    """Make a record by a quick action; it belongs to the record from which it is performed.

    Raises:
        NotFound: ``NOT_FOUND``: there is no such action, there or at all.
        Invalid: what a record of the kind is refused with.
    """
    known = next((each for each in list(ctx, sobject=sobject) if each.name == action), None)
    if known is None:
        raise refusals.not_found()
    usual = _usual(ctx, known, sobject, context_id)
    row = records.insert(ctx, objects.of_name(known.target), {**usual, **values})
    return Loaded(objects.of_name(known.target), {"Id": row.id})


def _usual(
    ctx: Context, action: QuickAction, sobject: str | None, context_id: str | None
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if action.type == "LogACall":
        today = people.today(ctx).isoformat()
        found |= {"Status": TASK_DONE, "TaskSubtype": "Call", "ActivityDate": today}
        found["Subject"] = "Call"
    if context_id is None:
        return found
    kind = objects.of_prefix(context_id[:3])
    if kind is None or (sobject and kind.name.lower() != sobject.lower()):
        raise refusals.not_found()
    row = records.known(ctx, kind.name, context_id)
    if action.target in ("Task", "Event"):
        return found | activity_links.default_for(row.id)
    field = _PARENTS.get((action.target, kind.name))
    return found | ({field: row.id} if field else {})
