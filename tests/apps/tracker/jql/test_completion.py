import pytest
from tests.apps.tracker.jql.quay import MING, Quay

from workworld.apps.tracker.jql.completion import Completion
from workworld.apps.tracker.service import suggestions
from workworld.calls import perform
from workworld.context import Actor


def complete(harbour: Quay, text: str) -> Completion:
    """What is offered where ``|`` stands."""
    head, _, tail = text.partition("|")
    actor = Actor(harbour.people[MING])
    found: Completion = perform(
        harbour.world, actor, suggestions.complete, jql=head + tail, position=len(head)
    )
    return found


@pytest.mark.parametrize(
    ("text", "kind", "offered"),
    [
        ("|", "field", "assignee"),
        ("prio|", "field", "priority"),
        ("project = QUA AND stor|", "field", '"Story Points"'),
        ("project = QUA AND (NOT berth|", "field", '"Berth code"'),
        ("status |", "operator", "="),
        ("status n|", "operator", "NOT IN"),
        ("status not |", "operator", "IN"),
        ("status was n|", "value", "NOT"),
        ("summary |", "operator", "~"),
        ("due >|", "value", "-1d"),
        ("status = |", "value", '"To Do"'),
        ("status = in|", "value", '"In Progress"'),
        ('status = "in |', "value", '"In Progress"'),
        ("status in (Done, rev|", "value", '"In Review"'),
        ("status in |", "value", "("),
        ("status in (Done |", "list", ")"),
        ("project = qu|", "value", "QUA"),
        ("component = ro|", "value", "Ropes"),
        ("labels = he|", "value", "heavy"),
        ("sprint = quay|", "value", '"Quay 2"'),
        ("sprint in open|", "value", "openSprints()"),
        ("cargo = b|", "value", "Boxes"),
        ("assignee = curr|", "value", "currentUser()"),
        ("assignee is |", "value", "EMPTY"),
        ("assignee in membersOf(eng|", "argument", "engineering"),
        ("filter = op|", "value", '"Open bugs"'),
        ("project = QUA |", "connective", "AND"),
        ("project = QUA o|", "connective", "ORDER BY"),
        ("status was Done b|", "connective", "BEFORE"),
        ("project = QUA order |", "by", "BY"),
        ("project = QUA order by du|", "sorting", "due"),
        ("order by due d|", "direction", "DESC"),
        ("project = QUA| AND type = Bug", "value", "QUA"),
        ("}|", "", None),
        ("project = QUA AND AND |", "", None),
    ],
)
def test_what_may_follow_is_offered(
    harbour: Quay, text: str, kind: str, offered: str | None
) -> None:
    found = complete(harbour, text)
    if offered is not None:
        assert found.kind == kind
        assert offered in [choice.text for choice in found.choices]
    else:
        assert found.choices == []


def test_what_is_typed_is_replaced(harbour: Quay) -> None:
    found = complete(harbour, 'project = QUA AND status = "in p| ORDER BY rank')
    assert (found.start, found.end) == (27, 32)
    assert [choice.text for choice in found.choices] == ['"In Progress"']


def test_people_are_offered_by_name_and_written_by_id(harbour: Quay) -> None:
    (choice,) = complete(harbour, "assignee = mingzhu|").choices
    assert choice == (harbour.people[MING], "Mingzhu Chen")


def test_what_is_hidden_is_not_offered(harbour: Quay) -> None:
    assert complete(harbour, "project = vlt|").choices == []
    assert complete(harbour, "filter = own|").choices == []


def test_the_reference_tells_all_fields_and_functions(harbour: Quay) -> None:
    found = perform(harbour.world, Actor(harbour.people[MING]), suggestions.reference)
    fields = {spec.name: spec for spec in found.fields}
    assert fields["Tonnage"].number == 10902
    assert "was" in fields["status"].operators
    assert fields["text"].order is None
    assert "currentUser" in {spec.name for spec in found.functions}
    assert {"and", "do", "select"} <= set(found.reserved)


def test_values_are_suggested_for_a_field(harbour: Quay) -> None:
    actor = Actor(harbour.people[MING])
    found = perform(harbour.world, actor, suggestions.values, field="fixVersion", text="1.")
    assert [choice.text for choice in found][:2] == ["1.0", "1.1"]
    assert perform(harbour.world, actor, suggestions.values, field="nothing") == []
