"""Properties of what is no issue: kept by whoever may change the thing, and gone with it."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, select
from tests.apps.tracker.rest import Rest
from tests.kit import Doors, Office

from workworld.apps.tracker.models import ThingProperty

MEMBER = "jwikstrand"
"""Administers nothing."""


@pytest.fixture
def rest(doors: Doors) -> Rest:
    return Rest(doors)


def places(rest: Rest) -> dict[str, str]:
    """Where the properties of one thing of each kind lie."""
    board = rest.get("/rest/agile/1.0/board", type="scrum", projectKeyOrId="CAL")["values"][0]["id"]
    sprint = rest.post("/rest/agile/1.0/sprint", {"name": "Next", "originBoardId": board})["id"]
    key = rest.create()
    comment = rest.post(f"/rest/api/2/issue/{key}/comment", {"body": "Said"})["id"]
    kept = {"name": "Beacon", "sharePermissions": [], "editPermissions": []}
    shown = rest.post("dashboard", kept, 200)["id"]
    gadget = rest.post(f"dashboard/{shown}/gadget", {"moduleKey": "text"}, 200)["id"]
    return {
        "project": "project/CAL/properties",
        "board": f"/rest/agile/1.0/board/{board}/properties",
        "sprint": f"/rest/agile/1.0/sprint/{sprint}/properties",
        "comment": f"comment/{comment}/properties",
        "gadget": f"dashboard/{shown}/items/{gadget}/properties",
    }


def count(rest: Rest) -> int:
    with rest.doors.world.reading() as session:
        return session.scalar(select(func.count()).select_from(ThingProperty)) or 0


def test_property_is_kept_read_changed_and_taken_away(rest: Rest, office: Office) -> None:
    member = Rest(Doors(rest.doors.world, rest.doors.authority, office.people[MEMBER]))
    for root in places(rest).values():
        rest.put(f"{root}/looks", {"wide": [1, None]}, 201)
        rest.put(f"{root}/looks", "plain", 200)
        assert [each["key"] for each in rest.get(root)["keys"]] == ["looks"]
        assert rest.get(f"{root}/looks") == {"key": "looks", "value": "plain"}
        assert member.refused("PUT", f"{root}/looks", 1)[0] in (403, 404)
        rest.delete(f"{root}/looks")
        assert rest.refused("GET", f"{root}/looks")[0] == 404


def test_what_is_deleted_leaves_no_properties(rest: Rest) -> None:
    at = places(rest)
    for root in at.values():
        rest.put(f"{root}/looks", True, 201)
    rest.delete(at["sprint"].removesuffix("/properties"))
    rest.delete(at["gadget"].partition("/items/")[0])
    assert count(rest) == 3


def test_persons_properties_are_their_own_and_administrators(rest: Rest, office: Office) -> None:
    mine, theirs = rest.doors.person_id, office.people[MEMBER]
    member = Rest(Doors(rest.doors.world, rest.doors.authority, theirs))
    rest.ask("PUT", f"user/properties/looks?accountId={theirs}", 3)
    assert member.get("user/properties/looks", accountId=theirs)["value"] == 3
    assert member.refused("GET", "user/properties", accountId=mine)[0] == 403


@pytest.mark.parametrize(("key", "value"), [("k" * 256, 1), ("long", "x" * 40_000)])
def test_property_that_is_too_long_is_refused(rest: Rest, key: str, value: Any) -> None:
    assert rest.refused("PUT", f"project/CAL/properties/{key}", value)[0] == 400


@pytest.mark.parametrize("where", ["board/x/properties", "sprint/99999999999999999999/properties"])
def test_what_is_not_there_has_no_properties(rest: Rest, where: str) -> None:
    assert rest.refused("GET", f"/rest/agile/1.0/{where}")[0] == 404
