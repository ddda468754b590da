"""The whole company in containers, as people reach it: through published ports alone.

`make compose-test` brings it up, runs this and takes it down again. No other run has Docker.
"""

import os
import re
import subprocess
import time
from contextlib import suppress
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, expect

from workworld import HostedEnvironment

COMPOSE = os.environ.get("WORKWORLD_COMPOSE", "")
PERSON = "aruiz@calderoute.example"
FRONT, CONTROL, CHAT, TRACKER, MCP = (
    f"http://127.0.0.1:{port}" for port in (8700, 8701, 8711, 8712, 8720)
)

pytestmark = [
    pytest.mark.skipif(not COMPOSE, reason="no company runs in containers: make compose-test"),
    pytest.mark.xdist_group("compose"),
]


def compose(*arguments: str) -> str:
    done = subprocess.run([*COMPOSE.split(), *arguments], check=True, text=True, timeout=300,
                          capture_output=True)  # fmt: skip
    return done.stdout


def wait_for(origin: str) -> None:
    """Until it answers; the ports of containers take connections before anybody listens inside."""
    for _ in range(240):
        with suppress(httpx2.TransportError):
            if httpx2.get(f"{origin}/health").is_success:
                return
        time.sleep(0.25)
    raise AssertionError(f"{origin} does not answer")


@pytest.fixture(scope="module")
def admin_token() -> str:
    for origin in (FRONT, CONTROL, CHAT, TRACKER, MCP):
        wait_for(origin)
    return compose("exec", "-T", "control", "cat", "/data/keys/admin-token").strip()


def ask(admin_token: str, method: str, path: str, **given: Any) -> Any:
    headers = {"Authorization": f"Bearer {admin_token}"}
    url = f"{CONTROL}/api/{path}"
    answer = httpx2.request(method, url, headers=headers, json=given or None, timeout=60)
    assert answer.is_success, answer.text
    return answer.json()


@pytest.fixture(scope="module")
def keys(admin_token: str) -> dict[str, Any]:
    given: dict[str, Any] = ask(admin_token, "POST", "worlds/main/credentials", person=PERSON)
    return given


def rest(keys: dict[str, Any], method: str, **arguments: Any) -> Any:
    headers = {"Authorization": f"Bearer {keys['tokens']['chat']}"}
    url = f"{CHAT}/w/main/chat/api/{method}"
    return httpx2.post(url, headers=headers, json=arguments, timeout=60).json()


def posted(keys: dict[str, Any], text: str) -> bool:
    return bool(rest(keys, "chat.postMessage", channel="#general", text=text)["ok"])


def read(keys: dict[str, Any]) -> str:
    """What a tool finds in the channel, over MCP."""
    channels = rest(keys, "conversations.list", limit=200)["channels"]
    general = next(each["id"] for each in channels if each["is_general"])
    asked = {
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "slack_read_channel", "arguments": {"channel_id": general}},
    }  # fmt: skip
    headers = {
        "Authorization": f"Bearer {keys['tokens']['chat']}",
        "Accept": "application/json, text/event-stream",
    }
    answer = httpx2.post(f"{MCP}/w/main/chat/mcp", json=asked, headers=headers, timeout=60)
    return answer.raise_for_status().text


def test_person_signs_in_and_goes_from_app_to_app(
    chrome: Browser, admin_token: str, keys: dict[str, Any]
) -> None:
    link = ask(admin_token, "POST", "worlds/main/credentials", person=PERSON)["launch_url"]
    assert posted(keys, "read in a browser")
    with chrome.new_context() as context:
        page = context.new_page()
        page.goto(link)
        page.get_by_role("link", name="Open Chat").click()
        expect(page).to_have_url(re.compile(re.escape(CHAT)))
        page.get_by_role("link", name="general", exact=True).click()
        expect(page.get_by_text("read in a browser")).to_be_visible()
        page.get_by_role("link", name="Tracker", exact=True).click()
        expect(page).to_have_url(re.compile(re.escape(TRACKER)))


def test_what_is_posted_is_read_by_tools(keys: dict[str, Any]) -> None:
    assert posted(keys, "read by a tool")
    assert "read by a tool" in read(keys)


def test_task_is_done_and_graded(admin_token: str) -> None:
    with HostedEnvironment(CONTROL, admin_token) as env:
        seen = env.reset("communication.post_announcement", seed=1)
        assert env.grade().reward == 0
        env.call("slack_list_user_channels", {})
        assert seen.instruction


def test_stopped_app_is_told_of_and_the_rest_works(keys: dict[str, Any], chrome: Browser) -> None:
    compose("stop", "tracker")
    with chrome.new_context() as context:
        page = context.new_page()
        page.goto(f"{FRONT}/w/main/tracker/")
        expect(page.get_by_role("heading", level=1)).to_have_text("Not available just now")
        expect(page.get_by_text("Tracker is not running just now")).to_be_visible()
    assert posted(keys, "while the tracker was away")
    assert "while the tracker was away" in read(keys)
    compose("start", "tracker")
    wait_for(TRACKER)


def test_every_acknowledged_write_outlives_a_kill_and_a_new_start(keys: dict[str, Any]) -> None:
    texts = [f"acknowledged {number}" for number in range(30)]
    kept = [text for text in texts if posted(keys, text)]
    compose("kill", "-s", "SIGKILL", "chat")
    compose("start", "chat")
    wait_for(CHAT)
    assert len(kept) == len(texts)
    found = read(keys)
    assert all(text in found for text in kept)
    compose("down")
    compose("up", "-d")
    for origin in (FRONT, CHAT, MCP):
        wait_for(origin)
    assert all(text in read(keys) for text in kept), "secrets and data are those of before"


def test_nothing_runs_as_root_or_writes_where_it_should_not() -> None:
    assert compose("exec", "-T", "chat", "id", "-u").strip() == "10001"
    tried = "touch /opt/x 2>&1; touch /etc/x 2>&1; ls /data/snapshots 2>&1; true"
    told = compose("exec", "-T", "chat", "sh", "-c", tried)
    assert told.count("Read-only file system") == 2
    assert ".sqlite" not in told
    assert ".ledger" not in told
