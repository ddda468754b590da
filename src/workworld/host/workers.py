"""The parent's end of its workers: started, watched, and started again when they die."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import httpx2

from workworld.host.control import Refusal
from workworld.host.control_client import ControlClient, ControlFailed
from workworld.host.host import Sockets
from workworld.host.logs import tell
from workworld.host.serving import origin_of
from workworld.host.worker import READY, Orders

log = logging.getLogger(__name__)

_STOP_SECONDS = 15
_LONGEST_PAUSE = 30.0


class Worker:
    """One worker process.

    Args:
        number: from 1 on.
        sockets: where it listens; they stay open here, so that callers wait while it restarts.
        orders: what it is told.
    """

    def __init__(self, number: int, sockets: Sockets, orders: Orders) -> None:
        assert sockets.control is not None
        self.number = number
        self.origin = origin_of(sockets.agent)
        self.is_up = False
        self.restarts = 0
        self.placing = 0
        """How many worlds are being opened in it."""
        self.open: dict[str, dict[str, Any]] = {}
        """By name, how to open its worlds again."""
        self._sockets = sockets
        self._orders = orders
        self._client = ControlClient(orders.admin_token, origin_of(sockets.control))
        self._client.keep()
        self._stopping = threading.Event()
        self._process: subprocess.Popen[str] | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start it, and watch it from now on.

        Raises:
            RuntimeError: it ended at once; what it said is on standard error.
        """
        process = self._spawn()
        if not self.is_up:
            raise RuntimeError(f"worker {self.number} did not start")
        self._thread = threading.Thread(target=self._watch, args=(process,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Tell it to stop."""
        self._stopping.set()
        self._client.close()
        if self._process is not None:
            self._process.terminate()

    def wait(self) -> None:
        """Wait until it has ended; if that takes too long, it is killed."""
        if self._process is not None:
            try:
                self._process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
        if self._thread is not None:
            self._thread.join()
        for each in self._sockets:
            if each is not None:
                each.close()

    def ask(self, method: str, path: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """Hand a request on to its control port.

        Raises:
            Refusal: it refused, or died meanwhile.
        """
        if not self.is_up and self.restarts > 1:
            raise self._lost("starts again")
        try:
            if method == "POST":
                return self._client.ask(method, path, body=given)
            return self._client.ask(method, path, query=_as_query(given))
        except ControlFailed as failed:
            raise Refusal(failed.status, failed.error, str(failed), failed.more) from None
        except httpx2.TransportError:
            raise self._lost("ended while it answered") from None

    @property
    def pid(self) -> int | None:
        """Its process."""
        return None if self._process is None else self._process.pid

    def _lost(self, how: str) -> Refusal:
        said = f"worker {self.number} {how}: what was acknowledged is there; try again"
        return Refusal(503, "worker_lost", said)

    def _spawn(self) -> subprocess.Popen[str]:
        """Start a process, and wait until it serves or has ended."""
        orders = replace(self._orders, open=list(self.open.values()))
        process = subprocess.Popen(
            # A fifth of the time of starting would go into looking through what stays anyway.
            [
                sys.executable,
                "-c",
                "import gc; gc.disable(); from workworld.host.worker import main; main()",
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            pass_fds=(orders.agent, orders.control),
            start_new_session=True,  # Ctrl+C is the parent's to hand on
        )
        self._process = process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(orders.line())
            process.stdin.flush()
            self.is_up = process.stdout.readline() == READY
        except OSError:
            self.is_up = False
        said = "worker %(worker)s, process %(pid)s, serves %(origin)s"
        if self.is_up:
            facts = {"worker": self.number, "pid": process.pid, "origin": self.origin}
            tell(log, "worker_started", said, **facts)
        return process

    def _watch(self, process: subprocess.Popen[str]) -> None:
        """Start it again whenever it ends untold, after a pause that grows if it ends again."""
        pause = 0.0
        while True:
            began = time.monotonic()
            code = process.wait()
            self.is_up = False
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()
            if self._stopping.is_set():
                return
            said = "worker %(worker)s ended with %(code)s and starts again"
            tell(log, "worker_died", said, worker=self.number, code=code)
            lasted = time.monotonic() - began > _LONGEST_PAUSE
            pause = 0.0 if lasted or not self.restarts else min(pause * 2 + 0.5, _LONGEST_PAUSE)
            self.restarts += 1
            if self._stopping.wait(pause):
                return
            process = self._spawn()
            if self._stopping.is_set():
                process.terminate()


def _as_query(given: Mapping[str, Any]) -> dict[str, str]:
    """Fields as a query has them."""
    return {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in given.items()
    }
