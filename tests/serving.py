"""`workworld serve` in a process of its own, and what to ask of it."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2

from tests.forks import forked

COMMAND = "from workworld.cli import main; main()"


@contextmanager
def serving(home: Path, *options: str, is_real: bool = False) -> Iterator[subprocess.Popen[str]]:
    """Serve a home's company.

    Args:
        home: the folder.
        options: of the command.
        is_real: whether the command is started as people start it, which takes seconds more.
    """
    arguments = ["serve", "--port", "0", "--control-port", "0", *options]
    own = {"WORKWORLD_HOME": str(home)}
    started = (
        subprocess.Popen(
            [sys.executable, "-u", "-m", "workworld", *arguments],
            env=os.environ | own,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if is_real
        else forked(COMMAND, arguments, environment=own, stderr=subprocess.STDOUT)
    )
    with started as process:
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


def rest_of(said: str) -> tuple[str, str]:
    """Base URL and token from what `serve` prints."""
    base = re.search(r"Chat REST +(\S+)", said)
    token = re.search(r"Chat bearer token +(\S+)", said)
    assert base
    assert token
    return base[1], token[1]


def call(base: str, token: str, method: str, **arguments: Any) -> Any:
    headers = {"Authorization": f"Bearer {token}"}
    return httpx2.post(base + method, headers=headers, json=arguments).json()


def newest_of_general(base: str, token: str) -> str:
    listed = call(base, token, "conversations.list")["channels"]
    general = next(channel["id"] for channel in listed if channel["is_general"])
    history = call(base, token, "conversations.history", channel=general, limit=1)
    return str(history["messages"][0]["text"])


def post_still_here(base: str, token: str) -> None:
    assert call(base, token, "chat.postMessage", channel="#general", text="still here")["ok"]
