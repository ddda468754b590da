"""Rubrics: what is exported fits its schema, and what is malformed is refused with its path."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.gates.sampling import sample

from workworld import grading, loading
from workworld.grading import Allowed
from workworld.grading.changes import Matching
from workworld.grading.checks import made
from workworld.grading.judges import JudgeCheck
from workworld.grading.rubrics import MalformedRubric, differences, read_rubric, rubric
from workworld.grading.states import PreparedStates
from workworld.tasks.communication.post_announcement import FAMILY
from workworld.worlds import Snapshot

SCHEMA = json.loads((Path(grading.__file__).parent / "rubric.schema.json").read_text())


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PreparedStates]:
    with PreparedStates(tmp_path_factory.mktemp("prepared")) as kept:
        yield kept


@pytest.fixture
def written(states: PreparedStates, snapshot: Snapshot) -> dict[str, Any]:
    """The rubric of a task with a criterion of every kind."""
    change = Allowed("chat_channels", "update", {"topic": Matching("new", bool)}, only=["topic"])
    family = replace(
        FAMILY,
        checks=lambda facts: [*FAMILY.checks(facts), made("set", "Topic set", change)],
        allowed=lambda facts: [*FAMILY.allowed(facts), change],
        judged=lambda _facts: [JudgeCheck("polite", "Polite", "Is it?", lambda _evidence: "")],
    )
    found = rubric(states.task(snapshot, family, 0), snapshot)
    for check in found["checks"]:  # such functions as a product's family has
        if check["kind"] != "judge":
            check["decided_by"] = "workworld.grading.checks:made.<locals>.decide"
    return found


@pytest.mark.parametrize("name", sorted(loading.families()))
@pytest.mark.parametrize("seed", sample(range(3), 1))
def test_every_rubric_fits_the_schema_and_can_be_read(
    states: PreparedStates, snapshot: Snapshot, name: str, seed: int
) -> None:
    found = rubric(states.task(snapshot, loading.families()[name], seed), snapshot)
    Draft202012Validator(SCHEMA).validate(found)
    again = read_rubric(json.dumps(found))
    assert again == json.loads(json.dumps(found))
    assert differences(again, found) == []


def test_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_every_kind_of_criterion_is_told(written: dict[str, Any]) -> None:
    assert read_rubric(json.dumps(written)) == written
    kinds = {check["id"]: check["kind"] for check in written["checks"]}
    assert kinds["polite"] == "judge"
    assert kinds["nothing_else_changed"] == "guard"
    assert written["allowed"][-1] == {
        "table": "chat_channels",
        "kind": "update",
        "where": {"topic": {"matching": "new"}},
        "at_most": 1,
        "only": ["topic"],
    }


_GONE = object()


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (["rubric"], 2, "$.rubric: 1 was expected"),
        (["seed"], True, "$.seed: True is not of type 'integer'"),
        (["seed"], _GONE, "$: 'seed' is a required property"),
        (["more"], 1, "$: Additional properties are not allowed ('more' was unexpected)"),
        (["company", "fingerprint"], "xyz", "$.company.fingerprint: 'xyz' does not match"),
        (["instruction"], "", "$.instruction: ''"),
        (["checks"], [], "$.checks: []"),
        (["checks", 0], 3, "$.checks[0]: 3 is not of type 'object'"),
        (["checks", 0, "kind"], _GONE, "$.checks[0]: 'kind' is a required property"),
        (["checks", 0, "kind"], "x", "$.checks[0].kind: 'x' is not one of"),
        (["checks", 0, "decided_by"], _GONE, "$.checks[0]: 'decided_by' is a required property"),
        (["checks", 0, "weight"], -1, "$.checks[0].weight: -1 is less than the minimum"),
        (["checks", 0, "weight"], "1", "$.checks[0].weight: '1' is not of type 'number'"),
        (["checks", 0, "id"], "Not So", "$.checks[0].id: 'Not So' does not match"),
        (["checks", 0, "more"], 1, "$.checks[0]: Additional properties"),
        (["checks", 1, "id"], "posted", "$.checks[1].id: there is another check 'posted'"),
        (["checks", -1, "prompt"], _GONE, "$.checks[3]: 'prompt' is a required property"),
        (["checks", -1, "id"], "posted", "$.checks[3].id: there is another check 'posted'"),
        (["allowed", 0, "at_most"], 0, "$.allowed[0].at_most: 0 is less than the minimum"),
        (["allowed", 0, "kind"], "upsert", "$.allowed[0].kind: 'upsert' is not one of"),
        (["allowed", 1, "only"], "topic", "$.allowed[1].only: 'topic' is not of type 'array'"),
    ],
)
def test_malformed_rubric_is_refused_with_the_path(
    written: dict[str, Any], path: list[Any], value: Any, said: str
) -> None:
    *outer, last = path
    inner: Any = written
    for name in outer:
        inner = inner[name]
    if value is _GONE:
        del inner[last]
    else:
        inner[last] = value
    with pytest.raises(MalformedRubric) as caught:
        read_rubric(json.dumps(written))
    assert str(caught.value).startswith(said)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    "reference",
    [
        "workworld.grading.checks:nothing",
        "workworld.grading.nowhere:made",
        "workworld.grading.:made",
        "workworld.grading..checks:made",
        "workworld.__main__:main",
        "workworld.cli:main",
        "os:system",
        "tests.kit:Doors",
    ],
)
def test_function_that_decides_nothing_here_is_refused(
    written: dict[str, Any], reference: str
) -> None:
    written["checks"][0]["decided_by"] = reference
    with pytest.raises(MalformedRubric, match=r"^\$\.checks\[0\]\.decided_by: there is no functio"):
        read_rubric(json.dumps(written))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "$: it is no JSON: "),
        ("{", "$: it is no JSON: "),
        ('{"rubric": NaN}', "$: it is no JSON: NaN"),
        ("[" * 100_000, "$: it is no JSON: "),
        ("[]", "$: [] is not of type 'object'"),
        ("null", "$: None is not of type 'object'"),
    ],
)
def test_text_that_is_no_rubric_is_refused(text: str, said: str) -> None:
    with pytest.raises(MalformedRubric) as caught:
        read_rubric(text)
    assert str(caught.value).startswith(said)


def test_differences_are_told_by_path(written: dict[str, Any]) -> None:
    present = copy.deepcopy(written)
    present["instruction"] = "Something else"
    present["checks"][0]["weight"] = 2
    del present["allowed"][0]["where"]["thread_ts"]  # null is not the same as any
    present["allowed"][1]["only"] = ["topic", "purpose"]
    found = differences(written, present)
    assert found == [
        "$.instruction",
        "$.checks[0].weight",
        "$.allowed[0].where.thread_ts",
        "$.allowed[1].only",
    ]
    assert differences(present, written) == found
