"""What a service desk is set up with: its settings and parts, and customers' organisations."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.tracker.desks import AGENT, CUSTOMER, desk
from tests.conformance.parity_cases.tracker.words import case

from workworld.apps.tracker.service import sla_settings
from workworld.calls import perform
from workworld.context import Actor
from workworld.worlds import World


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


CASES = (*_settings(), *_parts(), *_companies())
