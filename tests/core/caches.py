"""A cache folder under tests: looked into, damaged, and built in by other processes."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BUILD = """
import sys
from pathlib import Path
from workworld.worlds import SnapshotCache

def advance(_label, _done, _total):
    print("building", flush=True)
    sys.stdin.readline()

print(SnapshotCache(Path(sys.argv[1])).get("tiny", 0, advance).path)
"""


def unexpected(label: str, _done: int, _total: int) -> None:
    raise AssertionError(f"built again: {label}")


def damage(path: Path) -> None:
    """Change one byte in the middle, where it lies."""
    time.sleep(0.02)  # times of files have the grain of the kernel's tick
    path.chmod(0o644)
    with path.open("r+b") as file:
        file.seek(20_000)
        (byte,) = file.read(1)
        file.seek(20_000)
        file.write(bytes([byte ^ 0xFF]))


def names(folder: Path) -> list[str]:
    """What lies in a folder, but for the lock."""
    return sorted(path.name for path in folder.iterdir() if path.name != "lock")


@contextmanager
def building(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that builds, and stops in the middle until told to go on."""
    with subprocess.Popen(
        [sys.executable, "-c", BUILD, folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            yield process
        finally:
            process.kill()


def begun(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    assert process.stdout.readline() == "building\n"
