from pathlib import Path

import pytest
import yaml
from tests.apps.tracker.jql.quay import JO, Quay

from workworld.errors import Refused

_CASES = yaml.safe_load(Path(__file__).with_name("queries.yaml").read_text("utf-8"))
_QUERIES = [
    (str(query), keys or "") for queries in _CASES.values() for query, keys in queries.items()
]


def short(keys: list[str]) -> list[str]:
    return [key[0] + key.partition("-")[2] for key in keys]


def test_queries_find_what_they_say(harbour: Quay) -> None:
    wrong = {}
    for query, keys in _QUERIES:
        try:
            found = short(harbour.find(query))
        except Refused as refusal:
            found = [refusal.message]
        if sorted(found) != sorted(keys.split()):
            wrong[query] = (keys, found)
    assert wrong == {}
    assert len(_QUERIES) >= 150


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        ("project = QUA ORDER BY key", "Q1 Q2 Q3 Q4 Q5 Q6 Q7 Q8"),
        ("key >= QUA-1 ORDER BY key DESC", "Q8 Q7 Q6 Q5 Q4 Q3 Q2 Q1"),
        ("labels is not EMPTY ORDER BY key", "H1 Q2 Q3"),
        ("type = Story ORDER BY rank DESC", "Q7 Q2"),
        ("due is not EMPTY ORDER BY due", "Q4 Q3 Q2 H1"),
        ("project = HAR ORDER BY due", "H1 H2"),
        ("project = HAR ORDER BY due DESC", "H2 H1"),
        ("type in (Story, Bug) ORDER BY priority DESC, key", "Q7 Q3 Q2 Q5"),
        ("type in (Story, Bug) ORDER BY priority ASC, key DESC", "Q5 Q2 Q3 Q7"),
        ("type in (Bug, Epic) ORDER BY type, key", "Q1 Q3 Q5"),
        ("type in (Bug, Epic) ORDER BY status DESC, key DESC", "Q5 Q3 Q1"),
        ("assignee is not EMPTY ORDER BY assignee, key", "Q3 H1 H2 Q2 Q4 Q1"),
        ("project = HAR ORDER BY assignee DESC", "H2 H1"),
        ("storyPoints > 0 ORDER BY cf[10016] DESC", "Q7 Q2 Q3 Q4"),
        ("type = Bug ORDER BY created", "Q3 Q5"),
        ("type = Bug ORDER BY updated DESC", "Q3 Q5"),
        ("project in (HAR) ORDER BY project, summary", "H2 H1"),
        ("component is not EMPTY ORDER BY component DESC, key", "Q4 Q2 Q3"),
        ("fixVersion is not EMPTY ORDER BY fixVersion, key", "Q4 Q2 Q3 H1"),
        ("sprint is not EMPTY ORDER BY sprint DESC, key", "Q7 Q2 Q3 Q6 Q4"),
        ("cargo is not EMPTY ORDER BY cargo", "Q3 Q2"),
        ("tonnage > 0 ORDER BY tonnage", "Q3 Q2"),
        ("votes > 0 ORDER BY votes DESC", "Q2 Q5"),
        ("watchers > 0 ORDER BY watchers DESC, key", "Q3 H1 Q2"),
        ("type in (Bug, Task) AND project = QUA ORDER BY resolution, key", "Q4 Q5 Q3 Q8"),
        ("project = HAR", "H1 H2"),
    ],
)
def test_results_come_in_the_order_asked_for(harbour: Quay, query: str, keys: str) -> None:
    assert short(harbour.find(query)) == keys.split()


def test_what_is_hidden_is_neither_found_nor_counted(harbour: Quay) -> None:
    everything = "created <= now() AND summary ~ 'crane* OR weakness'"
    assert short(harbour.find(f"{everything} ORDER BY key", JO)) == ["H2", "Q1", "Q2"]
    assert short(harbour.find(f"{everything} ORDER BY key")) == ["H2", "Q1", "Q2", "Q8"]


def test_comments_for_a_role_are_found_by_those_who_have_it(harbour: Quay) -> None:
    assert harbour.find("comment ~ hydraulics", JO) == []
    assert harbour.find("comment ~ hydraulics", "aruiz") == ["QUA-4"]


def test_who_watches_is_told_to_those_who_may_know(harbour: Quay) -> None:
    assert harbour.find("watcher = mchen", JO) == harbour.find("watcher = mchen", "mchen")
