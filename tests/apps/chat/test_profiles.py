"""Slack's `users.profile.set`: one's own name, title, phone and status, and nothing else."""

import json
from typing import Any

import pytest
from tests.kit import Doors, Office


def test_fields_are_set_together_or_one_by_one(doors: Doors) -> None:
    answer = doors.rest("users.profile.set", profile={"title": "CTO", "phone": None})
    assert answer["profile"] == doors.rest("users.profile.get")["profile"]
    assert (answer["profile"]["title"], answer["profile"]["phone"]) == ("CTO", "")
    answer = doors.rest("users.profile.set", profile=json.dumps({"display_name": "Annie"}))
    assert (answer["profile"]["display_name"], answer["profile"]["title"]) == ("Annie", "CTO")
    answer = doors.rest("users.profile.set", name="title", value="VP", user=doors.person_id)
    assert answer["profile"]["title"] == "VP"
    assert [entry.operation for entry in doors.journal] == ["chat.profiles.update"] * 3


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ({}, "invalid_profile", "no object with fields: profile"),
        ({"profile": {}}, "invalid_profile", "no object with fields: profile"),
        ({"profile": "{"}, "invalid_profile", "no object with fields: profile"),
        ({"profile": "[" * 100_000}, "invalid_profile", "no object with fields: profile"),
        ({"profile": ["title"]}, "invalid_profile", "no object with fields: profile"),
        ({"profile": {"real_name": "X"}}, "invalid_profile", "field of profile: real_name"),
        ({"profile": {"skype": "X"}}, "invalid_profile", "field of profile: skype"),
        ({"profile": {"status_text": "x" * 101}}, "invalid_profile", "invisible: status_text"),
        ({"profile": {"status_emoji": ":nope:"}}, "invalid_profile", "emoji: status_emoji"),
        (
            {"profile": {"status_text": "x", "status_expiration": 1}},
            "invalid_profile",
            "is over: status_expiration",
        ),
        ({"name": "email", "value": "x@y.example"}, "invalid_profile", "of profile: email"),
        ({"name": "zone", "value": "UTC"}, "invalid_profile", "of profile: zone"),
        ({"name": ["title"], "value": "x"}, "invalid_profile", "of profile: ['title']"),
        ({"name": "display_name"}, "invalid_profile", "must not be empty: display_name"),
        ({"profile": {"title": 5}}, "invalid_arguments", "valid string: title"),
        ({"profile": {"title": "x" * 256}}, "invalid_profile", "characters, not 256: title"),
    ],
)
def test_what_does_not_fit_is_refused_and_changes_nothing(
    doors: Doors, arguments: dict[str, Any], code: str, said: str
) -> None:
    answer = doors.rest("users.profile.set", **arguments)
    assert (answer["ok"], answer["error"]) == (False, code)
    assert answer["response_metadata"]["messages"][0].endswith(said)
    assert doors.changes == []


def test_profiles_of_others_are_not_set(doors: Doors, colleague: Doors) -> None:
    fields = {"title": "Intern"}
    for user in (colleague.person_id, "U0000000000"):
        answer = doors.rest("users.profile.set", user=user, profile=fields)
        assert answer["error"] == "invalid_arguments"
    assert doors.changes == []


def test_scope_is_asked_for_and_bots_have_no_profile(doors: Doors, office: Office) -> None:
    client = doors.anonymous("chat")

    def answered(token: str) -> str:
        headers = {"Authorization": f"Bearer {token}"}
        body = {"name": "title", "value": "CTO"}
        answer: Any = client.post("/api/users.profile.set", json=body, headers=headers).get_json()
        return str(answer["error"])

    narrow = doors.authority.token(doors.world, doors.person_id, "xoxp-", scopes=["users:read"])
    assert answered(narrow) == "missing_scope"
    bot = doors.authority.token(doors.world, office.people["lookout"], "xoxb-")
    assert answered(bot) == "not_allowed_token_type"


def test_user_objects_tell_what_people_are(doors: Doors, office: Office) -> None:
    def user(handle: str) -> dict[str, Any]:
        return dict(doors.rest("users.info", user=office.people[handle])["user"])

    tadhg, guest = user("tbreslin"), user("shaugland")
    assert (tadhg["tz_label"], tadhg["tz_offset"]) == ("Greenwich Mean Time", 0)
    assert (tadhg["profile"]["pronouns"], tadhg["profile"]["first_name"]) == ("he/him", "Tadhg")
    assert (tadhg["is_restricted"], guest["is_restricted"]) == (False, True)
    assert (user("mtierney")["is_ultra_restricted"], guest["is_ultra_restricted"]) == (False, True)
    image = tadhg["profile"]["image_72"]
    shown = doors.browser.get(image[image.index("/avatars/") :])
    assert (shown.mimetype, b">TB</text>" in shown.data) == ("image/svg+xml", True)
    before = user("aruiz")["updated"]
    doors.rest("users.profile.set", profile={"pronouns": "she/her"})
    assert user("aruiz")["updated"] > before


def test_card_tells_who_somebody_is_and_guests_see_only_whom_they_know(
    doors: Doors, office: Office
) -> None:
    guest = Doors(doors.world, doors.authority, office.people["mtierney"])
    response = doors.browser.get(f"/u/{office.people['mchen']}/card")
    shown = response.get_data(as_text=True)
    assert "local time" in shown
    assert "Reports to" in shown
    unknown = next(
        person_id
        for person_id in office.people.values()
        if guest.browser.get(f"/u/{person_id}").status_code == 404
    )
    assert guest.browser.get(f"/u/{unknown}/card").status_code == 404
    assert guest.browser.get("/u/U0000000000/card").status_code == 404
