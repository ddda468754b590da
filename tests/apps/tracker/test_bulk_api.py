"""Bulk changes over REST: each is a task that tells what came of every issue."""

from __future__ import annotations

from typing import Any

from tests.apps.tracker.rest import Rest
from tests.kit import Doors, Office


def progress(rest: Rest, deed: str, body: dict[str, Any]) -> dict[str, Any]:
    task = rest.post(f"bulk/issues/{deed}", body)["taskId"]
    found: dict[str, Any] = rest.get(f"bulk/queue/{task}")
    assert (found["taskId"], found["status"], found["progressPercent"]) == (task, "COMPLETE", 100)
    assert rest.get(f"task/{task}")["result"] == found
    return found


def test_fields_of_several_issues_are_changed(doors: Doors) -> None:
    rest = Rest(doors)
    first, second = rest.create(labels=["old", "kept"]), rest.create()
    changed = {
        "priority": {"priorityId": "1"},
        "labelsFields": [
            {
                "fieldId": "labels",
                "bulkEditMultiSelectFieldOption": "REMOVE",
                "labels": [{"name": "old"}],
            }
        ],
        "singleLineTextFields": [{"fieldId": "summary", "text": "Not chosen"}],
    }
    chosen = {"selectedActions": ["priority", "labels"], "editedFieldsInput": changed}
    found = progress(
        rest, "fields", {"selectedIssueIdsOrKeys": [first, second, "CAL-99999"]} | chosen
    )
    ids = [int(rest.get(f"issue/{key}")["id"]) for key in (first, second)]
    assert found["processedAccessibleIssues"] == ids
    assert (found["totalIssueCount"], found["invalidOrInaccessibleIssueCount"]) == (3, 1)
    fields = rest.get(f"issue/{first}")["fields"]
    assert (fields["priority"]["id"], fields["labels"]) == ("1", ["kept"])
    assert fields["summary"] == "Something to do"


def test_field_without_a_value_or_of_an_unknown_kind_is_refused(doors: Doors) -> None:
    rest = Rest(doors)
    body: dict[str, Any] = {
        "selectedIssueIdsOrKeys": [rest.create()],
        "selectedActions": ["duedate"],
        "editedFieldsInput": {},
    }
    status, said = rest.refused("POST", "bulk/issues/fields", body)
    assert (status, [*said["errors"]]) == (400, ["duedate"])
    body["editedFieldsInput"] = {"moodFields": []}
    assert rest.refused("POST", "bulk/issues/fields", body)[1]["errors"].keys() == {"moodFields"}


def test_issues_move_on_as_the_listing_says(doors: Doors) -> None:
    rest = Rest(doors)
    keys = [rest.create(), rest.create()]
    (shared,) = rest.get("bulk/issues/transition", issueIdsOrKeys=",".join(keys))[
        "availableTransitions"
    ]
    assert shared["issues"] == keys
    way = next(w for w in shared["transitions"] if w["to"]["statusName"] == "In Progress")
    going = {"selectedIssueIdsOrKeys": keys, "transitionId": str(way["transitionId"])}
    found = progress(rest, "transition", {"bulkTransitionInputs": [going]})
    assert len(found["processedAccessibleIssues"]) == 2
    assert rest.get(f"issue/{keys[1]}")["fields"]["status"]["name"] == "In Progress"
    wrong = {"selectedIssueIdsOrKeys": keys[:1], "transitionId": "9999"}
    failed = progress(rest, "transition", {"bulkTransitionInputs": [wrong]})
    assert [*failed["failedAccessibleIssues"]] == [rest.get(f"issue/{keys[0]}")["id"]]


def test_issues_move_to_another_project(doors: Doors) -> None:
    rest = Rest(doors)
    key = rest.create()
    kind = next(each for each in rest.get("issuetype") if each["name"] == "Task")
    target = {"issueIdsOrKeys": [key], "inferFieldDefaults": True, "inferStatusDefaults": True}
    found = progress(rest, "move", {"targetToSourcesMapping": {f"OPS,{kind['id']}": target}})
    assert not found["failedAccessibleIssues"]
    assert rest.get(f"issue/{key}")["key"].startswith("OPS-")
    refused = {"targetToSourcesMapping": {"OPS": target}}
    assert rest.refused("POST", "bulk/issues/move", refused)[0] == 400


def test_issues_are_watched_left_and_deleted(doors: Doors) -> None:
    rest = Rest(doors)
    key = rest.create()
    selected = {"selectedIssueIdsOrKeys": [key]}
    progress(rest, "unwatch", selected)
    assert not rest.get(f"issue/{key}/watchers")["isWatching"]
    progress(rest, "watch", selected)
    assert rest.get(f"issue/{key}/watchers")["isWatching"]
    progress(rest, "delete", selected)
    assert rest.refused("GET", f"issue/{key}")[0] == 404


def test_fields_that_all_of_them_have_are_listed(doors: Doors) -> None:
    rest = Rest(doors)
    keys = ",".join([rest.create(), rest.create(type="Epic")])
    (found,) = rest.get("bulk/issues/fields", issueIdsOrKeys=keys, searchText="labels")["fields"]
    assert (found["id"], "ADD" in found["multiSelectFieldOptions"]) == ("labels", True)


def test_task_is_only_its_owners(doors: Doors, office: Office) -> None:
    rest = Rest(doors)
    other = Rest(Doors(doors.world, doors.authority, office.people["mchen"]))
    task = rest.post("bulk/issues/watch", {"selectedIssueIdsOrKeys": ["CAL-214"]})["taskId"]
    assert other.refused("GET", f"bulk/queue/{task}")[0] == 404
    assert rest.refused("GET", "task/1")[0] == 404
