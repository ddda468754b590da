"""What goes wrong on a newcomer's machine says what to do."""

import shutil
import socket
import subprocess
from pathlib import Path

import httpx2
import pytest
from click.testing import CliRunner

from workworld.cli import main
from workworld.host import Host
from workworld.identity import Authority
from workworld.worlds import Snapshot, Worlds

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("option", ["--port", "--control-port"])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_port_is_taken(home: Path, snapshot: Snapshot, option: str, workers: str) -> None:
    other = {"--port": "--control-port", "--control-port": "--port"}[option]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        asked = [option, str(taken.getsockname()[1]), other, "0", "--workers", workers]
        runner = CliRunner(env={"WORKWORLD_HOME": str(home)})
        done = runner.invoke(main, ["serve", "--world", "starts-badly", *asked])
    assert done.exit_code == 1
    assert "in use; try --port and --control-port" in done.output


@pytest.mark.parametrize("target", ["up", "down"])
def test_there_is_no_docker(target: str) -> None:
    make = shutil.which("make")
    assert make is not None
    done = subprocess.run(
        [make, target],
        cwd=ROOT,
        env={"PATH": "/nonexistent"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "There is no Docker here: install it with Compose" in done.stderr
    assert "make run" in done.stderr


def test_the_token_is_wrong(worlds: Worlds, snapshot: Snapshot) -> None:
    worlds.open(snapshot, "w1")
    with Host(worlds, snapshot, Authority(), control_port=0) as host:
        wrong = {"Authorization": f"Bearer {host.admin_token}x"}
        answers = [
            httpx2.get(f"{host.control_origin}/?token=wrong"),
            httpx2.get(f"{host.control_origin}/api/worlds", headers=wrong),
        ]
    for answer in answers:
        assert answer.status_code == 401
        assert "asks for the admin token that the host printed when it started" in answer.text
        assert "Set-Cookie" not in answer.headers
