"""What is suggested over REST while one types: issues, labels and statuses."""

from __future__ import annotations

from typing import Any

from tests.apps.tracker.rest import Rest
from tests.kit import Doors, Office


def picked(rest: Rest, **asked: Any) -> list[str]:
    sections = {each["id"]: each for each in rest.get("issue/picker", **asked)["sections"]}
    assert sections.keys() == {"hs", "cs"}
    return [each["key"] for each in sections["cs"]["issues"]]


def test_issues_are_suggested_by_words_and_keys(doors: Doors) -> None:
    rest = Rest(doors)
    first, second = rest.create(summary="Zinc <plating>"), rest.create(summary="zincs of old")
    assert {*picked(rest, query="zinc")} == {first, second}
    assert picked(rest, query="zinc", currentIssueKey=first) == [second]
    assert picked(rest, query="zinc", currentJQL=f"key = {first} ORDER BY created") == [first]
    assert picked(rest, query=second.lower()) == [second]
    assert len(picked(rest)) == 20
    assert rest.refused("GET", "issue/picker", currentJQL="project = = 1")[0] == 400


def test_labels_are_those_of_issues_that_one_sees(doors: Doors, office: Office) -> None:
    insider = Rest(Doors(doors.world, doors.authority, office.people["mchen"]))
    outsider = Rest(Doors(doors.world, doors.authority, office.people["jwikstrand"]))
    insider.create("SEC", labels=["zz-hidden"])
    insider.create("CAL", labels=["zz-open"])
    values = insider.get("label")["values"]
    assert values[-2:] == ["zz-hidden", "zz-open"]
    assert "zz-hidden" not in outsider.get("label")["values"]
    page = insider.get("label", startAt=1, maxResults=1)
    assert (page["values"], page["total"], page["isLast"]) == (values[1:2], len(values), False)


def test_statuses_are_found_by_name_and_category(doors: Doors) -> None:
    rest = Rest(doors)
    (found,) = rest.get("statuses/search", searchString="in progress")["values"]
    assert (found["name"], found["statusCategory"]) == ("In Progress", "IN_PROGRESS")
    done = rest.get("statuses/search", statusCategory="DONE", maxResults=1)
    assert (done["values"][0]["statusCategory"], len(done["values"])) == ("DONE", 1)
    assert rest.get("statuses", id=[found["id"], "1234567"]) == [found]
