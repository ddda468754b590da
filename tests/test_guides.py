"""The examples of the guides do what they say: they are run as they stand."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from workworld.worlds import Snapshot

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"


@pytest.fixture(autouse=True)
def there(
    built_there: None, snapshot: Snapshot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The company lies built in a home of the test's own, where it also works."""
    monkeypatch.setenv("WORKWORLD_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


def example(document: Path, having: str) -> str:
    """The one block of Python in a document that has these words."""
    blocks: list[str] = re.findall(r"```python\n(.*?)```", document.read_text(), re.DOTALL)
    (found,) = [block for block in blocks if having in block]
    return found


@pytest.mark.parametrize(
    "document", [DOCS / "train.md", ROOT / "README.md"], ids=["train", "readme"]
)
def test_a_group_is_rolled_out_and_learned_from(document: Path) -> None:
    loop = example(document, "def rollout(")
    assert len(loop.splitlines()) <= 32
    names: dict[str, Any] = {}
    exec(compile(loop, document.name, "exec"), names)
    learned: list[Any] = []

    def policy(_instruction: str, tools: Any, history: Any) -> Any:
        if history:
            return None
        assert "slack_list_user_channels" in {tool["name"] for tool in tools}
        return {"name": "slack_list_user_channels", "arguments": {}}

    names["train"](policy, learned.extend)
    assert len(learned) == names["GROUP"]
    for history, advantage in learned:
        ((act, text),) = history
        assert act["name"] == "slack_list_user_channels"
        assert "#general" in text
        assert advantage == 0.0


def test_the_first_example_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    block = example(DOCS / "first_ten_minutes.md", "Environment()")
    exec(compile(block, "first_ten_minutes.md", "exec"), {})
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "0.0"
    assert (tmp_path / "episodes.jsonl").read_text().count("\n") > 2


def test_a_fault_strikes_once(capsys: pytest.CaptureFixture[str]) -> None:
    block = example(DOCS / "faults_and_time.md", "FaultKind")
    exec(compile(block, "faults_and_time.md", "exec"), {})
    assert capsys.readouterr().out == "True False\n"


@pytest.mark.browser
def test_a_page_is_driven_as_the_readme_says() -> None:
    block = example(ROOT / "README.md", "env.browser()")
    # A browser that another test of this process drives leaves no room for a second one.
    done = subprocess.run([sys.executable, "-c", block], check=True, capture_output=True, text=True)
    assert done.stdout == "0.0\n"


def test_pictures_are_there_and_light() -> None:
    shown = re.findall(r"!\[[^\]]+\]\((docs/pictures/[^)]+)\)", (ROOT / "README.md").read_text())
    files = sorted(file.name for file in (DOCS / "pictures").iterdir())
    assert sorted(Path(each).name for each in shown) == files
    assert len(files) == 5
    assert sum((ROOT / each).stat().st_size for each in shown) < 1_500_000
