"""Service desks: requests and who follows them, approvals, ratings, settings, customers."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.tracker.words import case

from workworld.apps.tracker.service import participants, requests, sla_settings, transitions
from workworld.calls import perform
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.worlds import World

AGENT, CUSTOMER = "eboadi", "shaugland"


def desk(path: str) -> str:
    """A path of the service desk's API, with its method before it."""
    method, _, rest = path.partition(" ")
    return f"{method} servicedeskapi/{rest}"


def _requests() -> Iterator[Case]:
    for name, outcome, summary in (("new", "ok", "Where is it?"), ("empty", "invalid_fields", "")):
        yield case(
            "requests.create",
            name,
            outcome,
            rest=(
                desk("POST request"),
                {"requestTypeId": "$request_type", "requestFieldValues": {"summary": summary}},
            ),
            mcp=(
                "createCustomerRequest",
                {"requestTypeId": "$request_type", "fields": {"summary": summary}},
            ),
            ui=("/portal/SUP/new/$request_type", {"summary": summary}),
            handle=CUSTOMER,
        )


def _moves() -> Iterator[Case]:
    for name, outcome, number in (
        ("as its customer", "ok", "$resolve"),
        ("as its customer, otherwise", "permission_denied", "$start_work"),
    ):
        yield case(
            "transitions.perform",
            name,
            outcome,
            rest=(desk("POST request/$asked/transition"), {"id": number}),
            mcp=(
                "transitionJiraIssue",
                {"issueIdOrKey": "$asked", "transition": {"id": number}},
            ),
            ui=("/portal/$asked/transition", {"transition": number}),
            before=_ask,
            handle=CUSTOMER,
        )


def _ask(world: World, facts: Facts) -> None:
    """There is a request, which may be resolved, or be worked on."""
    given = {"request_type_id": facts["request_type"], "fields": {"summary": "How?"}}
    made = perform(world, Actor(facts[CUSTOMER]), requests.create, **given)
    ways = perform(world, Actor(facts[AGENT]), transitions.list, issue=made.key)
    numbers = {way.transition.name: str(way.transition.number) for way in ways}
    facts |= {
        "asked": made.key,
        "resolve": numbers["Resolve"],
        "start_work": numbers["Start work"],
    }


def _customers() -> Iterator[Case]:
    for name, outcome, email, handle in (
        ("new", "ok", "wanda@wombat.example", "aruiz"),
        ("taken", "already_in_team", "$taken", "aruiz"),
        ("as an agent", "permission_denied", "wanda@wombat.example", AGENT),
    ):
        yield case(
            "customers.create",
            name,
            outcome,
            rest=(desk("POST customer"), {"email": email, "displayName": "Wanda Wells"}),
            mcp=("createCustomer", {"email": email, "name": "Wanda Wells"}),
            before=_with_taken,
            handle=handle,
        )


def _with_taken(world: World, facts: Facts) -> None:
    """The address that somebody has is called ``taken``."""
    with world.reading() as session:
        facts["taken"] = session.get_one(Person, facts[CUSTOMER]).email


def _follow(world: World, facts: Facts) -> None:
    """Somebody follows the request."""
    asked = {"issue": "SUP-5182", "person_ids": [facts["mchen"]]}
    perform(world, Actor(facts[AGENT]), participants.add, **asked)


def _participants() -> Iterator[Case]:
    for name, outcome, issue in (
        ("known", "ok", "SUP-5182"),
        ("missing", "issue_not_found", "$missing"),
    ):
        people = {"accountIds": ["$mchen"]}
        yield case(
            "participants.add",
            name,
            outcome,
            rest=(desk(f"POST request/{issue}/participant"), people),
            mcp=("addRequestParticipants", {"issueIdOrKey": issue, **people}),
            ui=(f"/browse/{issue}/people", {"person": "$mchen"}),
            handle=AGENT,
        )
        yield case(
            "participants.remove",
            name,
            outcome,
            rest=(desk(f"DELETE request/{issue}/participant"), people),
            mcp=("removeRequestParticipants", {"issueIdOrKey": issue, **people}),
            ui=(f"/browse/{issue}/people/remove", {"person": "$mchen"}),
            before=_follow,
            handle=AGENT,
        )
    for name, outcome, company in (
        ("known", "ok", "$organization"),
        ("missing", "organization_not_found", "$no_number"),
    ):
        yield case(
            "participants.share",
            name,
            outcome,
            mcp=(
                "shareCustomerRequest",
                {"issueIdOrKey": "SUP-5183", "organizationId": company},
            ),
            ui=("/browse/SUP-5183/people", {"organization": company}),
            handle=AGENT,
        )


def _approvals() -> Iterator[Case]:
    for name, outcome, who in (("agent", "ok", "$dwhitlock"), ("self", "invalid_approvers", "")):
        person = who or f"${AGENT}"
        yield case(
            "approvals.ask",
            name,
            outcome,
            mcp=(
                "askForApproval",
                {
                    "issueIdOrKey": "SUP-5183",
                    "accountIds": [person],
                    "name": "A refund",
                    "needed": 0,
                },
            ),
            ui=(
                "/browse/SUP-5183/approvals",
                {"person": person, "name": "A refund", "needed": "0"},
            ),
            handle=AGENT,
        )
    for name, outcome, handle in (
        ("approver", "ok", "dwhitlock"),
        ("another", "not_an_approver", AGENT),
    ):
        at = "SUP-5177"
        yield case(
            "approvals.answer",
            name,
            outcome,
            rest=(desk(f"POST request/{at}/approval/$approval"), {"decision": "approve"}),
            mcp=(
                "answerApproval",
                {"issueIdOrKey": at, "approvalId": "$approval", "approve": True},
            ),
            ui=(f"/browse/{at}/approvals/$approval", {"decision": "approve"}),
            handle=handle,
        )


def _ratings() -> Iterator[Case]:
    for name, outcome, issue in (
        ("resolved", "ok", "SUP-5134"),
        ("open", "request_open", "SUP-5182"),
    ):
        yield case(
            "ratings.rate",
            name,
            outcome,
            rest=(desk(f"POST request/{issue}/feedback"), {"rating": 3}),
            mcp=("rateRequest", {"issueIdOrKey": issue, "stars": 3}),
            ui=(f"/portal/{issue}/rating", {"stars": "3"}),
            handle=CUSTOMER,
        )
    for name, outcome, issue in (
        ("rated", "ok", "SUP-5134"),
        ("unrated", "rating_not_found", "SUP-5182"),
    ):
        yield case(
            "ratings.delete",
            name,
            outcome,
            rest=(desk(f"DELETE request/{issue}/feedback"), {}),
            mcp=("deleteRequestRating", {"issueIdOrKey": issue}),
            ui=(f"/portal/{issue}/rating", {"drop": "1"}),
            handle=CUSTOMER,
        )


def _settings() -> Iterator[Case]:
    at = "/p/SUP/settings"
    hours = {f"day-{day}": "09:00-17:00" for day in range(7)}
    for name, good in (("new", True), ("nameless", False)):
        called = "Anew" if good else " "
        yield case(
            "request_types.create",
            name,
            "ok" if good else "invalid_request_type",
            rest=(
                desk("POST servicedesk/SUP/requesttype"),
                {"name": called, "issueTypeId": "$task", "description": "What", "helpText": "How"},
            ),
            mcp=(
                "createRequestType",
                {
                    "projectIdOrKey": "SUP",
                    "name": called,
                    "issueType": "$task",
                    "description": "What",
                    "helpText": "How",
                },
            ),
            ui=(
                f"{at}/request-types/new",
                {
                    "name": called,
                    "issue_type": "$task",
                    "description": "What",
                    "help_text": "How",
                    "fields": "summary",
                    "required": "summary",
                },
            ),
            handle=AGENT,
        )
        yield case(
            "queues.create",
            name,
            "ok" if good else "invalid_queue",
            mcp=(
                "createQueue",
                {
                    "projectIdOrKey": "SUP",
                    "name": called,
                    "jql": "type = Task",
                    "columns": ["priority"],
                },
            ),
            ui=(f"{at}/queues/new", {"name": called, "jql": "type = Task", "columns": "priority"}),
            handle=AGENT,
        )
        yield case(
            "canned_replies.create",
            name,
            "ok" if good else "invalid_canned_reply",
            mcp=("createCannedReply", {"projectIdOrKey": "SUP", "name": called, "text": "Hi"}),
            ui=(f"{at}/canned-replies/new", {"name": called, "text": "Hi"}),
            handle=AGENT,
        )
        goals = [{"jql": "", "minutes": 60, "calendar_id": "$calendar"}]
        sla = {"starts": ["created"], "stops": ["resolved"], "pauses": ["unassigned"]}
        yield case(
            "sla_settings.create",
            name,
            "ok" if good else "invalid_sla",
            mcp=("createSla", {"projectIdOrKey": "SUP", "name": called, "goals": goals, **sla}),
            ui=(
                f"{at}/slas/new",
                {
                    "name": called,
                    "starts": "created",
                    "stops": "resolved",
                    "pauses": "unassigned",
                    "time-0": "1h",
                    "calendar-0": "$calendar",
                },
            ),
            handle=AGENT,
        )
        yield case(
            "sla_settings.edit",
            name,
            "ok" if good else "invalid_sla",
            mcp=("editSla", {"slaId": "$sla", "name": called, "goals": goals, **sla}),
            ui=(
                f"{at}/slas/$sla/edit",
                {
                    "name": called,
                    "starts": "created",
                    "stops": "resolved",
                    "pauses": "unassigned",
                    "time-0": "1h",
                    "calendar-0": "$calendar",
                },
            ),
            handle=AGENT,
        )
        yield case(
            "organizations.create",
            name,
            "ok" if good else "invalid_organization",
            rest=(desk("POST organization"), {"name": called, "serviceDeskId": "SUP"}),
            mcp=("createOrganization", {"name": called, "projectIdOrKey": "SUP"}),
            ui=(f"{at}/customers/companies", {"name": called}),
            handle=AGENT,
        )
        yield case(
            "sla_settings.create_calendar",
            name,
            "ok" if good else "invalid_calendar",
            mcp=(
                "createSlaCalendar",
                {
                    "projectIdOrKey": "SUP",
                    "name": called,
                    "zone": "Europe/Dublin",
                    "hours": [[[540, 1020]]] * 7,
                    "holidays": [],
                },
            ),
            ui=(
                f"{at}/calendars/new",
                {"name": called, "zone": "Europe/Dublin", "holidays": "", **hours},
            ),
            handle=AGENT,
        )
        yield case(
            "sla_settings.edit_calendar",
            name,
            "ok" if good else "invalid_calendar",
            mcp=(
                "editSlaCalendar",
                {
                    "calendarId": "$calendar",
                    "name": called,
                    "zone": "Europe/Dublin",
                    "hours": [[[540, 1020]]] * 7,
                    "holidays": [],
                },
            ),
            ui=(
                f"{at}/calendars/$calendar/edit",
                {"name": called, "zone": "Europe/Dublin", "holidays": "", **hours},
            ),
            handle=AGENT,
        )


def _spare(world: World, facts: Facts) -> None:
    """There is a calendar that no goal counts."""
    hours = [[[540, 1020]]] * 7
    asked = {"project": "SUP", "name": "Spare", "zone": "UTC", "hours": hours}
    made = perform(world, Actor(facts[AGENT]), sla_settings.create_calendar, **asked)
    facts["spare"] = made.id


def _parts() -> Iterator[Case]:
    at = "/p/SUP/settings"
    kinds = (
        ("request_types", "RequestType", "requestTypeId", "request-types", "request_type", "place"),
        ("queues", "Queue", "queueId", "queues", "queue", "place"),
        ("canned_replies", "CannedReply", "cannedReplyId", "canned-replies", "reply", "place"),
    )
    for noun, tool, argument, tab, fact, field in kinds:
        missing = "canned_reply_not_found" if fact == "reply" else f"{fact}_not_found"
        for name, outcome, id in (("known", "ok", f"${fact}"), ("gone", missing, "$no_number")):
            yield case(
                f"{noun}.edit",
                name,
                outcome,
                mcp=(f"edit{tool}", {argument: id, field: 1}),
                ui=(f"{at}/{tab}/{id}/move", {"place": "1"}),
                handle=AGENT,
            )
            words = {
                "mcp": (f"delete{tool}", {argument: id}),
                "ui": (f"{at}/{tab}/{id}/delete", {}),
            }
            if noun == "request_types":
                path = f"DELETE servicedesk/SUP/requesttype/{id}"
                words["rest"] = (desk(path), {})
            yield case(f"{noun}.delete", name, outcome, handle=AGENT, **words)
    for name, outcome, id in (
        ("known", "ok", "$sla"),
        ("gone", "sla_not_found", "$no_number"),
    ):
        yield case(
            "sla_settings.delete",
            name,
            outcome,
            mcp=("deleteSla", {"slaId": id}),
            ui=(f"{at}/slas/{id}/delete", {}),
            handle=AGENT,
        )
    for name, outcome, id in (
        ("spare", "ok", "$spare"),
        ("used", "calendar_in_use", "$calendar"),
    ):
        yield case(
            "sla_settings.delete_calendar",
            name,
            outcome,
            mcp=("deleteSlaCalendar", {"calendarId": id}),
            ui=(f"{at}/calendars/{id}/delete", {}),
            before=_spare,
            handle=AGENT,
        )


def _companies() -> Iterator[Case]:
    at = "/p/SUP/settings/customers"
    people = {"accountIds": ["$mchen"]}
    for name, outcome, who in (("known", "ok", "$mtierney"), ("nobody", "invalid_customers", "U0")):
        yield case(
            "desks.add_customers",
            name,
            outcome,
            rest=(desk("POST servicedesk/SUP/customer"), {"accountIds": [who]}),
            mcp=("addServiceDeskCustomers", {"projectIdOrKey": "SUP", "accountIds": [who]}),
            ui=(f"{at}/add", {"person": who}),
            handle=AGENT,
        )
    for name, outcome, handle in (("agent", "ok", AGENT), ("reader", "permission_denied", "aruiz")):
        yield case(
            "desks.remove_customers",
            name,
            outcome,
            rest=(desk("DELETE servicedesk/SUP/customer"), {"accountIds": [f"${CUSTOMER}"]}),
            mcp=(
                "removeServiceDeskCustomers",
                {"projectIdOrKey": "SUP", "accountIds": [f"${CUSTOMER}"]},
            ),
            ui=(f"{at}/remove", {"person": f"${CUSTOMER}"}),
            handle=handle,
        )
    for name, outcome, id in (
        ("known", "ok", "$organization"),
        ("gone", "organization_not_found", "$no_number"),
    ):
        for verb, method, tool, path in (
            ("add_members", "POST", "addOrganizationMembers", "join"),
            ("remove_members", "DELETE", "removeOrganizationMembers", "leave"),
        ):
            yield case(
                f"organizations.{verb}",
                name,
                outcome,
                rest=(desk(f"{method} organization/{id}/user"), people),
                mcp=(tool, {"organizationId": id, **people}),
                ui=(f"{at}/companies/{path}", {"organization": id, "person": "$mchen"}),
                handle=AGENT,
            )
        for verb, method in (("serve", "POST"), ("dismiss", "DELETE")):
            yield case(
                f"organizations.{verb}",
                name,
                outcome,
                rest=(desk(f"{method} servicedesk/SUP/organization"), {"organizationId": id}),
                mcp=(f"{verb}Organization", {"projectIdOrKey": "SUP", "organizationId": id}),
                ui=(f"{at}/companies/{verb}", {"organization": id}),
                handle=AGENT,
            )
        yield case(
            "organizations.delete_organization",
            name,
            outcome,
            rest=(desk(f"DELETE organization/{id}"), {}),
            mcp=("deleteOrganization", {"organizationId": id}),
        )


CASES = (
    *_requests(),
    *_moves(),
    *_customers(),
    *_participants(),
    *_approvals(),
    *_ratings(),
    *_settings(),
    *_parts(),
    *_companies(),
)
