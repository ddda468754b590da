from pathlib import Path

import pytest
import yaml
from tests.apps.tracker.jql.quay import Quay

from workworld.apps.tracker import jql
from workworld.apps.tracker.jql import writing
from workworld.apps.tracker.jql.tree import UnfitJql
from workworld.errors import Invalid

_CASES = yaml.safe_load(Path(__file__).with_name("refusals.yaml").read_text("utf-8"))


def test_what_is_wrong_is_told_in_the_vendors_words(harbour: Quay) -> None:
    wrong = {}
    for code, group in (("jql_parse_error", "unreadable"), ("jql_invalid", "unanswerable")):
        for query, message in _CASES[group].items():
            with pytest.raises(Invalid) as caught:
                harbour.find(str(query))
            if (caught.value.code, caught.value.message) != (code, message):
                wrong[query] = (message, caught.value.message)
    assert wrong == {}


def test_all_that_is_wrong_is_told_one_by_one(harbour: Quay) -> None:
    with pytest.raises(Invalid) as caught:
        harbour.find("colour = red AND status = Gone AND weight = 3 AND colour = blue")
    assert [problem.what for problem in caught.value.problems] == [
        "Field 'colour' does not exist or you do not have permission to view it.",
        "The value 'Gone' does not exist for the field 'status'.",
        "Field 'weight' does not exist or you do not have permission to view it.",
    ]


def test_an_error_says_where_it_is() -> None:
    with pytest.raises(jql.JqlError) as caught:
        jql.parse("project = QUA\n  AND status Done")
    assert (caught.value.line, caught.value.column) == (2, 14)
    assert caught.value.expected == "operator"


@pytest.mark.parametrize(
    "query",
    [
        "(" * 5000 + "a = b" + ")" * 5000,
        "NOT " * 4000 + "a = b",
        "a in " + "(" * 6000,
        " OR ".join(["status = Done"] * 1200),
        "a = b AND " * 1999 + "a = b",
        "x" * 20_001,
    ],
)
def test_what_is_too_large_is_refused(harbour: Quay, query: str) -> None:
    with pytest.raises(Invalid):
        harbour.find(query)


def test_filters_within_filters_are_bounded(harbour: Quay) -> None:
    long = " OR ".join(["filter = 9601"] * 290)
    with pytest.raises(Invalid, match="more than 500 clauses"):
        harbour.find(long)


@pytest.mark.parametrize(
    "value",
    [
        "x' OR '1'='1",
        'x" OR "1"="1',
        "x); DROP TABLE tracker_issues; --",
        "%",
        "_",
        "\\",
        "NEAR(a b)",
        "summary : crane",
        '" OR rowid > 0 OR "',
        "a\x00b".replace("\x00", "\\u0000"),
    ],
)
def test_nothing_that_is_typed_is_ever_a_statement(harbour: Quay, value: str) -> None:
    quoted = writing.quoted(value)
    assert harbour.find(f"summary ~ {quoted} AND project = HAR") == []
    assert harbour.find(f"labels = {quoted}") == []
    assert harbour.find(f"tags = {quoted} OR text ~ {quoted}") == []
    with pytest.raises(Invalid, match="does not exist"):
        harbour.find(f"status = {quoted}")


def test_an_unbounded_query_can_be_refused(harbour: Quay) -> None:
    for query in ("", "  ", "ORDER BY rank"):
        with pytest.raises(Invalid, match="Unbounded JQL queries are not allowed here"):
            harbour.found(query, must_be_bounded=True)
    assert harbour.found("").total == harbour.found("ORDER BY rank").total


def test_what_there_is_not_is_pointed_at(harbour: Quay) -> None:
    """Marked is what stands at the place that is told, as pages show it."""
    marked = {}
    for query in _POINTED:
        with pytest.raises(UnfitJql) as caught:
            harbour.find(query.replace("[", "").replace("]", ""))
        place = caught.value.place
        assert place is not None
        assert place.line == 1
        plain, at = query.replace("[", "").replace("]", ""), place.column - 1
        end = at + place.length
        marked[query] = f"{plain[:at]}[{plain[at:end]}]{plain[end:]}"
    assert marked == {query: query for query in _POINTED}


_POINTED = (
    "[colour] = red AND status = Gone",
    "status = 'To Do' AND priority in (High, [Utter]) ORDER BY key",
    'status = ["Gone off"]',
    "assignee in [membersOf(nobody)]",
    "assignee = [nobodysFunction()]",
    "status CHANGED AFTER [yesteryear]",
    "[summary] WAS x",
    "project = QUA ORDER BY [colour] DESC",
    "[issue] in linkedIssuesOf('status = Gone')",
)
