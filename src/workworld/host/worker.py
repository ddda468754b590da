"""A worker: a host process of its own, started by the parent that owns the control port.

It is told on standard input, as one line of JSON, what to serve where; the sockets are inherited,
so that nobody is turned away while a worker that died starts again. When that input ends, the
parent is gone, and the worker stops as well.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import socket
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from workworld.host.control import Asked, Fields, row_of
from workworld.host.host import Host, Sockets
from workworld.host.idleness import Fate, Terms
from workworld.host.logs import LogFormat, configure
from workworld.identity import Authority
from workworld.worlds import Snapshot, Worlds

log = logging.getLogger(__name__)

READY = "ready\n"


@dataclass(frozen=True, slots=True)
class Orders:
    """What a worker is told."""

    worlds: str
    """The folder that they lie in."""
    snapshot: tuple[str, int, str, str]
    """Preset, seed, fingerprint and path."""
    secret: str
    """Of the credentials; that of all workers."""
    admin_token: str
    """What opens the worker's own control port."""
    agent: int
    """The descriptor of the agent port's socket."""
    control: int
    ttl: int | None
    """Of worlds whose makers give none."""
    log_format: str
    is_training: bool = False
    """Whether pages are those that agents in training see."""
    open: list[dict[str, Any]] = field(default_factory=list)
    """The worlds that it had open when it died, as requests to open them."""

    def line(self) -> str:
        """As they are sent."""
        return json.dumps(asdict(self)) + "\n"

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Orders:
        """As they were received."""
        return cls(**told)


def main() -> None:
    """Serve until told to stop."""
    orders = Orders.of(json.loads(sys.stdin.readline()))
    configure(LogFormat(orders.log_format))
    preset, seed, mark, path = orders.snapshot
    sockets = Sockets(socket.socket(fileno=orders.agent), socket.socket(fileno=orders.control))
    with Worlds(Path(orders.worlds)) as worlds:
        host = Host(
            worlds,
            Snapshot(preset, seed, mark, Path(path)),
            Authority(orders.secret),
            sockets=sockets,
            admin_token=orders.admin_token,
            is_training=orders.is_training,
            idle_after=None if orders.ttl is None else Terms(orders.ttl, Fate.CLOSE),
        )
        _reopen(host, orders.open)
        gc.enable()  # whoever started us let it rest while all was imported
        gc.freeze()
        threading.Thread(target=_watch_parent, args=(host,), daemon=True).start()
        host.run(_say_ready)


def _reopen(host: Host, wanted: list[dict[str, Any]]) -> None:
    """Have worlds at hand again: each is really opened when it is used."""
    for each in wanted:
        try:
            host.desk.answer(row_of("POST", "/api/worlds"), Asked("", Fields(each)))
        except Exception:
            log.exception("world %s could not be opened again", each["name"])


def _watch_parent(host: Host) -> None:
    while os.read(sys.stdin.fileno(), 4096):  # not through a buffer, whose lock outlives us
        pass
    host.stop()


def _say_ready() -> None:
    with suppress(BrokenPipeError):  # the parent is gone, and its worker goes as well
        sys.stdout.write(READY)
        sys.stdout.flush()
