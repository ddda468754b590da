"""``workworld episodes``: records are read and judged again, and what is wrong with one is said."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.cli.conftest import Commands

from workworld.tasks.communication.post_announcement import FAMILY

TASK = FAMILY.id
Edit = Callable[[list[dict[str, Any]]], object]


@pytest.fixture(autouse=True)
def _no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture
def file(workworld: Commands, tmp_path: Path) -> Path:
    """What an oracle and a trap did."""
    kept = tmp_path / "episodes.jsonl"
    for policy in ("oracle", "trap:twice"):
        run = ("tasks", "run", TASK, "--policy", policy, "--seeds", "1", "--episodes", str(kept))
        workworld(*run)
    return kept


def edited(file: Path, edit: Edit) -> None:
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    edit(lines)
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))


def test_episodes_are_listed(workworld: Commands, file: Path) -> None:
    shown = workworld("episodes", "list", str(file))
    assert re.search(rf"1 +{TASK} +1 +oracle +2 +1 +1\.00", shown)
    assert re.search(rf"2 +{TASK} +1 +trap: twice +2 +0 +0\.00", shown)


def test_names_in_a_file_are_no_markup(workworld: Commands, file: Path) -> None:
    edited(file, lambda lines: lines[0]["policy"].update(name="[/red] mine"))
    assert "[/red] mine" in workworld("episodes", "list", str(file))
    assert "[/red] mine" in workworld("episodes", "show", str(file))


def test_episode_is_shown_readably(workworld: Commands, file: Path) -> None:
    shown = workworld("episodes", "show", str(file))
    assert (shown.count("reward 1, score 1.00"), shown.count("reward 0, score 0.00")) == (1, 1)
    assert "slack_send_message(channel_id=" in shown
    assert "✗ Nothing changed that the task did not allow: Changed without leave" in shown
    only = workworld("episodes", "show", str(file), "--number", "2")
    assert "1: communication" not in only
    assert len(workworld("episodes", "show", str(file), "--full")) > len(shown)
    assert "there is no episode 3" in workworld.refused(
        "episodes", "show", str(file), "--number", "3"
    )


def test_schema_describes_every_line(workworld: Commands, file: Path) -> None:
    check = Draft202012Validator(json.loads(workworld("episodes", "schema")))
    for line in file.read_text().splitlines():
        check.validate(json.loads(line))


def test_episodes_are_judged_again(workworld: Commands, file: Path) -> None:
    shown = workworld("episodes", "regrade", str(file))
    assert re.search(rf"1 +{TASK} +1 +1 +1 +restored", shown)
    assert re.search(rf"2 +{TASK} +1 +0 +0 +restored", shown)
    told = json.loads(workworld("episodes", "regrade", str(file), "--json"))
    assert [(each["equal"], each["same_state"]) for each in told] == [(True, True)] * 2


def test_reward_that_is_another_one_is_told_of(workworld: Commands, file: Path) -> None:
    """The message was never sent, says the record now."""

    def forget(lines: list[dict[str, Any]]) -> None:
        lines[2]["changes"] = None

    edited(file, forget)
    done = workworld.result("episodes", "regrade", str(file))
    assert done.exit_code == 1
    assert re.search(rf"1 +{TASK} +1 +1 +0 +not the same", done.stdout)
    assert re.search(r"^1: posted: Nothing was posted", done.stdout, re.MULTILINE)
    assert re.search(r"^2: ", done.stdout, re.MULTILINE) is None


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda lines: lines[0].update(seed="one"), "line 1, $.seed"),
        (lambda lines: lines.pop(0), "line 1, $.type: an episode begins with its header"),
        (lambda lines: lines[0]["company"].update(preset="huge"), "no company 'huge'"),
        (lambda lines: lines[4].update(task="no.such"), "episode 2: $.task: there is no family"),
        (
            lambda lines: lines[0]["company"].update(fingerprint="0" * 16),
            "episode 1: the episode took place in tiny, seed 0, build 0000000000000000",
        ),
        (lambda lines: lines[2].update(changes="AAAA"), "episode 1: $.changes of event 2"),
        (lambda lines: lines.clear(), "there are no episodes"),
    ],
)
def test_records_that_cannot_be_judged_again_are_explained(
    workworld: Commands, file: Path, edit: Edit, said: str
) -> None:
    edited(file, edit)
    refused = workworld.refused("episodes", "regrade", str(file))
    assert said in refused
    assert str(file) in refused or "no company" in refused


@pytest.mark.parametrize("command", ["list", "show", "regrade"])
def test_what_is_no_record_is_refused(workworld: Commands, tmp_path: Path, command: str) -> None:
    file = tmp_path / "some.txt"
    file.write_bytes(b"\n\xff\xfe\n")
    said = workworld.refused("episodes", command, str(file))
    assert f"{file}, line 2, $: it is no JSON" in said
    file.write_bytes(b"")
    assert f"{file}: there are no episodes" in workworld.refused("episodes", command, str(file))
    done = workworld.result("episodes", command, str(tmp_path / "nowhere"))
    assert (done.exit_code, "does not exist" in done.stderr) == (2, True)
