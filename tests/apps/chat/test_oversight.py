"""All channels as admins of the workspace oversee them."""

from typing import Any

import pytest
from tests.kit import Doors, Office

from workworld.apps.chat.models import Channel, Message
from workworld.apps.chat.service import channels, messages, oversight
from workworld.calls import perform
from workworld.errors import NotFound, Refused


def names(answer: dict[str, Any]) -> list[str]:
    return [each["name"] for each in answer["conversations"]]


def refusal(doors: Doors, function: Any, **arguments: object) -> str:
    with pytest.raises(Refused) as refused:
        perform(doors.world, doors.actor, function, **arguments)
    return refused.value.code


def test_admins_find_private_channels_that_they_are_not_in(doors: Doors) -> None:
    found = doors.rest("admin.conversations.search", search_channel_types="private")
    assert names(found) == ["finance-close", "renewals"]
    hidden = found["conversations"][1]
    assert (hidden["member_count"], hidden["is_private"], hidden["purpose"]) == (5, True, "")
    assert found["conversations"][0]["purpose"] != ""
    sorted_ = doors.rest("admin.conversations.search", sort="member_count", limit=2)
    assert [each["member_count"] for each in sorted_["conversations"]] == [12, 12]


def test_whoever_is_no_admin_learns_of_no_channel(colleague: Doors, office: Office) -> None:
    assert colleague.rest("admin.conversations.search")["error"] == "not_an_admin"
    for channel_id in (office.channels["renewals"], "C0000000000"):
        answer = colleague.rest("admin.conversations.archive", channel_id=channel_id)
        assert answer == {"ok": False, "error": "not_an_admin"}
    assert colleague.browser.get("/admin/channels").status_code == 403


def test_direct_conversations_are_overseen_by_nobody(doors: Doors, office: Office) -> None:
    with doors.world.reading() as session:
        direct = session.query(Channel).filter(Channel.kind == "dm").first()
        assert direct is not None
        dm = direct.id
    assert refusal(doors, oversight.archive, channel_id=dm) == "channel_not_found"
    assert dm not in doors.browser.get("/admin/channels").text.partition("<main")[2]


def test_page_lists_and_filters(doors: Doors, office: Office) -> None:
    main = doors.browser.get("/admin/channels").text.partition("<main")[2]
    assert "renewals" in main
    assert f"/c/{office.channels['renewals']}" not in main
    assert f"/c/{office.channels['deploys']}" in main
    archived = doors.browser.get("/admin/channels?show=archived").text.partition("<main")[2]
    assert "gatehouse-migration" in archived
    assert ">deploys<" not in archived
    assert "No channel fits" in doors.browser.get("/admin/channels?q=zzz").text


def test_admin_archives_a_channel_that_they_are_not_in(doors: Doors, office: Office) -> None:
    renewals = office.channels["renewals"]
    asked = doors.browser.get(f"/admin/channels/{renewals}/archive")
    assert "Archive #renewals?" in asked.text
    assert "Its 5 members" in asked.text
    assert doors.submit(f"/admin/channels/{renewals}/archive").status_code == 303
    with doors.world.reading() as session:
        assert session.get_one(Channel, renewals).is_archived
        notes = session.query(Message).filter_by(channel_id=renewals, subtype="channel_archive")
        assert notes.count() == 1
    assert refusal(doors, oversight.archive, channel_id=renewals) == "already_archived"
    with pytest.raises(NotFound):
        perform(doors.world, doors.actor, channels.info, channel_id=renewals)
    assert doors.rest("admin.conversations.unarchive", channel_id=renewals) == {"ok": True}


def test_refused_name_is_told_in_the_dialog(doors: Doors, office: Office) -> None:
    where = f"/admin/channels/{office.channels['renewals']}/rename"
    answer = doors.submit(where, name="deploys")
    assert answer.status_code == 409
    assert "There is a channel of this name already." in answer.text
    assert 'value="deploys"' in answer.text
    assert doors.submit(where, name="renewals-2026").status_code == 303


def test_channel_is_made_private_by_an_admin_who_is_not_in_it(
    doors: Doors, colleague: Doors
) -> None:
    made = colleague.rest("conversations.create", name="crew")["channel"]["id"]
    assert doors.submit(f"/admin/channels/{made}/private").status_code == 303
    with pytest.raises(NotFound):
        perform(doors.world, doors.actor, messages.history, channel_id=made)
    assert perform(doors.world, colleague.actor, channels.info, channel_id=made).kind == "private"


def test_default_channels_are_public_ones(doors: Doors, office: Office) -> None:
    deploys, general = office.channels["deploys"], office.channels["general"]
    answer = doors.submit("/admin/channels/defaults", channel=[deploys, general])
    assert answer.status_code == 303
    page = doors.browser.get("/admin/channels?show=default").text
    assert "Let newcomers in no more" in page
    assert "2 channels" in page
    said = {
        "renewals": "method_not_supported_for_channel_type",
        "gatehouse-migration": "is_archived",
    }
    for name, code in said.items():
        ids = [office.channels[name]]
        answer = doors.rest("admin.teams.settings.setDefaultChannels", channel_ids=",".join(ids))
        assert answer["error"] == code
    answer = doors.rest("admin.teams.settings.setDefaultChannels", team_id="T", channel_ids=[])
    assert answer == {"ok": True}
