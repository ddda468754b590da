"""``workworld snapshot``, as somebody at a terminal and as a program sees it."""

import fcntl
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.filesize import decimal

from workworld.cli import main
from workworld.worlds import Snapshot, SnapshotCache, Worlds

STALE = "0123456789abcdef"


@pytest.fixture
def own_home(tmp_path: Path, snapshot: Snapshot) -> Path:
    """A home with the tiny company in its cache."""
    (tmp_path / "snapshots").mkdir()
    for path in (snapshot.path, snapshot.path.with_suffix(".json")):
        shutil.copy2(path, tmp_path / "snapshots")
    return tmp_path


@pytest.fixture
def kept(own_home: Path) -> Snapshot:
    """The snapshot there."""
    return SnapshotCache(own_home / "snapshots").get("tiny")


@pytest.fixture
def stale(own_home: Path, kept: Snapshot) -> Path:
    """One that other code made."""
    path = own_home / "snapshots" / f"tiny-0-{STALE}.sqlite"
    shutil.copy2(kept.path, path)
    shutil.copy2(kept.path.with_suffix(".json"), path.with_suffix(".json"))
    return path


def run(home: Path, *arguments: str) -> Result:
    done = CliRunner(env={"WORKWORLD_HOME": str(home)}).invoke(main, ["snapshot", *arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def make_world(home: Path, name: str, fingerprint: str) -> None:
    (home / "worlds" / f"{name}-{fingerprint}").mkdir(parents=True)


def cut(path: Path) -> None:
    """Damage a file."""
    path.chmod(0o644)
    os.truncate(path, path.stat().st_size - 1)


def test_list_says_what_is_there(own_home: Path, kept: Snapshot, stale: Path) -> None:
    make_world(own_home, "main", kept.fingerprint)
    make_world(own_home, "my-other", kept.fingerprint)
    cut(stale)
    done = run(own_home, "list", "--json")
    assert done.exit_code == 0
    current, other = sorted(json.loads(done.stdout), key=lambda row: not row["current"])
    assert current == {
        "preset": "tiny",
        "seed": 0,
        "fingerprint": kept.fingerprint,
        "path": str(kept.path),
        "size": kept.path.stat().st_size,
        "current": True,
        "whole": True,
        "worlds": ["main", "my-other"],
    }
    assert (other["fingerprint"], other["current"], other["whole"]) == (STALE, False, False)
    assert other["worlds"] == []
    lines = run(own_home, "list").stdout.splitlines()
    (line,) = [line for line in lines if kept.fingerprint in line]
    assert [cell.strip() for cell in line.split("│")[1:-1]] == [
        "tiny", "0", kept.fingerprint, decimal(current["size"]), "current", "whole", "2",
    ]  # fmt: skip
    (line,) = [line for line in lines if STALE in line]
    assert "stale" in line
    assert "damaged" in line


def test_only_check_reads_what_seems_unchanged(own_home: Path, kept: Snapshot) -> None:
    record = kept.path.with_suffix(".json")
    record.write_text(json.dumps(json.loads(record.read_text()) | {"digest": "0" * 32}))
    assert json.loads(run(own_home, "list", "--json").stdout)[0]["whole"]
    assert not json.loads(run(own_home, "list", "--json", "--check").stdout)[0]["whole"]


def test_empty_cache_is_listed_as_such(tmp_path: Path) -> None:
    assert "No company" in run(tmp_path, "list").stdout
    assert json.loads(run(tmp_path, "list", "--json").stdout) == []
    assert list(tmp_path.iterdir()) == []


def test_describe_shows_the_company(own_home: Path, kept: Snapshot) -> None:
    before = kept.path.read_bytes(), sorted((own_home / "snapshots").iterdir())
    found = json.loads(run(own_home, "describe", "--json").stdout)
    assert (found["company"], found["people"], found["teams"]) == ("Calderoute", 14, 4)
    assert found["now"] == "2026-03-17T09:30:00-04:00"
    assert found["size"] == kept.path.stat().st_size
    rows = {(each["app"], each["table"]): each["rows"] for each in found["tables"]}
    assert rows["Chat", "chat_messages"] == 350
    assert rows["World", "world_baseline"] == 0
    said = run(own_home, "describe").stdout
    for part in ("Calderoute", "Tuesday 17 March 2026, 09:30", "14 in 4 teams", "America/New_York"):
        assert part in said
    bars = {
        line.split()[-3 if "━" in line else -2]: line.count("━")
        for line in said.splitlines()
        if "chat_" in line
    }
    assert bars["chat_messages"] > bars["chat_memberships"] > 0
    assert (kept.path.read_bytes(), sorted((own_home / "snapshots").iterdir())) == before


def test_describe_of_what_is_no_company_is_explained(own_home: Path, kept: Snapshot) -> None:
    """The mark says that the file is right, as it would after the disk itself lost bytes."""
    kept.path.chmod(0o644)
    kept.path.write_bytes(b"x" * kept.path.stat().st_size)
    stat, record = kept.path.stat(), kept.path.with_suffix(".json")
    mark = {"size": stat.st_size, "modified_ns": stat.st_mtime_ns}
    mark |= {"changed_ns": stat.st_ctime_ns, "inode": stat.st_ino}
    record.write_text(json.dumps(json.loads(record.read_text()) | {"mark": mark}))
    done = run(own_home, "describe")
    assert done.exit_code == 1
    assert "list --check" in done.stderr
    run(own_home, "list", "--check")
    assert "Calderoute" in run(own_home, "describe").stdout


def test_damaged_company_is_mended_and_told(own_home: Path, kept: Snapshot) -> None:
    whole = kept.path.read_bytes()
    cut(kept.path)
    done = run(own_home, "build")
    assert done.exit_code == 0
    assert done.stdout == f"{kept.path}\n"
    assert f"The snapshot {kept.path} is damaged and is built again.\n" in done.stderr
    assert "Building the company" in done.stderr
    assert kept.path.read_bytes() == whole
    assert run(own_home, "build").stderr == ""


@pytest.mark.parametrize("arguments", [["build"], ["describe"]])
def test_damage_that_cannot_be_undone_names_the_way_out(
    own_home: Path, kept: Snapshot, arguments: list[str]
) -> None:
    make_world(own_home, "main", kept.fingerprint)
    cut(kept.path)
    record = kept.path.with_suffix(".json")
    record.write_text(json.dumps(json.loads(record.read_text()) | {"digest": "0" * 32}))
    done = run(own_home, *arguments)
    assert done.exit_code == 1
    assert "Error: the snapshot" in done.stderr
    assert f"<world>-{kept.fingerprint}" in done.stderr
    assert "`workworld snapshot prune --damaged`" in done.stderr
    assert "made from it: main" in run(own_home, "prune", "--damaged").stdout
    (own_home / "worlds" / f"main-{kept.fingerprint}").rmdir()
    assert "removed" in run(own_home, "prune", "--damaged").stdout
    assert run(own_home, *arguments).exit_code == 0


def test_prune_says_what_it_freed_and_what_it_kept(
    own_home: Path, kept: Snapshot, stale: Path
) -> None:
    make_world(own_home, "main", kept.fingerprint)
    lines = run(own_home, "prune", "--all", "--dry-run").stdout.splitlines()
    assert stale.exists()
    assert [line.split(" (")[0] for line in lines] == [
        *sorted([f"would remove {stale.stem}", f"kept {kept.path.stem}"], key=lambda s: s[-16:]),
        lines[-1],
    ]
    weight = re.fullmatch(r"Would free (.+)\.", lines[-1])
    assert weight
    done = run(own_home, "prune")
    assert f"removed {stale.stem} (stale, " in done.stdout
    assert f"Freed {weight[1]}" in done.stdout
    assert "kept" not in done.stdout
    assert not stale.exists()
    assert kept.path.exists()
    assert run(own_home, "prune").stdout == "Freed 0 bytes.\n"


def test_prune_says_who_keeps_a_company(tmp_path: Path, own_home: Path, kept: Snapshot) -> None:
    with Worlds(tmp_path / "elsewhere") as worlds:
        worlds.open(kept)
        used = "a running process works on it"
        assert f"): {used}\n" in run(own_home, "prune", "--all").stdout
        make_world(own_home, "main", kept.fingerprint)
        said = run(own_home, "prune", "--all").stdout
        assert f"): made from it: main; {used}\n" in said


def test_prune_does_not_disturb_a_build(own_home: Path, stale: Path) -> None:
    with (own_home / "snapshots" / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # as a process does while it builds
        done = run(own_home, "prune")
    assert done.exit_code == 1
    assert done.stderr.startswith("Error: another process builds")
    assert stale.exists()


@pytest.mark.parametrize("arguments", [["build"], ["describe"], ["list"], ["prune"]])
def test_home_that_is_no_folder_is_explained(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "snapshots").touch()
    done = run(tmp_path, *arguments)
    assert done.exit_code == 1
    assert done.stderr.startswith("Error: ")
    assert str(tmp_path) in done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_build_that_is_told_to_end_takes_what_it_began_away(tmp_path: Path, number: int) -> None:
    # Whoever runs the tests in the background may ignore SIGINT, and children would from them.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        _end_while_building(tmp_path, number)
    finally:
        signal.signal(signal.SIGINT, before)


def _end_while_building(tmp_path: Path, number: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "workworld", "snapshot", "build", "--preset", "startup"],
        env=os.environ | {"WORKWORLD_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        folder = tmp_path / "snapshots"
        while not [*folder.glob("building-*/")]:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(number)
        said, complaint = process.communicate(timeout=60)
    assert process.returncode == (1 if number == signal.SIGINT else 128 + number)
    assert said == ""
    assert "Traceback" not in complaint
    assert [path.name for path in folder.iterdir()] == ["lock"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--preset", "village"], "'village' is not 'tiny', 'startup'"),
        (["--preset", "startup_injected_41"], "'startup_injected_12' (1 to 40)"),
        (["--preset", "bench_"], "'bench_' is not"),
        (["--preset", ""], "'' is not"),
        (["--preset", "../tiny"], "'../tiny' is not"),
        (["--seed", "first"], "'first' is not a valid integer"),
        (["--seed", ""], "'' is not a valid integer"),
    ],
)
def test_company_that_there_is_not_is_refused(
    tmp_path: Path, options: list[str], said: str
) -> None:
    done = run(tmp_path, "build", *options)
    assert done.exit_code == 2
    assert said in done.stderr
    assert [*tmp_path.iterdir()] == []


def test_company_is_the_one_that_the_environment_names(tmp_path: Path) -> None:
    shown = CliRunner(env={"WORKWORLD_PRESET": None}).invoke(main, ["snapshot", "build", "--help"])
    assert "default: startup" in shown.stdout
    own = {"WORKWORLD_HOME": str(tmp_path), "WORKWORLD_PRESET": "village"}
    for command in (["snapshot", "build"], ["serve"], ["mcp", "--stdio"], ["worlds", "create"]):
        done = CliRunner(env=own).invoke(main, command)
        assert done.exit_code in (1, 2)
        assert "'village'" in done.stderr
    own["WORKWORLD_PRESET"] = "tiny"
    done = CliRunner(env=own).invoke(main, ["snapshot", "build"])
    assert Path(done.stdout).name.startswith("tiny-0-")


def test_full_disk_is_explained_and_leaves_nothing(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "workworld", "snapshot", "build"],
        env=os.environ | {"WORKWORLD_HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "cannot be had" in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in (tmp_path / "snapshots").iterdir()] == ["lock"]
