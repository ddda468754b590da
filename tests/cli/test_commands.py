import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest
from click.testing import CliRunner
from tests.serving import newest_of_general, post_still_here, read_until, rest_of, serving

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
        (["serve", "--port", "99999"], "not in the range"),
        (["serve", "--public-url", "nope=https://x.example"], "names no app: there are chat"),
        (["serve", "--public-url", "chat=x.example"], "is not the http or https address"),
        (["serve", "--public-url", "chat=https://{world}.x.example"], "is not the http or"),
        (["mcp"], "Missing option '--stdio'"),
        (["mcp", "--stdio", "--app", "nope"], "--app is one of: chat"),
        (["mcp", "--stdio", "--profile", "nope"], "no profile 'nope'"),
        (["mcp", "--stdio", "--url", "http://127.0.0.1:1/"], "--url needs a token"),
        (["demo", "--task", "nope"], "no task family 'nope'"),
    ],
)
def test_bad_usage_is_explained(runner: CliRunner, arguments: list[str], said: str) -> None:
    done = runner.invoke(main, arguments)
    assert done.exit_code == 2, done.output
    assert said in done.output


@pytest.mark.usefixtures("built_there")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_serve_says_where_to_sign_in_and_stops_when_told(tmp_path: Path, number: int) -> None:
    with serving(tmp_path, is_real=True) as process:
        said = read_until(process, "Stop with Ctrl+C.")
        launch = re.search(r"http://\S+/launch\?code=\S+", said)
        assert launch is not None
        with httpx2.Client(follow_redirects=True) as browser:
            assert "Ana Kovač" in browser.get(launch[0]).text
        with serving(tmp_path) as second:
            assert second.stdout is not None
            assert "open in another process" in second.stdout.read()
        assert second.returncode == 2
        process.send_signal(number)
    assert process.returncode == 0


@pytest.mark.usefixtures("built_there")
def test_serve_goes_on_with_its_world_unless_fresh(tmp_path: Path) -> None:
    for options, expected in (((), False), ((), True), (("--fresh",), False)):
        with serving(tmp_path, *options) as process:
            base, token = rest_of(read_until(process, "Stop with Ctrl+C."))
            assert (newest_of_general(base, token) == "still here") is expected
            post_still_here(base, token)
            process.terminate()
        assert process.returncode == 0


@pytest.mark.usefixtures("built_there")
def test_serve_goes_on_with_a_shared_world_and_is_found_by_commands(
    runner: CliRunner, tmp_path: Path
) -> None:
    own = {"WORKWORLD_HOME": str(tmp_path)}
    file = tmp_path / "host.json"
    assert runner.invoke(main, ["worlds", "create", "ours", "--shared"], env=own).exit_code == 0
    with serving(tmp_path, "--world", "ours") as process:
        base, token = rest_of(read_until(process, "Stop with Ctrl+C."))
        post_still_here(base, token)
        assert file.stat().st_mode & 0o777 == 0o600
        listed = runner.invoke(main, ["worlds", "list"], env=own).output
        assert re.search(r"ours +shared +1 .* http://127", listed), listed
        process.terminate()
    assert not file.exists()
    with serving(tmp_path, "--world", "ours") as process:
        base, token = rest_of(read_until(process, "Stop with Ctrl+C."))
        assert newest_of_general(base, token) == "still here"
        process.kill()
    assert file.exists()
    listed = runner.invoke(main, ["worlds", "list"], env=own).output
    assert "No host runs" in listed
    assert not file.exists()


@pytest.mark.usefixtures("built_there")
def test_fresh_throws_nothing_away_when_it_cannot_serve(tmp_path: Path) -> None:
    with serving(tmp_path) as process:
        base, token = rest_of(read_until(process, "Stop with Ctrl+C."))
        post_still_here(base, token)
        process.terminate()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for options in (("--fresh", "--port", port), ("--fresh", "--as", "nobody@x.example")):
            with serving(tmp_path, *options) as process:
                process.wait(60)
            assert process.returncode in (1, 2)
    with serving(tmp_path) as process:
        base, token = rest_of(read_until(process, "Stop with Ctrl+C."))
        assert newest_of_general(base, token) == "still here"
        process.terminate()


def test_no_browser_is_explained(home: Path) -> None:
    nowhere = {"PATH": "/nonexistent", "PLAYWRIGHT_BROWSERS_PATH": "/nonexistent"}
    own = {"WORKWORLD_PRESET": "tiny", "WORKWORLD_HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-m", "workworld", "demo"],
        env=nowhere | own,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "WORKWORLD_CHROMIUM" in done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stdio_server_stops_when_told_and_leaves_nothing(
    home: Path, tmp_path: Path, number: int
) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "workworld", "mcp", "--stdio"],
        env=os.environ | {"WORKWORLD_HOME": str(home), "TMPDIR": str(tmp_path)},
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        assert "Acting for" in process.stderr.readline()
        time.sleep(0.2)
        process.send_signal(number)
        try:
            assert process.wait(60) == 128 + number
        finally:
            process.kill()
    assert list(tmp_path.iterdir()) == []
