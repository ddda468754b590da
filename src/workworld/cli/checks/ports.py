"""The ports that a host takes by default, and who has them."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx2

from workworld.cli.checks.check import Check, fail, ok, warn
from workworld.host.whereabouts import Whereabouts, running_host

AGENT_PORT, CONTROL_PORT = 8700, 8701
_TODO = "serve elsewhere: workworld serve --port 0 --control-port 0"


def ports(home: Path) -> Iterator[Check]:
    """Whether the usual ports are free, or our own host answers there."""
    try:
        host = running_host(home)
    except httpx2.TimeoutException:
        yield fail("Host", f"the host of {home} does not answer", "stop it and start it again")
        return
    ours = {} if host is None else _ports_of(host)
    if host is not None:
        yield ok("Host", f"runs as process {host.pid}, its control port is {host.control}")
    for name, port in (("Agent port", AGENT_PORT), ("Control port", CONTROL_PORT)):
        if port in ours:
            yield ok(name, f"{port}: our host's {ours[port]} port")
        elif _is_free(port):
            yield ok(name, f"{port} is free")
        else:
            yield warn(name, f"{port}: {_who_has(port)}", _TODO)


def _ports_of(host: Whereabouts) -> dict[int | None, str]:
    agent = host.client.ask("GET", "/api/host")["agent_origin"]
    return {urlsplit(agent).port: "agent", urlsplit(host.control).port: "control"}


def _is_free(port: int) -> bool:
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _who_has(port: int) -> str:
    try:
        with httpx2.Client(trust_env=False, timeout=2) as client:
            answer = client.get(f"http://127.0.0.1:{port}/health")
    except httpx2.HTTPError:
        return "another program has it"
    if answer.text == '{"status":"ok"}':
        return "the control port of a host with another WORKWORLD_HOME"
    return "another web server has it"
