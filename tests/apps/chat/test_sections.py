"""Sections of the sidebar, as people divide it."""

import re

import pytest
from tests.kit import Doors, Office

from workworld.apps.chat.service import direct, members, sections
from workworld.calls import perform
from workworld.errors import Conflict, Invalid, NotFound

pytestmark = pytest.mark.usefixtures("clean_desks")


def shown(doors: Doors, at: str = "/threads") -> dict[str, list[str]]:
    """What stands in which section, from top to bottom."""
    page = doors.browser.get(at).get_data(as_text=True)
    parts = re.findall(r'<section class="sidebar-section".*?</section>', page, re.DOTALL)
    found = {}
    for part in parts:
        (title,) = re.findall(r'<span dir="auto">([^<]+)</span></button>', part)
        found[title] = re.findall(r'data-home.*?<span dir="auto">([^<]+)<', part)
    return found


def made(doors: Doors, name: str, emoji: str = "") -> str:
    return str(perform(doors.world, doors.actor, sections.create, name=name, emoji=emoji).id)


def put(doors: Doors, channel_id: str, section_id: str) -> None:
    place = {"channel_id": channel_id, "section_id": section_id}
    perform(doors.world, doors.actor, sections.place, **place)


def test_new_section_stands_above_the_channels_and_takes_conversations(
    doors: Doors, office: Office
) -> None:
    answer = doors.submit("/sections/new", name=" Launch  week", emoji="🚀", place="/threads")
    assert answer.headers["Location"] == "/threads"
    (own,) = (each.id for each in perform(doors.world, doors.actor, sections.list) if each.is_own)
    assert [*shown(doors)][:2] == ["🚀 Launch week", "Channels"]
    talk = perform(doors.world, doors.actor, direct.open, user_ids=[office.people["mchen"]])
    for channel_id in (office.channels["general"], talk.channel.id):
        doors.submit(f"/c/{channel_id}/section", section=own)
    found = shown(doors)
    assert found["🚀 Launch week"] == ["general", "Mingzhu Chen"]
    assert "general" not in found["Channels"]


def test_star_goes_before_a_section_and_comes_back_to_it(doors: Doors, office: Office) -> None:
    general, own = office.channels["general"], made(doors, "Launch")
    put(doors, general, own)
    assert doors.rest("stars.add", channel=general)["ok"]
    assert shown(doors)["Starred"] == ["general"]
    assert shown(doors)["Launch"] == []
    assert doors.rest("stars.remove", channel=general)["ok"]
    assert shown(doors)["Launch"] == ["general"]
    put(doors, general, "starred")
    assert shown(doors)["Starred"] == ["general"]
    put(doors, general, "channels")
    assert "Starred" not in shown(doors)
    assert "general" in shown(doors)["Channels"]


def test_deleted_section_gives_its_conversations_back(doors: Doors, office: Office) -> None:
    before = shown(doors)
    own = made(doors, "Launch")
    put(doors, office.channels["general"], own)
    asked = doors.browser.get(f"/sections/{own}/delete").get_data(as_text=True)
    assert "the one in it will stand where it usually does" in asked
    doors.submit(f"/sections/{own}/delete")
    assert shown(doors) == before
    assert doors.browser.get(f"/sections/{own}").status_code == 404


def test_sections_move_and_everybodys_do_too(doors: Doors) -> None:
    own = made(doors, "Launch")
    perform(doors.world, doors.actor, sections.move, section_id=own)
    assert [*shown(doors)][-1] == "Launch"
    perform(doors.world, doors.actor, sections.move, section_id="direct", before="channels")
    assert [*shown(doors)][:2] == ["Direct messages", "Channels"]
    other = made(doors, "Customers")
    assert [*shown(doors)][:2] == ["Direct messages", "Customers"]
    assert doors.browser.get(f"/sections/{other}/menu").status_code == 200


def test_section_shows_only_what_is_unread(doors: Doors, colleague: Doors, office: Office) -> None:
    doors.submit("/sections/channels", shows="unread")
    assert shown(doors)["Channels"] == []
    colleague.rest("chat.postMessage", channel=office.channels["general"], text="news")
    assert shown(doors)["Channels"] == ["general"]
    here = shown(doors, f"/c/{office.channels['deploys']}")["Channels"]
    assert here == ["deploys", "general"]


def test_section_is_sorted_as_its_owner_wants(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    colleague.rest("chat.postMessage", channel=office.channels["general"], text="news")
    by_name = shown(doors)["Channels"]
    assert by_name == sorted(by_name)
    doors.submit("/sections/channels", sorting="recent")
    assert shown(doors)["Channels"][0] == "general"
    calling = f"<@{doors.person_id}>"
    colleague.rest("chat.postMessage", channel=office.channels["announcements"], text=calling)
    doors.rest("chat.postMessage", channel=office.channels["deploys"], text="mine")
    assert shown(doors)["Channels"][0] == "deploys"
    doors.submit("/sections/channels", sorting="priority")
    assert shown(doors)["Channels"][:2] == ["general", "deploys"]
    doors.submit("/sections/channels", sorting="usual")
    assert shown(doors)["Channels"] == by_name


def test_refused_form_keeps_what_was_typed(doors: Doors) -> None:
    made(doors, "Launch")
    answer = doors.submit("/sections/new", name="LAUNCH", emoji="rocket")
    assert answer.status_code == 409
    page = answer.get_data(as_text=True)
    assert 'value="LAUNCH"' in page
    assert "has a section called LAUNCH already" in page


def test_sections_are_ones_own(doors: Doors, colleague: Doors, office: Office) -> None:
    own = made(doors, "Launch")
    assert made(colleague, "Launch") != own
    for path in (f"/sections/{own}", f"/sections/{own}/menu", f"/sections/{own}/delete"):
        assert colleague.browser.get(path).status_code == 404
    with pytest.raises(NotFound, match="no such section"):
        put(colleague, office.channels["general"], own)


def test_whoever_comes_back_finds_a_channel_where_it_usually_stands(
    doors: Doors, office: Office
) -> None:
    deploys = office.channels["deploys"]
    put(doors, deploys, made(doors, "Launch"))
    perform(doors.world, doors.actor, members.leave, channel_id=deploys)
    perform(doors.world, doors.actor, members.join, channel_id=deploys)
    assert "deploys" in shown(doors)["Channels"]


def test_sections_have_bounds(doors: Doors) -> None:
    with pytest.raises(Conflict, match="called channels"):
        made(doors, "channels")
    for number in range(sections.MOST):
        made(doors, f"Section {number}")
    with pytest.raises(Invalid, match="at most 50 sections"):
        made(doors, "One more")


def test_section_is_marked_as_read_alone(doors: Doors, colleague: Doors, office: Office) -> None:
    general, deploys = office.channels["general"], office.channels["deploys"]
    put(doors, general, own := made(doors, "Launch"))
    for channel_id in (general, deploys):
        colleague.rest("chat.postMessage", channel=channel_id, text="news")
    doors.submit("/read-all", section=own)
    page = doors.browser.get("/threads").get_data(as_text=True)
    assert re.findall(r'<span dir="auto">([^<]+)<span class="visually-hidden"> unread', page) == [
        "deploys"
    ]


def test_of_many_the_first_show_until_one_asks_for_all(doors: Doors, colleague: Doors) -> None:
    names = [f"project-{number:02d}" for number in range(60)]
    *_, last = [doors.rest("conversations.create", name=each)["channel"]["id"] for each in names]
    perform(colleague.world, colleague.actor, members.join, channel_id=last)
    colleague.rest("chat.postMessage", channel=last, text="news")
    found = shown(doors)["Channels"]
    assert len(found) == 41
    assert found[-1] == "project-59"
    doors.submit("/sidebar", name="all:channels", so="1")
    assert len(shown(doors)["Channels"]) > 60
    assert doors.journal[-1].operation != "chat.sidebars.arrange"


def test_only_unread_leaves_out_sections_without_news(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    made(doors, "Launch")
    doors.submit("/sidebar", name="unread", so="1")
    assert shown(doors) == {}
    colleague.rest("chat.postMessage", channel=office.channels["general"], text="news")
    assert shown(doors) == {"Channels": ["general"]}
