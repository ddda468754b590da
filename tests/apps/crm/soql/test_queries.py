"""What queries find: each file below ``queries`` holds some with the rows that they must give.

Values of parents stand in the row's own list, those of children in lists of their own, and a row
of one value stands without a list.
"""

from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.apps.crm.soql.quay import Quay

_FILES = sorted((Path(__file__).parent / "queries").glob("*.yaml"))
QUERIES: list[dict[str, Any]] = [
    each | {"file": path.stem} for path in _FILES for each in yaml.safe_load(path.read_text())
]


@pytest.mark.parametrize("case", QUERIES, ids=lambda case: f"{case['file']}: {case['q'][:90]}")
def test_a_query_finds_exactly_what_it_asks_for(harbour: Quay, case: dict[str, Any]) -> None:
    found = harbour.ask(case["q"], case.get("by", "wtallis"))
    if "count" in case:
        assert found.total_size == case["count"]
        assert list(found.records) == []
        return
    assert harbour.rows(case["q"], case.get("by", "wtallis")) == case["rows"]
    assert found.total_size == len(case["rows"])
    assert found.done


def test_there_are_many_queries() -> None:
    assert len(QUERIES) >= 150
