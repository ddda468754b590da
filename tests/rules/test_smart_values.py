"""Smart values in texts of rules: what they stand for, and that nothing typed breaks them."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workworld.rules.smart_functions import TEXT
from workworld.rules.smart_values import LONGEST, Missing, filled

NOW = datetime(2026, 3, 17, 9, 12, tzinfo=UTC)
ROOTS = {
    "issue": {
        TEXT: "CAL-1",
        "key": "CAL-1",
        "labels": ["b", "a"],
        "comments": [{TEXT: "Hi", "body": "Hi"}, {TEXT: "Yo", "body": "Yo"}],
        "duedate": date(2026, 1, 31),
        "Story Points": 3.0,
        "parent": None,
    },
    "now": lambda: NOW,
}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("{{issue}} {{ issue.key }}", "CAL-1 CAL-1"),
        ("{{issue.key.toLowerCase().left(3)}}", "cal"),
        ('{{issue.key.replace("-", "/")}}', "CAL/1"),
        ("{{issue.labels}}, {{issue.labels.size}}", "b, a, 2"),
        ('{{issue.labels.join(" + ")}} {{issue.labels.first}}', "b + a b"),
        ("{{issue.comments.body}} {{issue.comments.last}}", "Hi, Yo Yo"),
        ("{{#issue.comments}}<{{body}}>{{/}}", "<Hi><Yo>"),
        ("{{#issue.labels}}[{{.}}]{{/}}", "[b][a]"),
        ("{{issue.duedate.plusMonths(1)}}", "2026-02-28"),
        ("{{issue.duedate.plusBusinessDays(1)}}", "2026-02-02"),
        ('{{now.plusDays(3).format("EEE d MMM yyyy, h:mm a")}}', "Fri 20 Mar 2026, 9:12 AM"),
        ("{{now.jqlDateTime}}", "2026-03-17 09:12"),
        ("{{issue.story points.plus(2)}}", "5"),
        ("{{issue.parent.key}}!", "!"),
        ("{{issue.nothing|none}}", "none"),
        ("{{issue.parent.key|no parent}}", "no parent"),
        ("{{ and }} {{", " {{"),
    ],
)
def test_what_values_stand_for(text: str, wanted: str) -> None:
    assert filled(text, ROOTS, []) == wanted


def test_what_there_is_not_is_told_once() -> None:
    missing: list[Missing] = []
    said = filled("{{issue.nope}}{{issue.nope}}{{now.plusDays(x)}}", ROOTS, missing)
    assert said == ""
    assert [each.said for each in missing] == ["issue.nope", "now.plusDays(x)"]


@pytest.mark.parametrize(
    "much", ["{{now.plusDays(999999999)}}", "{{now.plusBusinessDays(99999999)}}"]
)
def test_no_distance_is_too_long(much: str) -> None:
    missing: list[Missing] = []
    assert filled(much, ROOTS, missing) == ""
    assert len(missing) == 1


@given(st.text(alphabet="{}#/.|()\"'issuekeylabn019 ,", max_size=80))
def test_nothing_typed_breaks_them(text: str) -> None:
    assert len(filled(text, ROOTS, [])) <= LONGEST
