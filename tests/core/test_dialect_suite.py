"""SQLAlchemy's own tests for dialects pass for ours.

README.dialects.rst of SQLAlchemy says how they are run.
"""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from tests.dialect_suite.lacking import LACKING

SUITE = Path(__file__).parents[1] / "dialect_suite"
PASSED = 1600
"""At least so many; a suite that finds nothing to run passes as well."""


def test_sqlalchemys_own_tests_pass_apart_from_what_is_explained(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    run = _run(tmp_path, f"--junit-xml={report}")
    assert run.returncode == 0, run.stdout[-5_000:]
    cases = list(ElementTree.parse(report).iter("testcase"))
    skips = [skip.get("message", "") for case in cases for skip in case.iter("skipped")]
    bad = [
        case for case in cases if any(case.find(kind) is not None for kind in ("failure", "error"))
    ]
    assert bad == []
    assert len(cases) - len(skips) >= PASSED
    assert {_reason(skip) for skip in skips} == set(LACKING.values())


def _run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run them on database files in a folder."""
    # The options of the run that we are in are not meant for this one.
    environ = {name: it for name, it in os.environ.items() if not name.startswith("PYTEST_")}
    config = ["-c", str(SUITE / "setup.cfg"), "-p", "no:xdist", "-q", "--tb=short"]
    command = [sys.executable, "-m", "pytest", *config, *options, str(SUITE / "test_suite.py")]
    return subprocess.run(
        command, cwd=folder, env=environ, capture_output=True, text=True, check=False
    )


def _reason(message: str) -> str:
    """Why a test is skipped: the message begins with its name."""
    return next((reason for reason in LACKING.values() if message.endswith(reason)), message)
