"""Who signed in when, and who tried in vain, through every door."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import update
from tests.apps.crm.floor import ADMIN, MANAGER, REP, Floor
from tests.apps.crm.page_kit import Pages
from tests.apps.crm.rest import Rest
from tests.kit import Doors, Office, text_of

from workworld.directory.models import Person
from workworld.directory.sign_ins import browser_of, platform_of
from workworld.identity import Authority
from workworld.worlds import World

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
ASKED = (
    "SELECT Id, LoginTime, LoginType, SourceIp, Status, Application, Browser, Platform"
    " FROM LoginHistory ORDER BY LoginTime, Id"
)


@pytest.fixture
def doors(world: World, office: Office, authority: Authority) -> Doors:
    """A sales representative at every door."""
    return Doors(world, authority, office.people[REP])


def sign_in(doors: Doors, email: str, password: str, expected: int) -> None:
    """Try to sign in as somebody, with the form."""
    client = doors.anonymous("home")
    headers = {"User-Agent": FIREFOX}
    given = {"csrf": doors.authority.csrf(""), "email": email, "password": password}
    answer = client.post("/sign-in", data=given, headers=headers)
    assert answer.status_code == expected, answer.text


@pytest.fixture
def email(world: World, office: Office) -> str:
    """The representative's address."""
    with world.reading() as session:
        return session.get_one(Person, office.people[REP]).email


def test_sign_ins_and_failures_are_told(doors: Doors, floor: Floor, email: str) -> None:
    before = floor.world.diff()
    sign_in(doors, email, "wrong", 401)
    sign_in(doors, "nobody@nowhere.example", "wrong", 401)
    sign_in(doors, email, doors.authority.password(doors.world, doors.person_id), 303)
    assert floor.world.diff() == before
    found = Rest(doors).get("query/", q=ASKED)["records"]
    assert [each["Status"] for each in found] == ["Invalid Password", "Success"]
    one = found[1]
    assert (one["LoginType"], one["Application"]) == ("Application", "Browser")
    assert (one["Browser"], one["Platform"]) == ("Firefox 140", "Linux")
    assert one["SourceIp"].startswith("198.51.100.")
    asked = f"SELECT Status FROM LoginHistory WHERE Id = '{one['Id'][:15]}' AND Status = 'Success'"
    assert Rest(doors).get("query/", q=asked)["totalSize"] == 1
    words = Pages(doors).words("/settings/login-history")
    assert "Invalid Password" in words
    assert "Firefox 140" in words
    mine = told(doors, "listLoginHistory")
    assert [each["status"] for each in mine] == ["Success", "Invalid Password"]
    assert mine[0]["id"] == one["Id"]


def test_administrators_see_everybodys_and_others_their_own(
    doors: Doors, world: World, office: Office, authority: Authority, email: str
) -> None:
    sign_in(doors, email, "wrong", 401)
    admin = Doors(world, authority, office.people[ADMIN])
    assert Rest(admin).get("query/", q=ASKED)["totalSize"] == 1
    manager = Doors(world, authority, office.people[MANAGER])
    assert Rest(manager).get("query/", q=ASKED)["totalSize"] == 0
    (line,) = told(admin, "listLoginHistory", **{"user-id": "all"})
    assert (line["user"], line["status"]) == ("Ana Kovač", "Invalid Password")
    assert "Ana Kovač" in Pages(admin).words("/setup/login-history")
    place = f"/setup/users/{line['userId']}"
    assert f"{place}/login-history" in Pages(admin).read(place)
    assert "Invalid Password" in Pages(admin).words(f"{place}/login-history")
    for path in ("/setup/login-history", f"{place}/login-history"):
        Pages(manager).read(path, 403)
    refused = told(manager, "listLoginHistory", **{"user-id": "all"})
    assert refused[0]["errorCode"] == "INSUFFICIENT_ACCESS_OR_READONLY"
    unknown = told(admin, "listLoginHistory", **{"user-id": "005bad"})
    assert unknown[0]["errorCode"] == "NOT_FOUND"


def test_whoever_is_locked_out_or_inactive_is_told_apart(
    doors: Doors, floor: Floor, email: str
) -> None:
    for _each in range(20):
        try:
            sign_in(doors, email, "wrong", 401)
        except AssertionError:
            break
    statuses = [each["status"] for each in told(doors, "listLoginHistory")]
    assert statuses[0] == "Password Lockout"
    assert set(statuses[1:]) == {"Invalid Password"}
    doors.authority.sign_ins.passed(f"{doors.world.folder} {email}")
    gone = update(Person).where(Person.id == doors.person_id)
    floor.change(gone.values(is_deactivated=True))
    sign_in(doors, email, doors.authority.password(doors.world, doors.person_id), 401)
    floor.change(gone.values(is_deactivated=False))
    assert told(doors, "listLoginHistory")[0]["status"] == "User is Inactive"


@pytest.mark.parametrize(
    ("agent", "browser", "platform"),
    [
        (FIREFOX, "Firefox 140", "Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/141.0.0.0 Safari/537.36 Edg/141.0", "Edge 141",
         "Windows 10"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E Safari/6",
         "Safari 18", "iPhone"),
        ("", "Unknown", "Unknown"),
    ],
)  # fmt: skip
def test_browsers_are_told_in_short(agent: str, browser: str, platform: str) -> None:
    assert (browser_of(agent), platform_of(agent)) == (browser, platform)


def told(doors: Doors, tool: str, **given: str) -> list[dict[str, Any]]:
    """What a tool answers."""
    found = json.loads(text_of(doors.mcp(tool, **given)))
    return found["result"] if isinstance(found, dict) else list(found)
