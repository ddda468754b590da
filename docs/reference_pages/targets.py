"""What ``make`` does."""

from __future__ import annotations

import re
from pathlib import Path

from reference_pages.markdown import code, plain, table

MAKEFILE = Path(__file__).parents[2] / "Makefile"
_TARGET = re.compile(r"^([a-z][a-z-]*):(?:.*?## (.*))?", re.MULTILINE)


def page() -> str:
    """Every target that people call."""
    rows = [(code(f"make {name}"), plain(said)) for name, said in explained().items()]
    return "# make\n\n" + table(("target", "does"), rows)


def explained() -> dict[str, str]:
    """The targets of the Makefile, and what it says of each; empty where it says nothing."""
    return dict(_TARGET.findall(MAKEFILE.read_text()))
