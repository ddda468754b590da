"""Every listing of every REST API, paged to the end in its vendor's form."""

import re
import typing
from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import select
from tests.files.sending import uploaded
from tests.kit import PERSONA, Doors, Office

from workworld import loading
from workworld.apps.chat.models import (
    ListRecord,
    Membership,
    Message,
)
from workworld.apps.tracker.service import approvals, notification_changes
from workworld.calls import perform
from workworld.clock import (
    Clock,
)
from workworld.directory.models import AccountKind
from workworld.doors.flask_apps import apis_of
from workworld.doors.paging import Paging, at
from workworld.doors.rest import Endpoint
from workworld.manifest import App
from workworld.paging import NumberedPage, Page

ENDPOINTS = [
    (app, endpoint) for app in loading.apps() for api in apis_of(app) for endpoint in api.endpoints
]
LISTINGS = [
    *{
        (app.id, endpoint.function, endpoint.accept): (app, endpoint)
        for app, endpoint in ENDPOINTS
        if endpoint.paging is not None
    }.values()
]
"""One of each, if there are several versions of it."""
WHOLE = 100


def chat_facts(doors: Doors, office: Office) -> dict[str, Any]:
    """Arguments that some of chat's listings need, by the vendor's names."""
    with doors.world.reading() as session:
        mine = select(Membership.channel_id).where(Membership.person_id == doors.person_id)
        parent = select(Message.channel_id, Message.thread_ts).where(
            Message.thread_ts.is_not(None), Message.channel_id.in_(mine)
        )
        channel_id, ts = session.execute(parent).first() or ("", "")
        list_id = session.scalars(select(ListRecord.list_id)).first()
    for name in ("plan.txt", "notes.txt"):
        uploaded(doors, name, b"deploy", channel_id=channel_id)
    for name in ("general", "deploys", "product-eng"):
        doors.rest("stars.add", channel=office.channels[name])
    with doors.world.reading() as session:
        now = Clock(session).now_us() // 1_000_000
    for text in ("later", "later still", "last of all"):
        doors.rest("chat.scheduleMessage", channel=channel_id, text=text, post_at=now + 3600)
    return {"channel": channel_id, "ts": ts, "query": "deploy*", "list_id": list_id}


def tracker_facts(doors: Doors, _office: Office) -> dict[str, Any]:
    """The same of the tracker's, with the parts of paths."""
    from tests.apps.tracker.rest import Rest, doc  # only where that app is there

    rest = Rest(doors)
    (board,) = rest.get("/rest/agile/1.0/board", projectKeyOrId="CAL", type="scrum")["values"]
    shown = rest.post("filter", {"name": "On boards", "jql": "project = CAL"}, 200)["id"]
    for number in range(2):
        here = {"projectKeyOrId": "CAL"}
        made = {"name": f"Board {number}", "type": "kanban", "filterId": shown, "location": here}
        rest.post("/rest/agile/1.0/board", made)
    planned = {"name": "Listed", "originBoardId": board["id"]}
    sprint = rest.post("/rest/agile/1.0/sprint", planned)["id"]
    epic = rest.create(type="Epic")
    keys = [rest.create(labels=["listed"], parent={"key": epic}) for _ in range(8)]
    for _ in range(2):
        rest.create(labels=["listed"])
    rest.post(f"/rest/agile/1.0/sprint/{sprint}/issue", {"issues": keys[:4]}, 204)
    for number in range(4):
        rest.put(f"issue/{keys[0]}", {"fields": {"summary": f"Named {number}"}})
        rest.post(f"issue/{keys[0]}/comment", {"body": doc(f"Said {number}")})
        rest.post(f"issue/{keys[0]}/worklog", {"timeSpent": "1h"})
        rest.post("filter", {"name": f"Listed {number}", "jql": "labels = listed"}, 200)
    told = {"events": ["jira:issue_created"], "jqlFilter": "project = CAL"}
    rest.post("webhook", {"url": "https://hooks.partner.example/x", "webhooks": [told] * 4}, 200)
    told = {"project": "CAL", "event": "commented", "recipient": "project_lead"}
    perform(doors.world, doors.actor, notification_changes.add, **told)
    groups = rest.get("group/bulk")["values"]
    sizes = {
        each["name"]: rest.get("group/member", groupname=each["name"])["total"] for each in groups
    }
    return {
        "issue": keys[0],
        "board_id": board["id"],
        "filter_id": shown,
        "sprint_id": sprint,
        "epic": epic,
        "project": "CAL",
        "jql": "labels = listed ORDER BY created",
        "groupname": max(sizes, key=lambda name: sizes[name]),
    }


def desk_facts(doors: Doors, office: Office) -> dict[str, Any]:
    """The same of its service desks, as an agent meets them; there is a second desk."""
    from tests.apps.tracker.rest import Rest  # only where that app is there

    own = {"key": "HELP", "name": "Help", "projectTypeKey": "service_desk"}
    lead = {"leadAccountId": doors.person_id}
    Rest(Doors(doors.world, doors.authority, office.people[PERSONA])).post("project", own | lead)
    rest, root = Rest(doors), "/rest/servicedeskapi"
    desks = rest.get(f"{root}/servicedesk")["values"]
    desk = next(each["id"] for each in desks if each["projectKey"] == "SUP")
    kinds = rest.get(f"{root}/servicedesk/{desk}/requesttype")["values"]
    question = next(each["id"] for each in kinds if each["name"] == "Question")
    asked = {"serviceDeskId": desk, "requestTypeId": question}
    keys = [
        rest.post(f"{root}/request", asked | {"requestFieldValues": {"summary": f"Listed {each}"}})
        for each in range(3)
    ]
    issue = keys[0]["issueKey"]
    people = [office.people[each] for each in ("shaugland", "mchen")]
    rest.post(f"{root}/request/{issue}/participant", {"accountIds": people}, 200)
    for name in ("One", "Two"):
        ask = {"issue": issue, "name": name, "person_ids": [office.people["mchen"]]}
        perform(doors.world, doors.actor, approvals.ask, **ask)
    for name in ("Said", "Said again"):
        rest.post(f"{root}/request/{issue}/comment", {"body": name, "public": True})
    queues = rest.get(f"{root}/servicedesk/{desk}/queue", includeCount="true")["values"]
    rest.post(f"{root}/servicedesk/{desk}/customer", {"accountIds": people}, 204)
    companies = rest.get(f"{root}/organization")["values"]
    for each in companies:
        rest.post(f"{root}/organization/{each['id']}/user", {"accountIds": people}, 204)
    sizes = {
        each["id"]: rest.get(f"{root}/organization/{each['id']}/user")["size"] for each in companies
    }
    return {
        "desk": desk,
        "queue_id": max(queues, key=lambda queue: queue["issueCount"])["id"],
        "issue": issue,
        "organization": max(sizes, key=lambda each: sizes[each]),
        "request_type": question,
    }


def address(doors: Doors, office: Office, name: str) -> str:
    """Somebody's, as chat tells it."""
    told = doors.rest("users.info", user=office.people[name])["user"]["profile"]["email"]
    return str(told)


def sheets_facts(doors: Doors, office: Office) -> dict[str, Any]:
    """The same of a file that is shared with several and talked about."""
    from tests.apps.sheets.rest import Client  # only where that app is there

    rest = Client(doors)
    book = rest.book("Listed")
    root = f"/drive/v3/files/{book.id}"
    for name in ("shaugland", "mchen", "dwhitlock", "akovac"):
        reader = {"role": "reader", "type": "user", "emailAddress": address(doors, office, name)}
        rest.ask("POST", f"{root}/permissions", reader, {"sendNotificationEmail": "false"})
    said = [
        rest.ask("POST", f"{root}/comments", {"content": f"Said {each}"}, {"fields": "id"})["id"]
        for each in range(5)
    ]
    for number in range(4):
        reply = {"content": f"Answered {number}"}
        rest.ask("POST", f"{root}/comments/{said[0]}/replies", reply, {"fields": "id"})
    return {"fileId": book.id, "commentId": said[0], "fields": "*"}


FACTS = {"sheets": sheets_facts, "chat": chat_facts, "tracker": tracker_facts, "desk": desk_facts}
AGENT = "eboadi"


def ask(doors: Doors, app: App, endpoint: Endpoint, arguments: dict[str, Any]) -> dict[str, Any]:
    client = doors.anonymous(app.id)
    prefix = app.token_prefixes[AccountKind.PERSON]
    token = doors.authority.token(doors.world, doors.person_id, prefix)
    headers = {"Authorization": f"Bearer {token}"}
    method = endpoint.methods[0]
    path = re.sub(r"<(\w+)>", lambda part: str(arguments[part[1]]), endpoint.path)
    response = client.open(path, method=method, query_string=arguments, headers=headers)
    assert response.status_code == endpoint.status, response.get_data(as_text=True)
    answer: dict[str, Any] = response.get_json()
    return answer


def pages(
    doors: Doors, app: App, endpoint: Endpoint, facts: dict[str, Any], size: int
) -> list[list[Any]]:
    paging = endpoint.paging
    assert paging is not None
    found: list[list[Any]] = []
    arguments: dict[str, Any] | None = {**facts, **paging.first(size)}
    while arguments is not None:
        answer = ask(doors, app, endpoint, arguments)
        found.append(at(answer, paging.items))
        arguments = paging.following(arguments, answer)
        assert len(found) <= WHOLE, "it never ends"
    return found


def joined(found: list[list[Any]], paging: Paging) -> list[Any]:
    heads = [page[: paging.repeated] for page in found]
    assert all(head == heads[0] for head in heads)
    return [*heads[0], *(row for page in found for row in page[paging.repeated :])]


@pytest.mark.parametrize(
    ("app", "endpoint"), LISTINGS, ids=lambda each: getattr(each, "path", getattr(each, "id", ""))
)
@pytest.mark.parametrize("size", [1, 3])
def test_listing_ends_without_drop_or_repeat(
    doors: Doors, office: Office, app: App, endpoint: Endpoint, size: int
) -> None:
    assert endpoint.paging is not None
    room = "desk" if endpoint.path.startswith("/rest/servicedeskapi/") else app.id
    if room == "desk":
        doors = Doors(doors.world, doors.authority, office.people[AGENT])
    facts = FACTS[room](doors, office)
    whole = joined(pages(doors, app, endpoint, facts, WHOLE), endpoint.paging)
    found = pages(doors, app, endpoint, facts, size)
    assert joined(found, endpoint.paging) == whole
    assert {len(page) - endpoint.paging.repeated for page in found[:-1]} <= {size}
    assert len(whole) > 1, "a listing of one shows nothing"


# The vendor's answer is no list but an object, keyed by name.
OBJECTS = {"/api/admin.emoji.list"}


def test_every_listing_names_its_form_of_paging() -> None:
    for endpoint in (each for _, each in ENDPOINTS if each.path not in OBJECTS):
        returned = typing.get_type_hints(endpoint.function)["return"]
        if (typing.get_origin(returned) or returned).__name__ in ("Listed", "Found"):
            continue  # the vendor answers some of these with a whole array
        if typing.get_origin(returned) is Sequence:
            continue  # of what is few, pages are made at the door, where the vendor has any
        inside = getattr(returned, "__annotations__", {}).get("page", "")
        is_page = typing.get_origin(returned) in (Page, NumberedPage)
        is_listing = is_page or str(inside).startswith("NumberedPage")
        assert is_listing == (endpoint.paging is not None), endpoint.path
