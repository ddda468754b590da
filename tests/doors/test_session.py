"""The session: its page, its MCP server, its limits; for whom it is about and nobody else."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx2
import pytest
from jsonschema import Draft202012Validator
from mcp import Client, types
from sqlalchemy.orm import Session
from tests.kit import Doors, Office, run_async, text_of

from workworld import Environment, episodes
from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.doors.session.endpoint import session_server
from workworld.doors.session.tools import TOOLS
from workworld.episodes import Over, episode, over
from workworld.errors import Invalid, Refused
from workworld.host import Host
from workworld.schedule import plan
from workworld.worlds import Worlds

INSTRUCTION = "Find out <when> the lift is mended.\nAnswer with the day."


@pytest.fixture
def persona(doors: Doors) -> Doors:
    """The usual persona, with a session of 3 steps and an hour."""
    begin(doors, steps=3, seconds=3600)
    return doors


def begin(doors: Doors, **limits: int) -> None:
    with doors.world.writing() as session:
        episodes.begin(session, instruction=INSTRUCTION, persona_id=doors.person_id, **limits)


def standing(doors: Doors) -> Any:
    with doors.world.reading() as session:
        return episode(session)


def use(doors: Doors, tool: str, **arguments: Any) -> types.CallToolResult:
    async def run() -> types.CallToolResult:
        with ThreadPoolExecutor(1) as threads:
            async with Client(session_server(doors.world, doors.actor, threads)) as client:
                result = await client.call_tool(tool, arguments)
                assert isinstance(result, types.CallToolResult)
                return result

    return run_async(run)


def status(doors: Doors) -> Any:
    return use(doors, "session_status").structured_content


def post(doors: Doors, text: str = "hi") -> str:
    answer = doors.rest("chat.postMessage", channel="#general", text=text)
    return "ok" if answer["ok"] else str(answer["error"])


def now_us(doors: Doors) -> int:
    with doors.world.reading() as session:
        return Clock(session).now_us()


# Over MCP


def test_tools_tell_what_their_schemas_say(persona: Doors) -> None:
    calls: dict[str, dict[str, Any]] = {
        "session_instruction": {},
        "session_wait": {"minutes": 5},
        "session_answer": {"answer": {"day": "Friday", "sure": True}},
        "session_status": {},
    }
    assert list(calls) == [tool.name for tool in TOOLS]
    for tool in TOOLS:
        result = use(persona, tool.name, **calls[tool.name])
        assert not result.is_error
        Draft202012Validator(dict(tool.result)).validate(result.structured_content)
    told = use(persona, "session_instruction").structured_content
    assert told == {"instruction": INSTRUCTION, "you_are": "Ana Ruiz"}
    assert status(persona) == {
        "now": "2026-03-17T09:35:00-04:00",
        "steps": {"used": 0, "limit": 3, "left": 3},
        "seconds": {"used": 300, "limit": 3600, "left": 3300},
        "is_answered": True,
        "answer": {"day": "Friday", "sure": True},
        "is_over": False,
    }
    assert persona.journal == []
    assert persona.changes == []


def test_without_limits_none_are_told(doors: Doors) -> None:
    begin(doors)
    assert status(doors)["steps"] == {"used": 0}
    assert use(doors, "session_wait", minutes=1440).structured_content["seconds"]["used"] == 86_400


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("session_wait", {}),
        ("session_wait", {"minutes": 0}),
        ("session_wait", {"minutes": -5}),
        ("session_wait", {"minutes": 1441}),
        ("session_wait", {"minutes": "5"}),
        ("session_wait", {"minutes": 1.5}),
        ("session_wait", {"minutes": 1e300}),
        ("session_wait", {"minutes": True}),
        ("session_wait", {"minutes": 5, "world": "w2"}),
        ("session_answer", {}),
        ("session_answer", {"answer": "x" * 100_001}),
        ("session_answer", {"answer": "x", "person": "U1"}),
        ("session_status", {"person": "U1"}),
    ],
)
def test_malformed_calls_change_nothing(
    persona: Doors, tool: str, arguments: dict[str, Any]
) -> None:
    before = standing(persona)
    result = use(persona, tool, **arguments)
    assert result.is_error
    assert text_of(result).startswith("invalid_")
    assert standing(persona) == before


def test_waiting_lets_happen_what_is_due_and_is_no_step(persona: Doors, office: Office) -> None:
    with persona.world.writing() as session:
        arguments = {"channel_id": office.channels["general"], "text": "On Friday."}
        due_us = Clock(session).now_us() + 600_000_000
        operation, actor = "chat.messages.post", office.people["wtallis"]
        plan(session, due_us=due_us, actor_id=actor, operation=operation, arguments=arguments)
    use(persona, "session_wait", minutes=9)
    assert persona.journal == []
    assert use(persona, "session_wait", minutes=1).structured_content["steps"]["used"] == 0
    assert [(entry.surface, entry.actor_id) for entry in persona.journal] == [("system", actor)]
    notes = [read for read in persona.world.trail.reads() if read["operation"] == "session.wait"]
    assert [note["request"]["arguments"] for note in notes] == [{"minutes": 9}, {"minutes": 1}]


def test_nobody_waits_past_the_end_of_the_session(persona: Doors) -> None:
    began = now_us(persona)
    told = use(persona, "session_wait", minutes=1000).structured_content
    assert now_us(persona) - began == 3_600_000_000
    assert told is not None
    assert (told["is_over"], told["over"]) == (True, "seconds")
    assert text_of(use(persona, "session_wait", minutes=1)).startswith("limit_reached")
    assert now_us(persona) - began == 3_600_000_000


def test_those_who_wait_at_once_share_what_is_left(
    persona: Doors, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other waits as soon as the one has read anything."""
    began, reading = now_us(persona), persona.world.reading

    @contextmanager
    def interrupted() -> Iterator[Session]:
        with reading() as session:
            yield session
        monkeypatch.undo()
        use(persona, "session_wait", minutes=59)

    monkeypatch.setattr(persona.world, "reading", interrupted)
    use(persona, "session_wait", minutes=59)
    assert now_us(persona) - began == 3_600_000_000


# Limits


def test_used_up_steps_refuse_changes_at_every_door_and_nothing_else(
    persona: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    assert [post(persona), post(persona, ""), post(persona)] == ["ok", "no_text", "ok"]
    time, steps, changes = now_us(persona), persona.journal[-1].step, persona.changes
    assert post(persona) == "limit_reached"
    assert post(colleague) == "limit_reached"  # nobody goes on for the persona
    result = persona.mcp("slack_send_message", channel_id=general, message="hi")
    assert text_of(result).startswith("limit_reached: This session is over")
    page = persona.submit(f"/c/{general}/messages", text="hi")
    assert page.status_code == 403
    assert "all steps are used up" in page.get_data(as_text=True)
    assert (now_us(persona), persona.journal[-1].step) == (time, steps)
    assert persona.changes == changes
    notes = [read for read in persona.world.trail.reads() if read["outcome"] == "limit_reached"]
    assert [note["surface"] for note in notes] == ["rest", "rest", "mcp", "ui"]
    assert persona.rest("conversations.history", channel=general)["ok"]
    assert persona.browser.get(f"/c/{general}").status_code == 200
    assert not use(persona, "session_answer", answer="Friday").is_error
    assert standing(persona).answer == "Friday"


def test_what_the_world_does_by_itself_counts_as_no_step(persona: Doors, office: Office) -> None:
    with persona.world.writing() as session:
        arguments = {"channel_id": office.channels["general"], "text": "me too"}
        for _ in range(5):
            plan(
                session,
                due_us=Clock(session).now_us(),
                actor_id=office.people["mchen"],
                operation="chat.messages.post",
                arguments=arguments,
            )
    assert [post(persona) for _ in range(4)] == ["ok", "ok", "ok", "limit_reached"]


def test_session_that_was_ended_takes_no_answer(persona: Doors) -> None:
    use(persona, "session_answer", answer="Monday")
    with persona.world.writing() as session:
        episodes.end(session)
    assert post(persona) == "limit_reached"
    assert text_of(use(persona, "session_answer", answer="x")).startswith("limit_reached")
    assert status(persona)["answer"] == "Monday"
    assert persona.submit_home("/session/answer", answer="x").status_code == 403
    assert "can no longer be changed" in persona.home.get("/session").get_data(as_text=True)


def test_session_travels_with_rewinds_and_forks(persona: Doors, worlds: Worlds) -> None:
    assert [post(persona) for _ in range(2)] == ["ok", "ok"]
    use(persona, "session_answer", answer="Monday")
    assert post(persona) == "ok"
    fork = Doors(worlds.fork(persona.world), persona.authority, persona.person_id)
    assert standing(fork) == standing(persona)
    assert standing(fork).over is Over.STEPS
    persona.world.rewind(1)
    assert (standing(persona).steps.used, standing(persona).is_answered) == (1, False)
    persona.world.reset()
    assert standing(persona) is None
    with fork.world.reading() as session:
        assert over(session) is Over.STEPS


# For nobody else


def test_others_find_nothing(persona: Doors, colleague: Doors) -> None:
    paths = ("/session", "/no-such-page")
    hidden, missing = (colleague.home.get(path) for path in paths)
    assert hidden.status_code == missing.status_code == 404
    assert hidden.data == missing.data
    for tool, arguments in (
        ("session_instruction", {}),
        ("session_status", {}),
        ("session_wait", {"minutes": 1}),
        ("session_answer", {"answer": "mine"}),
    ):
        theirs = use(colleague, tool, **arguments)
        assert theirs.is_error
        assert text_of(theirs).startswith("session_not_found")
    for path, field in (("/session/wait", "minutes"), ("/session/answer", "answer")):
        assert colleague.submit_home(path, **{field: "1"}).status_code == 404
    assert not standing(persona).is_answered
    assert standing(persona).seconds.used == 0


def test_without_a_session_there_is_nothing_either(doors: Doors) -> None:
    begun, none = Doors(doors.world, doors.authority, doors.person_id), doors
    missing = none.home.get("/session")
    assert missing.status_code == 404
    begin(begun)
    assert begun.home.get("/session").status_code == 200


def test_leaver_has_no_session(persona: Doors) -> None:
    with persona.world.writing() as session:
        session.get_one(Person, persona.person_id).is_deactivated = True
    assert text_of(use(persona, "session_status")).startswith("account_inactive")


# The page


def test_page_shows_waits_and_answers(persona: Doors) -> None:
    page = persona.home.get("/session").get_data(as_text=True)
    assert "Find out &lt;when&gt; the lift is mended.\nAnswer with the day." in page
    assert "3 left of 3" in page
    assert "1 h left of 1 h" in page
    assert persona.submit_home("/session/wait", minutes="30").status_code == 303
    assert "30 min left of 1 h" in persona.home.get("/session").get_data(as_text=True)
    assert persona.submit_home("/session/answer", answer=" Friday\r\n").status_code == 303
    assert standing(persona).answer == "Friday"
    persona.submit_home("/session/answer", answer='["a", 2]', is_json="1")
    assert standing(persona).answer == ["a", 2]
    persona.submit_home("/session/answer", answer="42")
    assert standing(persona).answer == "42"
    assert persona.journal == []


@pytest.mark.parametrize(
    ("path", "fields", "said"),
    [
        ("/session/wait", {"minutes": "-1"}, "from 1 to 1440"),
        ("/session/wait", {"minutes": "99999999999"}, "from 1 to 1440"),
        ("/session/wait", {"minutes": "١"}, "from 1 to 1440"),
        ("/session/wait", {}, "from 1 to 1440"),
        ("/session/answer", {}, "Write the answer first"),
        ("/session/answer", {"answer": "{not", "is_json": "1"}, "This is not JSON"),
        ("/session/answer", {"answer": "[" * 9000, "is_json": "1"}, "This is not JSON"),
        ("/session/answer", {"answer": "NaN", "is_json": "1"}, "An answer is JSON"),
        ("/session/answer", {"answer": "x" * 100_001}, "An answer is JSON of up to"),
    ],
)
def test_what_was_entered_wrongly_is_kept_and_explained(
    persona: Doors, path: str, fields: dict[str, str], said: str
) -> None:
    answer = persona.submit_home(path, **fields)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert said in page
    assert (fields.get("answer") or fields.get("minutes") or "") in page
    assert (standing(persona).seconds.used, standing(persona).is_answered) == (0, False)


def test_app_switcher_leads_there_whom_it_is_about(persona: Doors, colleague: Doors) -> None:
    assert 'href="/session"' in persona.home.get("/").get_data(as_text=True)
    assert "Your session" not in colleague.home.get("/").get_data(as_text=True)


def test_forms_of_others_are_refused(persona: Doors) -> None:
    assert persona.home.post("/session/answer", data={"answer": "x"}).status_code == 403
    assert not standing(persona).is_answered


# At the ports


@pytest.fixture
def admin(host: Host) -> Iterator[httpx2.Client]:
    headers = {"Authorization": f"Bearer {host.admin_token}"}
    with httpx2.Client(base_url=host.control_origin, headers=headers) as client:
        yield client


def test_control_port_begins_tells_and_ends(admin: httpx2.Client, doors: Doors) -> None:
    assert admin.get("/api/worlds/w1/session").status_code == 409
    asking = {"instruction": "Do it.", "person": "aruiz@calderoute.example", "steps": 2}
    begun = admin.post("/api/worlds/w1/session", json=asking)
    assert begun.status_code == 201
    assert begun.json()["person"] == doors.person_id
    assert begun.json()["url"].endswith("/w/w1/session")
    use(doors, "session_answer", answer=7)
    assert admin.get("/api/worlds/w1/session").json()["answer"] == 7
    ended = admin.request("DELETE", "/api/worlds/w1/session").json()
    assert (ended["is_over"], ended["over"]) == (True, "ended")


@pytest.mark.parametrize(
    "wrong",
    [
        {"instruction": " "},
        {"instruction": "\ud800"},
        {"instruction": 5},
        {"person": "nobody@x.example"},
        {"steps": -1},
        {"steps": "3"},
        {"seconds": 1.5},
    ],
)
def test_malformed_sessions_are_refused(
    admin: httpx2.Client, doors: Doors, wrong: dict[str, Any]
) -> None:
    asking = {"instruction": "Do it.", "person": doors.person_id} | wrong
    body = json.dumps(asking)  # which writes half a surrogate pair as it is asked to
    assert admin.post("/api/worlds/w1/session", content=body).status_code == 400
    assert standing(doors) is None


@pytest.mark.parametrize("endpoint", ["mcp", "chat/mcp", "session/mcp"])
def test_refusal_of_a_token_tells_what_is_asked_for(
    host: Host, doors: Doors, endpoint: str
) -> None:
    url = f"{host.origin}{doors.site.root}/{endpoint}"
    challenge = httpx2.post(url, json={}).headers["WWW-Authenticate"]
    known = re.search(r'resource_metadata="([^"]+)"', challenge)
    assert known is not None
    told = httpx2.get(known[1]).json()
    assert told == {"resource": url, "bearer_methods_supported": ["header"]}
    assert httpx2.get(known[1] + "x").status_code == 404


def test_mcp_server_of_the_session_asks_for_a_token(host: Host, persona: Doors) -> None:
    url = f"{host.origin}{persona.site.root}/session/mcp"
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    call |= {"params": {"name": "session_status", "arguments": {}}}  # type: ignore[dict-item]
    headers = {"Accept": "application/json, text/event-stream"}
    assert httpx2.get(url).status_code == 405
    for token in ("nonsense", "xoxp-forged", persona.cookie):
        bearer = {**headers, "Authorization": f"Bearer {token}"}
        refused = httpx2.post(url, json=call, headers=bearer)
        assert (refused.status_code, refused.json()["error"]) == (401, "invalid_token")
    bearer = {**headers, "Authorization": f"Bearer {persona.token}"}
    assert httpx2.post(url, json=call, headers={**bearer, "Origin": "http://x"}).status_code == 403
    told = httpx2.post(url, json=call, headers=bearer).json()["result"]["structuredContent"]
    assert told["steps"]["left"] == 3
    listed = {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}}
    everything = httpx2.post(f"{host.origin}{persona.site.root}/mcp", json=listed, headers=bearer)
    assert "session_" not in everything.text  # outside the vendors' surfaces


# From Python


def test_environment_keeps_to_the_same_session(home: Any) -> None:
    with Environment(home=home) as env:
        env.reset("communication.post_announcement", seed=1, steps=1, seconds=7200)
        env.answer("first")
        env.answer({"day": 5})
        env.wait(60)
        channel = "C0000000000"
        refused = env.call("slack_send_message", {"channel_id": channel, "message": "hi"})
        assert refused.text.startswith("channel_not_found")
        over_now = env.call("slack_send_message", {"channel_id": channel, "message": "hi"})
        assert over_now.text.startswith("limit_reached")
        with env.world.reading() as session:
            found = episode(session)
        assert found is not None
        assert (found.answer, found.seconds.used, found.over) == ({"day": 5}, 3615, Over.STEPS)
        assert env.grade().reward == 0
        with pytest.raises(Invalid):
            env.answer(object())
        with pytest.raises(Refused):
            env.wait(1)
        env.reset("communication.post_announcement", seed=1)
        with env.world.reading() as session:
            assert episodes.answer_in(session) is None
