"""Cases of customers, and the issues in which engineers see to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import Case
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import addresses, automations, people, records
from workworld.apps.crm.service import sight as crm_sight
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.record_offers import LEADS, OFFERED
from workworld.apps.crm.types import RecordId
from workworld.apps.integrations.issues import USUAL
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import addresses as issue_addresses
from workworld.apps.tracker.service import issue_offers, issues, projects, remote_links, sight, site
from workworld.apps.tracker.types import IssueRef, ProjectRef
from workworld.context import Context, Event, Surface
from workworld.errors import NotFound
from workworld.events import on
from workworld.offers import Deed, Offer, Question
from workworld.operations import Effect, operation
from workworld.permissions import can
from workworld.richtext.json_form import to_json
from workworld.richtext.nodes import Marks, Paragraph, Quote, Text, document, literal

_FIELD = "Tracker_Issue__c"
_DONE = "done"
_DIGITS = 8
_cases = Case.__table__.c
CaseId = Annotated[RecordId, Field(description="A case's id.")]


# Programs create the issue in the tracker and write its key into the case themselves.
@operation(Effect.WRITE, scope="api", doors=(Surface.UI,))
def create(
    ctx: Context,
    *,
    case_id: CaseId,
    project_id: ProjectRef,
    summary: Annotated[str, Field(description="What the issue is about, in one line.")],
    type_id: Annotated[str, Field(description="Of which type; empty for a task.")] = "",
) -> Issue:
    """Create an issue for a case; the case names it, and it leads back to the case."""
    case: Case = records.known(ctx, "Case", case_id)
    project = projects.known(ctx, project_id)
    fields = {"summary": summary, "description": _whence(ctx, case)}
    kind = type_id or _usual_type(ctx, project.id)
    made = issues.create(ctx, project_id=project.id, type_id=kind, fields=fields)
    records.change(ctx, case, {_FIELD: made.key})
    return made


# As above.
@operation(Effect.WRITE, scope="api", doors=(Surface.UI,))
def link(ctx: Context, *, case_id: CaseId, issue: IssueRef) -> Issue:
    """Let a case name an issue that engineers have already; it leads back to the case."""
    row = sight.read(ctx, issue)
    records.change(ctx, records.known(ctx, "Case", case_id), {_FIELD: row.key})
    return row


@on("crm.record_created")
@on("crm.record_updated")
def lead_back(ctx: Context, event: Event) -> None:
    """An issue that a case names leads to the case, if whoever said so may link it."""
    facts = event.facts
    if facts["sobject"] != "Case" or _FIELD not in facts["changed"]:
        return
    case = ctx.session.get(Case, facts["record_id"])
    row = sight.found(ctx, case.tracker_issue) if case and case.tracker_issue else None
    if case is None or row is None or not can(ctx, "tracker.remote_links.put", row):
        return
    remote_links.put(
        ctx,
        issue=row.id,
        url=addresses.of_record(ctx, case.id),
        title=f"Case {case.number}",  # its subject is for those alone who may see it
        relationship="customer case",
        global_id=f"crm:{case.id}",
    )


@on("tracker.issue_transitioned")
def tell_cases(ctx: Context, event: Event) -> None:
    """Who looks after a case learns that engineers are done, by a comment that customers miss."""
    status = site.statuses(ctx).get(event.facts["status_id"])
    if status is None or status.category != _DONE:
        return
    named = select(_cases.id).where(
        _cases.tracker_issue == event.facts["key"], ~_cases.is_closed, ~_cases.is_deleted
    )
    text = f"{event.facts['key']} is {status.name}."
    for case_id in ctx.session.scalars(named.order_by(_cases.id)).all():
        said = {"case_id": case_id, "text": text, "is_published": False}
        automations.later(ctx, ctx.clock.now_us(), "crm.case_comments.add", **said)


def _whence(ctx: Context, case: Case) -> Mapping[str, object]:
    """A description that leads back to the case; its text is handed on, the customer is not."""
    link = Text(f"case {case.number}", Marks(href=addresses.of_record(ctx, case.id)))
    line = Paragraph((Text("Created out of "), link, Text(".")))
    if not case.description:
        return to_json(document([line]))
    return to_json(document([Quote(literal(case.description).content), line]))


def _usual_type(ctx: Context, project_id: str) -> str:
    types = [each for each in projects.types_of(ctx, project_id) if each.level == 0]
    named = [each.id for each in types if each.name in ("Bug", USUAL)]
    return (named or [each.id for each in types] or [USUAL])[0]


def _is_case(_ctx: Context, loaded: Loaded) -> bool:
    return loaded.sobject.name == "Case" and _FIELD in loaded.values


def _is_unlinked(ctx: Context, loaded: Loaded) -> bool:
    return (
        _is_case(ctx, loaded)
        and not loaded.values[_FIELD]
        and bool(projects.list(ctx, action="create", limit=1).items)
    )


def _asks_new(ctx: Context, loaded: Loaded) -> Sequence[Question]:
    open_to = projects.list(ctx, action="create", limit=100).items
    where = tuple((each.key, f"{each.name} ({each.key})") for each in open_to)
    first = where[0][0] if where else ""
    said = str(loaded.values.get("Subject") or "")
    return (
        Question("project", "Project", first, "choice", where),
        Question("summary", "Summary", said[:255]),
    )


def _reads_new(_ctx: Context, loaded: Loaded, given: Mapping[str, str]) -> Deed:
    told = {"case_id": loaded.id, "project_id": given.get("project", "")}
    return Deed(create, {**told, "summary": given.get("summary", "")})


def _asks_key(_ctx: Context, loaded: Loaded) -> Sequence[Question]:
    known = str(loaded.values.get(_FIELD) or "")
    return (Question("issue", "Issue", known, hint="Its key, such as CAL-214."),)


def _reads_key(_ctx: Context, loaded: Loaded, given: Mapping[str, str]) -> Deed:
    return Deed(link, {"case_id": loaded.id, "issue": given.get("issue", "").strip().upper()})


def _leads(ctx: Context, key: str) -> str:
    row = sight.found(ctx, key)
    return issue_addresses.of_issue(ctx, row.key) if row else ""


LEADS["Case", _FIELD] = _leads
OFFERED.add(
    Offer(
        "create-issue",
        "Create issue",
        "square-check",
        "Create issue",
        "The issue is created",
        _asks_new,
        _reads_new,
        _is_unlinked,
    )
)
OFFERED.add(
    Offer(
        "link-issue",
        "Link issue",
        "link",
        "Link",
        "The issue is linked",
        _asks_key,
        _reads_key,
        _is_case,
    )
)


def _works_here(ctx: Context, _row: Issue) -> bool:
    user = people.find(ctx, ctx.actor.person_id)
    if user is None or not user.is_active:
        return False
    case = objects.of_name("Case")
    field = case.fields[_FIELD.lower()]
    return crm_sight.may(ctx, case, "edit") and crm_sight.editable(ctx, case, field)


def _asks_case(_ctx: Context, _row: Issue) -> Sequence[Question]:
    return (Question("case", "Case", hint="Its number, such as 5093."),)


def _reads_case(ctx: Context, row: Issue, given: Mapping[str, str]) -> Deed:
    number = given.get("case", "").strip()
    wanted = number.rjust(_DIGITS, "0")
    seen = crm_sight.rows(ctx, objects.of_name("Case"), Case.__table__)
    case_id = ctx.session.scalar(select(_cases.id).where(_cases.number == wanted, seen))
    if case_id is None:
        raise NotFound("NOT_FOUND", "There is no such case.")
    return Deed(link, {"case_id": case_id, "issue": row.key})


issue_offers.OFFERED.add(
    Offer(
        "link-case",
        "Link case",
        "handshake",
        "Link",
        "The case is linked",
        _asks_case,
        _reads_case,
        _works_here,
    )
)
