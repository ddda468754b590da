import pytest

from workworld.apps.tracker.service.basic import Pickers, jql_of, pickers_of


@pytest.mark.parametrize(
    ("jql", "pickers"),
    [
        ("", Pickers()),
        ("project = QUA", Pickers(projects=["QUA"])),
        (
            "project IN (QUA, HAR) AND type = Bug ORDER BY rank",
            Pickers(projects=["QUA", "HAR"], types=["Bug"], order="ORDER BY rank"),
        ),
        (
            'status = "In Progress" AND assignee IN (currentUser(), EMPTY) AND text ~ "old rope"',
            Pickers(
                statuses=["In Progress"], assignees=["currentUser()", "EMPTY"], text="old rope"
            ),
        ),
        ("assignee IS EMPTY", Pickers(assignees=["EMPTY"])),
        ("ORDER BY due DESC, rank", Pickers(order="ORDER BY due DESC, rank")),
    ],
)
def test_pickers_and_text_say_the_same(jql: str, pickers: Pickers) -> None:
    assert pickers_of(jql) == pickers
    assert jql_of(pickers) == jql


@pytest.mark.parametrize(
    "jql",
    [
        "project = QUA OR type = Bug",
        "NOT project = QUA",
        "project != QUA",
        "project = QUA AND project = HAR",
        "project in projectsLeadByUser()",
        "status was Done",
        "status = Done AND priority = High",
        "text ~ currentUser()",
        "project is EMPTY AND text !~ x",
        "project = ",
    ],
)
def test_what_pickers_cannot_show_stays_text(jql: str) -> None:
    assert pickers_of(jql) is None
