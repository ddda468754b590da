"""The REST API: who may ask, in which words it refuses, what resources look like."""

from base64 import b64encode
from typing import Any

import pytest
from tests.apps.tracker.rest import Rest, doc
from tests.kit import ORIGIN, Doors

ROOT = f"{ORIGIN}/w/w1/tracker/rest/api/3"


@pytest.fixture
def rest(doors: Doors) -> Rest:
    """The usual persona, in version 3."""
    return Rest(doors)


@pytest.fixture
def old(doors: Doors) -> Rest:
    """The same in version 2."""
    return Rest(doors, 2)


def status_with(doors: Doors, authorization: str) -> int:
    headers = {"Authorization": authorization} if authorization else {}
    path = "/rest/api/3/myself"
    return doors.anonymous("tracker").get(path, headers=headers).status_code


def test_site_tells_what_it_is_to_anybody(doors: Doors) -> None:
    for version in ("2", "3", "latest"):
        answer = doors.anonymous("tracker").get(f"/rest/api/{version}/serverInfo")
        assert answer.get_json()["deploymentType"] == "Cloud"
        assert answer.get_json()["baseUrl"] == f"{ORIGIN}/w/w1/tracker"


def test_credentials_are_a_token_alone_or_with_the_address_of_its_owner(rest: Rest) -> None:
    def basic(email: str, token: str) -> str:
        return "Basic " + b64encode(f"{email}:{token}".encode()).decode()

    doors, token = rest.doors, rest.token
    assert status_with(doors, f"Bearer {token}") == 200
    assert status_with(doors, basic("aruiz@calderoute.example", token)) == 200
    assert status_with(doors, basic("ARuiz@Calderoute.example", token)) == 200
    for wrong in (
        "",
        "Bearer nope",
        f"Bearer {doors.token}",  # chat's
        basic("mchen@calderoute.example", token),
        basic("aruiz@calderoute.example", "nope"),
        "Basic %%%",
        "Digest x",
    ):
        assert status_with(doors, wrong) == 401, wrong


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "issue/CAL-999999", None, 404),
        ("GET", "no/such/thing", None, 404),
        ("PATCH", "issue/CAL-1", None, 405),
        ("GET", "search", None, 410),
        ("POST", "search", {"jql": "project = CAL"}, 410),
        ("GET", "issue/{key}/comment?orderBy=author", None, 400),
        ("GET", "issue/{key}/comment?maxResults=many", None, 400),
        ("POST", "issue", [], 400),
        ("POST", "issue", {"fields": []}, 400),
        ("POST", "issue/{key}/transitions", {"transition": {"id": "9999"}}, 400),
        ("GET", "user?accountId=nobody", None, 404),
        ("GET", "project/NOPE", None, 404),
    ],
)
def test_refusals_have_a_status_and_both_kinds_of_errors(
    rest: Rest, method: str, path: str, body: Any, status: int
) -> None:
    found, said = rest.refused(method, path.replace("{key}", rest.create()), body)
    assert found == status
    assert said["errorMessages"] or said["errors"]


def test_body_that_is_no_json_is_refused(rest: Rest) -> None:
    def sent(data: bytes, kind: str) -> int:
        return (
            rest.doors.anonymous("tracker")
            .post(
                "/rest/api/3/issue",
                data=data,
                content_type=kind,
                headers={"Authorization": f"Bearer {rest.token}"},
            )
            .status_code
        )

    assert sent(b"{", "application/json") == 400
    assert sent(b"NaN", "application/json") == 400
    assert sent(b"a=b", "application/x-www-form-urlencoded") == 415


def test_hidden_issue_is_refused_like_one_that_does_not_exist(rest: Rest, doors: Doors) -> None:
    outsider = Rest(Doors(doors.world, doors.authority, person(doors, "jwikstrand")))
    hidden = outsider.refused("GET", "issue/SEC-1")
    assert hidden == outsider.refused("GET", "issue/SEC-99999")
    assert hidden[0] == 404


def person(doors: Doors, handle: str) -> str:
    found = Rest(doors).get("user/search", query=handle)
    return str(found[0]["accountId"])


def test_issue_names_itself_where_it_can_be_reached(rest: Rest, old: Rest) -> None:
    key = rest.create()
    issue = rest.get(f"issue/{key}")
    assert issue["self"] == f"{ROOT}/issue/{issue['id']}"
    assert old.get(f"issue/{key}")["self"] == f"{ROOT[:-1]}2/issue/{issue['id']}"
    assert issue["fields"]["created"].endswith("+0000")
    assert issue["fields"]["resolution"] is None
    assert issue["fields"]["status"]["statusCategory"]["key"] == "new"


def test_texts_of_one_version_are_documents_of_the_other(rest: Rest, old: Rest) -> None:
    key = rest.create(description=doc("first", "second"))
    assert old.get(f"issue/{key}")["fields"]["description"] == "first\n\nsecond"
    old.put(f"issue/{key}", {"fields": {"description": "*bold*"}})
    (paragraph,) = rest.get(f"issue/{key}")["fields"]["description"]["content"]
    assert paragraph["content"] == [{"type": "text", "text": "bold", "marks": [{"type": "strong"}]}]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"summary": ""}, "summary"),
        ({"summary": "a\nb"}, "summary"),
        ({"labels": ["a b"]}, "labels"),
        ({"duedate": "tomorrow"}, "duedate"),
        ({"priority": {"name": "Nope"}}, "priority"),
        ({"components": [{"name": "Nope"}]}, "components"),
        ({"fixVersions": [{"name": "Nope"}]}, "fixVersions"),
        ({"assignee": {"accountId": "nobody"}}, "assignee"),
        ({"description": "a text"}, "description"),
        ({"nosuchfield": 1}, "nosuchfield"),
        ({"timetracking": {"originalEstimate": "soon"}}, "timetracking"),
        ({"customfield_10020": "soon"}, "customfield_10020"),
    ],
)
def test_unfit_field_is_named(rest: Rest, fields: dict[str, Any], field: str) -> None:
    where = {"project": {"key": "CAL"}, "issuetype": {"name": "Task"}, "summary": "x"}
    status, said = rest.refused("POST", "issue", {"fields": where | fields})
    assert (status, [*said["errors"]]) == (400, [field])


def test_text_is_no_document_and_a_document_no_text(rest: Rest, old: Rest) -> None:
    key = rest.create()
    body = {"fields": {"description": doc("x")}}
    assert old.refused("PUT", f"issue/{key}", body)[1]["errors"].keys() == {"description"}
    assert rest.refused("POST", f"issue/{key}/comment", {"body": "x"})[1]["errors"]


def test_sub_task_needs_a_parent_which_goes_with_it(rest: Rest) -> None:
    where = {"project": {"key": "CAL"}, "issuetype": {"name": "Sub-task"}, "summary": "Part"}
    assert "parent" in rest.refused("POST", "issue", {"fields": where})[1]["errors"]
    parent = rest.create()
    child = rest.create(type="Sub-task", parent={"key": parent})
    assert [each["key"] for each in rest.get(f"issue/{parent}")["fields"]["subtasks"]] == [child]
    assert rest.refused("DELETE", f"issue/{parent}")[0] == 400
    rest.delete(f"issue/{parent}", deleteSubtasks="true")
    assert rest.refused("GET", f"issue/{child}")[0] == 404


def test_lists_are_added_to_and_taken_from(rest: Rest) -> None:
    key = rest.create(labels=["a", "b"])
    component = rest.get("project/CAL/components")[0]["name"]
    update = {
        "labels": [{"add": "c"}, {"remove": "a"}],
        "components": [{"add": {"name": component}}],
        "summary": [{"set": "Named"}],
    }
    rest.put(f"issue/{key}", {"update": update})
    fields = rest.get(f"issue/{key}")["fields"]
    assert fields["labels"] == ["b", "c"]
    assert [each["name"] for each in fields["components"]] == [component]
    assert fields["summary"] == "Named"


def test_only_fields_that_were_asked_for_are_shown(rest: Rest) -> None:
    key = rest.create()
    rest.post(f"issue/{key}/comment", {"body": doc("x")})
    assert rest.get(f"issue/{key}", fields="summary,status")["fields"].keys() == {
        "summary", "status",
    }  # fmt: skip
    assert "comment" not in rest.get(f"issue/{key}", fields="*navigable")["fields"]
    without = rest.get(f"issue/{key}", fields="*all,-comment")["fields"]
    assert "summary" in without
    assert "comment" not in without


def test_expansions_are_added(rest: Rest) -> None:
    key = rest.create(description=doc("why"))
    rest.put(f"issue/{key}", {"fields": {"summary": "Renamed"}})
    expand = "changelog,names,schema,renderedFields,transitions,editmeta"
    issue = rest.get(f"issue/{key}", expand=expand)
    (item,) = [item for each in issue["changelog"]["histories"] for item in each["items"]]
    assert (item["field"], item["toString"]) == ("summary", "Renamed")
    assert issue["names"]["customfield_10016"] == "Story Points"
    assert issue["schema"]["labels"] == {"type": "array", "items": "string", "system": "labels"}
    assert issue["renderedFields"]["description"] == "<p>why</p>"
    assert {"id", "name", "to"} <= issue["transitions"][0].keys()
    assert issue["editmeta"]["fields"]["summary"]["required"]


def test_several_are_created_as_far_as_they_are_fit(rest: Rest) -> None:
    where = {"project": {"key": "CAL"}, "issuetype": {"name": "Task"}}
    fit, unfit = {"fields": {**where, "summary": "x"}}, {"fields": {**where, "labels": "x"}}
    made = rest.post("issue/bulk", {"issueUpdates": [unfit, fit]})
    assert len(made["issues"]) == 1
    (error,) = made["errors"]
    assert (error["failedElementNumber"], error["status"]) == (0, 400)
    assert error["elementErrors"]["errors"].keys() >= {"summary"}
    answer = rest.ask("POST", "issue/bulk", {"issueUpdates": [unfit]})
    assert (answer.status_code, answer.get_json()["issues"]) == (400, [])


def test_custom_fields_are_read_as_they_were_written(rest: Rest) -> None:
    meta = rest.get("issue/createmeta", projectKeys="CAL", expand="projects.issuetypes.fields")
    types = {each["name"]: each for each in meta["projects"][0]["issuetypes"]}
    fields = types["Bug"]["fields"]
    chosen = next(each for each in fields.values() if each["schema"]["type"] == "option")
    value = {"value": chosen["allowedValues"][0]["value"]}
    wanted: dict[str, Any] = {chosen["key"]: value}
    key = rest.create(type="Bug", **wanted)
    found = rest.get(f"issue/{key}")["fields"][chosen["key"]]
    assert found["value"] == value["value"]
    assert rest.get(f"issue/{key}", fields=chosen["key"])["fields"] == {chosen["key"]: found}


def test_search_shows_ids_alone_unless_fields_are_asked_for(rest: Rest) -> None:
    key = rest.create(labels=["sought"])
    (found,) = rest.get("search/jql", jql="labels = sought")["issues"]
    assert found.keys() == {"id"}
    body = {"jql": "labels = sought", "fields": ["summary", "comment"], "maxResults": 1}
    answer = rest.post("search/jql", body, 200)
    assert answer["isLast"]
    assert answer["issues"][0]["key"] == key
    assert answer["issues"][0]["fields"].keys() == {"summary", "comment"}
    counted = rest.post("search/approximate-count", {"jql": "labels = sought"}, 200)
    assert counted == {"count": 1}


@pytest.mark.parametrize(
    "jql", ["", "labels =", "nosuchfield = 1", "status = Nope", "project = NOPE", "x ~ nope()"]
)
def test_query_that_makes_no_sense_is_refused(rest: Rest, jql: str) -> None:
    status, said = rest.refused("GET", "search/jql", jql=jql)
    assert status == 400
    assert said["errorMessages"]


def test_creator_watches_and_does_not_vote(rest: Rest) -> None:
    key = rest.create()
    assert rest.get(f"issue/{key}/watchers")["watchCount"] == 1
    assert rest.refused("POST", f"issue/{key}/votes")[0] in (403, 404)
    other = person(rest.doors, "mchen")
    answer = rest.ask("POST", f"issue/{key}/watchers", other)
    assert answer.status_code == 204
    assert rest.get(f"issue/{key}/watchers")["watchCount"] == 2
    rest.delete(f"issue/{key}/watchers", accountId=other)
    assert rest.get(f"issue/{key}/watchers")["watchCount"] == 1


def test_property_holds_any_value(rest: Rest) -> None:
    key = rest.create()
    for value, status in ((1, 201), ({"a": [None]}, 200), ("x", 200), ([], 200)):
        rest.put(f"issue/{key}/properties/sync", value, status)
        assert rest.get(f"issue/{key}/properties/sync")["value"] == value
    rest.delete(f"issue/{key}/properties/sync")
    assert rest.get(f"issue/{key}/properties")["keys"] == []


def test_files_are_sent_as_a_form(rest: Rest) -> None:
    key = rest.create()
    path = f"/rest/api/3/issue/{key}/attachments"

    def send(**headers: str) -> Any:
        from io import BytesIO

        return rest.doors.anonymous("tracker").post(
            path,
            data={"file": [(BytesIO(b"one"), "a.txt"), (BytesIO(b"two"), "b.txt")]},
            headers={"Authorization": f"Bearer {rest.token}", **headers},
        )

    assert send().status_code == 403
    sent = send(**{"X-Atlassian-Token": "no-check"}).get_json()
    assert [each["filename"] for each in sent] == ["a.txt", "b.txt"]
    content = sent[0]["content"].removeprefix(f"{ORIGIN}/w/w1/tracker")
    assert rest.ask("GET", content).data == b"one"
    rest.delete(f"attachment/{sent[0]['id']}")
    assert len(rest.get(f"issue/{key}")["fields"]["attachment"]) == 1


def test_sprint_goes_from_planned_to_closed(rest: Rest) -> None:
    (board,) = rest.get("/rest/agile/1.0/board", projectKeyOrId="CAL", type="scrum")["values"]
    assert isinstance(board["id"], int)
    sprints = f"/rest/agile/1.0/board/{board['id']}/sprint"
    for each in rest.get(sprints, state="active")["values"]:
        rest.put(f"/rest/agile/1.0/sprint/{each['id']}", {"state": "closed"}, 200)
    nameless = {"name": " ", "originBoardId": board["id"]}
    assert "name" in rest.refused("POST", "/rest/agile/1.0/sprint", nameless)[1]["errors"]
    made = rest.post("/rest/agile/1.0/sprint", {"name": "Next", "originBoardId": board["id"]})
    assert made["state"] == "future"
    path = f"/rest/agile/1.0/sprint/{made['id']}"
    assert rest.post(path, {"state": "active"}, 200)["state"] == "active"
    assert rest.put(path, {"state": "closed"}, 200)["completeDate"]


def test_scope_that_a_token_lacks_is_missed(doors: Doors) -> None:
    token = doors.authority.token(
        doors.world, doors.person_id, "ATATT3x", scopes=["read:jira-work"]
    )
    body = {"fields": {"project": {"key": "CAL"}, "issuetype": {"name": "Task"}, "summary": "x"}}
    answer = doors.anonymous("tracker").post(
        "/rest/api/3/issue", json=body, headers={"Authorization": f"Bearer {token}"}
    )
    assert answer.status_code == 403


def test_group_gains_and_loses_members(rest: Rest) -> None:
    who = {"accountId": person(rest.doors, "mchen")}
    made = rest.post("group", {"name": "dockers"})
    there = {"groupId": made["groupId"]}
    answer = rest.ask("POST", "group/user", who, **there)
    assert answer.status_code == 201, answer.get_data(as_text=True)
    members = rest.get("group/member", **there)["values"]
    assert [each["accountId"] for each in members] == [who["accountId"]]
    assert rest.ask("DELETE", "group/user", **there, **who).status_code == 204
    rest.delete("group", **there)
    assert rest.refused("GET", "group", groupname="dockers")[0] == 404


def test_role_in_a_project_is_given_and_taken(rest: Rest) -> None:
    who = person(rest.doors, "jwikstrand")
    role = next(each for each in rest.get("role") if each["name"] == "Viewer")
    path = f"project/CAL/role/{role['id']}"

    def actors() -> list[str]:
        return [each.get("actorUser", {}).get("accountId") for each in rest.get(path)["actors"]]

    rest.post(path, {"user": [who]}, 200)
    assert who in actors()
    rest.delete(path, user=who)
    assert who not in actors()


def test_filter_is_shared(rest: Rest) -> None:
    made = rest.post("filter", {"name": "Ours", "jql": "project = CAL"}, 200)
    (share,) = rest.post(f"filter/{made['id']}/permission", {"type": "authenticated"})
    colleague = Rest(Doors(rest.doors.world, rest.doors.authority, person(rest.doors, "mchen")))
    assert colleague.get(f"filter/{made['id']}")["sharePermissions"] == [share]
    rest.delete(f"filter/{made['id']}/permission/{share['id']}")
    assert colleague.refused("GET", f"filter/{made['id']}")[0] == 404
