"""What can be done with a record from its page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.crm import layouts
from workworld.apps.crm.pages import composers
from workworld.apps.crm.pages.blueprint import at
from workworld.apps.crm.pages.known_records import Known
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.schema.picklists import (
    ARTICLE_DRAFT,
    ARTICLE_IN_REVIEW,
    ARTICLE_ONLINE,
    CONTRACT_ACTIVE,
)
from workworld.apps.crm.service import (
    approvals,
    articles,
    cadences,
    people,
    person_cards,
    record_types,
    sight,
)
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.record_offers import OFFERED
from workworld.context import Context

_QUEUED = ("Case", "Lead")
"""Objects whose records wait in queues."""
_NOTED = (
    ("call", "Log a call", "headset", "crm.log-call"),
    ("task", "New task", "square-check", "crm.new-task"),
    ("event", "New event", "calendar", "crm.new-event"),
    ("email", "Send an e-mail", "mail", "crm.new-email"),
)
"""Kind, name, icon and command of activities that are added from every tab."""
_OWN_WAYS = ("Lead", "Account", "Contact", "Case")
"""Objects whose records can be merged."""
APPROVED = ("Opportunity", "Quote", "Account", "Case")
"""Objects whose records may have to be approved."""
ACTIVE = frozenset({"Lead", "Account", "Contact", "Opportunity", "Case", "Campaign", "Product2"})
"""The objects whose records tasks, events and notes are about."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be done with the record."""

    name: str
    url: str
    icon: str
    command: str
    opens: bool = True
    """Whether it is a dialog above the page."""


def _of_case(found: Known, url: str) -> Sequence[Action]:
    """What ends the work on an open case, or calls for more of it."""
    close = Action("Close Case", f"{url}/close", "circle-check", "crm.close-case")
    if found.row.get("IsEscalated"):
        return (close,)
    return (Action("Escalate", f"{url}/escalate", "triangle-alert", "crm.escalate"), close)


def actions_of(ctx: Context, found: Known, url: str) -> Sequence[Action]:
    """What is done most, as buttons."""
    sobject, made = found.sobject, []
    if found.may_edit:
        made.append(Action("Edit", f"{url}/edit", "pencil", "crm.edit", opens=False))
    if sobject.name == "Task" and found.may_edit and not found.row.get("IsClosed"):
        made.append(Action("Mark Complete", f"{url}/complete", "check", "crm.complete"))
    made += _of_article(ctx, found, url)
    made += _of_sales(found, url)
    if (
        sobject.name in _QUEUED
        and found.may_edit
        and not found.row.get("IsClosed")
        and found.row.get("OwnerId") in people.groups(ctx)
    ):
        made.append(Action("Accept", f"{url}/accept", "check", "crm.accept"))
    if sobject.name == "Case" and found.may_edit and not found.row.get("IsClosed"):
        made += _of_case(found, url)
    if sobject.has_owner and found.may_edit and "OwnerId" in found.fields:
        made.append(Action("Change Owner", f"{url}/owner", "user", "crm.owner"))
    if sobject.name in layouts.CLONED and sight.may(ctx, sobject, "create"):
        made.append(Action("Clone", f"{url}/clone", "copy", "crm.clone", opens=False))
    return made


def _of_sales(found: Known, url: str) -> list[Action]:
    """What is done with the records of those who sell alone."""
    name, made = found.sobject.name, []
    if name == "Campaign":
        members = at(f"/campaigns/{found.id}/members")
        made.append(Action("Members", members, "users", "crm.members", opens=False))
    if name == "Opportunity" and not found.locked:
        made.append(Action("Products", f"{url}/products", "package", "crm.products", opens=False))
    if not found.may_edit:
        return made
    if name == "Lead":
        made.append(Action("Convert", f"{url}/convert", "arrow-right-left", "crm.convert"))
    if name == "Quote":
        made.append(Action("Create PDF", f"{url}/paper", "file-text", "crm.quote-pdf"))
        made.append(Action("E-mail Quote", f"{url}/send", "mail", "crm.send-quote"))
    if name == "Contract" and _may_renew(found):
        made.append(Action("Renew", f"{url}/renew", "refresh-cw", "crm.renew"))
    return made


def _may_renew(found: Known) -> bool:
    row = found.row
    return row.get("Status") == CONTRACT_ACTIVE and not row.get("Renewal_Opportunity__c")


def _of_article(ctx: Context, found: Known, url: str) -> Sequence[Action]:
    """What may be done with a version of an article, as it stands."""
    if found.sobject.name != articles.OBJECT or not articles.may_write(ctx):
        return ()
    status, made = found.row["PublishStatus"], []
    if status == ARTICLE_DRAFT:
        made.append(Action("Submit for Review", f"{url}/submit", "eye", "crm.submit"))
    if status in (ARTICLE_DRAFT, ARTICLE_IN_REVIEW):
        made.append(Action("Publish", f"{url}/publish", "check", "crm.publish"))
    elif not articles.has_draft(ctx, found.row["KnowledgeArticleId"]):
        made.append(Action("Edit as Draft", f"{url}/revise", "pencil", "crm.edit"))
    if status == ARTICLE_ONLINE:
        made.append(Action("Archive", f"{url}/archive", "archive", "crm.archive"))
    return made


def offered(ctx: Context, found: Known, url: str) -> Sequence[Action]:
    """What other apps offer to do with it: all of it is noted in the record."""
    if not found.may_edit:
        return ()
    offers = OFFERED.fitting(ctx, Loaded(found.sobject, found.row))
    return [
        Action(each.title, f"{url}/offers/{each.name}", each.icon, "crm.offer") for each in offers
    ]


def more_of(ctx: Context, found: Known, url: str, tab: str) -> Sequence[Action]:
    """What else there is, in a menu.

    Args:
        ctx: who reads.
        found: the record.
        url: the address of its page.
        tab: which tab is shown: what stands there is not in the menu too.
    """
    made = []
    if found.sobject.name in ACTIVE and tab != "activity":
        made += [
            Action(name, f"{url}?tab=activity&compose={kind}", icon, command, opens=False)
            for kind, name, icon, command in _NOTED
            if composers.may_add(ctx, kind) and not (kind == "email" and tab == "feed")
        ]
    made += _one_more(ctx, found)
    if found.sobject.name == "Case" and found.may_edit and sight.may(ctx, of_name("Macro"), "read"):
        made.append(Action("Run macro", f"{url}/macro", "zap", "crm.macro"))
    if found.sobject.name in _OWN_WAYS and found.may_delete and found.may_edit:
        made.append(
            Action("Find duplicates and merge", f"{url}/duplicates", "copy-plus", "crm.merge")
        )
    if found.sobject.name in cadences.TARGETS and found.may_edit and not found.locked:
        made.append(Action("Add to cadence", f"{url}/cadence", "list-ordered", "crm.cadence"))
    if found.sobject.name in person_cards.PEOPLE and people.profile(ctx).exports:
        ticked = {"deed": "vcard", "pick": found.id, "place": url}
        address = at(f"/{found.sobject.name}/list/change", ticked)
        made.append(Action("Export as vCard", address, "contact", "crm.vcard"))
    if found.sobject.name == "Account" and found.may_edit:
        made.append(Action("Default team", f"{url}/team", "users", "crm.default-team"))
    if found.sobject.name == "Quote" and found.may_edit:
        name = "Stop sync" if found.row.get("IsSyncing") else "Start sync"
        made.append(Action(name, f"{url}/sync", "refresh-cw", "crm.sync"))
    if found.sobject.name in APPROVED and found.may_edit and approvals.applies(ctx, found.id):
        made.append(Action("Submit for approval", f"{url}/submit", "square-check", "crm.submit"))
    if found.may_edit and len(record_types.offered(ctx, found.sobject.name)) > 1:
        made.append(Action("Change record type", f"{url}/record-type", "tag", "crm.record-type"))
    if found.may_delete and found.row.get("RecurrenceActivityId"):
        made.append(Action("Delete this and following", f"{url}/series", "repeat", "crm.series"))
    if found.may_delete:
        made.append(Action("Delete", f"{url}/delete", "trash-2", "crm.delete"))
    return made


def _one_more(ctx: Context, found: Known) -> Sequence[Action]:
    """A new record of the same object, where one is made for itself."""
    sobject = found.sobject
    if sobject.name not in layouts.CLONED or not sight.may(ctx, sobject, "create"):
        return ()
    return (Action(f"New {sobject.label.lower()}", at(f"/{sobject.name}/new"), "plus", "crm.new"),)
