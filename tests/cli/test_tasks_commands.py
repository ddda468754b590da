"""``workworld tasks``: listed, shown, proven, run, and never a traceback."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Commands
from tests.endpoint import fails, model_serving, says

from workworld import loading
from workworld.browsers import NoBrowser
from workworld.cli.company import notes
from workworld.environment.pages import Chrome
from workworld.grading import Family
from workworld.tasks.communication.post_announcement import FAMILY
from workworld.worlds import SnapshotCache

TASK = FAMILY.id
MINE = """
import sys

def act(episode):
    print("thinking")
    facts = episode.task.facts
    episode.use("slack_send_message", channel_id=facts.channel_id, message=facts.text)

def fail(_episode):
    raise RuntimeError("[red]boom[/blue]")

def leave(_episode):
    sys.exit(3)

not_one = 3
"""


@pytest.fixture
def mine(tmp_path: Path) -> str:
    """A file of somebody's own policies."""
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    return str(file)


@pytest.fixture
def families(monkeypatch: pytest.MonkeyPatch) -> dict[str, Family[Any]]:
    """The families there are; a test may change them."""
    found = dict(loading.families())
    monkeypatch.setattr(loading, "families", lambda: found)
    return found


@pytest.fixture(autouse=True)
def _surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """No endpoint, and no terminal that somebody said the width of."""
    monkeypatch.delenv("COLUMNS", raising=False)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "WORKWORLD_MODEL", "WORKWORLD_JUDGE_URL"):
        monkeypatch.delenv(name, raising=False)


def mistaken(commands: Commands, *arguments: str, code: int = 2) -> str:
    """What is said to somebody who gave the wrong arguments."""
    done = commands.result(*arguments)
    assert done.exit_code == code, done.output
    assert "Traceback" not in done.output
    return done.stderr


# list and show


def test_families_are_listed(workworld: Commands) -> None:
    listed = re.sub(r"\s+", " ", workworld("tasks", "list"))
    assert f"{TASK} Post an announcement in a channel easy train yes" in listed
    told = {each["id"]: each for each in json.loads(workworld("tasks", "list", "--json"))}
    assert told[TASK]["traps"] == list(FAMILY.traps)
    assert TASK not in workworld("tasks", "list", "--split", "validation")
    assert TASK in workworld("tasks", "list", "--split", "train")


@pytest.mark.parametrize("columns", ["60", "80", "120"])
def test_listing_loses_nothing_in_a_narrow_terminal(
    workworld: Commands, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    shown = workworld("tasks", "list")
    assert re.search(r"task +title +level +split +browser", shown)
    assert TASK in shown
    assert {"announcement", "channel"} <= set(shown.split())
    if columns == "120":  # names of families are never cut, and leave a narrow one no room
        assert max(map(len, shown.splitlines())) <= int(columns)


def test_task_is_shown(workworld: Commands) -> None:
    shown = workworld("tasks", "show", TASK, "--seed", "2")
    assert f"{TASK}, seed 2 (" in shown
    assert "nothing_else_changed" in shown
    assert "Traps: wrong neighbour, shotgun" in shown
    told = json.loads(workworld("tasks", "show", TASK, "--seed", "2", "--json"))
    assert told["instruction"].split()[-1] in shown
    assert told["persona"]["name"] in shown


def test_what_looks_like_markup_is_shown_as_it_is(
    workworld: Commands, families: dict[str, Family[Any]]
) -> None:
    families[TASK] = replace(FAMILY, instruct=lambda _facts: "Post [draft] and [/] there.")
    assert "Post [draft] and [/] there." in workworld("tasks", "show", TASK)


# rubric


def test_rubric_is_written_and_checked(workworld: Commands, tmp_path: Path) -> None:
    file = tmp_path / "rubric.json"
    assert workworld("tasks", "rubric", TASK, "--seed", "3", "--out", str(file)) == ""
    assert json.loads(file.read_text()) == json.loads(
        workworld("tasks", "rubric", TASK, "--seed", "3")
    )
    assert "as it is today" in workworld("tasks", "rubric", "--check", str(file))
    changed(file, instruction="Something else.")
    assert "$.instruction" in workworld.refused("tasks", "rubric", "--check", str(file))


def changed(file: Path, **values: Any) -> None:
    file.write_text(json.dumps(json.loads(file.read_text()) | values))


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"seed": "three"}, "$.seed"),
        ({"checks": []}, "$.checks"),
        ({"company": {"preset": "huge", "seed": 0, "fingerprint": "0" * 16}}, "no company 'huge'"),
    ],
)
def test_malformed_rubric_is_refused(
    workworld: Commands, tmp_path: Path, values: Mapping[str, Any], said: str
) -> None:
    file = tmp_path / "rubric.json"
    workworld("tasks", "rubric", TASK, "--out", str(file))
    changed(file, **values)
    assert said in workworld.refused("tasks", "rubric", "--check", str(file))


def test_rubric_that_cannot_be_written_or_read(workworld: Commands, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nowhere" / "rubric.json")
    assert f"cannot write {nowhere}" in workworld.refused("tasks", "rubric", TASK, "--out", nowhere)
    half = tmp_path / "half.json"
    half.write_bytes(b'{"rubric": "\xff')
    assert str(half) in workworld.refused("tasks", "rubric", "--check", str(half))
    assert "--check with a file" in mistaken(workworld, "tasks", "rubric")
    assert "--check with a file" in mistaken(
        workworld, "tasks", "rubric", TASK, "--check", str(half)
    )


# verify


def test_family_is_proven(workworld: Commands) -> None:
    shown = workworld("tasks", "verify", TASK, "--seeds", "0-1", "--mutants")
    assert re.search(rf"{TASK} +2 +20 +8 +yes", shown)
    assert "mend" not in shown.lower()
    found = json.loads(workworld("tasks", "verify", TASK, "--seeds", "1", "--json"))
    assert {(each["family"], each["seed"], each["holds"]) for each in found} == {(TASK, 1, True)}


def test_what_fails_is_named_with_seed_case_and_reason(
    workworld: Commands, families: dict[str, Family[Any]]
) -> None:
    def honest(episode: Any, facts: Any) -> None:
        FAMILY.solve(episode, facts)

    families[TASK] = replace(FAMILY, traps={**FAMILY.traps, "honest": honest})
    done = workworld.result("tasks", "verify", TASK, "--seeds", "4,2")
    assert done.exit_code == 1
    assert "no: 2 failed" in done.stdout
    lines = [line for line in done.stdout.splitlines() if "honest" in line]
    assert lines == [f"{TASK}, seed {seed}, trap: honest: it earned 1" for seed in (4, 2)]
    assert "Mend tasks/communication/post_announcement.py and verify again." in done.stdout
    done = workworld.result("tasks", "verify", TASK, "--seeds", "4", "--json")
    assert done.exit_code == 1
    assert [each["case"] for each in json.loads(done.stdout) if not each["holds"]] == [
        "trap: honest"
    ]


def test_task_that_is_refused_is_told_of_everywhere(
    workworld: Commands, families: dict[str, Family[Any]]
) -> None:
    def prepare(*_given: Any) -> Any:
        raise LookupError("nobody is left")

    families[TASK] = replace(FAMILY, prepare=prepare)
    done = workworld.result("tasks", "verify", TASK, "--seeds", "0")
    assert (done.exit_code, "nobody is left" in done.stdout) == (1, True)
    for command in (("show", TASK), ("rubric", TASK), ("run", TASK, "--policy", "oracle")):
        said = workworld.refused("tasks", *command)
        assert f"{TASK}, seed 0" in said
        assert "nobody is left" in said
    assert "nobody is left" in workworld.refused("demo", "--task", TASK)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("show", "no.such"), "no task family 'no.such': there are communication."),
        (("verify",), "name a task family, or give --all"),
        (("verify", TASK, "--seeds", "x"), "'x' names no seeds"),
        (("verify", TASK, "--seeds", "5-3"), "'5-3' names no seeds"),
        (("verify", TASK, "--seeds", "0-99999"), "more than 10,000 seeds"),
        (("run", TASK), "say who acts: --model or --policy"),
        (("run", TASK, "--policy", "oracle", "--model", "m"), "say who acts"),
        (("run", TASK, "--policy", "orakel"), "no policy 'orakel': there are oracle, oracle-ui"),
        (("run", TASK, "--policy", "no.module:act"), "no.module cannot be imported"),
        (("run", TASK, "--policy", "no.py:act"), "there is no file no.py"),
        (("run", TASK, "--model", "m"), "set OPENAI_API_KEY"),
        (("run", TASK, "--model", "m", "--base-url", "nonsense"), "Not the address"),
        (("run", "--policy", "oracle"), "name a task family, or give --all"),
    ],
)
def test_mistakes_are_explained(workworld: Commands, arguments: tuple[str, ...], said: str) -> None:
    assert said in mistaken(workworld, "tasks", *arguments)


# run and calibrate


def test_oracle_is_run_and_recorded(workworld: Commands, tmp_path: Path) -> None:
    file = tmp_path / "runs" / "episodes.jsonl"
    done = workworld.result(
        "tasks", "run", TASK, "--policy", "oracle", "--seeds", "0,3", "--episodes", str(file)
    )
    assert done.exit_code == 0
    assert re.search(rf"{TASK} +0 +1 +1 +1\.00 +1 +1", done.stdout)
    assert done.stderr == f"2 records are in {file}: see workworld episodes show.\n"
    assert len(file.read_text().splitlines()) > 4


def test_trap_is_run_and_it_is_said_why_it_failed(workworld: Commands) -> None:
    done = workworld.result("tasks", "run", TASK, "--policy", "trap:twice", "--attempts", "2")
    assert (done.exit_code, done.stderr) == (0, "")
    said = f"{TASK}, seed 0, attempt 2: nothing_else_changed: Changed without leave"
    assert said in done.stdout
    assert "has no trap 'none'" in workworld.refused("tasks", "run", TASK, "--policy", "trap:none")


def test_own_policy_is_run(workworld: Commands, mine: str) -> None:
    done = workworld.result("tasks", "run", TASK, "--policy", f"{mine}:act", "--json")
    (told,) = json.loads(done.stdout)  # whatever the policy prints
    assert (told["reward"], told["policy"]["name"]) == (1.0, f"{mine}:act")
    assert "thinking" in done.stderr
    shown = workworld("tasks", "run", TASK, "--policy", f"{mine}:fail")
    assert "the policy failed: RuntimeError('[red]boom[/blue]')" in shown
    assert "SystemExit(3)" in workworld("tasks", "run", TASK, "--policy", f"{mine}:leave")
    said = mistaken(workworld, "tasks", "run", TASK, "--policy", f"{mine}:not_one")
    assert "has no function 'not_one'" in said


def test_limits_truncate(workworld: Commands) -> None:
    shown = workworld("tasks", "run", TASK, "--policy", "oracle", "--steps", "0")
    assert "truncated: steps" in shown


def test_records_that_cannot_be_kept_are_told_of_before_anything_is_done(
    workworld: Commands, tmp_path: Path, mine: str
) -> None:
    (tmp_path / "file").touch()
    file = tmp_path / "file" / "episodes.jsonl"
    done = workworld.result(
        "tasks", "run", TASK, "--policy", f"{mine}:act", "--episodes", str(file)
    )
    assert (done.exit_code, done.stdout) == (1, "")
    assert f"cannot write {file}: " in done.stderr
    assert "thinking" not in done.stderr


def test_model_is_run(workworld: Commands) -> None:
    with model_serving(lambda _request: says("I would rather not.")) as serving:
        model = ("--model", "stub", "--base-url", serving.url)
        shown = workworld("tasks", "run", TASK, *model)
        assert re.search(rf"{TASK} +0 +1 +0 +0\.00", shown)
        shown = workworld("tasks", "calibrate", TASK, *model, "--seeds", "0-1", "--attempts", "1")
    assert re.search(rf"{TASK} +0 of 2 +0% +0% to 66% +never passed", shown)


def test_endpoint_that_fails_is_no_fault_of_the_models(workworld: Commands) -> None:
    with model_serving(lambda _request: fails(401, "Bad key")) as serving:
        model = ("--model", "stub", "--base-url", serving.url)
        done = workworld.result("tasks", "run", TASK, *model)
        assert done.exit_code == 1
        (line,) = [each for each in done.stdout.splitlines() if "Bad key" in each]
        assert line.count("Bad key") == 1
        assert f"{TASK}, seed 0, attempt 1: invalid: " in line
        shown = workworld("tasks", "calibrate", TASK, *model, "--seeds", "0", "--attempts", "1")
    assert re.search(r"passed +rate +95 % interval +invalid", shown)


def test_without_chromium_nothing_is_scored(
    workworld: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(_chrome: Chrome) -> None:
        raise NoBrowser("No Chromium found. Install one.")

    monkeypatch.setattr(Chrome, "browser", property(none))
    said = "Error: No Chromium found. Install one.\n"
    assert workworld.refused("tasks", "run", TASK, "--policy", "oracle-ui") == said
    assert workworld.refused("tasks", "verify", TASK, "--seeds", "0", "--browser") == said


def test_rates_tell_which_seeds_teach_nothing(workworld: Commands, tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    file.write_text(
        "def act(episode):\n"
        "    if episode.task.seed:\n"
        "        episode.task.family.solve(episode, episode.task.facts)\n"
    )
    some = ("--policy", f"{file}:act", "--seeds", "0-2", "--attempts", "2")
    shown = workworld("tasks", "calibrate", TASK, *some)
    assert re.search(rf"{TASK} +4 of 6 +67% +30% to 90%", shown)
    assert f"{TASK}, never passed: seed 0\n" in shown
    assert f"{TASK}, always passed: seed 1, 2\n" in shown
    (told,) = json.loads(workworld("tasks", "calibrate", TASK, *some, "--json"))
    assert (told["passed"], told["attempts"], told["flag"]) == (4, 6, None)
    assert told["by_seed"]["0"]["flag"] == "never passed"


# The company


def test_company_is_built_when_it_is_not_there(workworld: Commands, tmp_path: Path) -> None:
    done = workworld.result("tasks", "show", TASK, "--company-seed", "7")
    assert done.exit_code == 0
    assert "Building the company" in done.stderr
    assert SnapshotCache(workworld.home / "snapshots").get("tiny", 7).seed == 7


def test_bar_is_for_those_who_look_on(workworld: Commands) -> None:
    assert not notes.is_terminal
    assert workworld.result("tasks", "verify", TASK, "--seeds", "0").stderr == ""
