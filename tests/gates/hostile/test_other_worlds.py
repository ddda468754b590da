"""An agent reaches for another world of the same host."""

import pytest
from tests.gates.agent import (
    FOR_EVERYBODY,
    MCP_HEADERS,
    Agent,
    endpoints,
    in_words_of,
    tools,
)
from tests.gates.conftest import MARK, Enter, Walked, marked
from tests.gates.facets import shown_to
from tests.gates.sampling import sample
from tests.kit import PERSONA

from workworld import loading
from workworld.doors.web import COOKIE
from workworld.worlds import World


@pytest.fixture
def other(enter: Enter) -> Agent:
    """The same person in another world, whose company is called differently."""
    other = enter()
    marked(other.world)
    return other


def test_worlds_are_told_apart_by_the_mark(other: Agent) -> None:
    assert MARK in other.get(f"{other.root}/").text


def test_cookie_opens_no_page_of_another_world(agent: Agent, walked: Walked) -> None:
    for path, page in walked(PERSONA).found.pages.items():
        answer = agent.get(path)
        if not any(place in path for place in FOR_EVERYBODY):
            assert answer.status in (302, 307, 401), path
            assert page.text != answer.text


def test_form_with_a_foreign_cookie_changes_nothing(
    agent: Agent, other: Agent, walked: Walked
) -> None:
    steps = len(other.doors.journal)
    for action, form in walked(PERSONA).forms_of(other).items():
        answer = agent.submit(action, **dict.fromkeys(form.fields, "x"))
        if any(place in action for place in FOR_EVERYBODY):
            assert answer.status == 422, action  # as anybody's would be that makes no sense
        elif not action.endswith(("/sign-out", "/sign-in")):
            assert answer.status in (302, 401, 403, 404), (action, answer.status)
    assert len(other.doors.journal) == steps


def test_token_of_another_world_is_refused_at_every_endpoint_and_tool(
    agent: Agent, other: Agent
) -> None:
    for app, endpoint in endpoints():
        arguments = in_words_of(endpoint, shown_to(other, app.id))
        headers = agent.bearer(app)
        for method in endpoint.methods:
            answer = other.request(app, method, endpoint.path, arguments, headers=headers)
            assert answer.status == 401 or "invalid_auth" in answer.text, answer
    for app, tool in tools():
        call = {"name": tool.name, "arguments": {}}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
        headers = agent.bearer(app) | MCP_HEADERS
        url = f"{other.root}/{app.id}/mcp"
        assert agent.http.post(url, json=message, headers=headers).status_code == 401
    assert other.doors.journal == agent.doors.journal == []


def test_launch_code_of_another_world_is_refused_and_stays_good(agent: Agent, other: Agent) -> None:
    code = other.premises.authority.launch(other.world, other.person_id)
    tried = agent.unsigned("GET", f"{agent.root}/launch", params={"code": code})
    assert tried.status == 401
    assert "set-cookie" not in tried.headers.lower()
    used = agent.unsigned("GET", f"{other.root}/launch", params={"code": code})
    assert used.status == 303


def test_cookie_is_sent_to_its_own_world_only(agent: Agent) -> None:
    code = agent.premises.authority.launch(agent.world, agent.person_id)
    answer = agent.unsigned("GET", f"{agent.root}/launch", params={"code": code})
    cookie = next(line for line in answer.headers.splitlines() if line.startswith("set-cookie"))
    assert f"Path={agent.root};" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Domain" not in cookie


SEPARATORS = ["/../", "/%2e%2e/", "/.%2e/", "/..%2f", "/%2e%2e%2f", "//../", "/./../", "/..;/"]


SEPARATORS += ["/..\\", "/%5c..%5c", "/..%00/", "/%252e%252e/"]


@pytest.mark.parametrize("separator", sample(SEPARATORS, 3))
def test_climbing_out_of_a_world_leads_into_no_other(
    agent: Agent, other: Agent, separator: str
) -> None:
    inner = [agent.root, *(f"{agent.root}/{app.id}" for app in loading.apps())]
    paths = [f"{root}{separator}{other.world.id}/" for root in inner]
    paths += [f"{root}{separator}..{separator[-1]}w/{other.world.id}/" for root in inner]
    paths += [f"/{path}" for path in paths] + [f"//w/{other.world.id}/", f"/./w/{other.world.id}/"]
    cookie = f"{COOKIE}={agent.doors.cookie}"
    for path in paths:
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n"
        answer = agent.raw(f"{head}Connection: close\r\n\r\n".encode())
        assert answer.startswith(b"HTTP/1.1 "), path
        assert MARK.encode() not in answer, path
        assert b" 500 " not in answer.splitlines()[0], path


def test_signing_out_here_signs_nobody_out_there(agent: Agent, other: Agent) -> None:
    agent.submit(f"{agent.root}/sign-out")
    assert agent.get(f"{agent.root}/").status == 302
    assert other.get(f"{other.root}/").status == 200


def test_no_answer_names_another_world(walked: Walked, elsewhere: World) -> None:
    for answer in walked(PERSONA).found.answers:
        assert f"/w/{elsewhere.id}/" not in answer.all
        assert MARK not in answer.all
