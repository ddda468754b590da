"""The description of the control API, held to what it does."""

from typing import Any

import httpx2
import jsonschema
import pytest
from tests.kit import Doors

from workworld.host import Host
from workworld.host.control.openapi import described
from workworld.host.control.table import TABLE

DOCUMENT = described(TABLE)
TASK = {"task": "communication.post_announcement", "seed": 1}
SESSION = {"instruction": "Say hello.", "person": "aruiz@calderoute.example"}
EXAMPLES: dict[tuple[str, str], Any] = {
    ("POST", "/api/worlds"): {"name": "w2"},
    ("POST", "/api/worlds/{world}/rewind"): {"step": 0},
    ("POST", "/api/worlds/{world}/clock"): {"advance": 1},
    ("POST", "/api/worlds/{world}/faults"): {"app": "chat", "kind": "slow"},
    ("POST", "/api/worlds/{world}/credentials"): {"person": "aruiz@calderoute.example"},
    ("POST", "/api/worlds/{world}/task"): TASK,
    ("POST", "/api/worlds/{world}/session"): SESSION,
    ("GET", "/api/tasks/preview"): TASK,
}


def test_it_is_answered_to_whoever_may_use_it(host: Host) -> None:
    url = f"{host.control_origin}/api"
    assert httpx2.get(url).status_code == 401
    headers = {"Authorization": f"Bearer {host.admin_token}"}
    assert httpx2.get(url, headers=headers).json() == DOCUMENT


def test_every_row_is_described_once() -> None:
    operations = [each for path in DOCUMENT["paths"].values() for each in path.values()]
    ids = [operation["operationId"] for operation in operations]
    assert len(set(ids)) == len(ids) == len(TABLE)
    for row in TABLE:
        assert row.said.endswith(".")
        assert all(field.text.endswith(".") for field in row.fields)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row.method} {row.path}")
def test_answers_are_as_described(host: Host, doors: Doors, row: Any, tmp_path: Any) -> None:
    headers = {"Authorization": f"Bearer {host.admin_token}"}
    given = EXAMPLES.get((row.method, row.path), {})
    if row.path.endswith("/export"):
        given = {"path": str(tmp_path / "x.sqlite")}
    place: dict[str, Any] = {"json": given} if row.method == "POST" else {"params": given}
    with httpx2.Client(base_url=host.control_origin, headers=headers) as admin:
        if row.path.endswith(("/grade", "/episode")):
            admin.post("/api/worlds/w1/task", json=TASK)
        if row.path.endswith("/session") and row.method != "POST":
            admin.post("/api/worlds/w1/session", json=SESSION)
        answer = admin.request(row.method, row.path.replace("{world}", "w1"), **place)
    operation = DOCUMENT["paths"][row.path][row.method.lower()]
    content = operation["responses"][str(answer.status_code)]["content"]
    jsonschema.validate(answer.json(), content["application/json"]["schema"])
    assert set(row.answer) <= set(answer.json())
    if row.method == "POST" and row.fields:
        body = operation["requestBody"]["content"]["application/json"]["schema"]
        jsonschema.validate(given, body)


@pytest.mark.parametrize(
    "row", [row for row in TABLE if any(f.required for f in row.fields)], ids=lambda row: row.path
)
def test_what_is_required_is_required(host: Host, doors: Doors, row: Any) -> None:
    headers = {"Authorization": f"Bearer {host.admin_token}"}
    url = host.control_origin + row.path.replace("{world}", "w1")
    answer = httpx2.request(row.method, url, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_request")


def test_a_task_is_set_done_and_graded(host: Host, doors: Doors) -> None:
    headers = {"Authorization": f"Bearer {host.admin_token}"}
    with httpx2.Client(base_url=f"{host.control_origin}/api", headers=headers) as admin:
        assert admin.post("/worlds/w1/grade").json()["error"] == "no_task"
        doors.rest("chat.postMessage", channel="#general", text="from before")
        preview = admin.get("/tasks/preview", params=TASK).json()
        task = admin.post("/worlds/w1/task", json=TASK).json()
        rubric = preview.pop("rubric")
        assert preview == {name: task[name] for name in preview}
        assert (rubric["task"], rubric["instruction"]) == (task["task"], task["instruction"])
        assert doors.changes == []
        grade = admin.post("/worlds/w1/grade").json()
        assert (grade["valid"], grade["reward"]) == (True, 0.0)
        copy = admin.post("/worlds/w1/fork", json={}).json()["name"]
        channel, text = _asked_for(task["instruction"])
        bearer = {"Authorization": f"Bearer {task['tokens']['chat']}"}
        url = f"{host.origin}/w/w1/chat/api/chat.postMessage"
        assert httpx2.post(url, headers=bearer, json={"channel": channel, "text": text}).json()[
            "ok"
        ]
        assert admin.post("/worlds/w1/grade").json()["reward"] == 1.0
        assert admin.post(f"/worlds/{copy}/grade").json()["reward"] == 0.0
        admin.post("/worlds/w1/reset")
        assert admin.post("/worlds/w1/grade").json()["error"] == "no_task"


def _asked_for(instruction: str) -> tuple[str, str]:
    """Channel and text of an announcement."""
    head, _, text = instruction.partition("\n\n")
    return next(word.strip(".,:") for word in head.split() if word.startswith("#")), text
