"""Inviting people to the workspace, and how they come into it."""

from typing import Any

import pytest
from sqlalchemy import select
from tests.kit import Doors, Office

from workworld.apps.chat.models import Channel, Membership
from workworld.apps.chat.service import invitations, oversight
from workworld.calls import perform
from workworld.clock import Clock
from workworld.context import Actor
from workworld.directory import invitations as letters
from workworld.directory.models import Invitation, Person
from workworld.errors import Refused
from workworld.passing_time import let_time_pass

AWAY = "kim@northlight-studio.example"


def invite(doors: Doors, *emails: str, **given: Any) -> list[Invitation]:
    outcomes = perform(doors.world, doors.actor, invitations.send, emails=[*emails], **given)
    return [outcome.invitation for outcome in outcomes if outcome.invitation]


def accept(doors: Doors, row: Invitation, name: str = "Nina Olsen") -> Person:
    person: Person = perform(
        doors.world, Actor(row.person_id), letters.accept, invitation_id=row.id, name=name
    )
    return person


def code(doors: Doors, *emails: str, **given: Any) -> str:
    with pytest.raises(Refused) as refused:
        invite(doors, *emails, **given)
    return refused.value.code


def channels_of(doors: Doors, person_id: str) -> list[str]:
    query = (
        select(Channel.name)
        .join(Membership, Membership.channel_id == Channel.id)
        .where(Membership.person_id == person_id)
    )
    with doors.world.reading() as session:
        return sorted(session.scalars(query))


@pytest.fixture
def domain(doors: Doors) -> str:
    with doors.world.reading() as session:
        email = session.scalars(select(Person.email).where(Person.id == doors.person_id)).one()
    return email.partition("@")[2]


def test_member_who_accepts_is_in_the_default_channels(
    doors: Doors, office: Office, domain: str
) -> None:
    deploys = office.channels["deploys"]
    perform(doors.world, doors.actor, oversight.set_defaults, channel_ids=[deploys])
    wanted = [office.channels["finance-close"]]
    (row,) = invite(doors, f"Nina.Olsen@{domain}", channel_ids=wanted)
    person = accept(doors, row)
    assert person.handle == "nina.olsen"
    assert channels_of(doors, row.person_id) == ["deploys", "finance-close", "general"]
    answer = doors.rest("users.lookupByEmail", email=f"nina.olsen@{domain}")
    assert answer["user"]["real_name"] == "Nina Olsen"
    assert "Nina Olsen" in doors.home.get("/notifications").text


def test_guest_sees_what_they_were_invited_to_until_their_time_is_over(
    doors: Doors, office: Office
) -> None:
    with doors.world.reading() as session:
        now = Clock(session).now_us()
    wanted = [office.channels["deploys"]]
    given = {"role": "single_guest", "channel_ids": wanted, "expires": now // 1_000_000 + 3600}
    (row,) = invite(doors, AWAY, **given)
    accept(doors, row, "Kim Berg")
    assert channels_of(doors, row.person_id) == ["deploys"]
    let_time_pass(doors.world, 4000)
    with doors.world.reading() as session:
        assert session.get_one(Person, row.person_id).is_deactivated


def test_each_address_has_its_own_outcome(doors: Doors, domain: str) -> None:
    new, known = f"nina@{domain}", f"mchen@{domain}"
    answer = doors.submit("/admin/invitations", emails=f"{new}, {known}\nnonsense {AWAY}")
    assert answer.status_code == 200
    for said in (
        "invited",
        "who is here already",
        "is no e-mail address",
        "invite them as a guest",
    ):
        assert said in answer.text
    with doors.world.reading() as session:
        assert session.scalars(select(Invitation.email)).all() == [new]
    assert code(doors, new) == "already_in_team_invited_user"


@pytest.mark.parametrize(
    ("email", "given", "expected"),
    [
        ("", {}, "invalid_email"),
        ("a@b", {}, "invalid_email"),
        ("a b@c.example", {}, "invalid_email"),
        ("mchen@{domain}", {}, "already_in_team"),
        ("new@elsewhere.example", {}, "restricted_action"),
        (AWAY, {"role": "guest"}, "invalid_arguments"),
        (AWAY, {"role": "guest", "channel_ids": ["C0000000000"]}, "channel_not_found"),
        ("new@{domain}", {"expires": 9_999_999_999}, "failed_to_validate_expiration"),
    ],
)
def test_bad_invitation_is_refused(
    doors: Doors, domain: str, email: str, given: dict[str, Any], expected: str
) -> None:
    assert code(doors, email.format(domain=domain), **given) == expected
    assert [change.table for change in doors.changes] == []


def test_guest_of_one_channel_is_let_into_one_alone(doors: Doors, office: Office) -> None:
    both = [office.channels["deploys"], office.channels["support"]]
    assert code(doors, AWAY, role="single_guest", channel_ids=both) == "ura_max_channels"


def test_invitation_is_accepted_on_its_page_by_nobody_who_is_signed_in(
    doors: Doors, domain: str
) -> None:
    (row,) = invite(doors, f"nina@{domain}", name="Nina Olsen", message="Welcome aboard")
    stranger = doors.anonymous("home")
    page = stranger.get(f"/invitations/{row.id}")
    assert "Welcome aboard" in page.text
    assert 'value="Nina Olsen"' in page.text
    proof = doors.authority.csrf("")
    refused = stranger.post(f"/invitations/{row.id}", data={"csrf": proof, "name": " "})
    assert refused.status_code == 422
    answer = stranger.post(f"/invitations/{row.id}", data={"csrf": proof, "name": "Nina Olsen"})
    assert answer.status_code == 303
    assert "is ready" in stranger.get(f"/invitations/{row.id}").text
    again = stranger.post(f"/invitations/{row.id}", data={"csrf": proof, "name": "Nina Olsen"})
    assert again.status_code == 409
    assert stranger.get("/invitations/I0000000000").status_code == 404


def test_whoever_is_signed_in_may_look_at_an_invitation(doors: Doors, domain: str) -> None:
    (row,) = invite(doors, f"nina@{domain}", message="Welcome aboard")
    page = doors.home.get(f"/invitations/{row.id}")
    assert (page.status_code, "Welcome aboard" in page.text) == (200, True)


def test_revoked_invitation_leads_nowhere(doors: Doors, domain: str) -> None:
    (row,) = invite(doors, f"nina@{domain}")
    assert doors.submit(f"/admin/invitations/{row.id}/resend").status_code == 303
    assert doors.submit(f"/admin/invitations/{row.id}/revoke").status_code == 303
    assert doors.anonymous("home").get(f"/invitations/{row.id}").status_code == 404
    with pytest.raises(Refused) as refused:
        accept(doors, row)
    assert refused.value.code == "invitation_not_found"
    assert doors.submit(f"/admin/invitations/{row.id}/revoke").status_code == 409
    assert f"nina@{domain}" in doors.browser.get("/admin/invitations?show=revoked").text


def test_vendor_client_invites_a_guest(doors: Doors, colleague: Doors, office: Office) -> None:
    given = {
        "team_id": "T1",
        "email": AWAY,
        "channel_ids": office.channels["deploys"],
        "is_ultra_restricted": "true",
    }
    assert colleague.rest("admin.users.invite", **given)["error"] == "not_an_admin"
    assert doors.rest("admin.users.invite", **given) == {"ok": True}
    assert doors.rest("admin.users.invite", **given)["error"] == "already_in_team_invited_user"
    with doors.world.reading() as session:
        assert session.scalars(select(Invitation.role)).all() == ["single_guest"]
