"""The ``jira`` package, unmodified, against the tracker: https://pypi.org/project/jira/"""

from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from typing import Any

import pytest
from jira import JIRA, JIRAError
from jira.resources import Issue
from tests.kit import Doors

from workworld.host import Host

PREFIX = "ATATT3x"


def token(doors: Doors) -> str:
    return doors.authority.token(doors.world, doors.person_id, PREFIX)


def address(host: Host, doors: Doors) -> str:
    return f"{host.origin}/w/{doors.world.id}/tracker"


@pytest.fixture
def client(host: Host, doors: Doors) -> Iterator[JIRA]:
    with closing(JIRA(address(host, doors), token_auth=token(doors), max_retries=0)) as found:
        yield found


def new(client: JIRA, **fields: Any) -> Issue:
    return client.create_issue(
        project="CAL", issuetype={"name": "Task"}, **{"summary": "Sort it out", **fields}
    )


def test_basic_credentials_are_an_address_and_a_token(host: Host, doors: Doors) -> None:
    who = ("aruiz@calderoute.example", token(doors))
    with closing(JIRA(address(host, doors), basic_auth=who, max_retries=0)) as client:
        assert client.myself()["accountId"] == doors.person_id
        assert client.server_info()["deploymentType"] == "Cloud"


def test_wrong_token_is_refused(host: Host, doors: Doors) -> None:
    with (
        closing(JIRA(address(host, doors), token_auth="ATATT3xno", max_retries=0)) as client,
        pytest.raises(JIRAError) as refused,
    ):
        client.myself()
    assert refused.value.status_code == 401


def test_issue_is_created_read_changed_and_deleted(client: JIRA) -> None:
    issue = new(client, description="h2. Why\n\n*because*", labels=["a"])
    assert issue.fields.description == "h2. Why\n\n*because*"
    issue.update(summary="Sorted", priority={"name": "High"}, comment="Done so")
    issue.update(fields={"labels": ["b"]})
    issue.add_field_value("labels", "c")
    again = client.issue(issue.key, expand="changelog")
    assert again.fields.summary == "Sorted"
    assert (again.fields.labels, again.fields.priority.name) == (["b", "c"], "High")
    assert {item.field for each in again.changelog.histories for item in each.items} >= {
        "summary", "labels", "priority",
    }  # fmt: skip
    assert [each.body for each in again.fields.comment.comments] == ["Done so"]
    assert issue.self.endswith(f"/rest/api/2/issue/{issue.id}")
    issue.delete()
    with pytest.raises(JIRAError, match="Issue does not exist"):
        client.issue(issue.key)


def test_refusal_names_the_field(client: JIRA) -> None:
    with pytest.raises(JIRAError) as refused:
        new(client, summary="")
    assert refused.value.status_code == 400
    assert refused.value.response is not None
    assert "summary" in refused.value.response.json()["errors"]


def test_several_issues_are_created_at_once(client: JIRA) -> None:
    wanted = [
        {"project": "CAL", "issuetype": "Task", "summary": "First"},
        {"project": "CAL", "issuetype": "Task", "summary": ""},
    ]
    made = client.create_issues(wanted)
    assert [each["status"] for each in made] == ["Success", "Error"]


def test_comments_are_added_changed_and_deleted(client: JIRA) -> None:
    issue = new(client)
    comment = client.add_comment(issue, "First")
    comment.update(body="Changed")
    assert [each.body for each in client.comments(issue)] == ["Changed"]
    comment.delete()
    assert client.comments(issue) == []


def test_issue_goes_through_its_workflow(client: JIRA) -> None:
    issue = new(client)
    ways = client.transitions(issue)
    way = next(each for each in ways if each["to"]["name"] == "In Progress")
    client.transition_issue(issue, way["id"], comment="On it")
    assert client.issue(issue.key).fields.status.name == "In Progress"
    assert [each.body for each in client.comments(issue)] == ["On it"]
    with pytest.raises(JIRAError):
        client.transition_issue(issue, "99999")


def test_issue_is_assigned_watched_and_voted_for(client: JIRA) -> None:
    issue = new(client)
    someone = client.search_assignable_users_for_issues(project="CAL", query="m")[0]
    assert client.assign_issue(issue, someone.accountId)
    assignee = client.issue(issue.key).fields.assignee
    assert assignee is not None
    assert assignee.accountId == someone.accountId
    client.add_watcher(issue, someone.accountId)
    assert someone.accountId in [each.accountId for each in client.watchers(issue).watchers]
    client.remove_watcher(issue, someone.accountId)
    assert client.votes(issue).votes == 0


def test_work_is_logged(client: JIRA) -> None:
    issue = new(client, timetracking={"originalEstimate": "1d"})
    worklog = client.add_worklog(issue, timeSpent="1h 30m", comment="Looked")
    assert worklog.timeSpentSeconds == 5400
    assert client.issue(issue.key).fields.timetracking.remainingEstimate == "6h 30m"
    worklog.update(timeSpent="2h")
    assert [each.timeSpent for each in client.worklogs(issue)] == ["2h"]
    worklog.delete()
    assert client.worklogs(issue) == []


def test_file_is_attached_and_read(client: JIRA) -> None:
    issue = new(client)
    attached = client.add_attachment(issue, BytesIO(b"hello"), filename="plan.txt")
    (found,) = client.issue(issue.key).fields.attachment
    assert (found.id, found.get()) == (attached.id, b"hello")
    client.delete_attachment(attached.id)
    assert client.issue(issue.key).fields.attachment == []


def test_issues_are_linked(client: JIRA) -> None:
    blocker, blocked = new(client), new(client)
    client.create_issue_link("Blocks", blocker.key, blocked.key)
    (link,) = client.issue(blocker.key).fields.issuelinks
    assert (link.outwardIssue.key, link.type.outward) == (blocked.key, "blocks")
    (other,) = client.issue(blocked.key).fields.issuelinks
    assert (other.id, other.inwardIssue.key) == (link.id, blocker.key)
    client.delete_issue_link(link.id)
    assert client.issue(blocked.key).fields.issuelinks == []


def test_pages_elsewhere_are_linked(client: JIRA) -> None:
    issue = new(client)
    page = {"url": "https://x.example/plan", "title": "Plan"}
    client.add_simple_link(issue.key, page)
    (link,) = client.remote_links(issue)
    assert (link.object.url, link.object.title) == ("https://x.example/plan", "Plan")


def test_issues_are_found_page_by_page(client: JIRA) -> None:
    made = {new(client, labels=["paged"]).key for _ in range(3)}
    found = client.search_issues("labels = paged ORDER BY key", maxResults=2, fields="summary")
    assert len(found) == 2
    every = client.search_issues("labels = paged", maxResults=False, fields="summary")
    assert {each.key for each in every} == made
    with pytest.raises(JIRAError) as refused:
        client.search_issues("nosuchfield = 1")
    assert refused.value.status_code == 400


def test_fields_are_known_by_name(client: JIRA) -> None:
    fields = {each["name"]: each for each in client.fields()}
    assert fields["Rank"]["schema"]["custom"] == "com.pyxis.greenhopper.jira:gh-lexo-rank"
    assert fields["Story Points"]["id"] == "customfield_10016"


def test_projects_have_components_and_versions(client: JIRA) -> None:
    assert "CAL" in [each.key for each in client.projects()]
    assert client.project("CAL").lead.displayName
    component = client.create_component("Docks", "CAL", description="Where lorries are")
    component.update(description="Where lorries stand")
    assert "Docks" in [each.name for each in client.project_components("CAL")]
    component.delete()
    version = client.create_version("9.9", "CAL", releaseDate="2030-01-02")
    version.update(released=True)
    assert client.get_project_version_by_name("CAL", "9.9").released
    assert client.version_count_related_issues(version.id)["issuesFixedCount"] == 0
    version.delete()


def test_filters_are_kept(client: JIRA) -> None:
    kept = client.create_filter("Mine", "", "assignee = currentUser()", favourite=True)
    assert client.filter(kept.id).jql == "assignee = currentUser()"
    assert "Mine" in [each.name for each in client.favourite_filters()]
    client.update_filter(kept.id, name="Ours")
    assert client.filter(kept.id).name == "Ours"


def test_sprint_is_planned_started_and_completed(client: JIRA) -> None:
    board = next(each for each in client.boards(type="scrum") if each.name.startswith("CAL"))
    for each in client.sprints(board.id, state="active"):
        client.update_sprint(each.id, state="closed")
    sprint = client.create_sprint("Next", board.id, startDate="2030-01-02T03:04:05.000Z")
    issue = new(client)
    client.add_issues_to_sprint(sprint.id, [issue.key])
    client.update_sprint(
        sprint.id, state="active", endDate="2030-01-16T03:04:05.000Z", goal="Sort things"
    )
    assert client.sprint(sprint.id).state == "active"
    client.move_to_backlog([issue.key])
    client.update_sprint(sprint.id, state="closed")
    assert client.sprint(sprint.id).completeDate


def test_issues_are_ranked(client: JIRA) -> None:
    first, second = new(client), new(client)
    client.rank(second.key, next_issue=first.key)
    found = client.search_issues(f"key in ({first.key}, {second.key}) ORDER BY Rank", fields="key")
    assert [each.key for each in found] == [second.key, first.key]


def test_issues_are_put_into_an_epic(client: JIRA) -> None:
    epic = client.create_issue(project="CAL", issuetype={"name": "Epic"}, summary="Docks")
    issue = new(client)
    client.add_issues_to_epic(epic.key, [issue.key])
    assert client.issue(issue.key).fields.parent.key == epic.key


def test_what_new_issues_take_is_told(client: JIRA) -> None:
    meta = client.createmeta(projectKeys="CAL", expand="projects.issuetypes.fields")
    fields = meta["projects"][0]["issuetypes"][0]["fields"]
    assert fields["summary"]["required"]
    assert "summary" in client.editmeta(new(client).key)["fields"]


def test_properties_are_kept(client: JIRA) -> None:
    issue = new(client)
    client.add_issue_property(issue, "sync", {"at": 3})
    assert client.issue_property(issue, "sync").value.at == 3


def test_permissions_and_metadata_are_told(client: JIRA) -> None:
    assert client.my_permissions("CAL")["permissions"]["EDIT_ISSUES"]["havePermission"]
    assert "Highest" in [each.name for each in client.priorities()]
    assert "Blocks" in [each.name for each in client.issue_link_types()]
    assert client.statuses()
    assert client.resolutions()
    assert client.session().accountId
