"""Service desks as the community's server has them, and how long issues took."""

import json
from typing import Any

import pytest
from tests.kit import Doors, Office
from tests.mcp_servers.test_tracker_community import call, refusal

from workworld.identity import Authority
from workworld.worlds import World


@pytest.fixture
def doors(world: World, office: Office, authority: Authority) -> Doors:
    """The doors of an agent of the service desk."""
    return Doors(world, authority, office.people["eboadi"])


@pytest.fixture
def desk(doors: Doors) -> str:
    """The id of the service desk."""
    found = call(doors, "get_service_desk_for_project", project_key="SUP")
    assert found["project_key"] == "SUP"
    return str(found["service_desk"]["id"])


def kind_of(doors: Doors, desk: str, name: str = "Question") -> str:
    found = call(doors, "get_request_types", service_desk_id=desk)
    return next(str(each["id"]) for each in found["request_types"] if each["name"] == name)


def ask(doors: Doors, desk: str, **more: Any) -> Any:
    values = json.dumps({"summary": "Where is the yard view?"})
    arguments = {"service_desk_id": desk, "request_type_id": kind_of(doors, desk)}
    said = {"request_field_values": values, **more}
    return call(doors, "create_customer_request", **arguments, **said)


def test_project_without_a_desk_has_none(doors: Doors) -> None:
    for key in ("CAL", "NOPE"):
        found = call(doors, "get_service_desk_for_project", project_key=key)
        assert found == {"project_key": key, "service_desk": None}


def test_queues_are_counted_and_paged(doors: Doors, desk: str) -> None:
    whole = call(doors, "get_service_desk_queues", service_desk_id=desk)
    assert (whole["size"], whole["is_last_page"]) == (len(whole["queues"]), True)
    first = call(doors, "get_service_desk_queues", service_desk_id=desk, limit=1)
    assert (first["queues"], first["is_last_page"]) == (whole["queues"][:1], False)
    for queue in whole["queues"]:
        held = call(doors, "get_queue_issues", service_desk_id=desk, queue_id=queue["id"])
        assert (held["queue"], held["size"]) == (queue, len(held["issues"]))
        assert held["is_last_page"] is (held["size"] == queue["issue_count"])
        assert {each["key"].partition("-")[0] for each in held["issues"]} <= {"SUP"}


def test_queue_of_another_desk_or_none_is_refused(doors: Doors, desk: str) -> None:
    asked = {"service_desk_id": desk, "queue_id": "99999"}
    assert refusal(doors, "get_queue_issues", **asked) == "There is no queue 99999."
    assert "could not be found" in refusal(doors, "get_service_desk_queues", service_desk_id="x")


def test_form_says_what_must_be_filled_in(doors: Doors, desk: str) -> None:
    asked = {"service_desk_id": desk, "request_type_id": kind_of(doors, desk)}
    form = call(doors, "get_request_type_fields", **asked)
    fields = {each["field_id"]: each for each in form["fields"]}
    assert fields["summary"]["required"]
    assert form["can_raise_on_behalf_of"]
    values = json.dumps({"description": "No summary"})
    said = refusal(doors, "create_customer_request", **asked, request_field_values=values)
    assert "summary" in said.lower()
    refusal(doors, "create_customer_request", **asked, request_field_values="no JSON")
    refusal(doors, "get_request_type_fields", **asked | {"request_type_id": "99999"})


def test_request_is_made_for_oneself_or_another(doors: Doors, desk: str) -> None:
    own = ask(doors, desk)
    assert own["created_mode"] == "created_direct"
    assert own["portal_url"].endswith(f"/portal/{own['request_key']}")
    theirs = ask(
        doors, desk, raise_on_behalf_of="mchen@calderoute.example", request_participants="me"
    )
    assert theirs["created_mode"] == "created_on_behalf_of"
    issue = call(doors, "get_issue", issue_key=theirs["request_key"])
    assert issue["reporter"]["email"] == "mchen@calderoute.example"


def test_unknown_customer_is_left_out_unless_strict(doors: Doors, desk: str) -> None:
    made = ask(doors, desk, raise_on_behalf_of="nobody@x.example", attachments="a.txt")
    assert made["created_mode"] == "created_as_agent_fallback"
    assert len(made["warnings"]) == 2
    asked = {"service_desk_id": desk, "request_type_id": kind_of(doors, desk)}
    values = json.dumps({"summary": "Who?"})
    more = {"raise_on_behalf_of": "nobody@x.example", "strict_on_behalf": True}
    said = refusal(doors, "create_customer_request", **asked, request_field_values=values, **more)
    assert "does not exist" in said


def test_time_an_issue_took_is_worked_out(doors: Doors, desk: str) -> None:
    key = ask(doors, desk)["request_key"]
    usual = call(doors, "get_issue_sla", issue_key=key)
    assert usual == {
        "issue_key": key,
        "metrics": {
            "cycle_time": {"calculated": False, "reason": "Issue not resolved"},
            "time_in_status": {"statuses": [], "total_minutes": 0},
        },
    }
    ways = call(doors, "get_transitions", issue_key=key)
    call(doors, "transition_issue", issue_key=key, transition_id=str(ways[0]["id"]))
    names = "lead_time,due_date_compliance,first_response_time,nonsense"
    asked = {"issue_key": key, "metrics": names, "include_raw_dates": True}
    for office in (False, True):
        found = call(doors, "get_issue_sla", **asked, working_hours_only=office)
        assert [*found["metrics"]] == names.split(",")[:3]
        assert found["metrics"]["first_response_time"]["response_type"] == "transition"
        assert found["metrics"]["due_date_compliance"] == {"status": "no_due_date"}
    assert len(found["raw_dates"]["status_changes"]) == 2
    missing = call(doors, "get_issue_sla", issue_key="SUP-99999")
    assert (missing["success"], missing["issue_key"]) == (False, "SUP-99999")
