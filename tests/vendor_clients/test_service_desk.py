"""The package ``atlassian-python-api``'s client of service desks, unmodified.

https://atlassian-python-api.readthedocs.io/service_desk.html
"""

from typing import Any

import pytest
from atlassian import ServiceDesk
from requests import HTTPError
from tests.kit import Doors, Office

from workworld.host import Host

PREFIX = "ATATT3x"


def client_of(host: Host, doors: Doors, person_id: str) -> Any:
    token = doors.authority.token(doors.world, person_id, PREFIX)
    return ServiceDesk(url=f"{host.origin}/w/{doors.world.id}/tracker", token=token, cloud=True)


@pytest.fixture
def agent(host: Host, doors: Doors, office: Office) -> Any:
    return client_of(host, doors, office.people["eboadi"])


@pytest.fixture
def customer(host: Host, doors: Doors, office: Office) -> Any:
    return client_of(host, doors, office.people["shaugland"])


def desk_of(client: Any) -> str:
    (found,) = [each for each in client.get_service_desks() if each["projectKey"] == "SUP"]
    assert client.get_service_desk_by_id(found["id"])["projectName"] == "Support desk"
    return str(found["id"])


def asked(client: Any) -> str:
    desk = desk_of(client)
    kinds = client.get_request_types(desk)["values"]
    kind = next(each for each in kinds if each["name"] == "Question")
    form = client.get_request_type_fields(desk, kind["id"])["requestTypeFields"]
    assert [each["fieldId"] for each in form if each["required"]] == ["summary"]
    made = client.create_customer_request(
        desk, kind["id"], {"summary": "Where is the yard view?", "description": "I looked."}
    )
    return str(made["issueKey"])


def test_customer_asks_and_agent_answers(customer: Any, agent: Any) -> None:
    key = asked(customer)
    request = customer.get_customer_request(key)
    assert request["currentStatus"]["status"] == "Waiting for us"
    assert key in [each["issueKey"] for each in customer.get_my_customer_requests()]
    agent.create_request_comment(key, "Look below Docks.", public=True)
    agent.create_request_comment(key, "They always ask that.", public=False)
    said = [each["body"] for each in customer.get_request_comments(key)]
    assert said == ["Look below Docks."]
    assert len(agent.get_request_comments(key)) == 2
    (first, _) = agent.get_sla(key)
    assert (first["name"], len(first["completedCycles"])) == ("Time to first response", 1)
    way = next(w for w in agent.get_customer_transitions(key)["values"] if w["name"] == "Resolve")
    agent.perform_transition(key, way["id"])
    assert customer.get_customer_request_status(key) == "Resolved"


def test_clocks_and_queues_are_hidden_from_customers(customer: Any, agent: Any) -> None:
    desk, key = desk_of(customer), asked(customer)
    for look in (lambda: customer.get_sla(key), lambda: customer.get_queues(desk)):
        with pytest.raises(HTTPError) as refused:
            look()
        assert refused.value.response is not None
        assert refused.value.response.status_code == 403
    queues = agent.get_queues(desk, include_count=True)["values"]
    unassigned = next(each for each in queues if each["name"] == "Unassigned")
    issues = agent.get_issues_in_queue(desk, unassigned["id"])["values"]
    assert key in [each["key"] for each in issues]
    assert unassigned["issueCount"] == len(issues)


def test_companies_and_their_people(agent: Any, customer: Any, office: Office) -> None:
    desk = desk_of(agent)
    made = agent.create_organization("Quillmere Outdoor")
    agent.add_organization(desk, made["id"])
    agent.add_users_to_organization(made["id"], account_list=[office.people["sfontanel"]])
    members = agent.get_users_in_organization(made["id"])["values"]
    assert [each["accountId"] for each in members] == [office.people["sfontanel"]]
    named = [each["name"] for each in agent.get_organisations(desk)["values"]]
    assert "Quillmere Outdoor" in named
    assert [each["name"] for each in customer.get_organisations()["values"]] == [
        "Brackwater Freight"
    ]
    agent.remove_users_from_organization(made["id"], account_list=[office.people["sfontanel"]])
    assert agent.get_users_in_organization(made["id"])["values"] == []
    agent.remove_organization(desk, made["id"])


def test_participants_see_a_request_and_approvers_answer(
    agent: Any, host: Host, doors: Doors, office: Office
) -> None:
    guest = office.people["sfontanel"]
    other = client_of(host, doors, guest)
    agent.add_customers(desk_of(agent), list_of_accountids=[guest])
    with pytest.raises(HTTPError):
        other.get_customer_request("SUP-5134")
    agent.add_request_participants("SUP-5134", account_list=[guest])
    assert other.get_customer_request("SUP-5134")["issueKey"] == "SUP-5134"
    approver = client_of(host, doors, office.people["dwhitlock"])
    (waiting,) = approver.get_approvals("SUP-5177")
    assert waiting["canAnswerApproval"]
    answered = approver.answer_approval("SUP-5177", waiting["id"], "approve")
    assert answered["finalDecision"] == "approved"
