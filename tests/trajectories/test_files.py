"""Files of episodes: what is written can be read, and what is malformed is refused by its place."""

from __future__ import annotations

import copy
import fcntl
import json
import multiprocessing
import resource
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workworld.trajectories import MalformedEpisode, Trajectory, append, read


def lines_of(*episodes: Trajectory) -> list[Any]:
    return [json.loads(json.dumps(line)) for each in episodes for line in each.lines()]


def write(file: Path, *lines: Any) -> Path:
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return file


def refusal(file: Path) -> str:
    """Why a file cannot be read, without its name."""
    with pytest.raises(MalformedEpisode) as caught:
        list(read(file))
    said = str(caught.value)
    assert said.startswith(f"{file}, line ")
    assert len(said) < len(str(file)) + 500
    return said.removeprefix(f"{file}, ")


def test_what_is_written_is_read(solved: Trajectory, tmp_path: Path) -> None:
    file = tmp_path / "runs" / "episodes.jsonl"
    append(file, [solved])
    append(file, [solved, Trajectory(solved.header, [])])
    found = list(read(file))
    assert lines_of(*found) == lines_of(solved, solved, Trajectory(solved.header, []))
    assert [each.reward for each in found] == [1.0, 1.0, None]
    assert found[0].of("messages")[0]["messages"][0]["content"] == "Half of a pair: \ud83d"


def test_empty_files_and_lines_are_nothing(solved: Trajectory, tmp_path: Path) -> None:
    file = tmp_path / "episodes.jsonl"
    file.touch()
    assert list(read(file)) == []
    file.write_text("\n \n")
    append(file, [solved])
    with file.open("a") as more:
        more.write("\n\n")
    assert lines_of(*read(file)) == lines_of(solved)
    append(file, [])
    assert len(list(read(file))) == 1


@pytest.mark.parametrize("name", ["nowhere.jsonl", "."])
def test_what_cannot_be_opened_is_no_malformed_file(tmp_path: Path, name: str) -> None:
    with pytest.raises(OSError, match=r"No such file|Is a directory"):
        list(read(tmp_path / name))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{", "line 2, $: it is no JSON: "),
        (b"\xff\xfe", "line 2, $: it is no JSON: "),
        (b'{"type": "\xc3("}', "line 2, $: it is no JSON: "),
        (b'{"type": "\xed\xa0\xbd"}', "line 2, $: it is no JSON: "),
        (b'{"type": "grade", "reward": NaN}', "line 2, $: it is no JSON: NaN is no JSON value"),
        (b"-Infinity", "line 2, $: it is no JSON: -Infinity"),
        (b"[" * 100_000, "line 2, $: it is no JSON: "),
        (b"1" * 5_000, "line 2, $: it is no JSON: "),
        (b"null", "line 2, $.type: it is one of episode, step, read"),
        (b"[]", "line 2, $.type: it is one of"),
        (b"{}", "line 2, $.type: it is one of"),
        (b'{"type": ["step"]}', "line 2, $.type: it is one of"),
        (b'{"type": "steps"}', "line 2, $.type: it is one of"),
        (b'{"type": "step"}', "line 2, $: 'step' is a required property"),
        (b'{"type": "changes", "after_step": -1, "changes": ""}', "line 2, $.after_step: -1 is"),
        (b'{"type": "changes", "after_step": 1, "changes": 2}', "line 2, $.changes: 2 is not of"),
        (b'{"type": "messages", "messages": [[]]}', "line 2, $.messages[0]: [] is not of type"),
        (
            b'{"type": "messages", "messages": ' + b"[" * 900 + b"]" * 900 + b"}",
            "line 2, $.messages[0]: ",
        ),
    ],
)
def test_malformed_line_is_refused_with_its_place(
    solved: Trajectory, tmp_path: Path, line: bytes, said: str
) -> None:
    file = write(tmp_path / "episodes.jsonl", solved.header)
    file.write_bytes(file.read_bytes() + line + b"\n")
    assert refusal(file).startswith(said)


@pytest.mark.parametrize(
    ("kind", "path", "value", "said"),
    [
        ("episode", ["format"], 2, "$.format: 1 was expected"),
        ("episode", ["seed"], "1", "$.seed: '1' is not of type 'integer'"),
        ("episode", ["company", "preset"], None, "$.company.preset: None is not"),
        ("episode", ["limits", "steps"], -1, "$.limits.steps: -1 is less than the minimum"),
        ("episode", ["policy"], {}, "$.policy: 'name' is a required property"),
        ("step", ["door"], "window", "$.door: 'window' is not one of"),
        ("step", ["step"], 0, "$.step: 0 is less than the minimum"),
        ("step", ["more"], 0, "$: Additional properties are not allowed"),
        ("grade", ["reward"], "1", "$.reward: '1' is not of type"),
        ("grade", ["checks", 0, "holds"], 1, "$.checks[0].holds: 1 is not of type"),
        ("grade", ["truncated"], "ended", "$.truncated: 'ended' is not one of"),
    ],
)
def test_member_that_does_not_fit_is_named_by_its_path(
    solved: Trajectory, tmp_path: Path, kind: str, path: list[Any], value: Any, said: str
) -> None:
    lines = copy.deepcopy(lines_of(solved))
    number = next(i for i, line in enumerate(lines) if line["type"] == kind)
    inner = lines[number]
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    assert refusal(write(tmp_path / "episodes.jsonl", *lines)).startswith(
        f"line {number + 1}, {said}"
    )


def test_every_member_is_needed(solved: Trajectory, tmp_path: Path) -> None:
    optional = {"policy", "result", "result_bytes"}
    lines = lines_of(solved)
    for number, line in enumerate(lines):
        for name in line.keys() - optional - {"type"}:
            torn = [*lines[:number], {k: v for k, v in line.items() if k != name}]
            said = refusal(write(tmp_path / "episodes.jsonl", *torn))
            assert said == f"line {number + 1}, $: {name!r} is a required property"


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ([1], "line 1, $.type: an episode begins with its header"),
        ([-1], "line 1, $.type: an episode begins with its header"),
        ([0, -1, 1], "line 3, $.type: nothing follows the grade of an episode"),
        ([0, -1, -1], "line 3, $.type: nothing follows the grade of an episode"),
    ],
)
def test_lines_in_an_order_that_no_episode_has_are_refused(
    solved: Trajectory, tmp_path: Path, order: list[int], said: str
) -> None:
    lines = lines_of(solved)
    assert refusal(write(tmp_path / "f.jsonl", *(lines[i] for i in order))) == said


def test_file_that_was_torn_off_is_refused_where_it_ends(
    solved: Trajectory, tmp_path: Path
) -> None:
    file = tmp_path / "episodes.jsonl"
    append(file, [solved])
    whole = file.read_bytes()
    file.write_bytes(whole[:-10])
    assert refusal(file).startswith(f"line {len(lines_of(solved))}, $: it is no JSON")
    append(file, [solved])  # which must not be lost with it: the line that was torn is named
    assert refusal(file).startswith(f"line {len(lines_of(solved))}, $: it is no JSON")
    assert file.read_bytes() == whole[:-10] + b"\n" + whole


def test_episodes_before_a_malformed_line_are_read(solved: Trajectory, tmp_path: Path) -> None:
    file = write(tmp_path / "f.jsonl", *lines_of(solved, solved), {"type": "step"})
    found = []
    with pytest.raises(MalformedEpisode):
        found.extend(read(file))
    assert lines_of(next(read(file))) == lines_of(solved)


def test_episodes_of_several_processes_stay_whole(solved: Trajectory, tmp_path: Path) -> None:
    file, alone = tmp_path / "episodes.jsonl", tmp_path / "alone.jsonl"
    long = solved.with_messages([{"content": "x" * 30_000}] * 4)
    append(alone, [long])
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["workworld.trajectories"])
    writers = [context.Process(target=append, args=(file, [long] * 20)) for _ in range(4)]
    for each in writers:
        each.start()
    for _ in range(10):
        append(file, [long] * 2)
    for each in writers:
        each.join(60)
        assert each.exitcode == 0
    assert file.read_bytes() == alone.read_bytes() * 100


def test_what_is_being_written_is_not_read_by_halves(solved: Trajectory, tmp_path: Path) -> None:
    """Whoever reads waits for who writes, and sees what there was then."""
    file = tmp_path / "episodes.jsonl"
    append(file, [solved])
    reader = read(file)
    with file.open("ab", buffering=0) as writer, ThreadPoolExecutor(1) as threads:
        fcntl.flock(writer, fcntl.LOCK_EX)
        writer.write(b'{"type": "episode", ')
        begun = threads.submit(lambda: [each.reward for each in read(file)])
        with pytest.raises(TimeoutError):
            begun.result(0.1)
        writer.truncate(file.stat().st_size - len(b'{"type": "episode", '))
        fcntl.flock(writer, fcntl.LOCK_UN)
        assert begun.result(10) == [1.0]
    append(file, [solved] * 2)
    several = read(file)
    assert next(several).reward == 1.0
    append(file, [solved])
    assert len(list(several)) == 2
    assert len(list(reader)) == 4


def test_full_disk_leaves_the_file_as_it_was(solved: Trajectory, tmp_path: Path) -> None:
    file = tmp_path / "episodes.jsonl"
    append(file, [solved])
    before = file.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 1_000, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            append(file, [solved])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert file.read_bytes() == before


@pytest.mark.parametrize("value", [float("nan"), float("inf"), object(), {1, 2}])
def test_what_json_cannot_hold_is_refused_before_anything_is_written(
    solved: Trajectory, tmp_path: Path, value: object
) -> None:
    file = tmp_path / "episodes.jsonl"
    with pytest.raises((ValueError, TypeError)):
        append(file, [solved, solved.with_messages([{"content": value}])])
    assert not file.exists()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "step", "changes", "messages", "after_step", "limits", "x"]),
            inner | st.sampled_from(["episode", "step", "changes", "messages", "grade", "read"]),
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=150)
@given(
    written=st.lists(st.binary(max_size=80) | JSON.map(lambda value: json.dumps(value).encode()))
)
def test_any_bytes_are_episodes_or_malformed(
    tmp_path_factory: pytest.TempPathFactory, written: list[bytes]
) -> None:
    file = tmp_path_factory.getbasetemp() / "anything.jsonl"
    file.write_bytes(b"\n".join(written))
    _read_or_refused(file)


@settings(max_examples=100)
@given(data=st.data())
def test_any_member_changed_is_an_episode_or_malformed(
    solved: Trajectory, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    lines = lines_of(solved)
    line = data.draw(st.sampled_from(lines))
    line[data.draw(st.sampled_from(sorted(line)))] = data.draw(JSON)
    _read_or_refused(write(tmp_path_factory.getbasetemp() / "changed.jsonl", *lines))


def _read_or_refused(file: Path) -> None:
    with suppress(MalformedEpisode):
        assert all(isinstance(each, Trajectory) for each in read(file))


def test_reading_is_lazy(solved: Trajectory, tmp_path: Path) -> None:
    reader: Callable[[], Trajectory] = read(
        write(tmp_path / "f.jsonl", *lines_of(solved, solved), "not an episode")
    ).__next__
    assert reader().reward == 1.0
