"""Processes that begin with everything imported, for tests of what several processes do.

To import the company's apps takes seconds of CPU. One process does it once; whenever it is asked,
it forks, and the child runs a program of the test's from its first line to its last as if it had
been started for that: with pipes and arguments of its own, an ending and a status of its own. What
starting itself must show is tested with real commands.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

_NUMBER = struct.Struct("i")

_SOURCE = """
import gc
gc.disable()  # nothing of what is imported ever goes
import json, os, select, signal, socket, struct, sys
from workworld import loading
import workworld.cli.serve, workworld.host.worker
from workworld.doors.flask_apps import app_of
from workworld.worlds.fingerprints import fingerprint
for each in loading.apps():
    app_of(each, is_training=False)
fingerprint("tiny", 0)
gc.freeze()

asked = socket.socket(fileno=int(sys.argv[1]))
woken, waker = socket.socketpair()
woken.setblocking(False)
waker.setblocking(False)
signal.signal(signal.SIGCHLD, lambda *_: None)
signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
children = {}

def tell_of_the_dead():
    while children:
        process, status = os.waitpid(-1, os.WNOHANG)
        if not process:
            return
        os.write(children[process], struct.pack("i", status))
        os.close(children.pop(process))

def next_program():
    # Returns in a child alone.
    while True:
        ready, _, _ = select.select([asked, woken], [], [])
        if woken in ready:
            woken.recv(4096)
            tell_of_the_dead()
        if asked in ready:
            told, fds, _, _ = socket.recv_fds(asked, 65536, 4)
            if not told:
                os._exit(0)
            *streams, status = fds
            process = os.fork()
            if not process:
                become(streams, [status, *children.values()])
                return json.loads(told)
            for each in streams:
                os.close(each)
            children[process] = status
            asked.send(struct.pack("i", process))

def become(streams, others):
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for each in (asked, woken, waker):
        each.close()
    for number, each in enumerate(streams):
        os.dup2(each, number)
    for each in (*streams, *others):
        os.close(each)

told = next_program()
sys.argv[1:] = told["arguments"]
os.environ.update(told["environment"])
gc.enable()
exec(compile(told["code"], "<test>", "exec"), globals())  # which go as those of a program do
"""


class _Forked(subprocess.Popen[str]):
    """A process that somebody else forks, and whose end somebody else sees and tells."""

    def __init__(self, told: Mapping[str, Any], stderr: int) -> None:
        self._told = json.dumps(told).encode()
        self._ended = -1
        pipe = subprocess.PIPE
        super().__init__(["forked"], stdin=pipe, stdout=pipe, stderr=stderr, text=True)

    def _execute_child(self, *given: Any) -> None:
        """What starts a process, of whose many arguments the pipes' ends are needed."""
        stdin, stdout, stderr = given[10], given[13], given[15]
        self._ended, status = os.pipe()
        asked = _zygote()
        socket.send_fds(asked, [self._told], [stdin, stdout, stderr, status])
        (self.pid,) = _NUMBER.unpack(asked.recv(_NUMBER.size))
        self._child_created = True
        for each in {stdin, stdout, stderr, status}:
            os.close(each)

    def _try_wait(self, wait_flags: int) -> tuple[int, int]:
        """The process and how it ended, or zeros while it runs."""
        if wait_flags & os.WNOHANG and not select.select([self._ended], [], [], 0)[0]:
            return 0, 0
        (status,) = _NUMBER.unpack(os.read(self._ended, _NUMBER.size))
        os.close(self._ended)
        return self.pid, status

    def _internal_poll(self, *_: Any, **__: Any) -> int | None:
        """What ``poll`` answers."""
        lock: threading.Lock = getattr(self, "_waitpid_lock")  # noqa: B009 - unknown to types
        if self.returncode is None and lock.acquire(blocking=False):
            try:
                process, status = self._try_wait(os.WNOHANG)
                if process:
                    self.returncode = os.waitstatus_to_exitcode(status)
            finally:
                lock.release()
        code: int | None = self.returncode
        return code


def forked(
    code: str,
    arguments: Sequence[str] = (),
    *,
    environment: Mapping[str, str] | None = None,
    stderr: int = subprocess.PIPE,
) -> subprocess.Popen[str]:
    """A process that runs a program, with everything imported already.

    Args:
        code: the program; modules are there for whoever imports them.
        arguments: what follows the name in ``sys.argv``.
        environment: what differs from that of the tests.
        stderr: as ``Popen`` has it, a pipe or standard output.
    """
    told = {"code": code, "arguments": list(arguments), "environment": dict(environment or {})}
    return _Forked(told, stderr)


@cache
def _zygote() -> socket.socket:
    """Where to ask the one process that forks; it ends with this one."""
    ours, theirs = socket.socketpair()
    # Newer Pythons warn whoever forks while there are threads, which is what is tested.
    quiet = ["-W", "ignore:This process:DeprecationWarning"]
    process = subprocess.Popen(
        [sys.executable, "-u", *quiet, "-c", _SOURCE, str(theirs.fileno())],
        pass_fds=[theirs.fileno()],
    )
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours
