from typing import Any

import pytest
from tests.apps.tracker.jql.quay import MING, Quay
from tests.kit import Doors

from workworld.identity import Authority


def asked(harbour: Quay, authority: Authority, jql: str) -> tuple[int, dict[str, Any]]:
    """What the REST API answers Ming."""
    doors = Doors(harbour.world, authority, harbour.people[MING])
    token = authority.token(harbour.world, doors.person_id, "ATATT3x")
    response = doors.anonymous("tracker").post(
        "/rest/api/3/search/jql",
        json={"jql": jql, "fields": ["summary"], "maxResults": 100},
        headers={"Authorization": f"Bearer {token}"},
    )
    return response.status_code, response.get_json()


@pytest.mark.parametrize(
    "jql",
    [
        "project = QUA ORDER BY key",
        'status WAS "In Progress" AND project = QUA ORDER BY rank',
        "project in (QUA, HAR) AND text ~ 'crane*' ORDER BY created",
        "labels = nowhere",
    ],
)
def test_rest_finds_what_the_service_finds(harbour: Quay, authority: Authority, jql: str) -> None:
    status, answer = asked(harbour, authority, jql)
    assert status == 200
    assert [issue["key"] for issue in answer["issues"]] == harbour.find(jql)


def test_rest_tells_each_thing_that_is_wrong(harbour: Quay, authority: Authority) -> None:
    status, answer = asked(harbour, authority, "colour = red AND status = Gone")
    assert status == 400
    assert answer["errorMessages"] == [
        "Field 'colour' does not exist or you do not have permission to view it.",
        "The value 'Gone' does not exist for the field 'status'.",
    ]
    status, answer = asked(harbour, authority, "project = QUA status")
    assert status == 400
    assert answer["errorMessages"] == [
        "Error in the JQL Query: Expecting either 'OR' or 'AND' but got 'status'."
        " (line 1, character 15)"
    ]
