"""Logged work over all issues, as programs copy it."""

from __future__ import annotations

from tests.apps.tracker.rest import Rest
from tests.kit import Doors, Office


def ids(rest: Rest, name: str, since: int) -> list[str]:
    found = rest.get(f"worklog/{name}", since=since)
    assert found["lastPage"]
    assert found["until"] >= found["since"] == since
    return [str(each["worklogId"]) for each in found["values"]]


def test_changed_and_deleted_work_is_told_since_a_moment(doors: Doors) -> None:
    rest = Rest(doors)
    before = rest.get("worklog/updated")["until"] + 1
    key = rest.create()
    first, second = (
        rest.post(f"issue/{key}/worklog", {"timeSpent": spent})["id"] for spent in ("1h", "2h")
    )
    assert {first, second} <= {*ids(rest, "updated", before)}
    rest.delete(f"issue/{key}/worklog/{first}")
    assert ids(rest, "deleted", before) == [first]
    assert first not in ids(rest, "updated", before)
    found = rest.post("worklog/list", {"ids": [int(first), int(second), 1]}, 200)
    assert [(each["id"], each["timeSpentSeconds"]) for each in found] == [(second, 7200)]


def test_ids_must_be_a_list(doors: Doors) -> None:
    assert Rest(doors).refused("POST", "worklog/list", {"ids": "1"})[0] == 400
    assert Rest(doors).refused("GET", "worklog/updated", since="never")[0] == 400


def test_work_on_hidden_issues_is_not_told(doors: Doors, office: Office) -> None:
    insider, outsider = (
        Rest(Doors(doors.world, doors.authority, office.people[handle]))
        for handle in ("mchen", "jwikstrand")
    )
    hidden = insider.create("SEC")
    work, gone = (
        insider.post(f"issue/{hidden}/worklog", {"timeSpent": "1h"})["id"] for _ in range(2)
    )
    insider.delete(f"issue/{hidden}/worklog/{gone}")
    assert work in ids(insider, "updated", 0)
    assert work not in ids(outsider, "updated", 0)
    assert gone in ids(insider, "deleted", 0)
    assert gone not in ids(outsider, "deleted", 0)
    assert outsider.post("worklog/list", {"ids": [work]}, 200) == []
