"""Changelogs by their ids at the REST API: of one issue, and of many at once."""

from tests.apps.tracker.desk import Desk
from tests.apps.tracker.rest import Rest
from tests.kit import Doors


def changed(rest: Rest) -> tuple[str, list[str]]:
    """An issue that changed twice, and the ids of its changes."""
    key = rest.create()
    for word in ("once", "twice"):
        rest.put(f"issue/{key}", {"fields": {"labels": [word]}})
    return key, [each["id"] for each in rest.get(f"issue/{key}/changelog")["values"]]


def test_changes_of_an_issue_are_read_by_their_ids(doors: Doors) -> None:
    rest = Rest(doors)
    key, ids = changed(rest)
    asked = {"changelogIds": [int(ids[-1]), 1]}
    found = rest.post(f"issue/{key}/changelog/list", asked, 200)
    assert [each["id"] for each in found["histories"]] == [ids[-1]]
    assert found["total"] == 1


def test_changes_of_an_issue_that_is_hidden_or_missing_are_not_found(
    desk: Desk, doors: Doors
) -> None:
    outsider = Rest(Doors(doors.world, doors.authority, desk.people["jwikstrand"]))
    asked = {"changelogIds": ["1"]}
    hidden = outsider.refused("POST", "issue/SEC-1/changelog/list", asked)
    assert hidden == outsider.refused("POST", "issue/SEC-99999/changelog/list", asked)
    assert hidden[0] == 404
