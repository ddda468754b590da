"""The suite as a whole: what is hard in it, and the committed record of how hard each family is."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.gates.sampling import sample

from workworld import Environment, loading, tasks
from workworld.grading import Difficulty
from workworld.proofs.efforts import effort, record
from workworld.splits import Split
from workworld.worlds import Snapshot

FAMILIES = loading.families()
RECORD = Path(tasks.__path__[0]) / "difficulty.json"
SEEDS = range(3)
FEW = 6
CHANGED = "how hard families are has changed: if that is meant, run `make snapshots`"
Told = Mapping[str, Any]


@pytest.fixture(scope="module")
def env(snapshot: Snapshot) -> Iterator[Environment]:
    with Environment(home=snapshot.path.parents[1], training=True) as environment:
        yield environment


@pytest.fixture(scope="module")
def recorded(env: Environment) -> dict[str, Any]:
    if os.environ.get("WORKWORLD_UPDATE_SNAPSHOTS"):
        found = {
            name: record(family, effort(env, family, SEEDS)) for name, family in FAMILIES.items()
        }
        RECORD.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n")
    told: dict[str, Any] = json.loads(RECORD.read_text())
    return told


def test_record_tells_of_every_family_what_its_author_says(recorded: dict[str, Any]) -> None:
    assert list(recorded) == list(FAMILIES), CHANGED
    for name, family in FAMILIES.items():
        told = family.told()
        said = recorded[name]
        for field in ("title", "difficulty", "split", "distractors", "infeasible"):
            assert said[field] == told[field], f"{name}: {CHANGED}"
        assert said["traps"] == len(told["traps"]), f"{name}: {CHANGED}"
        assert said["browser"] == told["has_browser_oracle"], f"{name}: {CHANGED}"


@pytest.mark.parametrize("family_id", sample(FAMILIES, FEW))
def test_record_tells_what_the_oracle_takes(
    env: Environment, recorded: dict[str, Any], family_id: str
) -> None:
    family = FAMILIES[family_id]
    assert record(family, effort(env, family, SEEDS)) == recorded[family_id], CHANGED


def share(recorded: dict[str, Any], holds: Callable[[Told], bool]) -> float:
    return sum(map(holds, recorded.values())) / len(recorded)


def test_suite_has_work_of_all_kinds(recorded: dict[str, Any]) -> None:
    assert len(recorded) >= 64
    alone = [
        each["oracle"]["apps"][0] for each in recorded.values() if len(each["oracle"]["apps"]) == 1
    ]
    assert {app: alone.count(app) >= 8 for app in alone} == dict.fromkeys(
        ("chat", "tracker", "crm", "sheets"), True
    )
    assert sum(map(crosses_apps_at_length, recorded.values())) >= 28
    assert sum(each["oracle"]["checks"] >= 50 for each in recorded.values()) >= 6


def crosses_apps_at_length(told: Told) -> bool:
    taken = told["oracle"]
    return 2 <= len(taken["apps"]) <= 4 and 10 <= taken["calls"] <= 60


def test_suite_has_work_during_which_something_happens_or_fails(
    recorded: dict[str, Any],
) -> None:
    taken = [each["oracle"] for each in recorded.values()]
    assert sum(each["events"] > 0 for each in taken) >= 3
    assert sum(each["faults"] > 0 for each in taken) >= 3


def test_suite_is_graded_from_easy_to_hard(recorded: dict[str, Any]) -> None:
    wanted = {Difficulty.EASY: 0.25, Difficulty.MEDIUM: 0.45, Difficulty.HARD: 0.30}
    for level, part in wanted.items():
        assert share(
            recorded, lambda each, level=level: each["difficulty"] == level
        ) == pytest.approx(part, abs=0.06)


def test_an_eighth_cannot_always_be_done_and_half_is_done_in_the_browser_too(
    recorded: dict[str, Any],
) -> None:
    assert share(recorded, lambda each: bool(each["infeasible"])) >= 1 / 8
    assert share(recorded, lambda each: each["browser"]) >= 1 / 2


def test_every_split_has_families(recorded: dict[str, Any]) -> None:
    for split, part in ((Split.TRAIN, 0.7), (Split.VALIDATION, 0.08), (Split.TEST, 0.08)):
        assert share(recorded, lambda each, split=split: each["split"] == split) >= part


def test_families_of_every_split_name_what_misleads() -> None:
    assert [name for name, family in FAMILIES.items() if not family.distractors] == []
