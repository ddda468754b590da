"""Company facts → service desks: request types, queues, SLAs, customers' companies and the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.approvals.models import APPROVED, PENDING, Approval, Approver
from workworld.apps.tracker import APP
from workworld.apps.tracker.models import (
    ApprovalRule,
    CannedReply,
    CustomField,
    Issue,
    Organization,
    OrganizationMember,
    Project,
    ProjectOrganization,
    Queue,
    Rating,
    Request,
    RequestParticipant,
    RequestType,
    Sla,
    SlaCalendar,
    SlaGoal,
    Transition,
    Workflow,
)
from workworld.apps.tracker.numbers import next_id
from workworld.clock import to_microseconds
from workworld.ids import Ids
from workworld.seed_data.directory import people_by_key
from workworld.seed_data.facts import CompanyFacts
from workworld.seed_data.tracker.defaults import STATUS_IDS, TYPE_IDS
from workworld.seed_data.tracker_facts import DeskFact

_APPROVERS = "Approvers"
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert what service desks have; their issues are there."""
    keys = people_by_key(session)
    _add_rules(session)
    for fact in facts.tracker.desks:
        _Desk(session, fact, keys).build()
    session.flush()  # what is read next must find it


def _add_rules(session: Session) -> None:
    """A change under review waits for whom its field Approvers names, if the site has that."""
    field = session.scalars(select(CustomField.id).where(CustomField.name == _APPROVERS)).first()
    if field is None:
        return
    workflow = session.scalars(select(Workflow).where(Workflow.name == "Change workflow")).one()
    ways = select(Transition.name, Transition.number).where(Transition.workflow_id == workflow.id)
    numbers = dict(session.execute(ways).all())
    session.add(
        ApprovalRule(
            workflow_id=workflow.id,
            status_id=STATUS_IDS["Review"],
            name="Review of the change",
            approvers_field=field,
            needed=0,
            approve_number=numbers["Approve"],
            decline_number=numbers["Reject"],
        )
    )


class _Desk:
    def __init__(self, session: Session, fact: DeskFact, keys: Mapping[str, str]) -> None:
        self._session, self._fact, self._keys = session, fact, keys
        self._ids = Ids(session)
        self._project = session.scalars(select(Project).where(Project.key == fact.project)).one()
        numbered = select(Issue.number, Issue.id).where(Issue.project_id == self._project.id)
        self._issues: Mapping[int, str] = dict(session.execute(numbered).all())

    def build(self) -> None:
        calendars = self._add_calendars()
        types, slas = self._add_types(), self._add_slas(calendars)
        self._add_queues(slas)
        self._add_replies()
        self._add_requests(types, self._add_organizations())
        self._add_ratings()
        self._add_approvals()

    def _part(self, kind: str, row: Mapping[str, Any], position: int) -> dict[str, Any]:
        return {
            "id": next_id(self._ids, kind),
            "project_id": self._project.id,
            "name": row["name"],
            "position": position,
        }

    def _add_calendars(self) -> dict[str, str]:
        found = {}
        for position, row in enumerate(self._fact.calendars):
            hours = [[[row["from"], row["to"]]] if day in row["days"] else [] for day in _DAYS]
            holidays = [{"date": str(day["date"]), "name": day["name"]} for day in row["holidays"]]
            calendar = SlaCalendar(
                **self._part("sla calendar", row, position),
                zone=row["zone"],
                hours=hours,
                holidays=holidays,
            )
            self._session.add(calendar)
            found[calendar.name] = calendar.id
        self._session.flush()  # goals refer to them
        return found

    def _add_types(self) -> dict[str, str]:
        found = {}
        for position, row in enumerate(self._fact.request_types):
            kind = RequestType(
                **self._part("request type", row, position),
                description=row["description"],
                help_text=row["help_text"],
                icon=row["icon"],
                group_name=row["group"],
                issue_type_id=TYPE_IDS[row["type"]],
                fields=[
                    {"label": "", "help": "", "required": False, **each} for each in row["fields"]
                ],
                status_words={STATUS_IDS[name]: said for name, said in row["words"].items()},
            )
            self._session.add(kind)
            found[kind.name] = kind.id
        self._session.flush()  # requests refer to them
        return found

    def _add_slas(self, calendars: Mapping[str, str]) -> dict[str, str]:
        found = {}
        for position, row in enumerate(self._fact.slas):
            sla = Sla(
                **self._part("sla", row, position),
                starts=[_condition(each) for each in row["starts"]],
                pauses=[_condition(each) for each in row["pauses"]],
                stops=[_condition(each) for each in row["stops"]],
            )
            self._session.add(sla)
            self._session.flush()  # goals refer to it
            self._session.add_all(
                SlaGoal(
                    id=next_id(self._ids, "sla goal"),
                    sla_id=sla.id,
                    position=place,
                    jql=goal["jql"],
                    minutes=goal["minutes"],
                    calendar_id=calendars[goal["calendar"]],
                )
                for place, goal in enumerate(row["goals"])
            )
            found[sla.name] = sla.id
        return found

    def _add_queues(self, slas: Mapping[str, str]) -> None:
        for position, row in enumerate(self._fact.queues):
            columns = [
                f"sla:{slas[each.removeprefix('sla:')]}" if each.startswith("sla:") else each
                for each in row["columns"]
            ]
            self._session.add(
                Queue(**self._part("queue", row, position), jql=row["jql"], columns=columns)
            )

    def _add_replies(self) -> None:
        for position, row in enumerate(self._fact.replies):
            part = self._part("canned reply", row, position)
            self._session.add(CannedReply(**part, text=row["text"]))

    def _add_organizations(self) -> dict[str, str]:
        found = {}
        for row in self._fact.organizations:
            made = Organization(
                id=next_id(self._ids, "organization"),
                name=row["name"],
                created_us=self._project.created_us,
            )
            self._session.add(made)
            self._session.flush()  # members refer to it
            found[made.name] = made.id
            self._session.add(
                ProjectOrganization(project_id=self._project.id, organization_id=made.id)
            )
            self._session.add_all(
                OrganizationMember(organization_id=made.id, person_id=self._keys[key])
                for key in row["members"]
            )
        return found

    def _add_requests(self, types: Mapping[str, str], companies: Mapping[str, str]) -> None:
        for row in self._fact.requests:
            issue_id = self._issues[row["n"]]
            self._session.add(
                Request(
                    issue_id=issue_id,
                    type_id=types[row["type"]],
                    channel=row["channel"],
                    organization_id=companies[row["organization"]]
                    if "organization" in row
                    else None,
                )
            )
            self._session.add_all(
                RequestParticipant(issue_id=issue_id, person_id=self._keys[key])
                for key in row.get("participants", ())
            )

    def _add_ratings(self) -> None:
        self._session.add_all(
            Rating(
                issue_id=self._issues[row["n"]],
                person_id=self._keys[row["by"]],
                stars=row["stars"],
                comment=row["comment"],
                rated_us=to_microseconds(row["at"]),
            )
            for row in self._fact.ratings
        )

    def _add_approvals(self) -> None:
        for row in self._fact.approvals:
            said = to_microseconds(row["said"]) if "said" in row else None
            state = PENDING if said is None else APPROVED
            made = Approval(
                id=self._ids.next_id("AP"),
                app_id=APP.id,
                thing_id=self._issues[row["n"]],
                name=row["name"],
                requester_id=self._keys[row["by"]],
                needed=0,
                state=state,
                created_us=to_microseconds(row["at"]),
                decided_us=said,
            )
            self._session.add(made)
            self._session.flush()  # those who are asked refer to it
            self._session.add_all(
                Approver(
                    approval_id=made.id,
                    step=1,
                    person_id=self._keys[key],
                    decision=state,
                    comment=row.get("comment", ""),
                    decided_us=said,
                )
                for key in row["asked"]
            )


def _condition(text: str) -> str:
    kind, _, name = text.partition(":")
    return f"status:{STATUS_IDS[name]}" if kind == "status" else text
