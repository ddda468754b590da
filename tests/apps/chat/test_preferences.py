"""What people choose for chat's pages, and that it has its effect on them."""

import json

import pytest
from sqlalchemy import select
from tests.kit import Doors, Office

from workworld.apps.chat.models import Preference
from workworld.apps.chat.service import messages
from workworld.apps.chat.service.preferences import LOOKS, VALUES
from workworld.calls import perform


def liking(doors: Doors, section: str, **values: str) -> None:
    assert doors.submit(f"/settings/{section}", **values).status_code == 303


def shown(doors: Doors, path: str) -> str:
    response = doors.browser.get(path)
    assert response.status_code == 200
    return str(response.get_data(as_text=True))


def test_whatever_can_be_chosen_is_asked_on_a_page(doors: Doors) -> None:
    sections = ("sidebar", "messages", "accessibility", "language", "advanced")
    pages = "".join(shown(doors, f"/settings/{each}") for each in sections)
    missing = {name for name in VALUES if f'name="{name}"' not in pages}
    assert missing <= {"show_files"}
    assert doors.browser.get("/settings/nothing").status_code == 404


def test_preferences_are_the_persons_own_and_what_is_usual_is_no_row(
    doors: Doors, colleague: Doors
) -> None:
    liking(doors, "messages", layout="compact", names="full")
    liking(doors, "messages", names="workspace")
    rows = [row for row in doors.changes if row.table == "chat_preferences"]
    assert len(rows) == 1
    with doors.world.reading() as session:
        (row,) = session.scalars(select(Preference))
        assert (row.person_id, row.name, row.value) == (doors.person_id, "layout", "compact")
    assert 'data-layout="compact"' in doors.browser.get("/later").get_data(as_text=True)
    assert 'data-layout="compact"' not in colleague.browser.get("/later").get_data(as_text=True)


def test_what_cannot_be_chosen_is_refused_and_nothing_is_kept(doors: Doors) -> None:
    answer = doors.submit("/settings/messages", layout="compact", names="nick")
    assert answer.status_code == 422
    assert not [row for row in doors.changes if row.table == "chat_preferences"]


@pytest.mark.parametrize("name", LOOKS)
def test_looks_stand_on_every_page_at_once(doors: Doors, name: str) -> None:
    attribute, value = f"data-{name.replace('_', '-')}", VALUES[name][-1]
    section = "messages" if name in ("layout", "large_emoji") else "accessibility"
    assert "looks.css" not in shown(doors, "/threads")
    fragment = {"headers": {"HX-Request": "true"}}
    form = {"csrf": doors.csrf, name: value}
    response = doors.browser.post(f"/settings/{section}", data=form, **fragment)
    look = json.loads(response.headers["HX-Trigger"])["look"]
    assert value in look.values()
    page = shown(doors, "/threads")
    assert f'{attribute}="{value}"' in page
    assert "looks.css" in page


def test_days_and_times_are_told_as_the_reader_likes(doors: Doors, office: Office) -> None:
    place = f"/c/{office.channels['deploys']}"
    assert " PM</time>" in shown(doors, place)
    liking(doors, "language", clock="24", dates="day")
    page = shown(doors, place)
    assert " PM</time>" not in page
    assert " AM</time>" not in page
    day = perform(
        doors.world, doors.actor, messages.history, channel_id=office.channels["deploys"], limit=1
    )
    assert day.items
    assert any(f"{number} March at " in page for number in range(1, 32))


def test_zone_is_chosen_and_an_unknown_one_is_refused(doors: Doors, office: Office) -> None:
    assert doors.submit("/settings/zone", zone="Asia/Tokyo").status_code == 303
    assert "Asia/Tokyo" in shown(doors, f"/u/{doors.person_id}")
    refused = doors.submit("/settings/zone", zone="Nowhere/At_all")
    assert refused.status_code == 422
    assert "there is no such time zone" in refused.get_data(as_text=True)


def test_names_beside_messages_follow_the_reader_and_not_tools(
    doors: Doors, office: Office
) -> None:
    place = f"/c/{office.channels['deploys']}"
    tool = doors.mcp("slack_read_channel", channel_id=office.channels["deploys"])
    usual = shown(doors, place)
    liking(doors, "messages", names="full")
    assert shown(doors, place) != usual
    assert doors.mcp("slack_read_channel", channel_id=office.channels["deploys"]) == tool


def test_pictures_and_cards_are_left_out_for_whom_they_disturb(
    doors: Doors, office: Office
) -> None:
    deploys = office.channels["deploys"]
    first = perform(doors.world, doors.actor, messages.history, channel_id=deploys, limit=1)
    permalink = doors.rest("chat.getPermalink", channel=deploys, message_ts=first.items[0].ts)
    doors.submit(f"/c/{deploys}/messages", text=permalink["permalink"])
    assert 'class="own-card' in shown(doors, f"/c/{deploys}?at=end")
    liking(doors, "messages", previews="off", pictures="off")
    assert 'class="own-card' not in shown(doors, f"/c/{deploys}?at=end")


def test_emoticons_become_emoji_for_whoever_wants_it(doors: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    doors.submit(f"/c/{deploys}/messages", text="fine :) `:)` a:) <3")
    liking(doors, "messages", emoticons="on")
    doors.submit(f"/c/{deploys}/messages", text="fine :) `:)` a:) <3")
    now, before = perform(
        doors.world, doors.actor, messages.history, channel_id=deploys, limit=2
    ).items
    assert before.text == "fine :) `:)` a:) &lt;3"
    assert now.text == "fine :slightly_smiling_face: `:)` a:) :heart:"


def test_sidebar_shows_the_pages_that_were_chosen(doors: Doors) -> None:
    def above(page: str) -> str:
        return page.split('id="sidebar-more"', maxsplit=1)[0]

    assert ">Later<" in above(shown(doors, "/threads"))
    liking(doors, "sidebar", show_later="off")
    page = shown(doors, "/threads")
    assert ">Later<" not in above(page)
    assert "Later" in page


def test_conversations_open_where_the_reader_likes(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    deploys = office.channels["deploys"]
    doors.submit(f"/c/{deploys}/read", ts="9999999999.000000")
    place = {"channel_id": deploys}
    first = perform(doors.world, doors.actor, messages.history, **place, limit=1).items[0].ts
    doors.submit(f"/c/{deploys}/m/{first}/unread")
    assert "data-first-new" in shown(doors, f"/c/{deploys}")
    liking(doors, "advanced", opening="kept")
    page = shown(doors, f"/c/{deploys}")
    assert "data-first-new" not in page
    assert "data-kept" in page
