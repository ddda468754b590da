"""An agent gives the host addresses to look at: the host never connects to anything."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest
from tests.gates.agent import Agent, endpoints, in_words_of, tools
from tests.gates.crawling import crawl
from tests.gates.facets import shown_to
from tests.gates.sampling import turn

from workworld.operations import Effect, operation_of


@pytest.fixture
def outgoing(monkeypatch: pytest.MonkeyPatch, agent: Agent) -> Iterator[list[object]]:
    """Every connection and look-up of this process, the host included, that is not to it."""
    made: list[object] = []
    connect, connect_ex, look_up = (
        socket.socket.connect,
        socket.socket.connect_ex,
        socket.getaddrinfo,
    )

    def is_own(address: Any) -> bool:
        return isinstance(address, tuple) and address[1] == agent.port

    def watched(self: socket.socket, address: Any) -> None:
        if not is_own(address):
            made.append(address)
            raise ConnectionRefusedError
        connect(self, address)

    def watched_ex(self: socket.socket, address: Any) -> int:
        if not is_own(address):
            made.append(address)
        return connect_ex(self, address)

    def watched_look_up(host: Any, port: Any, *rest: Any, **how: Any) -> Any:
        if str(port) != str(agent.port):
            made.append((host, port))
        return look_up(host, port, *rest, **how)

    monkeypatch.setattr(socket.socket, "connect", watched)
    monkeypatch.setattr(socket.socket, "connect_ex", watched_ex)
    monkeypatch.setattr(socket, "getaddrinfo", watched_look_up)
    yield made
    monkeypatch.undo()


def bait(agent: Agent) -> list[str]:
    """Addresses that a service which fetches what it is shown would fetch."""
    control = agent.premises.control_port
    return [
        "http://169.254.169.254/latest/meta-data/",
        f"http://127.0.0.1:{control}/api/host",
        f"http://localhost:{control}/health",
        f"http://[::ffff:127.0.0.1]:{control}/",
        f"http://2130706433:{control}/",
        "http://example.com/page",
        "https://wiki.calderoute.example/oncall/alarm-levels",
        "file:///etc/passwd",
        "gopher://127.0.0.1:25/",
        "ftp://127.0.0.1/x",
        f"{agent.premises.host.origin}/w/other/",
        f"{agent.premises.host.origin}@127.0.0.1:{control}/",
        "//127.0.0.1/x",
        "dict://127.0.0.1:11211/stat",
    ]


def test_no_address_that_an_agent_writes_is_looked_at(agent: Agent, outgoing: list[object]) -> None:
    written = 0
    addresses = bait(agent)
    rows = [
        (app, row)
        for app, row in [*endpoints(), *tools()]
        if operation_of(row.function).effect is Effect.WRITE
    ]
    for number, (app, row) in enumerate(rows):
        facts = shown_to(agent, app.id)
        texts = [name for name, value in facts.items() if value == "a word"]
        for address in turn(len(addresses), addresses, number):
            ways = (address, f"<{address}|a page>", f"![x]({address})")
            for text in turn(len(ways), ways, number):
                given = in_words_of(row, {**facts, **dict.fromkeys(texts, text)})
                if hasattr(row, "path"):
                    agent.rest(app, row, given)
                else:
                    agent.tool(app, row.name, given)
                written += 1
    crawl(agent)
    assert any(entry.outcome == "ok" for entry in agent.doors.journal)
    assert written
    assert outgoing == []


def test_the_watch_sees_connections(outgoing: list[object]) -> None:
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", 9), timeout=1)
    assert ("127.0.0.1", 9) in outgoing
