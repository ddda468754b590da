"""A task family that cannot be loaded is told of where it is asked for, and nowhere else."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAIN = """
import sys
import workworld.tasks
workworld.tasks.__path__.append({folder!r})
from workworld.cli import main
main({arguments!r})
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command in a product that has one more process of families, a broken one."""
    source = MAIN.format(folder=str(folder), arguments=list(arguments))
    command = [sys.executable, "-c", source]
    return subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)


def test_broken_family_is_named_where_tasks_are_asked_for(tmp_path: Path) -> None:
    package = tmp_path / "broken_ops"
    package.mkdir()
    (package / "__init__.py").write_text('"""Broken."""\n')
    (package / "torn.py").write_text("FAMILY = Familly()\n")
    told = run(tmp_path, "tasks", "list")
    assert told.returncode == 1
    assert told.stderr.startswith("Error: tasks/broken_ops/torn.py: broken_ops.torn: importing it")
    assert "NameError" in told.stderr
    assert "Traceback" not in told.stderr
    assert run(tmp_path, "episodes", "schema").returncode == 0
