"""Files of episodes: JSON lines, as many episodes as there are headers."""

from __future__ import annotations

import fcntl
import json
import os
import stat
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import IO, Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from workworld.json_texts import NotJson, parsed
from workworld.trajectories.trajectory import Line, Trajectory

_SCHEMA = Path(__file__).with_name("episode.schema.json")
_LONGEST_REASON = 300
_ESCAPED = "backslashreplace"  # of half a surrogate pair it makes what JSON writes for it


class MalformedEpisode(ValueError):
    """A file of episodes cannot be read; the message names the line and the path inside it."""


def append(file: Path, episodes: Iterable[Trajectory]) -> None:
    """Write episodes at the end of a file, which need not exist. Several processes may do so.

    Raises:
        OSError: they cannot be written; the file is as it was.
    """
    text = "".join(map(_written, (line for each in episodes for line in each.lines())))
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a+b", buffering=0) as target:
        fcntl.flock(target, fcntl.LOCK_EX)
        end = target.seek(0, os.SEEK_END)
        left = memoryview((_break(target, end) + text).encode(errors=_ESCAPED))
        try:
            while left:
                left = left[target.write(left) :]
        except OSError:
            target.truncate(end)
            raise


def _break(target: IO[bytes], end: int) -> str:
    """What ends the last line, if whoever wrote it was stopped, so that it spoils no other."""
    if not end:
        return ""
    target.seek(end - 1)
    return "" if target.read(1) == b"\n" else "\n"


def _written(line: Line) -> str:
    return json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n"


def read(file: Path) -> Iterator[Trajectory]:
    """The episodes in a file, one after the other.

    Raises:
        MalformedEpisode: a line is no JSON, or not what ``episode.schema.json`` describes; or
            lines stand in an order that no episode has.
        OSError: the file cannot be read.
    """
    header: Line | None = None
    events: list[Line] = []
    grade: Line | None = None
    with file.open("rb") as lines:
        end = _whole_end(lines)
        for number, line in enumerate(lines, 1):
            if end is not None and (end := end - len(line)) < 0:
                break  # it came while we read
            if not line.strip():
                continue
            found = _parsed(file, number, line)
            if found["type"] == "episode":
                if header is not None:
                    yield Trajectory(header, events, grade)
                header, events, grade = found, [], None
            elif header is None:
                raise _malformed(file, number, "$.type", "an episode begins with its header")
            elif grade is not None:
                raise _malformed(file, number, "$.type", "nothing follows the grade of an episode")
            elif found["type"] == "grade":
                grade = found
            else:
                events.append(found)
    if header is not None:
        yield Trajectory(header, events, grade)


def _whole_end(file: IO[bytes]) -> int | None:
    """Where the last episode ends that somebody has written whole; None in a pipe."""
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return None
    fcntl.flock(file, fcntl.LOCK_SH)
    try:
        return os.fstat(file.fileno()).st_size
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def schema() -> dict[str, Any]:
    """The JSON schema of one line."""
    found: dict[str, Any] = json.loads(_SCHEMA.read_text(encoding="utf-8"))
    return found


def _parsed(file: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        found = parsed(line)
    except NotJson as error:
        raise _malformed(file, number, "$", f"it is no JSON: {error}") from None
    kind = found.get("type") if isinstance(found, dict) else None
    kinds = schema_of_lines()
    if not isinstance(kind, str) or kind not in kinds:
        raise _malformed(file, number, "$.type", f"it is one of {', '.join(kinds)}")
    problem = best_match(kinds[kind].iter_errors(found))
    if problem is not None:
        raise _malformed(file, number, problem.json_path, problem.message)
    return dict(found)


@cache
def schema_of_lines() -> dict[str, Draft202012Validator]:
    """What checks each kind of line, by its ``type``."""
    whole = schema()
    return {
        kind: Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": whole["$defs"]})
        for kind in (each["$ref"].rpartition("/")[2] for each in whole["oneOf"])
    }


def _malformed(file: Path, number: int, path: str, reason: str) -> MalformedEpisode:
    return MalformedEpisode(f"{file}, line {number}, {path}: {reason[:_LONGEST_REASON]}")
