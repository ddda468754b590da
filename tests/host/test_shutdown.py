"""A host that is told to stop, in a process of its own."""

import json
import re
import signal
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.serving import call, read_until, rest_of, serving

from workworld.worlds import SnapshotCache, Worlds
from workworld.worlds.world import raw_of

pytestmark = pytest.mark.usefixtures("built_there")


def written(home: Path) -> set[str]:
    """The texts of the messages in the world that was served."""
    with Worlds(home / "worlds") as worlds:
        world = worlds.open(SnapshotCache(home / "snapshots").get("tiny"), "main", fresh=False)
        with world.reading() as session:
            raw = raw_of(session.connection())
            return {text for (text,) in raw.execute("SELECT text FROM chat_messages")}


def test_every_acknowledged_write_is_there_after_a_stop_under_load(tmp_path: Path) -> None:
    acknowledged: list[str] = []
    refused = threading.Event()

    def post_on(base: str, token: str, name: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        with httpx2.Client(base_url=base, headers=headers) as client:
            for number in range(10_000):
                text = f"{name}-{number}"
                body = {"channel": "#general", "text": text}
                try:
                    answer = client.post("chat.postMessage", json=body).json()
                except httpx2.TransportError:
                    refused.set()
                    return
                assert answer["ok"]
                acknowledged.append(text)

    with serving(tmp_path) as process, ThreadPoolExecutor(4) as threads:
        base, token = rest_of(read_until(process, "Stop with Ctrl+C."))
        posting = [threads.submit(post_on, base, token, name) for name in "abcd"]
        assert process.stdout is not None
        drained = threading.Thread(target=process.stdout.read)
        drained.start()
        while len(acknowledged) < 40:
            time.sleep(0.01)
        process.terminate()
        assert process.wait(20) == 0
        drained.join()
        for each in posting:
            each.result()
    assert refused.is_set()
    assert not (tmp_path / "host.json").exists()
    assert set(acknowledged) <= written(tmp_path)


def stalled(origin: str, path: str, head: str = "") -> socket.socket:
    """A connection whose request never ends."""
    connection = socket.create_connection(("127.0.0.1", int(origin.rpartition(":")[2])))
    request = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{head}Content-Length: 100\r\n\r\n{{"
    connection.sendall(request.encode())
    return connection


def port_of(base: str) -> str:
    found = re.match(r"http://[^/]+", base)
    assert found
    return found[0]


@pytest.mark.parametrize("path", ["/w/main/chat/api/chat.postMessage", "/w/main/chat/mcp"])
def test_callers_that_stall_hold_nobody_up_for_ever(tmp_path: Path, path: str) -> None:
    with serving(tmp_path) as process:
        base, token = rest_of(read_until(process, "Stop with Ctrl+C."))
        head = f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        with stalled(port_of(base), path, head):
            time.sleep(0.3)
            process.terminate()
            assert process.wait(20) == 0


@pytest.mark.parametrize("second", [signal.SIGINT, signal.SIGTERM])
def test_a_second_signal_ends_it_at_once(tmp_path: Path, second: signal.Signals) -> None:
    with serving(tmp_path) as process:
        base, token = rest_of(read_until(process, "Stop with Ctrl+C."))
        head = f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        with stalled(port_of(base), "/w/main/chat/api/chat.postMessage", head):
            time.sleep(0.3)
            process.terminate()
            read_until(process, "the host stops")
            time.sleep(0.3)
            process.send_signal(second)
            assert process.wait(8) == -second  # finishing what runs would take ten
    with serving(tmp_path) as process:  # what it left does not stand in the way
        read_until(process, "Stop with Ctrl+C.")
        process.terminate()
        assert process.wait(20) == 0


def test_json_lines_are_json_and_nothing_else(tmp_path: Path) -> None:
    with serving(tmp_path, "--log-format", "json") as process:
        base, token = rest_of(read_until(process, "Stop with Ctrl+C."))
        assert call(base, token, "auth.test")["ok"]
        process.terminate()
        assert process.stdout is not None
        told: list[dict[str, Any]] = [json.loads(line) for line in process.stdout]
    assert process.returncode == 0
    events = [line["event"] for line in told]
    assert (events[0], events[-1]) == ("host_started", "host_stopped")
    assert {"request", "host_stopping"} <= set(events)
    assert token not in json.dumps(told)
