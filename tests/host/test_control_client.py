"""The client of the control API, over HTTP and in process."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from workworld import ControlClient, ControlFailed
from workworld.host import Host
from workworld.host.control import ControlPort
from workworld.tasks.communication.post_announcement import FAMILY
from workworld.worlds import Worlds

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "train.md").read_text()
TASK = FAMILY.id


@pytest.fixture(params=["http", "in process"])
def control(request: pytest.FixtureRequest, host: Host) -> Iterator[ControlClient]:
    if request.param == "http":
        made = ControlClient(host.admin_token, host.control_origin)
    else:
        made = ControlClient("token", app=ControlPort(host.desk, "token").app())
    with made as client:
        yield client


def test_worlds_are_made_forked_put_back_and_removed(control: ControlClient) -> None:
    made = control.create(name="two", seed=7, shared=True, ttl=60, idle="remove")
    assert (made["name"], made["seed"], made["shared"], made["ttl"]) == ("two", 7, True, 60)
    control.set_clock("w1", advance=60)
    assert control.fork("w1", 0, name="copy")["name"] == "copy"
    assert control.rewind("w1", 0)["name"] == "w1"
    assert control.reset("w1")["name"] == "w1"
    assert control.steps("w1", since=0) == []
    assert control.let_go("copy") == {"name": "copy", "removed": False}
    listed = control.worlds()
    assert [world["name"] for world in listed["worlds"]] == ["two", "w1"]
    assert [world["name"] for world in listed["closed"]] == ["copy"]
    mark = listed["closed"][0]["snapshot"]
    assert control.let_go("copy", remove=True, snapshot=mark)["removed"]
    control.let_go("two", remove=True)


def test_tasks_are_chosen_set_graded_and_recorded(control: ControlClient) -> None:
    assert TASK in [family["id"] for family in control.tasks()]
    seen = control.preview(TASK, 3)
    task = control.task("w1", TASK, 3, steps=5, seconds=3600, wall_seconds=60)
    assert task["instruction"] == seen["instruction"]
    assert task["limits"] == {"steps": 5, "seconds": 3600, "wall_seconds": 60}
    assert control.session("w1")["steps"] == {"used": 0, "limit": 5, "left": 5}
    given = control.grade("w1", answer="none was asked for")
    assert (given.reward, given.is_valid) == (0.0, True)
    found = control.episode("w1")
    assert (found.task, found.seed, found.graded) == (TASK, 3, given)
    assert control.grade("w1", lost="it fell").invalid == "it fell"
    assert control.episode("w1", lost="it fell").reward is None


def test_what_came_to_pass_is_told(control: ControlClient) -> None:
    person = next(each for each in control.people("w1") if each["spotlight"])
    keys = control.credentials("w1", person["email"], lifetime_seconds=60)
    assert keys["person"] == person["id"]
    assert control.steps("w1", since=0) == control.reads("w1") == control.diff("w1") == []
    assert control.clock("w1")["step_seconds"] == 15
    now = control.set_clock("w1", advance=60, step_seconds=1)
    assert (now["now"], now["step_seconds"]) == ("2026-03-17T13:31:00+00:00", 1)
    assert [due["operation"] for due in control.schedule("w1")][:1] == ["crm.slas.look"]
    made = control.add_fault("w1", "chat", "slow", times=2)
    assert [fault["id"] for fault in control.faults("w1")] == [made["id"]]
    assert control.end_faults("w1", made["id"]) == {"cleared": 1}
    assert control.end_faults("w1") == {"cleared": 0}


def test_refusals_are_raised_with_what_they_tell(control: ControlClient) -> None:
    with pytest.raises(ControlFailed, match="no world 'nope'") as failed:
        control.grade("nope")
    assert (failed.value.error, failed.value.status) == ("world_not_found", 404)
    with pytest.raises(ControlFailed, match="from 0 to"):
        control.task("w1", TASK, steps=-1)
    with pytest.raises(ControlFailed, match="no task is set"):
        control.episode("w1")


def test_a_port_that_is_none_is_told_apart(host: Host) -> None:
    with (
        ControlClient(host.admin_token, host.origin) as control,
        pytest.raises(ControlFailed, match="is no control port"),
    ):
        control.worlds()


@pytest.mark.parametrize("named", ["HostedEnvironment", "ControlClient"])
def test_the_examples_of_the_guide_work(
    host: Host, worlds: Worlds, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    blocks: list[str] = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    (example,) = [block for block in blocks if f"import {named}\n" in block]
    example = example.replace("the admin token", host.admin_token)
    exec(example.replace("http://127.0.0.1:8701", host.control_origin), {})
    assert "0.0" in capsys.readouterr().out
    assert [world.id for world in worlds.all()] == ["w1"]
