"""An agent sends requests that two readers might understand differently."""

import re

import pytest
from tests.gates.agent import Agent
from tests.gates.conftest import Enter
from tests.gates.sampling import sample

from workworld import loading
from workworld.doors.web import COOKIE


def inner(agent: Agent, host: str = "127.0.0.1") -> bytes:
    """A complete request that would sign the person out if anybody ran it."""
    proof = agent.premises.authority.csrf(agent.doors.cookie)
    body = f"csrf={proof}".encode()
    head = (
        f"POST {agent.root}/sign-out HTTP/1.1\r\nHost: {host}\r\n"
        f"Cookie: {COOKIE}={agent.doors.cookie}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


def test_inner_request_works_when_it_is_sent_plainly(agent: Agent) -> None:
    assert b" 303 " in agent.raw(inner(agent)).splitlines()[0]
    assert agent.get(f"{agent.root}/").status == 302


CONTRADICTIONS = {
    "length and chunks": "Content-Length: {length}\r\nTransfer-Encoding: chunked",
    "chunks and length": "Transfer-Encoding: chunked\r\nContent-Length: {length}",
    "two lengths": "Content-Length: 0\r\nContent-Length: {length}",
    "two lengths in one": "Content-Length: 0, {length}",
    "signed length": "Content-Length: +{length}",
    "negative length": "Content-Length: -1",
    "length in hex": "Content-Length: 0x10",
    "length with a space": "Content-Length : {length}",
    "folded length": "Content-Length:\r\n {length}",
    "unknown encoding": "Transfer-Encoding: xchunked\r\nContent-Length: {length}",
    "two encodings": "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
    "encoding with a tab": "Transfer-Encoding:\tchunked\r\nContent-Length: {length}",
    "encoding with a vertical tab": "Transfer-Encoding: \x0bchunked\r\nContent-Length: {length}",
    "encoding in a list": "Transfer-Encoding: identity, chunked\r\nContent-Length: {length}",
    "encoding after a bare return": "X: y\rTransfer-Encoding: chunked\r\nContent-Length: {length}",
    "encoding after a bare feed": "X: y\nTransfer-Encoding: chunked\r\nContent-Length: {length}",
}


@pytest.mark.parametrize("said", sample(CONTRADICTIONS, 3))
def test_contradictory_lengths_run_no_second_request(agent: Agent, said: str) -> None:
    """Whatever is made of the head, what lies behind it is a body or the end of the connection.

    A reader that goes by the length takes the inner request for the body. One that goes by the
    chunks sees an empty body and then a request: it must not go on to it.
    """
    behind = b"0\r\n\r\n" + inner(agent)
    headers = CONTRADICTIONS[said].format(length=len(behind))
    head = f"POST {agent.root}/nope HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}\r\n\r\n"
    answer = agent.raw(head.encode() + behind, seconds=1)
    assert agent.get(f"{agent.root}/").status == 200, "the inner request was run"
    assert answer.count(b"HTTP/1.1 ") <= 1
    assert agent.doors.journal == []


@pytest.mark.parametrize(
    "chunk",
    sample(
        [b"-1\r\nx", b"0x5\r\nhello", b"5 \r\nhello", b"ffffffffffffffffff\r\nx", b"5;\n\r\nhe"], 1
    ),
)
def test_odd_chunks_run_no_second_request(agent: Agent, chunk: bytes) -> None:
    head = (
        f"POST {agent.root}/nope HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    agent.raw(head.encode() + chunk + b"\r\n", seconds=1)
    assert agent.get(f"{agent.root}/").status == 200


@pytest.mark.parametrize(
    "hosts",
    [
        "Host: 127.0.0.1\r\nHost: evil.example",
        "Host: evil.example\r\nHost: 127.0.0.1",
        "Host: evil.example\r\nX-Forwarded-Host: 127.0.0.1",
        "Host: 127.0.0.1, evil.example",
        "Host: 127.0.0.1@evil.example",
        "Host: 127.0.0.1:80#evil.example",
        "Host: 127.0.0.1:99999999",
        "X: y",
    ],
)
def test_two_names_or_none_are_refused(agent: Agent, hosts: str) -> None:
    request = f"GET {agent.root}/sign-in HTTP/1.1\r\n{hosts}\r\nConnection: close\r\n\r\n"
    first_line = agent.raw(request.encode()).splitlines()[0]
    assert re.match(rb"HTTP/1.1 4(00|21) ", first_line), first_line


@pytest.mark.parametrize(
    "header", ["X-Forwarded-Host: evil.example", "X-Forwarded-Proto: https", "Forwarded: host=evil"]
)
def test_answers_do_not_repeat_what_a_proxy_would_say(agent: Agent, header: str) -> None:
    name, _, value = header.partition(": ")
    for path in (f"{agent.root}/", agent.root, f"{agent.root}/sign-in"):
        answer = agent.send("GET", path, headers={name: value})
        assert "evil" not in answer.all


ROUNDABOUT = ["/w/x/../{world}/", "/%77/{world}/", "//w/{world}/", "/w//{world}/", "/W/{world}/"]
ROUNDABOUT += [
    "/w/{world}%2f",
    "/w/{world}%00/",
    "/w/{world}/%2e/",
    "/w/{world};x/",
    "/w/{world}%20/",
]
ROUNDABOUT += ["http://127.0.0.1/w/{world}/", "http://evil.example/w/{world}/", "*", "w/{world}/"]


@pytest.mark.parametrize("target", sample(ROUNDABOUT, 4))
def test_roundabout_targets_lead_to_the_persons_own_pages_or_nowhere(
    enter: Enter, agent: Agent, target: str
) -> None:
    other = enter()
    cookie = f"{COOKIE}={agent.doors.cookie}"
    for world in (agent.world.id, other.world.id):
        path = target.format(world=world)
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n"
        answer = agent.raw(f"{head}Connection: close\r\n\r\n".encode())
        status = int(answer.split(b" ", 2)[1])
        assert status < 500
        assert world == agent.world.id or status != 200


def test_app_prefixes_do_not_run_into_each_other(agent: Agent) -> None:
    for app in loading.apps():
        for near in (f"{app.id}%2fmcp", f"{app.id}/mcp/", f"{app.id}/mcp/x", f"{app.id}//mcp"):
            answer = agent.send("POST", f"{agent.root}/{near}", json={})
            assert answer.status in (401, 403, 404, 405), (near, answer.status)
