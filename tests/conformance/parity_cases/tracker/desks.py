"""Service desks: requests and who follows them, approvals, ratings, customers."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.tracker.words import case

from workworld.apps.tracker.service import participants, requests, transitions
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


CASES = (
    *_requests(),
    *_moves(),
    *_customers(),
    *_participants(),
    *_approvals(),
    *_ratings(),
)
