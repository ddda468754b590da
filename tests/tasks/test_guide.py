"""The authoring guide, followed to the letter."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import Browser

from workworld import Environment
from workworld.grading import Family
from workworld.proofs.cases import Trial, family_findings
from workworld.proofs.mutants import mutant_findings
from workworld.worlds import Snapshot

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "tasks" / "README.md").read_text()
SOURCE = "\n\n".join(
    block.strip("\n") + "\n" for block in re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
)
NAME = "workworld.tasks.communication.set_topic"


@pytest.fixture(scope="module")
def family() -> Iterator[Family[Any]]:
    module = ModuleType(NAME)
    sys.modules[NAME] = module  # where dataclasses look for the module that they stand in
    exec(compile(SOURCE, "tasks/README.md", "exec"), module.__dict__)
    yield module.FAMILY
    del sys.modules[NAME]


def test_family_of_the_guide_proves_itself(
    snapshot: Snapshot, chrome: Browser, family: Family[Any]
) -> None:
    with Environment(home=snapshot.path.parents[1], browser=chrome, training=True) as env:
        trial = Trial(env, family, 0)
        found = [*trial.findings(browser=True), *family_findings(env, family, 0)]
        found += mutant_findings(trial)
    assert "oracle in browser" in [each.case for each in found]
    assert len([each for each in found if each.case.startswith("mutant: ")]) >= 4
    assert [each for each in found if not each.holds] == []


def test_code_of_the_guide_is_as_it_must_be() -> None:
    for command in (["check"], ["format", "--check"]):
        file = "tasks/communication/set_topic.py"
        ruff = [sys.executable, "-m", "ruff", *command, "--stdin-filename", file, "-"]
        done = subprocess.run(
            ruff, input=SOURCE, cwd=ROOT, text=True, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_guide_names_the_file_that_its_family_stands_in() -> None:
    assert "tasks/communication/set_topic.py" in GUIDE
    assert 'id="communication.set_topic"' in SOURCE
