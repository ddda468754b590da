"""WebSockets at the agent port: opened by a ticket where one is expected, and nowhere else."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

import pytest
from slack_sdk import WebClient
from tests.kit import Doors, Office

from workworld.host import Host

_ASKING = (
    "GET {path} HTTP/1.1\r\nHost: {name}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.fixture
def address(host: Host, doors: Doors, office: Office) -> str:
    """Where an app may connect."""
    bot = office.people["lookout"]
    token = doors.authority.token(doors.world, bot, "xapp-", scopes=["connections:write"])
    client = WebClient(base_url=f"{host.origin}/w/{doors.world.id}/chat/api/")
    return str(client.apps_connections_open(app_token=token)["url"])


def status(address: str, path: str, name: str = "127.0.0.1") -> str:
    """What a request for a WebSocket is answered."""
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname, parts.port), 10) as open_:
        open_.sendall(_ASKING.format(path=path, name=name).encode())
        return open_.recv(64).decode("latin-1").split(" ")[1]


def test_a_ticket_opens_a_connection_though_the_host_has_no_port(address: str) -> None:
    parts = urlsplit(address)
    assert status(address, f"{parts.path}?{parts.query}") == "101"


def test_nothing_else_opens_one(address: str, doors: Doors) -> None:
    parts = urlsplit(address)
    root = f"/w/{doors.world.id}"
    for path in (
        parts.path,
        f"{parts.path}?{parts.query}x",
        f"{parts.path}?{parts.query.replace('ticket=', 'ticket=A')}",
        f"{root}/chat/api/auth.test",
        f"{root}/live",
        f"/w/other/chat/link?{parts.query}",
        "/health",
        "/",
    ):
        assert status(address, path) == "403", path
    assert status(address, f"{parts.path}?{parts.query}", "evil.example") == "403"
