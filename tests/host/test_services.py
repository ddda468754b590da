"""A company in several processes, each of which serves one part of it."""

import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest
from click.testing import CliRunner
from tests.forks import forked
from tests.serving import COMMAND, call, read_until

from workworld.cli import main
from workworld.host.composition import services
from workworld.worlds import Snapshot
from workworld.worlds.records import record_of

PERSON = {"person": "aruiz@calderoute.example"}


def kept_port(stack: ExitStack) -> int:
    """A port that no other process is given: the service that it is for may listen on it, or none.

    Linux lets two sockets have one port if both say so and neither listens yet, and picks such a
    port for nobody.
    """
    kept = stack.enter_context(socket.socket())
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    kept.bind(("127.0.0.1", 0))
    return int(kept.getsockname()[1])


@dataclass
class Company:
    """The services that run, each with the folders that it is to have and no more."""

    folder: Path
    snapshot: Snapshot
    ports: dict[str, int]
    control_port: int
    running: dict[str, subprocess.Popen[str]] = field(default_factory=dict)

    def arguments(self, service: str) -> list[str]:
        origins = " ".join(f"{name}={self.origin(name)}" for name in self.ports)
        return [
            "service", service, "--preset=tiny", f"--keys={self.folder / 'keys'}",
            f"--public={origins}", f"--inside={origins}",
            f"--port={self.ports.get(service, 0)}", f"--control-port={self.control_port}",
        ]  # fmt: skip

    def home(self, service: str) -> Path:
        """Worlds are there for all; the snapshot only for those who make worlds."""
        home = self.folder / service
        if not home.exists():
            home.mkdir()
            (self.folder / "worlds").mkdir(exist_ok=True)
            (home / "worlds").symlink_to(self.folder / "worlds")
            if service in ("seed", "control"):
                (home / "snapshots").symlink_to(self.folder / "snapshots")
        return home

    def origin(self, service: str) -> str:
        return f"http://127.0.0.1:{self.ports[service]}"

    def seed(self) -> str:
        """Make the world, as often as the company is started."""
        environment = {"WORKWORLD_HOME": str(self.home("seed"))}
        result = CliRunner().invoke(main, self.arguments("seed"), env=environment)
        assert result.exit_code == 0, result.output
        return result.output

    def start(self, service: str) -> None:
        own = {"WORKWORLD_HOME": str(self.home(service))}
        self.running[service] = forked(
            COMMAND, self.arguments(service), environment=own, stderr=subprocess.STDOUT
        )
        ready = "The portal is" if service == "control" else "The service"
        read_until(self.running[service], ready)

    def stop(self, service: str, number: int = signal.SIGTERM) -> None:
        with self.running.pop(service) as process:
            process.send_signal(number)

    def ask(self, method: str, path: str, **given: Any) -> dict[str, Any]:
        """What the control API answers."""
        token = (self.folder / "keys" / "admin-token").read_text()
        headers = {"Authorization": f"Bearer {token}"}
        url = f"http://127.0.0.1:{self.control_port}/api/{path}"
        answer = httpx2.request(method, url, headers=headers, json=given or None, timeout=60)
        assert answer.is_success, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def credentials(self, world: str = "main") -> dict[str, Any]:
        return self.ask("POST", f"worlds/{world}/credentials", **PERSON)


@pytest.fixture(scope="module")
def company(snapshot: Snapshot, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Company]:
    folder = tmp_path_factory.mktemp("company")
    (folder / "snapshots").mkdir()
    for path in (snapshot.path, record_of(snapshot.path)):
        shutil.copy2(path, folder / "snapshots")
    with ExitStack() as stack:
        ports = {each: kept_port(stack) for each in services()}
        company = Company(folder, snapshot, ports, kept_port(stack))
        company.seed()
        for service in ("control", "mcp", "chat", "tracker"):
            company.start(service)
            stack.callback(lambda name=service: name in company.running and company.stop(name))
        yield company


@pytest.fixture
def browser(company: Company) -> Iterator[httpx2.Client]:
    """A browser that has signed in at the front page."""
    with httpx2.Client(follow_redirects=True, timeout=60) as client:
        client.get(company.credentials()["launch_url"]).raise_for_status()
        yield client


def chat(company: Company, method: str, **arguments: Any) -> Any:
    token = company.credentials()["tokens"]["chat"]
    return call(f"{company.origin('chat')}/w/main/chat/api/", token, method, **arguments)


def tool(company: Company, name: str, **arguments: Any) -> str:
    """What a tool of any app answers."""
    token = company.credentials()["tokens"]["chat"]
    asked = {
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": name, "arguments": arguments},
    }  # fmt: skip
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/json, text/event-stream"}
    url = f"{company.origin('mcp')}/w/main/chat/mcp"
    return httpx2.post(url, json=asked, headers=headers, timeout=60).raise_for_status().text


def said_in_general(company: Company) -> list[str]:
    told = chat(company, "conversations.list", limit=200)["channels"]
    general = next(each["id"] for each in told if each["is_general"])
    found = chat(company, "conversations.history", channel=general, limit=200)["messages"]
    return [str(each["text"]) for each in found]


def test_company_is_made_once(company: Company) -> None:
    secret = (company.folder / "keys" / "secret").read_text()
    assert "main is ready" in company.seed()
    assert (company.folder / "keys" / "secret").read_text() == secret
    assert (company.folder / "keys" / "secret").stat().st_mode & 0o077 == 0


def test_each_service_serves_its_part_and_sends_on_to_the_others(
    company: Company, browser: httpx2.Client
) -> None:
    front = browser.get(f"{company.origin('control')}/w/main/")
    assert "Chat" in front.text
    there = browser.get(f"{company.origin('control')}/w/main/chat/?x=1")
    assert str(there.url).startswith(company.origin("chat"))
    assert there.status_code == 200
    board = browser.get(f"{company.origin('chat')}/w/main/tracker/")
    assert str(board.url).startswith(company.origin("tracker"))
    assert board.status_code == 200
    assert httpx2.post(f"{company.origin('chat')}/w/main/chat/mcp").status_code in (401, 404)


def test_what_is_posted_by_one_door_is_read_by_another_service(company: Company) -> None:
    assert chat(company, "chat.postMessage", channel="#general", text="seen by all")["ok"]
    assert "seen by all" in tool(company, "slack_search_public", query="seen by all")


def test_addresses_of_tools_are_those_of_the_service_that_has_them(company: Company) -> None:
    told = company.ask("GET", "worlds")["worlds"][0]
    assert told["mcp"] == f"{company.origin('mcp')}/w/main/mcp"
    assert told["apps"]["crm"]["mcp"] == f"{company.origin('mcp')}/w/main/crm/mcp"
    assert told["apps"]["crm"]["url"] == f"{company.origin('crm')}/w/main/crm/"
    assert told["url"] == f"{company.origin('control')}/w/main/"
    assert told["shared"]
    unknown = httpx2.post(told["apps"]["crm"]["mcp"], json={})
    assert f"{company.origin('mcp')}/w/main/crm/.well-known" in unknown.headers["WWW-Authenticate"]


def test_app_that_is_not_running_is_told_of(company: Company, browser: httpx2.Client) -> None:
    told = browser.get(f"{company.origin('chat')}/w/main/crm/o/Account/list")
    assert told.status_code == 503
    assert "CRM is not running just now" in told.text
    company.stop("tracker")
    told = browser.get(f"{company.origin('chat')}/w/main/tracker/")
    assert told.status_code == 503
    assert chat(company, "auth.test")["ok"]
    company.start("tracker")
    assert browser.get(f"{company.origin('chat')}/w/main/tracker/").status_code == 200


def test_reset_reaches_every_service(company: Company) -> None:
    assert chat(company, "chat.postMessage", channel="#general", text="not for long")["ok"]
    assert "not for long" in said_in_general(company)
    company.ask("POST", "worlds/main/reset")
    assert "not for long" not in said_in_general(company)
    assert "not for long" not in tool(company, "slack_search_public", query="not for long")


def test_new_world_is_there_in_every_service_until_it_is_removed(company: Company) -> None:
    made = company.ask("POST", "worlds", name="other")
    assert made["shared"]
    token = company.credentials("other")["tokens"]["chat"]
    root = f"{company.origin('chat')}/w/other/chat/api/"
    assert call(root, token, "chat.postMessage", channel="#general", text="elsewhere")["ok"]
    assert "elsewhere" not in said_in_general(company)
    assert httpx2.get(f"{company.origin('chat')}/w/none/chat/").status_code == 404


def test_signing_out_and_spent_links_count_for_every_service(company: Company) -> None:
    link = company.credentials()["launch_url"]
    page = link.replace(company.origin("control"), company.origin("chat"))
    with httpx2.Client() as first, httpx2.Client() as second:
        assert first.get(link).status_code == 303
        assert second.get(page).status_code == 401
        cookies = dict(first.cookies)
        proof = re.search(r'name="csrf" value="(\w+)"', first.get(link.split("launch")[0]).text)
        assert proof
        left = first.post(f"{company.origin('control')}/w/main/sign-out", data={"csrf": proof[1]})
        assert left.status_code == 303
        chats = httpx2.get(f"{company.origin('chat')}/w/main/chat/", cookies=cookies)
        assert chats.status_code in (302, 303), "the copied cookie counts no more"


def test_every_acknowledged_write_outlives_a_kill(company: Company) -> None:
    for number in range(20):
        assert chat(company, "chat.postMessage", channel="#general", text=f"kept {number}")["ok"]
    company.stop("chat", signal.SIGKILL)
    company.start("chat")
    found = said_in_general(company)
    assert {f"kept {number}" for number in range(20)} <= {*found}


def test_task_is_set_done_and_graded(company: Company) -> None:
    company.ask("POST", "worlds/main/task", task="communication.post_announcement", seed=1)
    assert company.ask("POST", "worlds/main/grade")["reward"] == 0
    company.ask("POST", "worlds/main/reset")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["service", "fax"], "no service"),
        (["service", "chat", "--world=nope"], "there is no shared world 'nope'"),
        (["service", "chat", "--public=chat=http://x"], "control is missing"),
    ],
)
def test_mistakes_are_told(company: Company, wrong: list[str], said: str) -> None:
    arguments = company.arguments("chat")
    arguments[: min(2, len(wrong))] = wrong[:2]
    environment = {"WORKWORLD_HOME": str(company.home("chat"))}
    result = CliRunner().invoke(main, [*arguments, *wrong[2:]], env=environment)
    assert result.exit_code != 0
    assert said in result.output


def test_world_of_another_version_is_kept(company: Company) -> None:
    older = company.folder / "worlds" / "old-0123456789abcdef"
    older.mkdir()
    (older / "world.sqlite").touch()
    environment = {"WORKWORLD_HOME": str(company.home("seed"))}
    arguments = [*company.arguments("seed"), "--world=old"]
    result = CliRunner().invoke(main, arguments, env=environment)
    assert result.exit_code == 1
    assert "cannot be carried over" in result.output
    assert (older / "world.sqlite").exists()
