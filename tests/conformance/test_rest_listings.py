"""Every listing of every REST API, paged to the end in its vendor's form."""

import re
import typing
from typing import Any

import pytest
from sqlalchemy import select
from tests.files.sending import uploaded
from tests.kit import Doors, Office

from workworld import loading
from workworld.apps.chat.models import (
    ListRecord,
    Membership,
    Message,
)
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
    planned = {"name": "Listed", "originBoardId": board["id"]}
    sprint = rest.post("/rest/agile/1.0/sprint", planned)["id"]
    epic = rest.create(type="Epic")
    keys = [rest.create(labels=["listed"], parent={"key": epic}) for _ in range(8)]
    rest.post(f"/rest/agile/1.0/sprint/{sprint}/issue", {"issues": keys[:4]}, 204)
    for number in range(4):
        rest.put(f"issue/{keys[0]}", {"fields": {"summary": f"Named {number}"}})
        rest.post(f"issue/{keys[0]}/comment", {"body": doc(f"Said {number}")})
        rest.post(f"issue/{keys[0]}/worklog", {"timeSpent": "1h"})
        rest.post("filter", {"name": f"Listed {number}", "jql": "labels = listed"}, 200)
    groups = rest.get("group/bulk")["values"]
    sizes = {
        each["name"]: rest.get("group/member", groupname=each["name"])["total"] for each in groups
    }
    return {
        "issue": keys[0],
        "board_id": board["id"],
        "sprint_id": sprint,
        "epic": epic,
        "project": "CAL",
        "jql": "labels = listed ORDER BY created",
        "groupname": max(sizes, key=lambda name: sizes[name]),
    }


FACTS = {"chat": chat_facts, "tracker": tracker_facts}


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
    facts = FACTS[app.id](doors, office)
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
        inside = getattr(returned, "__annotations__", {}).get("page", "")
        is_page = typing.get_origin(returned) in (Page, NumberedPage)
        is_listing = is_page or str(inside).startswith("NumberedPage")
        assert is_listing == (endpoint.paging is not None), endpoint.path
