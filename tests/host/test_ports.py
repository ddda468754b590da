import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from sqlalchemy import select
from tests.files.sending import announce
from tests.kit import Doors, Office
from tests.serving import read_until, serving

from workworld.apps.chat.models import Message
from workworld.directory.people import canonical_url
from workworld.host import Host
from workworld.identity import Authority
from workworld.worlds import Snapshot, World, Worlds


@pytest.fixture
def agent(host: Host) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=host.origin) as client:
        yield client


@pytest.mark.parametrize(
    "path", ["/", "/w", "/w/", "/w/nope/", "/w/../", "/api/worlds", "/ready", "/W/w1/"]
)
def test_agent_port_shows_nothing_outside_its_worlds(agent: httpx2.Client, path: str) -> None:
    response = agent.get(path)
    assert (response.status_code, response.text) == (404, "Not found")


def test_agent_port_says_that_it_is_healthy_and_nothing_else(agent: httpx2.Client) -> None:
    for name in ("127.0.0.1", "10.1.2.3"):
        response = agent.get("/health", headers={"Host": name})
        assert (response.status_code, response.text) == (200, "ok")


@pytest.mark.parametrize("path", ["/chat.json", "/chat-x/y", "/chatter/"])
def test_only_an_apps_own_name_leads_to_it(agent: httpx2.Client, doors: Doors, path: str) -> None:
    assert agent.get(doors.site.root + path).status_code == 404


def test_chunked_bodies_are_read(agent: httpx2.Client, doors: Doors) -> None:
    headers = {"Authorization": f"Bearer {doors.token}", "Content-Type": "application/json"}
    body = iter([b'{"channel": "#general", ', b'"text": "in chunks"}'])
    url = f"{doors.site.root}/chat/api/chat.postMessage"
    assert agent.post(url, content=body, headers=headers).json()["ok"]


def test_large_bodies_are_taken_where_files_are_sent(agent: httpx2.Client, doors: Doors) -> None:
    content, chat = b"x" * (2 << 20), f"{doors.site.root}/chat"
    begun = announce(doors, "large.bin", content)["upload_url"].rpartition("/upload/")[2]
    assert agent.post(f"{chat}/upload/v1/F0/x", content=content).status_code == 404
    taken = agent.post(f"{chat}/upload/{begun}", content=content)
    assert (taken.status_code, taken.text) == (200, f"OK - {len(content)}")


def test_mcp_has_no_stream_to_listen_to(agent: httpx2.Client, doors: Doors) -> None:
    headers = {"Authorization": f"Bearer {doors.token}", "Accept": "text/event-stream"}
    assert agent.get(f"{doors.site.root}/chat/mcp", headers=headers).status_code == 405


def test_world_and_app_are_reached_without_the_last_slash(
    agent: httpx2.Client, doors: Doors
) -> None:
    root = doors.site.root
    assert agent.get(root).headers["Location"] == f"{root}/"
    assert agent.get(f"{root}/chat").headers["Location"] == f"{root}/chat/"
    assert agent.get(f"{root}/").headers["Location"].startswith(f"{root}/sign-in")


@pytest.mark.parametrize(
    "name", ["evil.example", "127.0.0.1.evil.example", "", "a b", "127.0.0.1:x"]
)
def test_foreign_host_names_are_refused(host: Host, doors: Doors, name: str) -> None:
    with socket.create_connection(("127.0.0.1", int(host.origin.rpartition(":")[2]))) as connection:
        request = f"GET {doors.site.root}/ HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n"
        connection.sendall(request.encode())
        answer = connection.recv(4096)
    assert b" 421 " in answer.splitlines()[0] or b" 400 " in answer.splitlines()[0]


@pytest.mark.parametrize(
    "path",
    ["/static/../web.py", "/static/%2e%2e/web.py", "/static/..%2fweb.py", "/chat/static/../ui.py"],
)
def test_files_outside_the_static_folder_are_not_served(
    agent: httpx2.Client, doors: Doors, path: str
) -> None:
    assert agent.get(doors.site.root + path).status_code in (302, 404)


def test_static_files_are_kept_for_as_long_as_they_stay_the_same(
    agent: httpx2.Client, doors: Doors, office: Office
) -> None:
    cookie = {"Cookie": f"workworld={doors.cookie}"}
    page = agent.get(f"{doors.site.root}/chat/c/{office.channels['general']}", headers=cookie).text
    urls = re.findall(r'(?:href|src)="([^"]+\.(?:css|js|svg)\?v=\w+)"', page)
    names = {urlsplit(url).path.rpartition("/")[2] for url in urls}
    assert {"shared.css", "channel.css", "chat.js"} <= names
    for url in urls:
        response = agent.get(url)
        assert response.status_code == 200
        assert "immutable" in response.headers["Cache-Control"], url
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        tag = {"If-None-Match": response.headers["ETag"]}
        assert agent.get(url, headers=tag).status_code == 304


def test_static_file_of_another_version_is_not_kept(agent: httpx2.Client, doors: Doors) -> None:
    url = f"{doors.site.root}/static/tokens.css"
    for query in ("", "?v=1", "?v=%00", "?v=1&v=2"):
        response = agent.get(url + query)
        assert response.headers["Content-Type"].startswith("text/css")
        assert response.headers["Cache-Control"] == "no-cache"
    head = agent.head(url)
    assert int(head.headers["Content-Length"]) == len(agent.get(url).content)
    assert agent.post(url).status_code == 405
    assert agent.get(f"{doors.site.root}/static/").status_code == 404


def test_apps_are_called_by_their_public_address(
    worlds: Worlds, world: World, snapshot: Snapshot, doors: Doors
) -> None:
    public = {"chat": "https://chat.calderoute.test/{world}"}
    authority = doors.authority
    with Host(worlds, snapshot, authority, public=public, control_port=0) as host:
        url = f"{host.origin}/w/{world.id}/chat"
        headers = {"Authorization": f"Bearer {doors.token}", "Host": "chat.calderoute.test"}
        answer = httpx2.post(f"{url}/api/auth.test", headers=headers).json()
        own = {**headers, "Origin": "https://chat.calderoute.test"}
        body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        assert httpx2.post(f"{url}/mcp", json=body, headers=own).status_code == 200
        for origin in ("https:", "https://calderoute.test", "http://chat.calderoute.test:1"):
            foreign = {**headers, "Origin": origin}
            assert httpx2.post(f"{url}/mcp", json=body, headers=foreign).status_code == 403
        admin = {"Authorization": f"Bearer {host.admin_token}"}
        told = httpx2.get(f"{host.control_origin}/api/worlds", headers=admin).json()
        root = f"https://chat.calderoute.test/{world.id}"
        assert host.addresses(world.id).mcp("chat") == f"{root}/mcp"
        challenge = httpx2.post(f"{url}/mcp", json=body, headers={"Host": headers["Host"]})
        known = f"{root}/.well-known/oauth-protected-resource/mcp"
        assert f'resource_metadata="{known}"' in challenge.headers["WWW-Authenticate"]
        metadata = httpx2.get(known.replace(root, url), headers={"Host": headers["Host"]}).json()
    assert metadata["resource"] == f"{root}/mcp"
    assert told["worlds"][0]["apps"]["chat"] == {"url": f"{root}/", "mcp": f"{root}/mcp"}
    assert answer["url"] == f"{root}/"


@pytest.mark.parametrize(
    "root", ["https://chat.calderoute.test/{world}", "https://chat.calderoute.test", ""]
)
def test_own_addresses_lead_to_where_each_app_is_reached(
    worlds: Worlds, world: World, snapshot: Snapshot, doors: Doors, office: Office, root: str
) -> None:
    public = {"chat": root} if root else {}
    general = office.channels["general"]
    with Host(worlds, snapshot, doors.authority, public=public) as host:
        own = host.addresses(world.id)
        said = f"{own.app('chat')}/c/{general} {own.app('files')}/F0 {own.app('people')}/U0"
        headers = {"Authorization": f"Bearer {doors.token}"}
        answer = httpx2.post(
            f"{host.origin}/w/{world.id}/chat/api/chat.postMessage",
            json={"channel": general, "text": said},
            headers=headers,
        ).json()
    assert answer["message"]["text"] == said
    with world.reading() as session:
        text = session.scalar(select(Message.text).order_by(Message.ts.desc()).limit(1))
        chat, files, people = (canonical_url(session, app) for app in ("chat", "files", "people"))
    assert text == f"{chat}/c/{general} {files}/F0 {people}/U0"


def test_cookie_of_one_world_is_worthless_in_another(
    agent: httpx2.Client, doors: Doors, worlds: Worlds, snapshot: Snapshot
) -> None:
    other = worlds.open(snapshot)
    cookie = f"workworld={doors.cookie}"
    here = agent.get(f"{doors.site.root}/", headers={"Cookie": cookie})
    there = agent.get(f"/w/{other.id}/", headers={"Cookie": cookie})
    assert (here.status_code, there.status_code) == (200, 302)


# The control port


@pytest.mark.parametrize("path", ["/", "/api/worlds", "/api/worlds/w1/people"])
@pytest.mark.parametrize("token", [None, "wrong", "é"])
def test_control_port_asks_for_the_admin_token(host: Host, path: str, token: str | None) -> None:
    for given in (
        {"headers": {"Authorization": f"Bearer {token}".encode()}},
        {"params": {"token": token}},
    ):
        arguments: Any = given if token else {}
        assert httpx2.get(host.control_origin + path, **arguments).status_code == 401


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER "])
def test_every_door_reads_a_token_alike(host: Host, doors: Doors, scheme: str) -> None:
    root = f"{host.origin}{doors.site.root}"
    for url, token in (
        (f"{root}/chat/api/auth.test", doors.token),
        (f"{root}/chat/files-pri/T0-F0/x", doors.token),
        (f"{root}/chat/mcp", doors.token),
        (f"{root}/session/mcp", doors.token),
        (f"{host.control_origin}/api/worlds", host.admin_token),
    ):
        is_read = url.endswith(("/x", "/api/worlds"))
        for given, let_in in ((f"{scheme} {token}", True), (f"Basic {token}", False)):
            headers = {"Authorization": given}
            answer = httpx2.request("GET" if is_read else "POST", url, headers=headers)
            is_out = answer.status_code == 401 or '"not_authed"' in answer.text
            assert is_out is not let_in, (url, given, answer.text)


def test_control_port_is_healthy_without_a_token(host: Host) -> None:
    assert httpx2.get(f"{host.control_origin}/health").json() == {"status": "ok"}


def test_control_port_answers_to_its_own_names_only(host: Host) -> None:
    url = f"{host.control_origin}/health"
    assert httpx2.get(url, headers={"Host": "evil.example"}).status_code == 400


@pytest.mark.parametrize("address", ["127.0.0.2", "::1"])
def test_links_lead_to_where_the_host_listens(
    worlds: Worlds, world: World, snapshot: Snapshot, authority: Authority, address: str
) -> None:
    with Host(worlds, snapshot, authority, address=address) as host:
        assert httpx2.get(host.addresses(world.id).home).status_code == 302


def test_answers_do_not_wait_for_acknowledgements(worlds: Worlds, snapshot: Snapshot) -> None:
    """asyncio turns Nagle's algorithm off only for sockets whose protocol is TCP by name."""
    with Host(worlds, snapshot, Authority()) as host:
        assert {server._listening.proto for server in host.servers} == {socket.IPPROTO_TCP}


def test_taken_port_is_an_error(host: Host, worlds: Worlds, snapshot: Snapshot) -> None:
    port = int(host.origin.rpartition(":")[2])
    with pytest.raises(OSError, match="in use"):
        Host(worlds, snapshot, host.authority, agent_port=port)
    with pytest.raises(OSError, match="in use"):
        Host(worlds, snapshot, host.authority, control_port=port)


@pytest.mark.parametrize("options", [(), ("--workers", "2")], ids=["one", "workers"])
@pytest.mark.usefixtures("built_there")
def test_serve_trains_when_it_is_told_to(tmp_path: Path, options: tuple[str, ...]) -> None:
    with serving(tmp_path, "--training", *options) as process:
        said = read_until(process, "Stop with")
        launch = re.search(r"Sign in as .+?(http\S+)", said)
        assert launch
        with httpx2.Client(follow_redirects=True) as browser:
            page = browser.get(launch[1]).text
        process.terminate()
        process.communicate()
    assert "<html" in page
    assert " data-still" in page
    assert "data-testid" not in page
