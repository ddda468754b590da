"""An agent reaches for the files of the machine through the routes that serve files."""

import pytest
from tests.gates.agent import Agent
from tests.kit import flask_apps

from workworld import loading
from workworld.doors.web import COOKIE

ROUTES = [
    (name, rule.rule.partition("<")[0])
    for name, app in flask_apps().items()
    for rule in app.url_map.iter_rules()
    if "<path:" in rule.rule or "filename" in rule.arguments
]
CLIMBS = ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..\\", "..%5c", "%252e%252e%252f", "....//"]
CLIMBS += ["..%c0%af", "%c0%ae%c0%ae/", "./../", "x/../../", "//", "%2f", "..;/", "%00../"]
TARGETS = [
    "web.py",
    "ui.py",
    "templates/layout.html",
    "etc/passwd",
    "pyproject.toml",
    "__init__.py",
]
GIVEN_AWAY = [b"from __future__", b"{% extends", b"{% from", b"root:", b"[build-system]"]


def served(agent: Agent, path: str) -> bytes:
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {COOKIE}={agent.doors.cookie}\r\n"
    return agent.raw(f"{head}Connection: close\r\n\r\n".encode())


@pytest.mark.parametrize(("name", "prefix"), ROUTES)
def test_no_file_outside_its_folder_is_served(agent: Agent, name: str, prefix: str) -> None:
    root = agent.root + prefix if name == "home" else f"{agent.root}/{name}{prefix}"
    for climb in CLIMBS:
        for depth in (1, 2, 9):
            for target in TARGETS:
                answer = served(agent, root + climb * depth + target)
                assert answer, target
                assert not any(words in answer for words in GIVEN_AWAY), (climb, depth, target)
                assert b" 50" not in answer[:13], (climb, depth, target, answer[:200])


@pytest.mark.parametrize(
    "name", [".env", ".git/config", "ui.py", "models.py", "app.db", "x%00.css"]
)
def test_no_file_beside_the_pages_is_served(agent: Agent, name: str) -> None:
    for root in (agent.root, *(f"{agent.root}/{app.id}" for app in loading.apps())):
        for folder in ("", "static/", "templates/", "files/"):
            assert b" 404 " in served(agent, f"{root}/{folder}{name}").splitlines()[0]


def test_long_addresses_and_headers_are_refused_in_words(agent: Agent) -> None:
    for size in (3_000, 60_000, 300_000):
        answer = served(agent, f"{agent.root}/static/{'a' * size}")
        first_line = (answer.splitlines() or [b"closed"])[0]
        assert b" 50" not in first_line, first_line
    assert agent.get(f"{agent.root}/").status == 200
