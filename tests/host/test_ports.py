import socket
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from tests.kit import Doors

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


def test_static_files_are_served_and_may_be_kept(agent: httpx2.Client, doors: Doors) -> None:
    response = agent.get(f"{doors.site.root}/static/tokens.css?v=1")
    assert response.headers["Content-Type"].startswith("text/css")
    assert response.headers["X-Content-Type-Options"] == "nosniff"


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


def test_control_port_is_healthy_without_a_token(host: Host) -> None:
    assert httpx2.get(f"{host.control_origin}/health").json() == {"status": "ok"}


def test_portal_cookie_opens_nothing_but_the_portal(host: Host) -> None:
    with httpx2.Client(follow_redirects=True) as client:
        client.get(host.portal_url)
        assert client.get(f"{host.control_origin}/").status_code == 200
        assert client.get(f"{host.control_origin}/api/worlds").status_code == 401
        assert client.post(f"{host.control_origin}/api/worlds/w1/reset").status_code == 401
        launch = f"{host.control_origin}/worlds/w1/launch"
        person = {"person": "aruiz@calderoute.example"}
        foreign = {"Origin": "http://127.0.0.1:9"}
        assert client.post(launch, data=person, headers=foreign).status_code == 403
        own = {"Origin": host.control_origin}
        assert "Ana Ruiz" in client.post(launch, data=person, headers=own).text
    forged = {"Cookie": f"workworld-portal={host.admin_token}"}
    assert httpx2.get(f"{host.control_origin}/", headers=forged).status_code == 401


def test_portal_shows_no_password(host: Host, doors: Doors) -> None:
    with httpx2.Client(follow_redirects=True) as client:
        page = client.get(host.portal_url).text
    assert host.authority.password(doors.world, doors.person_id) not in page


def test_control_port_answers_to_its_own_names_only(host: Host) -> None:
    url = f"{host.control_origin}/health"
    assert httpx2.get(url, headers={"Host": "evil.example"}).status_code == 400


@pytest.mark.parametrize("address", ["127.0.0.2", "::1"])
def test_links_lead_to_where_the_host_listens(
    worlds: Worlds, world: World, snapshot: Snapshot, authority: Authority, address: str
) -> None:
    with Host(worlds, snapshot, authority, address=address) as host:
        assert httpx2.get(host.addresses(world.id).home).status_code == 302


def test_portal_link_sets_a_cookie_and_hides_its_token(host: Host) -> None:
    with httpx2.Client(follow_redirects=True) as client:
        page = client.get(host.portal_url)
    assert page.status_code == 200
    assert "token" not in str(page.url)
    assert "Sign in as Ana Ruiz" in page.text


def test_answers_do_not_wait_for_acknowledgements(worlds: Worlds, snapshot: Snapshot) -> None:
    """asyncio turns Nagle's algorithm off only for sockets whose protocol is TCP by name."""
    with Host(worlds, snapshot, Authority()) as host:
        assert {server._listening.proto for server in host._servers} == {socket.IPPROTO_TCP}


def test_taken_port_is_an_error(host: Host, worlds: Worlds, snapshot: Snapshot) -> None:
    port = int(host.origin.rpartition(":")[2])
    with pytest.raises(OSError, match="in use"):
        Host(worlds, snapshot, host.authority, agent_port=port)
    with pytest.raises(OSError, match="in use"):
        Host(worlds, snapshot, host.authority, control_port=port)


def test_portal_shows_the_people_of_one_world_and_opens_no_other(
    worlds: Worlds, snapshot: Snapshot
) -> None:
    for name in ("one", "two", "three"):
        worlds.open(snapshot, name)
    with (
        Host(worlds, snapshot, Authority(), control_port=0) as host,
        httpx2.Client(follow_redirects=True) as client,
    ):
        assert "World one:" in client.get(host.portal_url).text
        page = client.get(f"{host.control_origin}/?world=two").text
        assert client.get(f"{host.control_origin}/?world=nope").status_code == 404
    assert "World two:" in page
    assert "/worlds/two/launch" in page
    assert "/worlds/one/launch" not in page
    assert '<a href="/?world=two" aria-current="page">two</a>' in page
    assert '<a href="/?world=three">three</a>' in page
    is_open = {world.id: world._lent is not None for world in worlds.all()}
    assert is_open == {"one": True, "two": True, "three": False}


def test_portal_without_a_world_says_how_to_make_one(worlds: Worlds, snapshot: Snapshot) -> None:
    with (
        Host(worlds, snapshot, Authority(), control_port=0) as host,
        httpx2.Client(follow_redirects=True) as client,
    ):
        assert "No world is open" in client.get(host.portal_url).text
