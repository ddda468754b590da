"""The operator's pages."""

import html
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import httpx2
import pytest
from tests.kit import Doors

from workworld import loading
from workworld.grading import Evidence, Limits, Verdict, goal
from workworld.grading.judges import JudgeCheck
from workworld.host import Host
from workworld.identity import Authority
from workworld.tasks.communication.post_announcement import FAMILY
from workworld.worlds import Snapshot, Worlds

TASK = "communication.post_announcement"


@pytest.fixture
def portal(host: Host) -> Iterator[httpx2.Client]:
    """An operator's browser."""
    with httpx2.Client(
        base_url=host.control_origin,
        headers={"Origin": host.control_origin},
        follow_redirects=True,
    ) as client:
        assert client.get(host.portal_url).status_code == 200
        yield client


def test_its_link_sets_a_cookie_and_hides_its_token(host: Host) -> None:
    with httpx2.Client(follow_redirects=True) as client:
        page = client.get(host.portal_url)
    assert page.status_code == 200
    assert "token" not in str(page.url)
    assert '<a href="/worlds/w1">w1</a>' in page.text
    assert f"{len(loading.families())} families of tasks" in page.text


def test_its_cookie_opens_nothing_else(host: Host, portal: httpx2.Client) -> None:
    for path in ("/api", "/api/worlds", "/api/tasks"):
        assert portal.get(path).status_code == 401
    assert portal.post("/api/worlds/w1/reset").status_code == 401
    forged = {"Cookie": f"workworld-portal={host.admin_token}"}
    assert httpx2.get(f"{host.control_origin}/", headers=forged).status_code == 401


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/worlds/w1",
        "/worlds/w1/episode",
        "/worlds/w1/sure?do=reset",
        "/tasks",
        f"/tasks/{TASK}",
    ],
)
def test_nobody_else_sees_a_page(host: Host, path: str) -> None:
    assert httpx2.get(host.control_origin + path).status_code == 401


@pytest.mark.parametrize(
    "path",
    [
        "/worlds",
        "/tasks",
        f"/tasks/{TASK}/oracle",
        *(f"/worlds/w1/{deed}" for deed in ("launch", "reset", "fork", "grade", "mcp")),
        *(f"/worlds/w1/{deed}" for deed in ("clock", "faults", "faults/end")),
    ],
)
@pytest.mark.parametrize("origin", ["http://127.0.0.1:9", "null", ""])
def test_forms_of_other_pages_do_nothing(
    host: Host, portal: httpx2.Client, worlds: Worlds, path: str, origin: str
) -> None:
    assert portal.post(path, data={"name": "made"}, headers={"Origin": origin}).status_code == 403
    assert httpx2.post(host.control_origin + path).status_code == 401
    assert [world.id for world in worlds.all()] == ["w1"]


def test_an_operator_signs_in_as_anybody(host: Host, portal: httpx2.Client) -> None:
    page = portal.get("/worlds/w1")
    assert "Sign in as Ana Ruiz" in page.text
    signed_in = portal.post("/worlds/w1/launch", data={"person": "aruiz@calderoute.example"})
    assert str(signed_in.url).startswith(host.origin)
    assert "Ana Ruiz" in signed_in.text


def test_its_forms_may_lead_to_the_agent_port_and_nowhere_else(
    host: Host, portal: httpx2.Client
) -> None:
    policy = portal.get("/worlds/w1").headers["Content-Security-Policy"]
    assert f"form-action 'self' {host.origin}" in policy
    assert policy.startswith("default-src 'self';")
    pages = ("/", "/worlds/w1", "/tasks", f"/tasks/{TASK}", "/worlds/w1/sure?do=close")
    for page in pages:
        text = portal.get(page).text
        assert re.findall(r"<script[^>]*>", text) == ['<script src="/portal/portal.js" defer>']
        assert not re.search(r"<style| style=| on\w+=", text)


def test_people_are_filtered(portal: httpx2.Client) -> None:
    page = portal.get("/worlds/w1", params={"person": " RUIZ "}).text
    assert page.count("Sign in as ") == 1
    assert "Nobody fits" in portal.get("/worlds/w1?person=nobody%3Cb%3E").text
    assert "<b>" not in portal.get("/worlds/w1?person=nobody%3Cb%3E").text


def test_it_shows_no_password(host: Host, portal: httpx2.Client, doors: Doors) -> None:
    password = host.authority.password(doors.world, doors.person_id)
    assert password not in portal.get("/worlds/w1").text


def test_steps_are_listed_newest_first(portal: httpx2.Client, doors: Doors) -> None:
    doors.rest("chat.postMessage", channel="#general", text="hello")
    doors.rest("chat.postMessage", channel="#renewals", text="refused")
    page = portal.get("/worlds/w1").text
    assert page.index("channel_not_found") < page.index('portal-outcome-ok">ok')
    assert "chat.messages.post" in page


def test_worlds_are_made_forked_put_back_closed_and_removed(
    portal: httpx2.Client, worlds: Worlds, doors: Doors
) -> None:
    made = portal.post("/worlds", data={"name": "two", "preset": "tiny", "seed": "0"})
    assert urlsplit(str(made.url)).path == "/worlds/two"
    doors.rest("chat.postMessage", channel="#general", text="hello")
    forked = portal.post("/worlds/w1/fork", data={"step": "1"})
    copy = urlsplit(str(forked.url)).path.removeprefix("/worlds/")
    assert len(worlds.get(copy).diff()) == len(worlds.get("w1").diff()) > 0
    assert "every step in it is lost" in portal.get("/worlds/w1/sure?do=reset").text
    portal.post("/worlds/w1/reset")
    assert worlds.get("w1").diff() == []
    portal.post("/worlds/two/close")
    portal.post(f"/worlds/{copy}/remove")
    assert [world.id for world in worlds.all()] == ["w1"]
    assert [kept.id for kept in worlds.kept()] == ["two", "w1"]
    (kept,) = [kept for kept in worlds.kept() if kept.id == "two"]
    again = {"name": "two", "snapshot": kept.fingerprint, "closed": "yes"}
    assert portal.post("/worlds", data=again).status_code == 200
    assert [world.id for world in worlds.all()] == ["two", "w1"]


def test_a_task_is_set_done_and_graded(portal: httpx2.Client, doors: Doors, worlds: Worlds) -> None:
    assert "No task is set" in portal.post("/worlds/w1/grade").text
    shown = portal.get(f"/tasks/{TASK}", params={"seed": 3, "world": "w1"}).text
    assert "<option selected>w1</option>" in shown
    assert [world.id for world in worlds.all()] == ["w1"]
    page = portal.post("/tasks", data={"task": TASK, "seed": "3", "world": "w1"}).text
    instruction = re.search(r"<blockquote>(.*?)</blockquote>", page, re.DOTALL)
    assert instruction
    assert instruction[0] in shown
    launch = re.search(r'href="(http://[^"]+/launch\?code=[^"]+)"', page)
    assert launch
    assert httpx2.get(launch[1]).status_code == 303
    assert "is asked something" in portal.get("/worlds/w1").text
    grade = portal.post("/worlds/w1/grade", data={"answer": ""}).text
    assert 'portal-figure">0.0<' in grade
    assert "Nothing was posted" in grade


@pytest.mark.parametrize(
    ("wanted", "there", "absent"),
    [
        ({"difficulty": "easy", "app": "chat"}, TASK, "finance.find_missing_deals"),
        ({"app": "sheets"}, "finance.find_missing_deals", TASK),
        ({"process": "communication"}, TASK, "finance.find_missing_deals"),
        ({"q": "ANNOUNCEMENT post"}, TASK, "finance.find_missing_deals"),
    ],
)
def test_the_gallery_is_filtered(
    portal: httpx2.Client, wanted: dict[str, str], there: str, absent: str
) -> None:
    page = portal.get("/tasks", params=wanted | {"world": "w1"}).text
    assert f'<a href="/tasks/{there}?world=w1">' in page
    assert f"/tasks/{absent}" not in page
    assert "No family fits" in portal.get("/tasks", params=wanted | {"q": "<b>nothing</b>"}).text


def test_a_task_says_what_is_judged_and_how_one_might_cheat(
    portal: httpx2.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = portal.get(f"/tasks/{TASK}").text
    assert '<span class="portal-state">goal</span> <span>The exact text is posted in #' in page
    assert '<span class="portal-state">train</span>' in page
    assert all(f"<li>{html.escape(each)}</li>" in page for each in FAMILY.traps)
    assert "<li>channels of other teams</li>" in page
    assert portal.get("/tasks/no.such").status_code == 404
    broken = replace(FAMILY, id="communication.broken", checks=lambda _facts: [])
    families = dict(loading.families()) | {broken.id: broken}
    monkeypatch.setattr(loading, "families", lambda: families)
    page = portal.get("/tasks/communication.broken").text
    assert "There is no such task of this seed" in page
    assert "communication.broken, seed 0: " in page
    assert "Set this task" not in page


def test_an_app_is_opened_as_anybody(host: Host, portal: httpx2.Client) -> None:
    person = {"person": "aruiz@calderoute.example", "app": "crm"}
    opened = portal.post("/worlds/w1/launch", data=person)
    assert str(opened.url).startswith(f"{host.origin}/w/w1/crm/")
    assert "Ana Ruiz" in opened.text


def test_people_are_told_with_their_role_and_current_work(portal: httpx2.Client) -> None:
    page = portal.get("/worlds/w1").text
    assert re.search(r"<strong>\d+ open issues?</strong>", page)
    assert re.search(r"<strong>\d+ open deals?</strong>", page)
    assert re.search(r"<strong>\d+ open cases?</strong>", page)


def test_clients_of_mcp_are_configured_by_copying(host: Host, portal: httpx2.Client) -> None:
    page = portal.post("/worlds/w1/mcp", data={"person": "aruiz@calderoute.example"}).text
    blocks = re.findall(r"<pre id=[^>]+>(.*?)</pre>", page, re.DOTALL)
    by_http, each, bridge, alone = (json.loads(html.unescape(block)) for block in blocks)
    assert set(each["mcpServers"]) == {"chat", "crm", "sheets", "tracker", "session"}
    for server in (*by_http["mcpServers"].values(), *each["mcpServers"].values()):
        assert server["url"].startswith(f"{host.origin}/w/w1/")
        asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
        accepted = {"Accept": "application/json, text/event-stream"}
        answer = httpx2.post(server["url"], json=asked, headers=server["headers"] | accepted)
        assert answer.status_code == 200
        assert answer.json()["result"]["tools"]
    assert bridge["mcpServers"]["workworld"]["args"][:3] == ["mcp", "--stdio", "--url"]
    assert alone["mcpServers"]["workworld"]["args"][-2:] == ["--as", "aruiz@calderoute.example"]


def test_time_passes_and_things_fail_at_the_operators_will(
    portal: httpx2.Client, doors: Doors
) -> None:
    clock = r'<time datetime="([^"]+)">'
    before = re.search(clock, portal.get("/worlds/w1").text)
    page = portal.post("/worlds/w1/clock", data={"minutes": "90"}).text
    after = re.search(clock, page)
    assert before
    assert after
    passed = datetime.fromisoformat(after[1]) - datetime.fromisoformat(before[1])
    assert passed == timedelta(minutes=90)
    assert "A step takes 20 s" in portal.post("/worlds/w1/clock", data={"step_seconds": "20"}).text
    down = {"app": "chat", "kind": "down", "minutes": "30"}
    page = portal.post("/worlds/w1/faults", data=down).text
    assert "<strong>chat</strong> down until" in page
    assert doors.rest_answer("conversations.list").status_code == 503
    (fault_id,) = re.findall(r'name="id" value="(\d+)"', page)
    page = portal.post("/worlds/w1/faults/end", data={"id": fault_id}).text
    assert "Nothing goes wrong." in page
    assert doors.rest_answer("conversations.list").status_code == 200


def test_a_host_that_shows_nothing_offers_nothing(portal: httpx2.Client) -> None:
    assert "Show how it is done" not in portal.get(f"/tasks/{TASK}").text
    assert portal.post(f"/tasks/{TASK}/oracle", data={"seed": "1"}).status_code == 404


def test_an_episode_is_shown_as_it_happened(portal: httpx2.Client, doors: Doors) -> None:
    assert "No task is set" in portal.get("/worlds/w1/episode").text
    portal.post("/tasks", data={"task": TASK, "seed": "3", "world": "w1"})
    assert "Nothing yet." in portal.get("/worlds/w1/episode").text
    doors.rest("conversations.history", channel="#general", limit=1)
    doors.rest("chat.postMessage", channel="#general", text="<i>hello</i>")
    doors.rest("chat.postMessage", channel="#renewals", text="refused")
    page = portal.get("/worlds/w1/episode").text
    assert "<i>" not in page
    assert page.index("conversations.history") < page.index("&lt;i&gt;hello")
    assert page.index("&lt;i&gt;hello") < page.index("channel_not_found")
    assert page.count("<details>") == 3
    assert "<dd>2, 1 refused</dd>" in page
    assert 'portal-figure">0.0<' in page


def test_a_grade_says_what_is_invalid_truncated_and_judged(
    portal: httpx2.Client, host: Host, doors: Doors, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def raises_later(_evidence: Evidence) -> Verdict:
        seen.append("asked")
        if len(seen) > 2:
            raise LookupError("gone")
        return Verdict(False, "Not yet.")

    kind = JudgeCheck("kind", "It is kind", "Is it kind?", lambda _evidence: "a text")
    family = replace(
        FAMILY,
        checks=lambda _facts: [goal("odd", "Odd", raises_later)],
        judged=lambda _facts: [kind],
        limits=Limits(steps=1),
    )
    monkeypatch.setattr(loading, "families", lambda: {FAMILY.id: family})
    page = portal.post("/tasks", data={"task": TASK, "seed": "3", "world": "w1"}).text
    assert "<dd>1 step</dd>" in page
    del seen[:]
    doors.rest("chat.postMessage", channel="#general", text="the only step")
    grade = portal.post("/worlds/w1/grade").text
    assert re.search(r"Truncated by the limit of</dt><dd[^>]*>steps<", grade)
    assert "It is kind" in grade
    assert "not judged" in grade
    assert 'role="alert"' not in grade
    seen += ["asked", "asked"]
    grade = portal.post("/worlds/w1/grade").text
    assert 'role="alert">This episode is invalid' in grade
    assert "it raised" in grade


@pytest.mark.parametrize(
    ("path", "data", "status", "said"),
    [
        ("/worlds", {"name": "Bad Name"}, 400, "lower-case"),
        ("/worlds", {"name": "w1"}, 409, "open already"),
        ("/worlds", {"name": "x", "seed": "one"}, 400, "seed is a whole number"),
        ("/worlds/nope/reset", {}, 404, "no world &#39;nope&#39;"),
        ("/worlds/w1/explode", {}, 404, "No such thing"),
        ("/worlds/w1/fork", {"step": "99"}, 400, "has seen 0 steps"),
        ("/tasks", {"task": "no.such", "world": "w1"}, 400, "task is one of"),
        ("/worlds/w1/launch", {"person": "x@y"}, 400, "nobody here"),
        ("/worlds/w1/mcp", {"person": "x@y"}, 400, "nobody here"),
        ("/worlds/w1/clock", {"minutes": "soon"}, 400, "advance is a whole number"),
        ("/worlds/w1/clock", {}, 400, "give advance"),
        ("/worlds/w1/faults", {"app": "mail", "kind": "down"}, 400, "app is one of"),
        ("/worlds/w1/faults/end", {"id": "99"}, 404, "there is no fault"),
    ],
)
def test_mistakes_are_explained_on_a_page(
    portal: httpx2.Client, path: str, data: dict[str, str], status: int, said: str
) -> None:
    answer = portal.post(path, data=data)
    assert answer.status_code == status
    assert said.casefold() in answer.text.casefold()
    assert "<h1>" in answer.text


@pytest.mark.parametrize("path", ["/worlds/nope", "/?world=nope", "/worlds/w1/sure?do=x"])
def test_pages_that_are_not_there(portal: httpx2.Client, path: str) -> None:
    assert portal.get(path).status_code == 404


def test_only_the_world_that_is_shown_is_opened(worlds: Worlds, snapshot: Snapshot) -> None:
    for name in ("one", "two", "three"):
        worlds.open(snapshot, name)
    with (
        Host(worlds, snapshot, Authority(), control_port=0) as host,
        httpx2.Client(follow_redirects=True) as client,
    ):
        client.get(host.portal_url)
        client.get(f"{host.control_origin}/worlds/two")
    is_open = {world.id: world._lent is not None for world in worlds.all()}
    assert is_open == {"one": False, "two": True, "three": False}


def test_without_a_world_it_says_how_to_make_one(worlds: Worlds, snapshot: Snapshot) -> None:
    with (
        Host(worlds, snapshot, Authority(), control_port=0) as host,
        httpx2.Client(follow_redirects=True) as client,
    ):
        assert "No world is open" in client.get(host.portal_url).text
