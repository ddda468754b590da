"""What of the gates every test run takes, and what ``make gates`` adds."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

FULL = os.environ.get("WORKWORLD_GATES") == "full"


def sample(values: Iterable[Any], few: int) -> list[Any]:
    """Parameters of which the first few are tried in every test run."""
    return [
        value if number < few else pytest.param(value, marks=pytest.mark.gate_full)
        for number, value in enumerate(values)
    ]
