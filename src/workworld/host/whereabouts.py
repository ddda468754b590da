"""How commands find the running host: a file in its home that only its user can read."""

from __future__ import annotations

import json
import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import httpx2

from workworld.host.control_client import ControlClient, ControlFailed

_FILE = "host.json"
_SOON = httpx2.Timeout(3)


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a host's control port is, and what opens it."""

    control: str
    token: str
    pid: int
    machine: str

    @property
    def client(self) -> ControlClient:
        """A client of the host."""
        return ControlClient(self.token, self.control)


@contextmanager
def announced(home: Path, control_origin: str, admin_token: str) -> Iterator[None]:
    """Let commands find this process's host until the block ends.

    If another host of this home runs, commands go on to find that one.

    Args:
        home: the folder of snapshots and worlds.
        control_origin: where the control port is reached.
        admin_token: what opens it.
    """
    here = Whereabouts(control_origin, admin_token, os.getpid(), socket.gethostname())
    with suppress(httpx2.TimeoutException):  # a busy one runs all the same
        if running_host(home) is None:
            _write(home / _FILE, here)
    try:
        yield
    finally:
        if _read(home / _FILE) == here:
            (home / _FILE).unlink(missing_ok=True)


def running_host(home: Path) -> Whereabouts | None:
    """The host of a home, if one runs; what a killed one left is removed.

    Raises:
        httpx2.TimeoutException: it runs, but does not answer.
    """
    file = home / _FILE
    found = _read(file)
    if found is not None and found.machine != socket.gethostname():
        return None  # its loopback is not ours
    if found is not None and _runs(found.pid) and _answers(found):
        return found
    if found == _read(file):  # nobody has written another one meanwhile
        with suppress(OSError):
            file.unlink()
    return None


def _write(file: Path, whereabouts: Whereabouts) -> None:
    handle, name = tempfile.mkstemp(prefix=f"{_FILE}-", dir=file.parent)  # of mode 0600
    with open(handle, "w") as written:
        json.dump(asdict(whereabouts), written)
    os.replace(name, file)


def _read(file: Path) -> Whereabouts | None:
    """What the file says; None if there is none, or it says nothing of use."""
    try:
        found = Whereabouts(**json.loads(file.read_text()))
    except (OSError, ValueError, TypeError):
        return None
    texts = (found.control, found.token, found.machine)
    if not all(isinstance(text, str) for text in texts) or type(found.pid) is not int:
        return None
    return found


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (ProcessLookupError, OverflowError):
        return False
    return pid > 0


def _answers(found: Whereabouts) -> bool:
    """Whether this very host answers, not another process that took its number and its port."""
    try:
        answer = found.client.ask("GET", "/api/host", patience=_SOON)
    except (ControlFailed, httpx2.InvalidURL):
        return False
    except httpx2.TimeoutException:
        raise
    except httpx2.TransportError:
        return False
    return bool(answer.get("pid") == found.pid)
