"""The whole company in containers, as people reach it: through published ports alone.

`make compose-test` brings it up, runs this and takes it down again; so does `.ci/run`. No other run
has Docker.
"""

import itertools
import os
import re
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, expect

from workworld import Environment, HostedEnvironment, loading
from workworld.worlds import Snapshot

COMPOSE = os.environ.get("WORKWORLD_COMPOSE", "")
PERSON = "aruiz@calderoute.example"
FRONT, CONTROL, CHAT, TRACKER, MCP, CDP = (
    f"http://127.0.0.1:{port}" for port in (8700, 8701, 8711, 8712, 8720, 9222)
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


def post_until_it_dies(keys: dict[str, Any], acknowledged: list[str]) -> None:
    """Post one message after another, and note those that the service says it keeps."""
    with suppress(httpx2.TransportError):
        for number in itertools.count():
            text = f"acknowledged {number}"
            assert posted(keys, text)
            acknowledged.append(text)


def general_of(keys: dict[str, Any]) -> str:
    channels = rest(keys, "conversations.list", limit=200)["channels"]
    return str(next(each["id"] for each in channels if each["is_general"]))


def newest(keys: dict[str, Any]) -> set[str]:
    """The texts of the channel's newest messages."""
    history = rest(keys, "conversations.history", channel=general_of(keys), limit=999)
    return {each["text"] for each in history["messages"]}


def read(keys: dict[str, Any]) -> str:
    """What a tool finds in the channel, over MCP."""
    general = general_of(keys)
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


@pytest.mark.parametrize(
    "task", ["sales_operations.correct_pipeline_sheet", "support.raise_priorities"]
)
def test_task_across_apps_is_done_and_graded(
    admin_token: str, task: str, snapshot: Snapshot
) -> None:
    family = loading.families()[task]
    with (
        Environment(home=snapshot.path.parents[1]) as local,
        HostedEnvironment(CONTROL, admin_token) as env,
    ):
        local.reset(task, seed=1)
        assert env.reset(task, seed=1).instruction == local.observation.instruction
        assert env.grade().reward == 0
        family.solve(env, local.task.facts)
        assert env.grade().reward == 1


def test_task_is_done_in_a_browser_from_app_to_app(
    admin_token: str, chrome: Browser, snapshot: Snapshot
) -> None:
    task = "communication.post_announcement"
    solve_ui = loading.families()[task].solve_ui
    assert solve_ui is not None
    with (
        Environment(home=snapshot.path.parents[1]) as local,
        HostedEnvironment(CONTROL, admin_token) as env,
        chrome.new_context() as context,
    ):
        local.reset(task, seed=1)
        doors = env.reset(task, seed=1).doors
        assert doors is not None
        page = context.new_page()
        page.goto(doors.launch_url)
        solve_ui(page, env, local.task.facts)
        assert env.grade().reward == 1


def test_browser_of_the_company_is_driven_and_seen(admin_token: str, chrome: Browser) -> None:
    link = ask(admin_token, "POST", "worlds/main/credentials", person=PERSON)["launch_url"]
    driven = chrome.browser_type.connect_over_cdp(CDP)
    page = driven.contexts[0].pages[0]
    page.goto(link)
    page.get_by_role("link", name="Open Chat").click()
    expect(page).to_have_url(re.compile(re.escape(CHAT)))
    told = compose("logs", "browser")
    screen = re.findall(r"The screen is at (\S+)", told)[-1]
    with chrome.new_context() as context:
        seen = context.new_page()
        seen.goto(screen.replace("&password=", "&password=no"))
        expect(seen.locator("#noVNC_status")).to_contain_text("Authentication failure")
        seen.goto("about:blank")
        seen.goto(screen)
        expect(seen.locator("#noVNC_status")).to_contain_text("Connected")
        expect(seen.locator("canvas")).to_have_attribute("width", "1280")
        with driven.contexts[0].expect_page():  # keys that are typed on the screen reach it
            seen.keyboard.press("Control+n")


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
    kept: list[str] = []
    with ThreadPoolExecutor(1) as pool:
        writes = pool.submit(post_until_it_dies, keys, kept)
        while len(kept) < 20:  # the kill falls into the midst of them
            assert not writes.done(), writes.result()
            time.sleep(0.02)
        compose("kill", "-s", "SIGKILL", "chat")
        writes.result(60)
    compose("start", "chat")
    wait_for(CHAT)
    assert set(kept) <= newest(keys)
    compose("down")
    compose("up", "-d")
    for origin in (FRONT, CHAT, MCP):
        wait_for(origin)
    assert set(kept) <= newest(keys), "secrets and data are those of before"


def test_nothing_runs_as_root_or_writes_where_it_should_not() -> None:
    assert compose("exec", "-T", "chat", "id", "-u").strip() == "10001"
    tried = "touch /opt/x 2>&1; touch /etc/x 2>&1; ls /data/snapshots 2>&1; true"
    told = compose("exec", "-T", "chat", "sh", "-c", tried)
    assert told.count("Read-only file system") == 2
    assert ".sqlite" not in told
    assert ".ledger" not in told
