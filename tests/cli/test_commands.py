import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from click.testing import CliRunner

from workworld.cli import main


@pytest.fixture
def runner(home: Path) -> CliRunner:
    return CliRunner(env={"WORKWORLD_HOME": str(home)})


def test_snapshot_build_prints_the_path(runner: CliRunner, home: Path) -> None:
    done = runner.invoke(main, ["snapshot", "build"])
    assert done.exit_code == 0, done.output
    assert Path(done.stdout.strip()).parent == home / "snapshots"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["serve", "--preset", "huge"], "'huge' is not 'tiny'"),
        (["serve", "--world", "Bad Name", "--port", "0"], "lower-case"),
        (
            ["serve", "--as", "nobody@x.example", "--port", "0", "--control-port", "0"],
            "nobody here",
        ),
        (["mcp"], "Missing option '--stdio'"),
        (["mcp", "--stdio", "--app", "nope"], "--app is one of: chat"),
        (["demo", "--task", "nope"], "no task family 'nope'"),
    ],
)
def test_bad_usage_is_explained(runner: CliRunner, arguments: list[str], said: str) -> None:
    done = runner.invoke(main, arguments)
    assert done.exit_code == 2, done.output
    assert said in done.output


@contextmanager
def serving(home: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-u", "-m", "workworld", "serve"]
    with subprocess.Popen(
        [*command, "--port", "0", "--control-port", "0", *options],
        env=os.environ | {"WORKWORLD_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            yield process
        except BaseException:
            process.kill()  # else leaving the block would wait for it for ever
            raise


def read_until(process: subprocess.Popen[str], line: str) -> str:
    assert process.stdout is not None
    seen = ""
    while line not in seen:
        said = process.stdout.readline()
        assert said, f"ended early: {seen}"
        seen += said
    return seen


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_serve_says_where_to_sign_in_and_stops_when_told(tmp_path: Path, number: int) -> None:
    with serving(tmp_path) as process:
        said = read_until(process, "Stop with Ctrl+C.")
        launch = re.search(r"http://\S+/launch\?code=\S+", said)
        assert launch is not None
        with httpx2.Client(follow_redirects=True) as browser:
            assert "Ana Kovač" in browser.get(launch[0]).text
        with serving(tmp_path) as second:
            assert second.stdout is not None
            assert "another Workworld process holds" in second.stdout.read()
        assert second.returncode == 1
        process.send_signal(number)
    assert process.returncode == 0


def test_serve_goes_on_with_its_world_unless_fresh(tmp_path: Path) -> None:
    for options, expected in (((), 0), ((), 1), (("--fresh",), 0)):
        with serving(tmp_path, *options) as process:
            said = read_until(process, "Stop with Ctrl+C.")
            found = (
                re.search(r"Chat REST +(\S+)", said),
                re.search(r"Chat bearer token +(\S+)", said),
            )
            assert all(found)
            base, token = (match[1] for match in found if match)
            with httpx2.Client(
                base_url=base, headers={"Authorization": f"Bearer {token}"}
            ) as client:
                listed = client.get("conversations.list").json()["channels"]
                general = next(c["id"] for c in listed if c["is_general"])
                history = client.get(
                    "conversations.history", params={"channel": general, "limit": 1}
                )
                assert (history.json()["messages"][0]["text"] == "still here") is bool(expected)
                client.post("chat.postMessage", json={"channel": general, "text": "still here"})
            process.terminate()
        assert process.returncode == 0


def test_no_browser_is_explained(runner: CliRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", "/nonexistent")
    monkeypatch.delenv("WORKWORLD_CHROMIUM", raising=False)
    done = runner.invoke(main, ["demo"])
    assert done.exit_code == 1
    assert "WORKWORLD_CHROMIUM" in done.output
