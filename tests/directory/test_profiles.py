"""People change what colleagues read about them, and every door shows it at once."""

import re
from html import unescape

import pytest
from tests.kit import Doors, Office, text_of
from tests.states import all_rows

from workworld.calls import call, perform
from workworld.context import Request, Surface
from workworld.database import rebuild_derived
from workworld.directory import people
from workworld.topics import heard

SAVE = "/settings/profile"


def read(doors: Doors, path: str) -> str:
    response = doors.home.get(path)
    assert response.status_code == 200
    return unescape(response.get_data(as_text=True))


def problems(text: str) -> dict[str, str]:
    found = re.findall(r'id="(\w+)-problem">.*?<span>(.*?)</span>', text, re.DOTALL)
    return {field: unescape(said) for field, said in found}


def test_profile_is_the_same_at_every_door_at_once(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    me, general = doors.person_id, office.channels["general"]
    assert colleague.home.get(f"/people/{me}").status_code == 200
    doors.rest("chat.postMessage", channel=general, text="who am I")
    saved = doors.submit_home(
        SAVE, display_name="Annie", title="Chief Tinkerer", phone="+353 1 555 0100"
    )
    assert (saved.status_code, saved.headers["Location"]) == (
        303,
        "/settings?saved=1#your-profile",
    )
    assert "Profile saved" in read(doors, "/settings?saved=1")
    card = read(colleague, f"/people/{me}")
    assert all(text in card for text in ("Annie", "Chief Tinkerer", "+353 1 555 0100"))
    assert "Chief Tinkerer" in read(colleague, "/people/chart")
    assert "Annie" in unescape(colleague.browser.get(f"/c/{general}").get_data(as_text=True))
    user = colleague.rest("users.info", user=me)["user"]
    assert (user["name"], user["real_name"]) == ("aruiz", "Ana Ruiz")
    assert user["profile"]["display_name"] == "Annie"
    assert user["profile"]["title"] == "Chief Tinkerer"
    assert "Annie" in text_of(colleague.mcp("slack_read_user_profile", user_id=me))
    for text in ("annie", "tinkerer", "aruiz"):
        assert [row.id for row in perform(doors.world, doors.actor, people.search, text=text)] == [
            me
        ]
    assert not [
        row
        for row in perform(doors.world, doors.actor, people.search, text="head of eng")
        if row.id == me
    ]


def test_what_people_are_found_by_equals_a_rebuild(doors: Doors) -> None:
    doors.submit_home(SAVE, display_name="Žofie")
    kept = all_rows(doors.world)["directory_words"]
    with doors.world.writing() as session:
        rebuild_derived(session)
    assert all_rows(doors.world)["directory_words"] == kept


def test_zone_decides_what_pages_tell(doors: Doors, colleague: Doors) -> None:
    doors.submit_home(SAVE, zone="Asia/Kolkata")
    assert "7:00 PM (Asia/Kolkata)" in read(colleague, f"/people/{doors.person_id}")
    assert "for you it is 7:00 PM now" in read(doors, "/settings")
    assert colleague.rest("users.info", user=doors.person_id)["user"]["tz"] == "Asia/Kolkata"


def test_zones_of_colleagues_come_first(doors: Doors) -> None:
    form = read(doors, "/settings").partition('id="zone-list"')[2]
    zones = re.findall(r'data-value="([^"]+)"', form)
    assert zones[:3] == ["America/New_York", "Europe/Dublin", "Africa/Abidjan"]
    assert len(zones) == len(set(zones)) > 400
    assert "US/Eastern" not in zones


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("display_name", "", "This must not be empty."),
        ("display_name", "\u200b\u3164", "This must not be empty."),
        ("display_name", "x" * 81, "This may hold 80 characters, not 81."),
        ("display_name", "Ana\u202eziuR", "This must be one line without control characters."),
        ("title", "Head\nof", "This must be one line without control characters."),
        ("title", "x" * 256, "This may hold 255 characters, not 256."),
        ("phone", "\x00", "This must be one line without control characters."),
        ("phone", "1" * 51, "This may hold 50 characters, not 51."),
        ("zone", "Mars/Olympus", "To choose from the list: there is no such time zone."),
        ("zone", "../__init__.py", "To choose from the list: there is no such time zone."),
        ("zone", "", "To choose from the list: there is no such time zone."),
    ],
)
def test_bad_field_is_refused_beside_it_and_what_was_typed_is_kept(
    doors: Doors, field: str, text: str, said: str
) -> None:
    given = {"display_name": "Annie", "title": "Chief Tinkerer", "phone": "1", field: text}
    answer = doors.submit_home(SAVE, **given)
    shown = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert problems(shown) == {field: said}
    typed = given["phone" if field == "title" else "title"]
    assert f'value="{typed}"' in shown
    assert [entry.outcome for entry in doors.journal] == ["invalid_profile"]
    assert doors.changes == []


def test_all_bad_fields_are_told_together(doors: Doors) -> None:
    answer = doors.submit_home(SAVE, display_name="", title="\t", phone="1" * 60)
    assert set(problems(answer.get_data(as_text=True))) == {"display_name", "title", "phone"}


def test_scripts_get_the_form_alone_and_a_notice(doors: Doors) -> None:
    fields = {"csrf": doors.csrf}
    headers = {"HX-Request": "true"}
    good = doors.home.post(SAVE, data={**fields, "display_name": "Annie"}, headers=headers)
    shown = good.get_data(as_text=True)
    assert good.status_code == 200
    assert shown.lstrip().startswith("<form")
    assert "Profile saved" in shown
    bad = doors.home.post(SAVE, data={**fields, "display_name": ""}, headers=headers)
    shown = bad.get_data(as_text=True)
    assert bad.status_code == 422
    assert shown.lstrip().startswith("<form")
    assert "Profile saved" not in shown


def test_pages_that_show_somebody_are_told(doors: Doors, colleague: Doors, office: Office) -> None:
    doors.submit_home(SAVE, display_name="Annie")
    topics = doors.journal[-1].topics or []
    ana = perform(doors.world, doors.actor, people.info, person_id=doors.person_id)
    own = [f"directory.person:{ana.id}", f"directory.team:{ana.team_id}"]
    assert topics[:2] == own
    assert f"chat.channel:{office.channels['general']}" in topics
    assert f"chat.channel:{office.channels['renewals']}" not in topics
    unknown = ["directory.person:U0000000000", "directory.team:x", "directory.person"]
    request = Request(Surface.SYSTEM, "test", {"person_id": ana.id})
    told = call(
        doors.world,
        colleague.actor,
        people.info,
        request,
        present=lambda ctx, _row: heard(ctx, [*own, *unknown]),
    )
    assert told == own
    doors.submit_home(SAVE, display_name="Annie")
    assert (doors.journal[-1].outcome, doors.journal[-1].topics) == ("ok", None)


def test_nobody_edits_the_profile_of_somebody_else(doors: Doors, colleague: Doors) -> None:
    assert "Edit profile" in read(doors, f"/people/{doors.person_id}")
    assert "Edit profile" not in read(doors, f"/people/{colleague.person_id}")
    doors.submit_home(SAVE, person_id=colleague.person_id, display_name="Annie")
    assert [change.table for change in doors.changes] == ["directory_people"]
    assert colleague.rest("users.profile.get")["profile"]["display_name"] == "Jonas"


def test_audit_log_names_whose_profile_changed(doors: Doors) -> None:
    doors.submit_home(SAVE, display_name="Annie")
    assert f'/people/{doors.person_id}">Ana Ruiz</a>' in read(doors, "/audit")
