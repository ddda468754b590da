"""An agent at a real host: one person's credentials, the agent port, and nothing else."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any
from urllib.parse import quote, urlsplit

import httpx2
from tests.kit import Doors

from workworld import loading
from workworld.directory.models import AccountKind
from workworld.doors.flask_apps import apis_of
from workworld.doors.mcp import FULL, Tool
from workworld.doors.rest import Endpoint
from workworld.doors.web import COOKIE
from workworld.host import Host
from workworld.identity import Authority
from workworld.manifest import App
from workworld.operations import operation_of, operations
from workworld.worlds import Snapshot, World, Worlds

Facts = Mapping[str, Any]
"""Values by the operations' names of their arguments."""
FOR_EVERYBODY = ("/static/", "/chat/emoji/", "/crm/public/")
"""What is served to whoever knows its address, signed in or not: emoji by their digest, and the
forms that the company's customers fill in on its site."""
_PARTS = re.compile(r"<(?:any\(\W*([\w-]+)[^)]*\):|\w+:)?(\w+)>")
"""Arguments in paths; of a few that are taken, the first."""
MCP_HEADERS = {"Accept": "application/json, text/event-stream"}


@dataclass(frozen=True)
class Premises:
    """A host that serves every world of a store for as long as the tests run."""

    host: Host
    worlds: Worlds
    snapshot: Snapshot
    authority: Authority

    @property
    def control_port(self) -> int:
        """The number that agents must never learn."""
        port = urlsplit(self.host.control_origin).port
        assert port is not None
        return port


@dataclass(frozen=True)
class Answer:
    """What somebody was given, and where."""

    where: str
    status: int
    headers: str
    text: str

    @property
    def all(self) -> str:
        """Everything that can be read of it."""
        return f"{self.headers}\n{self.text}"


def mark_of(app: App) -> str:
    """How a person's token of an app begins."""
    return app.token_prefixes[AccountKind.PERSON]


class Agent:
    """A person in a world, as an agent has them: cookie, tokens, and the agent port."""

    def __init__(self, premises: Premises, world: World, person_id: str) -> None:
        self.premises = premises
        self.world = world
        self.person_id = person_id
        self.doors = Doors(world, premises.authority, person_id)
        self.root = self.doors.site.root
        self.port = int(premises.host.origin.rpartition(":")[2])
        self.http = httpx2.Client(base_url=premises.host.origin, timeout=30)

    def close(self) -> None:
        """Hang up."""
        self.http.close()

    def token(self, app: App) -> str:
        """The person's token for an app."""
        return self.premises.authority.token(self.world, self.person_id, mark_of(app))

    def bearer(self, app: App) -> dict[str, str]:
        """The headers of a REST or MCP request."""
        return {"Authorization": f"Bearer {self.token(app)}"}

    def get(self, path: str, **how: Any) -> Answer:
        """A page, with the cookie, without going where it leads."""
        return self.send("GET", path, **how)

    def send(self, method: str, path: str, **how: Any) -> Answer:
        """Any request with the cookie; ``path`` begins at the port's root."""
        headers = {"Cookie": f"{COOKIE}={self.doors.cookie}", **how.pop("headers", {})}
        return answered(self.http.request(method, path, headers=headers, **how))

    def unsigned(self, method: str, path: str, **how: Any) -> Answer:
        """Any request without a credential."""
        return answered(self.http.request(method, path, **how))

    def submit(self, path: str, **fields: str) -> Answer:
        """A form as one of our own pages would send it."""
        proof = self.premises.authority.csrf(self.doors.cookie)
        return self.send("POST", path, data={"csrf": proof, **fields})

    def rest(
        self, app: App, endpoint: Endpoint, arguments: Facts, *, headers: Any = None
    ) -> Answer:
        """An endpoint, by its last method and with a JSON body, with the person's own token."""
        return self.request(app, endpoint.methods[-1], endpoint.path, arguments, headers=headers)

    def request(
        self, app: App, method: str, path: str, arguments: Facts, *, headers: Any = None
    ) -> Answer:
        """A REST request; arguments that the path names go there, all others into the body."""
        from tests.gates.facets import facets_of  # which tells of agents itself

        facets = facets_of(app.id)
        rest = {**facets.in_paths, **arguments}
        place = _PARTS.sub(lambda part: str(rest.pop(part[2], part[1] or "x")), path)
        rest = {name: value for name, value in rest.items() if name in arguments}
        how = dict(facets.asked(method, path, rest))
        headers = (self.bearer(app) if headers is None else headers) | how.pop("headers", {})
        url = f"{self.root}/{app.id}{place}"
        return answered(self.http.request(method, url, headers=headers, **how))

    def mcp(self, app: App, method: str, params: Facts) -> Answer:
        """A message to an app's MCP server, which offers all tools of its table."""
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": dict(params)}
        headers = self.bearer(app) | MCP_HEADERS
        url = f"{self.root}/{app.id}/mcp?profile={FULL}"
        return answered(self.http.post(url, json=message, headers=headers))

    def tool(self, app: App, name: str, arguments: Facts) -> Answer:
        """A tool call."""
        answer = self.mcp(app, "tools/call", {"name": name, "arguments": dict(arguments)})
        return replace(answer, where=f"{answer.where} {name}")

    def raw(self, data: bytes, *, seconds: float = 2) -> bytes:
        """Bytes as they are to the agent port, and all that comes back."""
        received = b""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as connection:
            connection.sendall(data)
            try:
                while part := connection.recv(65_536):
                    received += part
            except (TimeoutError, ConnectionResetError):
                pass
        return received


def alike(one: Answer, other: Answer, names: Mapping[str, str]) -> bool:
    """Whether answers about something and about nothing differ in these names and the time alone.

    Args:
        one: what was told of the one.
        other: what was told of the other.
        names: what was asked for → what was asked for in its stead, and is not there.
    """

    def unnamed(text: str) -> str:
        for there, missing in names.items():
            text = text.replace(there, missing)
        return text

    def bare(answer: Answer) -> list[int | str]:
        headers = re.sub(r"^date: .*$", "", answer.headers, flags=re.MULTILINE)
        return [answer.status, unnamed(headers), unnamed(answer.text)]

    return bare(one) == bare(other)


def answered(response: httpx2.Response) -> Answer:
    """A response, flat."""
    headers = "\n".join(f"{name}: {value}" for name, value in response.headers.multi_items())
    where = f"{response.request.method} {response.request.url}"
    return Answer(where, response.status_code, headers, response.text)


def endpoints() -> Iterator[tuple[App, Endpoint]]:
    """Every row of every REST table."""
    for app in loading.apps():
        for api in apis_of(app):
            for endpoint in api.endpoints:
                yield app, endpoint


def tools() -> Iterator[tuple[App, Tool]]:
    """Every row of every tool table."""
    manifests = {app.id: app for app in loading.apps()}
    for table in loading.tool_tables():
        for tool in table.tools:
            yield manifests[table.app_id], tool


def in_words_of(row: Endpoint | Tool, facts: Facts) -> dict[str, Any]:
    """The arguments of an endpoint or a tool that these facts give, under its own names.

    What is no operation's argument is a tool's own, such as the site that it is asked of, or
    named by the endpoint's path alone.
    """
    known = operation_of(row.function).arguments.model_fields
    given = {row.names.get(name, name): value for name, value in facts.items() if name in known}
    if isinstance(row, Tool):
        own = {name: value for name, value in facts.items() if name not in argument_names()}
        return {name: value for name, value in (own | given).items() if name in row.properties}
    named = {name: facts[name] for _words, name in _PARTS.findall(row.path) if name in facts}
    return named | given


@cache
def argument_names() -> frozenset[str]:
    """The names of all arguments of all operations."""
    loading.apps()
    return frozenset(
        name for declared in operations().values() for name in declared.arguments.model_fields
    )


_PART = re.compile(r"<(?:(?P<kind>\w+(?:\([^)]*\))?):)?(?P<name>\w+)>")
"""A part of a path that an argument fills; more may stand beside it between two slashes."""


def in_address(path: str, arguments: dict[str, Any]) -> str:
    """The path with its parts filled from the arguments; of few that are taken, with the first."""

    def filled(part: re.Match[str]) -> str:
        kind, name = part["kind"] or "", part["name"]
        given = str(arguments.pop(name, "1" if kind == "int" else "x"))
        one_of = re.match(r"any\(\W*([\w-]+)", kind)
        text = (one_of[1] if one_of else given).encode("utf-8", "replace")
        return quote(text, safe="") or "x"

    return _PART.sub(filled, path)
