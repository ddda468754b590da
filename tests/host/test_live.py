"""The stream of server-sent events, as a browser's EventSource reads it."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import httpx2
import pytest
from tests.kit import Doors, Office, run_async

from workworld.doors.audiences import woken_within
from workworld.host import Host


@contextmanager
def stream(host: Host, doors: Doors, *topics: str, **headers: str) -> Iterator[Iterator[str]]:
    """The lines of a stream, without the blank ones."""
    cookie = {"Cookie": f"workworld={doors.cookie}", "Accept": "text/event-stream"}
    with httpx2.Client(base_url=host.origin, timeout=5, headers=cookie | headers) as client:
        url = f"{doors.site.root}/live?topics={','.join(topics)}"
        with client.stream("GET", url) as response:
            assert response.status_code == 200, response.status_code
            yield (line for line in response.iter_lines() if line)


def event(lines: Iterator[str]) -> tuple[str, str, str]:
    """The next event: its kind, id and data."""
    kind = next(line for line in lines if line.startswith("event: "))
    return kind[7:], next(lines).removeprefix("id: "), next(lines).removeprefix("data: ")


def opened(lines: Iterator[str]) -> str:
    """The position at which a stream begins."""
    return next(line for line in lines if line.startswith("id: "))[4:]


def channel(office: Office, name: str) -> str:
    return f"chat.channel:{office.channels[name]}"


def post(doors: Doors, office: Office, name: str, text: str = "hello") -> None:
    assert doors.rest("chat.postMessage", channel=office.channels[name], text=text)["ok"]


def test_stream_tells_of_the_topics_that_somebody_wants(
    host: Host, doors: Doors, office: Office
) -> None:
    with stream(host, doors, channel(office, "general")) as lines:
        opened(lines)
        post(doors, office, "deploys")
        post(doors, office, "general")
        kind, position, data = event(lines)
    assert (kind, data) == ("changed", channel(office, "general"))
    assert position.startswith(f"{doors.journal[-1].step}-")


def test_what_is_hidden_and_what_is_not_there_are_silent_alike(
    host: Host, doors: Doors, colleague: Doors, office: Office
) -> None:
    hidden = channel(office, "finance-close")
    assert not colleague.rest("conversations.info", channel=hidden.partition(":")[2])["ok"]
    wanted = (hidden, "chat.channel:CNOTHING", "nothing", "nothing:at all", "notifications:Uother")
    with stream(host, colleague, *wanted, channel(office, "general")) as lines:
        opened(lines)
        post(doors, office, "finance-close")
        post(doors, office, "general")
        assert event(lines)[2] == channel(office, "general")


def test_browser_that_comes_back_hears_what_it_missed(
    host: Host, doors: Doors, office: Office
) -> None:
    with stream(host, doors, channel(office, "general")) as lines:
        position = opened(lines)
    post(doors, office, "general")
    back = {"Last-Event-ID": position}
    with stream(host, doors, channel(office, "general"), **back) as lines:
        assert event(lines)[0] == "changed"


@pytest.mark.parametrize("goes_back", ["reset", "rewind"])
def test_pages_start_over_when_the_world_goes_back(
    host: Host, doors: Doors, office: Office, goes_back: str
) -> None:
    post(doors, office, "general", "one")
    with stream(host, doors, channel(office, "general")) as lines:
        opened(lines)
        if goes_back == "reset":
            doors.world.reset()
        else:
            doors.world.rewind(0)
        assert event(lines)[0] == "refresh"


def test_another_step_of_the_same_number_is_noticed(
    host: Host, doors: Doors, office: Office
) -> None:
    post(doors, office, "general", "one")
    with stream(host, doors, channel(office, "general")) as lines:
        position = opened(lines)
    doors.world.rewind(0)
    post(doors, office, "deploys", "another")
    back = {"Last-Event-ID": position}
    with stream(host, doors, channel(office, "general"), **back) as lines:
        assert event(lines)[0] == "refresh"


def test_stream_ends_with_the_session(host: Host, doors: Doors, office: Office) -> None:
    with stream(host, doors, channel(office, "general")) as lines:
        opened(lines)
        doors.authority.end_session(doors.cookie)
        post(doors, office, "general")
        assert list(lines) == []


def test_strangers_hear_nothing(host: Host, doors: Doors) -> None:
    url = f"{host.origin}{doors.site.root}/live?topics=a"
    assert httpx2.get(url).status_code == 401
    assert httpx2.post(url).status_code == 405


def test_host_stops_at_once_though_somebody_listens(
    host: Host, doors: Doors, office: Office
) -> None:
    with stream(host, doors, channel(office, "general")) as lines:
        opened(lines)
        began = time.perf_counter()
        host.close()
        assert time.perf_counter() - began < 8  # waiting for streams would take ten


@pytest.mark.parametrize("turns", range(4))
def test_whoever_goes_just_as_the_world_changes_is_let_go(turns: int) -> None:
    async def change_and_go() -> bool:
        woken = asyncio.Event()
        waiting = asyncio.ensure_future(woken_within(woken, 5))
        await asyncio.sleep(0.01)
        woken.set()
        for _ in range(turns):
            await asyncio.sleep(0)
        was_over = waiting.done()
        waiting.cancel()
        await asyncio.wait([waiting])
        return was_over or waiting.cancelled()

    assert run_async(change_and_go)


def test_who_waits_is_told_whether_the_world_changed() -> None:
    async def wait(*, changes: bool) -> bool:
        woken = asyncio.Event()
        if changes:
            woken.set()
        return await woken_within(woken, 0.01)

    assert run_async(partial(wait, changes=True))
    assert not run_async(partial(wait, changes=False))
