"""Who holds which role, and what a change of it entails."""

import pytest
from tests.kit import Doors, Office

from workworld.calls import perform
from workworld.directory import roles
from workworld.errors import Refused
from workworld.identity import Authority
from workworld.worlds import World


@pytest.fixture
def owner(world: World, office: Office, authority: Authority) -> Doors:
    return Doors(world, authority, office.people["gostrander"])


def refusal(doors: Doors, function: object, **arguments: object) -> str:
    with pytest.raises(Refused) as refused:
        perform(doors.world, doors.actor, function, **arguments)  # type: ignore[arg-type]
    return str(refused.value)


def test_page_tells_who_is_what(doors: Doors, colleague: Doors) -> None:
    page = doors.browser.get("/admin/roles").text
    primary = page.partition("Primary owner")[2].partition("Owners")[0]
    assert "Gail Ostrander" in primary
    assert "Marlow Tierney" in page.partition("Guests of several channels")[2]
    assert colleague.browser.get("/admin/roles").status_code == 403


def test_consequences_are_told_first(owner: Doors, office: Office) -> None:
    ming = office.people["mchen"]
    asked = owner.browser.get(f"/admin/roles/{ming}/admin").text
    assert "Make Mingzhu Chen an admin?" in asked
    assert "oversee all channels" in asked
    done = owner.submit(f"/admin/members/{ming}/role", role="admin", place="roles")
    assert done.location.endswith("/admin/roles")
    assert "Mingzhu Chen" in owner.browser.get(done.location).text
    assert owner.browser.get(f"/admin/roles/{ming}/king").status_code == 404


def test_primary_owner_is_demoted_by_nobody(doors: Doors, owner: Doors, office: Office) -> None:
    me, gail = office.people["aruiz"], office.people["gostrander"]
    perform(owner.world, owner.actor, roles.change, person_id=me, role="owner")
    for given in ({"role": "member"}, {}):
        function = roles.change if given else roles.deactivate
        assert "primary owner" in refusal(doors, function, person_id=gail, **given)


def test_primary_ownership_is_passed_on(doors: Doors, owner: Doors, office: Office) -> None:
    me, gail = office.people["aruiz"], office.people["gostrander"]
    assert "Only the primary owner" in refusal(doors, roles.transfer, person_id=me)
    assert owner.submit(f"/admin/members/{me}/transfer", place="roles").status_code == 303
    users = {user["id"]: user for user in doors.rest("users.list")["members"]}
    assert users[me]["is_primary_owner"]
    assert users[gail]["is_owner"]
    assert not users[gail]["is_primary_owner"]
    perform(doors.world, doors.actor, roles.change, person_id=gail, role="member")
