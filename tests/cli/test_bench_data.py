"""Load data: as much as was asked for, the same each time, and a company like any other."""

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from workworld import loading
from workworld.cli import main
from workworld.worlds import SnapshotCache
from workworld.worlds.scales import scale_in

SCALE = 2_000


@pytest.fixture(scope="module")
def runner(home: Path) -> CliRunner:
    return CliRunner(env={"WORKWORLD_HOME": str(home)})


@pytest.fixture(scope="module")
def built(runner: CliRunner) -> Path:
    done = runner.invoke(main, ["bench-data", "--scale", "2k"])
    assert done.exit_code == 0, done.output
    assert f"workworld serve --preset bench_{SCALE}" in done.stderr
    return Path(done.stdout.strip())


def ask(path: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as connection:
        return connection.execute(query).fetchall()


def test_scale_says_how_many_messages_there_are_besides_those_of_the_small_company(
    built: Path, home: Path
) -> None:
    small = SnapshotCache(home / "snapshots").get("tiny").path
    count = "SELECT count(*) FROM chat_messages"
    direct = "SELECT count(*) FROM chat_channels WHERE party IS NOT NULL"
    begun = ask(built, direct)[0][0] - ask(small, direct)[0][0]  # each with a first message
    assert begun > 5
    assert ask(built, count)[0][0] == ask(small, count)[0][0] + SCALE + begun


def test_everything_that_chat_has_is_there(built: Path) -> None:
    kinds = dict(ask(built, "SELECT kind, count(*) FROM chat_channels GROUP BY kind"))
    assert kinds["public"] > kinds["private"] > 3
    assert ask(built, "SELECT count(*) FROM directory_people")[0][0] >= 40
    for table in ("chat_threads", "chat_reactions", "chat_message_files", "chat_read_markers"):
        assert ask(built, f"SELECT count(*) FROM {table}")[0][0] > 10, table
    assert ask(built, "SELECT count(*) FROM chat_messages WHERE text LIKE '<@U%'")[0][0] > 10
    ((oldest, newest),) = ask(
        built, "SELECT min(ts), max(ts) FROM chat_messages WHERE text LIKE '%the%'"
    )
    assert float(newest) - float(oldest) > 500 * 86_400


def test_words_are_as_often_as_in_natural_language(built: Path) -> None:
    texts = [text.lower().split() for (text,) in ask(built, "SELECT text FROM chat_messages")]
    found = Counter(word for words in texts for word in set(words))
    assert found["the"] > len(texts) * 0.4
    assert sum(count == 1 for count in found.values()) > 500


def test_same_seed_gives_the_same_bytes_and_another_one_others(built: Path, tmp_path: Path) -> None:
    again = SnapshotCache(tmp_path).get(f"bench_{SCALE}")
    assert again.path.read_bytes() == built.read_bytes()
    other = SnapshotCache(tmp_path).get(f"bench_{SCALE}", 1)
    assert other.fingerprint != again.fingerprint
    said = "SELECT text FROM chat_messages ORDER BY ts LIMIT 50"
    assert ask(other.path, said) != ask(built, said)


def test_it_is_a_company_like_any_other(runner: CliRunner, built: Path) -> None:
    listed = runner.invoke(main, ["snapshot", "list", "--json"]).stdout
    assert str(built) in listed
    again = runner.invoke(main, ["snapshot", "build", "--preset", f"bench_{SCALE}"])
    assert again.stdout.strip() == str(built)
    assert "Building" not in again.stderr


@pytest.mark.parametrize("scale", ["0", "999", "ten", "-5", "10m", "1e5", ""])
def test_bad_scale_is_explained(runner: CliRunner, scale: str) -> None:
    done = runner.invoke(main, ["bench-data", "--scale", scale])
    assert done.exit_code == 2
    assert "give a number of messages from 1,000 to 5,000,000" in " ".join(done.output.split())


@pytest.mark.parametrize(
    ("text", "scale"),
    [("100k", 100_000), ("450,000", 450_000), ("1M", 10**6)],
)
def test_scale_is_read_as_people_write_it(text: str, scale: int) -> None:
    assert scale_in(text) == scale


def test_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("workworld.worlds.snapshots.build", full)
    runner = CliRunner(env={"WORKWORLD_HOME": str(tmp_path)})
    done = runner.invoke(main, ["bench-data", "--scale", "2k"])
    assert done.exit_code == 1
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.output


needs_tracker = pytest.mark.skipif(
    "tracker" not in {app.id for app in loading.apps()}, reason="the tracker is a preview"
)


@needs_tracker
def test_everything_that_the_tracker_has_is_there(built: Path) -> None:
    issues = ask(built, "SELECT count(*) FROM tracker_issues")[0][0]
    assert issues > SCALE // 16
    for table in (
        "tracker_history",
        "tracker_comments",
        "tracker_worklogs",
        "tracker_watchers",
        "tracker_issue_links",
        "tracker_issue_sprints",
        "tracker_project_access",
    ):
        assert ask(built, f"SELECT count(*) FROM {table}")[0][0] > 10, table
    assert ask(built, "SELECT count(*) FROM tracker_history")[0][0] > 4 * issues


@needs_tracker
def test_load_of_the_tracker_keeps_what_must_hold(built: Path) -> None:
    undecided = (
        "SELECT count(*) FROM tracker_issues JOIN tracker_statuses s ON s.id = status_id"
        " WHERE (resolution_id IS NULL) = (s.category = 'done')"
    )
    assert ask(built, undecided) == [(0,)]
    early = "SELECT count(*) FROM tracker_history h JOIN tracker_issues i ON i.id = h.issue_id"
    assert ask(built, f"{early} WHERE h.created_us < i.created_us") == [(0,)]
    assert ask(built, "SELECT count(*) FROM tracker_issues WHERE updated_us < created_us") == [(0,)]
