"""Web hooks: what addresses outside would be sent is kept, as far as whoever made them sees it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from sqlalchemy import select
from tests.apps.tracker.page_kit import Pages
from tests.apps.tracker.rest import Rest
from tests.kit import Doors, Office

from workworld.apps.tracker.service import hook_deliveries
from workworld.calls import perform
from workworld.context import Actor
from workworld.deliveries.models import Delivery
from workworld.errors import NotFound

SITE = "/rest/webhooks/1.0/webhook"
URL = "https://hooks.partner.example/x"
EVERYTHING = [
    "jira:issue_created",
    "jira:issue_updated",
    "jira:issue_deleted",
    "comment_created",
    "comment_updated",
    "comment_deleted",
]


@pytest.fixture
def rest(doors: Doors) -> Rest:
    return Rest(doors)


def register(rest: Rest, jql: str = "project = CAL", **more: Any) -> int:
    wanted = {"events": EVERYTHING, "jqlFilter": jql, **more}
    found = rest.post("webhook", {"url": URL, "webhooks": [wanted]}, 200)
    (one,) = found["webhookRegistrationResult"]
    return int(one["createdWebhookId"])


def kept(rest: Rest) -> list[dict[str, Any]]:
    """What programs' own web hooks of the caller would have been sent."""
    values = rest.get("webhook/failed")["values"]
    return [json.loads(each["body"]) for each in values]


def of_site(rest: Rest, *events: str, **more: Any) -> str:
    wanted = {"name": "Ledger", "url": URL, "events": [*events], **more}
    return str(rest.post(SITE, wanted)["self"]).rpartition("/")[2]


def written(doors: Doors) -> list[tuple[str, dict[str, Any]]]:
    """Event and body of everything that is kept."""
    with doors.world.reading() as session:
        rows = session.scalars(select(Delivery).order_by(Delivery.sent_us, Delivery.id)).all()
        return [(row.event, json.loads(row.body) if row.body else {}) for row in rows]


def test_program_is_told_of_an_issues_life_with_what_changed(rest: Rest, doors: Doors) -> None:
    hook = register(rest)
    key = rest.create(summary="Dock doors")
    rest.put(f"issue/{key}", {"fields": {"summary": "Dock gates", "labels": ["gate"]}})
    rest.create("OPS", "Incident")
    comment = rest.post(f"/rest/api/2/issue/{key}/comment", {"body": "Look"})
    rest.delete(f"issue/{key}/comment/{comment['id']}")
    rest.delete(f"issue/{key}")
    told = kept(rest)
    assert [each["webhookEvent"] for each in told] == [
        "jira:issue_created",
        "jira:issue_updated",
        "comment_created",
        "comment_deleted",
        "jira:issue_deleted",
    ]
    assert {each["issue"]["key"] for each in told} == {key}
    assert {(*each["matchedWebhookIds"],) for each in told} == {(hook,)}
    made, changed, said, _, gone = told
    assert made["user"]["accountId"] == doors.person_id
    items = {each["field"]: each["toString"] for each in changed["changelog"]["items"]}
    assert items == {"summary": "Dock gates", "labels": "gate"}
    assert said["comment"]["body"] == "Look"
    assert gone["issue"]["fields"]["summary"] == "Dock gates"
    assert made["issue"]["self"].startswith("https://tracker.calderoute.example/rest/api/2/issue/")


def test_only_changes_of_named_fields_are_told(rest: Rest) -> None:
    key = rest.create()
    register(rest, fieldIdsFilter=["labels"])
    rest.put(f"issue/{key}", {"fields": {"summary": "Other"}})
    rest.put(f"issue/{key}", {"fields": {"labels": ["one"]}})
    (told,) = kept(rest)
    assert [each["field"] for each in told["changelog"]["items"]] == ["labels"]


def test_transition_is_told_once(rest: Rest) -> None:
    key = rest.create()
    register(rest)
    ways = rest.get(f"issue/{key}/transitions")["transitions"]
    way = next(each for each in ways if each["to"]["name"] == "In Progress")
    rest.post(f"issue/{key}/transitions", {"transition": {"id": way["id"]}}, 204)
    (told,) = kept(rest)
    assert (told["webhookEvent"], told["issue_event_type_name"]) == (
        "jira:issue_updated",
        "issue_generic",
    )


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"events": ["jira:issue_created"], "jqlFilter": "watchers = 3"}, "clause watchers is"),
        ({"events": ["sprint_started"], "jqlFilter": "project = CAL"}, "event sprint_started is"),
        ({"events": ["jira:issue_created"], "jqlFilter": "status WAS Done"}, "operator was is"),
        ({"events": ["jira:issue_created"], "jqlFilter": "project ="}, "Expecting"),
        ({"events": ["jira:issue_created"]}, "must not be empty"),
    ],
)
def test_registration_says_what_is_wrong(rest: Rest, wanted: Any, said: str) -> None:
    fine = {"events": ["jira:issue_deleted"], "jqlFilter": "project = CAL"}
    found = rest.post("webhook", {"url": URL, "webhooks": [wanted, fine]}, 200)
    bad, good = found["webhookRegistrationResult"]
    assert said.casefold() in bad["errors"][0].casefold()
    assert good["createdWebhookId"]


@pytest.mark.parametrize(
    "body",
    [
        {"url": "ftp://x.example", "webhooks": [{"events": ["jira:issue_created"]}]},
        {"url": URL, "webhooks": "all"},
        {"url": URL, "webhooks": []},
        {"url": URL, "webhooks": [{"events": "jira:issue_created"}]},
        {"webhooks": [{"events": ["jira:issue_created"]}]},
    ],
)
def test_registration_of_no_form_is_refused(rest: Rest, body: Any) -> None:
    assert rest.refused("POST", "webhook", body)[0] == 400


def test_registered_ones_are_listed_renewed_and_taken_back_by_their_program(
    rest: Rest, doors: Doors, office: Office
) -> None:
    first, second = register(rest), register(rest)
    other = Rest(Doors(doors.world, doors.authority, office.people["mchen"]))
    assert other.get("webhook")["values"] == []
    assert other.ask("DELETE", "webhook", {"webhookIds": [first]}).status_code == 202
    page = rest.get("webhook", maxResults=1)
    assert (page["total"], page["isLast"], page["values"][0]["id"]) == (2, False, first)
    assert rest.put("webhook/refresh", {"webhookIds": [first]}, 200)["expirationDate"]
    assert rest.ask("DELETE", "webhook", {"webhookIds": [first]}).status_code == 202
    assert [each["id"] for each in rest.get("webhook")["values"]] == [second]


def test_sites_webhook_is_kept_changed_and_deleted(rest: Rest, doors: Doors) -> None:
    query = {"issue-related-events-section": "labels = spill"}
    id = of_site(rest, "jira:issue_created", "worklog_created", filters=query, excludeBody=True)
    assert [each["name"] for each in rest.get(SITE)] == ["Ledger"]
    rest.create()
    key = rest.create(labels=["spill"])
    assert written(doors) == [("jira:issue_created", {})]
    changed = rest.put(f"{SITE}/{id}", {"enabled": False, "name": "Books"}, 200)
    assert (changed["enabled"], changed["name"], changed["filters"]) == (False, "Books", query)
    rest.post(f"issue/{key}/worklog", {"timeSpent": "1h"})
    assert len(written(doors)) == 1
    rest.delete(f"{SITE}/{id}")
    assert rest.refused("GET", f"{SITE}/{id}")[0] == 404


def test_site_tells_of_releases_links_work_sprints_and_projects(rest: Rest, doors: Doors) -> None:
    names = ["worklog_created", "issuelink_created", "issuelink_deleted", "attachment_created"]
    names += ["jira:version_created", "jira:version_released", "jira:version_deleted"]
    names += ["sprint_created", "sprint_deleted", "board_created", "project_deleted"]
    of_site(rest, *names)
    one, other = rest.create(), rest.create()
    rest.post(f"issue/{one}/worklog", {"timeSpent": "1h"})
    ends = {"inwardIssue": {"key": one}, "outwardIssue": {"key": other}}
    rest.post("issueLink", {"type": {"name": "Blocks"}, **ends})
    (link,) = rest.get(f"issue/{one}")["fields"]["issuelinks"]
    rest.delete(f"issueLink/{link['id']}")
    version = rest.post("version", {"name": "Beacon", "project": "CAL"})
    rest.put(f"version/{version['id']}", {"released": True}, 200)
    rest.delete(f"version/{version['id']}")
    board = rest.get("/rest/agile/1.0/board", type="scrum")["values"][0]["id"]
    sprint = rest.post("/rest/agile/1.0/sprint", {"name": "Next", "originBoardId": board})
    rest.delete(f"/rest/agile/1.0/sprint/{sprint['id']}")
    told = dict(written(doors))
    assert set(told) == {*names} - {"attachment_created", "board_created", "project_deleted"}
    assert told["worklog_created"]["worklog"]["timeSpentSeconds"] == 3600
    assert told["issuelink_created"]["issueLink"]["issueLinkType"]["name"] == "Blocks"
    assert told["jira:version_released"]["version"]["released"]
    assert told["jira:version_deleted"]["version"]["name"] == "Beacon"
    assert told["sprint_deleted"]["sprint"]["name"] == "Next"


def test_nobody_is_told_of_what_they_do_not_see(doors: Doors, office: Office) -> None:
    rest = Rest(doors)
    outsider = Rest(Doors(doors.world, doors.authority, office.people["jwikstrand"]))
    admins = "groupname=jira-administrators"
    rest.post(f"group/user?{admins}", {"accountId": outsider.doors.person_id})
    of_site(rest, *EVERYTHING)
    of_site(outsider, *EVERYTHING)
    key = rest.create("SEC")
    rest.post(f"/rest/api/2/issue/{key}/comment", {"body": "Between us"})
    assert [name for name, _ in written(doors)] == ["jira:issue_created", "comment_created"]
    me, them = Actor(doors.person_id), Actor(outsider.doors.person_id)
    mine = perform(doors.world, me, hook_deliveries.list).items
    assert [each.issue for each in mine] == [key, key]
    assert perform(doors.world, them, hook_deliveries.list).total == 0
    with pytest.raises(NotFound):
        perform(doors.world, them, hook_deliveries.info, delivery_id=mine[0].id)


def test_members_look_after_no_webhooks_of_the_site(doors: Doors, office: Office) -> None:
    member = Rest(Doors(doors.world, doors.authority, office.people["jwikstrand"]))
    body = {"name": "Ledger", "url": URL, "events": ["jira:issue_created"]}
    assert member.refused("POST", SITE, body)[0] == 403
    assert member.refused("GET", SITE)[0] == 403


def test_webhook_for_a_query_without_sense_is_refused(rest: Rest) -> None:
    body = {"name": "Ledger", "url": URL, "events": ["jira:issue_created"]}
    query = {"issue-related-events-section": "nothing = here"}
    assert rest.refused("POST", SITE, {**body, "filters": query})[0] == 400
    assert rest.refused("POST", SITE, {**body, "url": "nowhere"})[1]["errors"].keys() == {"url"}
    assert rest.refused("POST", SITE, {**body, "events": ["sunrise"]})[0] == 400
    assert rest.refused("POST", SITE, {**body, "name": " "})[1]["errors"].keys() == {"name"}


def test_administrator_keeps_a_webhook_on_pages_and_reads_what_is_kept(doors: Doors) -> None:
    pages, form = Pages(doors), {"name": "Ledger", "url": URL, "jql": "", "is_enabled": "1"}
    assert "No webhooks" in pages.read("/admin/webhooks")
    assert "Create webhook" in pages.read("/admin/webhooks/new")
    assert "Create webhook" in pages.submit("/admin/webhooks/new", 422, events=EVERYTHING)
    refused = pages.submit("/admin/webhooks/new", 422, **form | {"url": "here"}, events=EVERYTHING)
    assert "whole address" in refused
    assert "Choose at least one event" in pages.submit("/admin/webhooks/new", 422, **form)
    at = pages.submit("/admin/webhooks/new", **form, events=EVERYTHING)
    at = f"/admin{at.rpartition('/admin')[2]}"
    key = Rest(doors).create(summary="Dock doors")
    shown = pages.read(at)
    (where,) = re.findall(r'href="[^"]*(/admin/webhooks/deliveries/\w+)"', shown)
    assert f">{key}</a>" in shown
    assert "Dock doors" in pages.read(where)
    pages.submit(f"{at}/edit", **form | {"name": "Books"}, events="comment_created")
    assert ">Books</a>" in pages.read("/admin/webhooks")
    pages.submit(f"{at}/delete")
    assert "No webhooks" in pages.read("/admin/webhooks")
    pages.read(at, 404)
