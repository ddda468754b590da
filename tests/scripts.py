"""Processes that run code on worlds, for what one process cannot show."""

from __future__ import annotations

import subprocess
import textwrap
from pathlib import Path

from tests.forks import forked
from tests.kit import Office
from workworld.worlds import Snapshot

PRELUDE = """
import gc, os, signal, sys
from pathlib import Path
from workworld import loading
from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.context import Actor
from workworld.worlds import Snapshot, Worlds

loading.apps()
folder, person, channel = Path(sys.argv[1]), Actor(sys.argv[2]), sys.argv[3]
snapshot = Snapshot("tiny", 0, sys.argv[4], Path(sys.argv[5]))

def post(world, text):
    perform(world, person, messages.post, channel_id=channel, text=str(text))

def say(*words):
    print(*words, flush=True)

def wait():
    sys.stdin.readline()
"""


class Script:
    """Starts processes that run code on worlds."""

    def __init__(self, snapshot: Snapshot, office: Office, folder: Path) -> None:
        people, channels = office.people, office.channels
        self.arguments = [
            str(folder),
            people["aruiz"],
            channels["general"],
            snapshot.fingerprint,
            str(snapshot.path),
        ]
        self.started: list[subprocess.Popen[str]] = []

    def start(self, code: str) -> subprocess.Popen[str]:
        """A process whose input and output are pipes."""
        process = forked(PRELUDE + textwrap.dedent(code), self.arguments)
        self.started.append(process)
        return process

    def run(self, code: str, *, complains: bool = False) -> list[str]:
        """The lines that a process prints, which must end well and, unless said, not complain."""
        return ended(self.start(code), complains=complains)

    def close(self) -> None:
        """End whatever still runs."""
        for process in self.started:
            process.kill()
            process.communicate()


def ended(process: subprocess.Popen[str], say: str = "", *, complains: bool = False) -> list[str]:
    """Let a process go on to its end: the lines that it still printed."""
    output, errors = process.communicate(say, timeout=60)
    assert (process.returncode, "" if complains else errors) == (0, ""), errors
    return output.splitlines()


def line_of(process: subprocess.Popen[str]) -> str:
    """The next line that a process prints."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


def tell(process: subprocess.Popen[str]) -> None:
    """Let a process that waits go on."""
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()
