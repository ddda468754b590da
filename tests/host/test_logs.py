"""The host's log."""

import io
import json
import logging
import time
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from tests.kit import Doors, run_async

from workworld.host import Host
from workworld.host.logs import LogFormat, configure
from workworld.host.requests import AgentChart, Place, control_chart, shown


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What the host writes to standard error, as JSON."""
    root, ours = logging.getLogger(), logging.getLogger("workworld")
    before = root.handlers[:], root.level, ours.level
    written = io.StringIO()
    monkeypatch.setattr("sys.stderr", written)
    configure(LogFormat.JSON)
    yield written
    logging.captureWarnings(False)
    root.handlers[:], level, own_level = before
    root.setLevel(level)
    ours.setLevel(own_level)


def test_a_quiet_log_has_warnings_alone(log: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", log)
    configure(LogFormat.QUIET)
    logging.getLogger("workworld.host").info("asked")
    logging.getLogger("workworld.host").warning("late")
    assert [line.partition(" ")[2] for line in log.getvalue().splitlines()] == ["warning: late"]


def lines(log: io.StringIO, event: str = "request") -> list[dict[str, Any]]:
    told = [json.loads(line) for line in log.getvalue().splitlines()]
    return [line for line in told if line["event"] == event]


def asked(log: io.StringIO) -> list[tuple[Any, ...]]:
    names = ("world", "app", "door", "method", "status")
    return [tuple(line[name] for name in names) for line in lines(log)]


def call_by_mcp(host: Host, doors: Doors) -> None:
    url = f"{host.origin}{doors.site.root}/chat/mcp"

    async def run() -> None:
        headers = {"Authorization": f"Bearer {doors.token}"}
        async with (
            httpx2.AsyncClient(headers=headers) as http,
            Client(streamable_http_client(url, http_client=http)) as client,
        ):
            await client.call_tool("slack_list_user_channels", {})

    run_async(run)


def test_each_request_is_a_line_with_its_world_door_and_operation(
    log: io.StringIO, host: Host, doors: Doors
) -> None:
    root = f"{host.origin}{doors.site.root}"
    bearer = {"Authorization": f"Bearer {doors.token}"}
    httpx2.post(f"{root}/chat/api/conversations.list", headers=bearer)
    httpx2.get(f"{root}/chat/", cookies={"workworld": doors.cookie}, follow_redirects=True)
    call_by_mcp(host, doors)
    httpx2.get(f"{host.origin}/w/nope/chat/")
    httpx2.get(f"{host.control_origin}/api/worlds/w1/clock")
    deadline = time.monotonic() + 10  # a line is written when the answer is on its way
    while len(told := asked(log)) < 8 and time.monotonic() < deadline:
        time.sleep(0.01)
    for expected in (
        ("w1", "chat", "rest", "POST", 200),
        ("w1", "chat", "ui", "GET", 200),
        ("w1", "chat", "mcp", "POST", 200),
        ("nope", "chat", "ui", "GET", 404),
        ("w1", "", "control", "GET", 401),
    ):
        assert expected in told
    by_door: dict[str, set[str]] = {}
    for line in lines(log):
        by_door.setdefault(line["door"], set()).update(line["operations"])
        assert line["ms"] >= 0
        assert line["time"].endswith("+00:00")
    for door in ("rest", "mcp", "ui"):
        assert any(each.startswith("chat.") for each in by_door[door]), door
    numbers = [line["request"] for line in lines(log)]
    assert len(set(numbers)) == len(numbers)


def test_no_secret_is_ever_in_the_log(log: io.StringIO, host: Host, doors: Doors) -> None:
    launch = host.launch_url("w1", doors.person_id)
    password = doors.authority.password(doors.world, doors.person_id)
    admin = {"Authorization": f"Bearer {host.admin_token}"}
    with httpx2.Client(follow_redirects=True) as browser:
        browser.get(launch)
        browser.get(launch)
        form = {"email": "aruiz@calderoute.example", "password": password}
        browser.post(f"{host.origin}/w/w1/sign-in", data=form)
        cookies = [cookie.value for cookie in browser.cookies.jar]
        browser.get(host.portal_url)
        cookies += [cookie.value for cookie in browser.cookies.jar]
    call_by_mcp(host, doors)
    person = {"person": doors.person_id}
    url = f"{host.control_origin}/api/worlds/w1/credentials"
    given = httpx2.post(url, json=person, headers=admin).json()
    httpx2.get(f"{host.origin}/w/w1/chat/api/auth.test?token={doors.token}")
    httpx2.get(f"{host.origin}/w/w1/chat/{doors.token}/files")
    secrets = [
        host.admin_token,
        doors.token.removeprefix("xoxp-"),
        launch.partition("code=")[2],
        given["tokens"]["chat"].removeprefix("xoxp-"),
        given["launch_url"].partition("code=")[2],
        password,
        *filter(None, cookies),
    ]
    assert len(secrets) > 7
    assert len(lines(log)) > 8
    assert [secret for secret in secrets if secret in log.getvalue()] == []


def test_events_of_life_are_lines_too(log: io.StringIO, host: Host) -> None:
    headers = {"Authorization": f"Bearer {host.admin_token}"}
    with httpx2.Client(base_url=host.control_origin, headers=headers) as admin:
        admin.post("/api/worlds", json={"name": "w2"})
        admin.delete("/api/worlds/w2?remove=true")
    host.close()
    for event, facts in (
        ("host_started", {"origin": host.origin}),
        ("world_opened", {"world": "w2"}),
        ("world_removed", {"world": "w2"}),
        ("host_stopping", {}),
        ("host_stopped", {}),
    ):
        (line,) = lines(log, event)
        assert line.items() >= facts.items()


def test_warnings_and_mishaps_of_libraries_are_lines_of_the_same_form(log: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    try:
        raise RuntimeError("broken")
    except RuntimeError:
        logging.getLogger("elsewhere").exception("it failed")
    first, second = lines(log, "log")
    assert (first["level"], first["message"]) == ("warning", "Invalid HTTP request received.")
    assert second["exception"].endswith("RuntimeError: broken")


def test_lines_for_people(monkeypatch: pytest.MonkeyPatch, log: io.StringIO, host: Host) -> None:
    monkeypatch.setattr("sys.stderr", log)
    configure(LogFormat.HUMAN)
    httpx2.get(f"{host.origin}/w/w1/sign-in?next=x")
    host.close()
    (said,) = [line for line in log.getvalue().splitlines() if "sign-in" in line]
    assert " GET /w/w1/sign-in 200 " in said
    assert said.endswith(" ms")
    logging.getLogger("elsewhere").warning("beware")
    assert log.getvalue().endswith(" warning: beware\n")


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/", Place()),
        ("/health", Place()),
        ("/w/a", Place("a", "", "ui")),
        ("/w/a/", Place("a", "", "ui")),
        ("/w/a/mcp", Place("a", "", "mcp")),
        ("/w/a/session/mcp", Place("a", "", "mcp")),
        ("/w/a/chat/mcp", Place("a", "chat", "mcp")),
        ("/w/a/chat/api/auth.test", Place("a", "chat", "rest")),
        ("/w/a/chat/C1/mcp", Place("a", "chat", "ui")),
        ("/w/a/chatter", Place("a", "", "ui")),
    ],
)
def test_places_on_the_agent_port(path: str, place: Place) -> None:
    assert AgentChart()(path) == place


def test_places_on_the_control_port() -> None:
    assert control_chart("/api/worlds/a/diff") == Place("a", "", "control")
    assert control_chart("/worlds/a/launch") == Place("a", "", "portal")
    assert control_chart("/") == Place("", "", "portal")


def test_paths_cannot_break_a_line_nor_hold_a_ticket() -> None:
    assert shown("/a\nb\x1b[2J/ü") == "/a%0Ab%1B%5B2J/%C3%BC"
    assert shown(f"/w/a/{'k' * 41}/x") == "/w/a/…/x"
