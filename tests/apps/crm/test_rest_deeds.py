"""Quick actions, what happens by itself, tabs, and files in bodies of parts, over REST."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from tests.apps.crm.floor import FINANCE, REP, Floor
from tests.apps.crm.rest import Rest
from tests.kit import Doors

from workworld.identity import Authority


@pytest.fixture
def rest(floor: Floor, authority: Authority) -> Rest:
    """The rep's requests."""
    return Rest(Doors(floor.world, authority, floor.people[REP]))


def test_a_quick_action_makes_a_record_of_the_one_it_is_performed_from(
    floor: Floor, rest: Rest
) -> None:
    account = floor.create("Account")
    names = [each["name"] for each in rest.get("sobjects/Account/quickActions")]
    assert {"NewContact", "LogACall", "NewCase"} <= set(names)
    assert "NewContact" not in [each["name"] for each in rest.get("sobjects/Case/quickActions")]
    body = {"contextId": account, "record": {"LastName": "Okonjo"}}
    made = rest.post("sobjects/Account/quickActions/NewContact", body)
    assert made["success"]
    assert floor.row(made["id"]).account_id == account
    call = rest.post("quickActions/LogACall", {"contextId": account, "record": {}})["id"]
    assert (floor.row(call).is_closed, floor.row(call).what_id) == (True, account)
    path = "sobjects/Account/quickActions/NewContact"
    assert rest.get(f"{path}/describe")["targetSobjectType"] == "Contact"
    assert rest.refused("POST", path, {"record": {}})[1] == "REQUIRED_FIELD_MISSING"
    assert rest.refused("POST", path, {"record": []})[0] == 400
    assert rest.refused("POST", "quickActions/Nothing", {"record": {}})[0] == 404
    other = floor.create("Lead")
    assert rest.refused("POST", path, {"contextId": other, "record": {"LastName": "X"}})[0] == 404


def test_tabs_and_rules_are_listed_as_far_as_one_reads(
    floor: Floor, rest: Rest, authority: Authority
) -> None:
    assert "Opportunities" in [each["label"] for each in rest.get("tabs")]
    finance = Rest(Doors(floor.world, authority, floor.people[FINANCE]))
    assert "Leads" not in [each["label"] for each in finance.get("tabs")]
    rules = rest.get("process/rules")["rules"]
    assert "Who answers" in [each["name"] for each in rules["Case"]]
    assert set(rest.get("process/rules/Lead")["rules"]) <= {"Lead"}
    assert rest.refused("GET", "process/rules/Nothing")[0] == 404


def test_a_file_is_sent_in_a_body_of_parts(rest: Rest) -> None:
    fields = json.dumps({"Title": "Terms", "PathOnClient": "terms.txt"})

    def send(path: str = "sobjects/ContentVersion", **parts: Any) -> tuple[int, Any]:
        answer = rest.doors.anonymous("crm").post(
            f"/services/data/v59.0/{path}",
            data=parts,
            content_type="multipart/form-data",
            headers={"Authorization": f"Bearer {rest.token}"},
        )
        return answer.status_code, answer.get_json()

    def file() -> tuple[io.BytesIO, str, str]:
        return io.BytesIO(b"Thirty days."), "terms.txt", "application/octet-stream"

    plain = (io.BytesIO(fields.encode()), "", "application/json")
    status, made = send(entity_content=plain, VersionData=file())
    assert (status, made["success"]) == (201, True), made
    held = rest.ask("GET", f"sobjects/ContentVersion/{made['id']}/VersionData")
    assert held.data == b"Thirty days."
    status, made = send(entity_content=fields, VersionData=file())
    assert status == 201
    wrong: list[dict[str, Any]] = [
        {"VersionData": file()},
        {"entity_content": "{", "VersionData": file()},
        {},
    ]
    for parts in wrong:
        assert send(**parts)[0] == 400
    assert send("sobjects/Account", entity_content=fields, VersionData=file())[0] == 415
