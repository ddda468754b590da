"""The palette and the people picker: what is offered, and in which order."""

import re
from html import unescape

import pytest
from tests.kit import Doors, Office

from workworld.directory.models import Person
from workworld.doors.home import people as home_people
from workworld.search.palette import Place, ranked


def offered(doors: Doors, path: str) -> list[str]:
    """What is offered but for issues, whose summaries may hold any word."""
    response = doors.home.get(path)
    assert response.status_code == 200
    text = response.get_data(as_text=True)
    found = re.findall(r'class="option-text">(.*?)<small>', text)
    return [unescape(title) for title in found if not re.match(r"[A-Z]+-\d+ ", title)]


def test_palette_offers_unread_channels_first_and_nothing_hidden(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    before = offered(doors, "/palette?app=chat")
    assert before[0] != "deploys"
    assert "renewals" not in before
    assert "support" not in before
    assert colleague.rest("chat.postMessage", channel=office.channels["deploys"], text="hi")["ok"]
    assert offered(doors, "/palette?app=chat")[0] == "deploys"
    assert offered(doors, "/palette?app=chat") == offered(doors, "/palette")
    assert offered(doors, "/palette?q=renewals") == []
    assert "support" in offered(doors, "/palette?q=supp")


def test_palette_leads_to_people_pages_and_apps(doors: Doors, office: Office) -> None:
    assert (
        offered(doors, "/palette?q=jonas") == ["Jonas Wikstrand"] * 2
    )  # to write to, and to read of
    assert set(offered(doors, "/palette?q=jwik")) == {"Jonas Wikstrand"}
    assert offered(doors, "/palette?q=notif") == ["Notifications"]
    assert offered(doors, "/palette?q=chat")[0] == "Chat"
    assert offered(doors, "/palette?q=theme") == ["Settings"]
    assert offered(doors, "/palette?q=shortcuts") == ["Show all shortcuts"]
    assert 'data-run="suite.shortcuts"' in doors.home.get("/palette?q=shortc").get_data(
        as_text=True
    )
    text = doors.home.get("/palette?q=jonas").get_data(as_text=True)
    assert f'data-href="{doors.site.addresses.home}people/{office.people["jwikstrand"]}"' in text


def test_within_chat_everybody_is_found_once_by_name_and_handle(
    doors: Doors, office: Office
) -> None:
    for typed in ("jonas", "jwik", "@jonas"):
        assert offered(doors, f"/palette?app=chat&q={typed}") == ["Jonas Wikstrand"]
    assert doors.rest("conversations.open", users=office.people["jwikstrand"])["ok"]
    for typed in ("jonas", "jwik", "@jwik"):
        assert offered(doors, f"/palette?app=chat&q={typed}") == ["Jonas Wikstrand"]
    text = doors.home.get("/palette?app=chat&q=jonas").get_data(as_text=True)
    assert "/chat/c/D" in text
    with doors.world.reading() as session:
        jonas = session.get_one(Person, office.people["jwikstrand"])
        assert f"<small>{jonas.title}</small>" in text


def test_workflows_are_started_from_the_palette(doors: Doors) -> None:
    found = doors.home.get("/palette?app=chat&q=request+a+lap").get_data(as_text=True)
    assert "Request a laptop<small>Start this workflow</small>" in found
    assert re.search(r'data-href="[^"]+/c/C\w+/workflows/Wf\w+"', found)
    assert "Show workflows" in offered(doors, "/palette?app=chat&q=workflows")
    assert "Request a laptop" not in offered(doors, "/palette?app=chat")
    every = set(offered(doors, "/palette?app=chat&q=workflow"))
    assert {"Request a laptop", "Show workflows"} <= every


def test_only_admins_are_led_to_the_audit_log(doors: Doors, colleague: Doors) -> None:
    assert offered(doors, "/palette?q=audit") == ["Audit log"]
    assert offered(colleague, "/palette?q=audit") == []


def test_everybody_is_listed_page_by_page(
    doors: Doors, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home_people, "_MOST", 5)
    path, seen = "/people", list[str]()
    while path:
        text = doors.home.get(path).get_data(as_text=True)
        seen += re.findall(r'/people/(U\w+)"', text)
        more = re.search(r'href="[^"]*(/people\?cursor=[^"]+)"', text)
        path = unescape(more[1]) if more else ""
    assert len(seen) == len(set(seen)) == 14
    assert "The first 5 are shown" in doors.home.get("/people?q=e").get_data(as_text=True)
    assert doors.home.get("/people?cursor=nonsense").status_code == 422


def test_better_fits_come_first() -> None:
    names = ("pre-deploys", "deploy-alerts", "undeployed", "deploy", "other", "deploys")
    places = [Place(name, "", "hash") for name in names]
    assert [place.title for place in ranked(places, "Déploy")] == [
        "deploy",
        "deploy-alerts",
        "deploys",
        "pre-deploys",
        "undeployed",
    ]


def test_picker_puts_names_before_titles_whatever_the_accents(doors: Doors) -> None:
    everybody = offered(doors, "/people/search?q=")
    assert 0 < len(everybody) <= 8
    assert offered(doors, "/people/search?q=JON") == ["Jonas Wikstrand"]
    assert offered(doors, "/people/search?q=aruiz@cal") == ["Ana Ruiz"]
    assert offered(doors, "/people/search?q=ana") == ["Ana Kovač", "Ana Ruiz"]
    assert offered(doors, "/people/search?q=kovac") == ["Ana Kovač"]
    assert offered(doors, "/people/search?q=%25") == []


def test_leavers_and_bots_are_not_to_be_picked(doors: Doors, office: Office) -> None:
    with doors.world.writing() as session:
        for handle, change in (("jwikstrand", "is_deactivated = 1"), ("mchen", "kind = 'bot'")):
            statement = f"UPDATE directory_people SET {change} WHERE handle = '{handle}'"
            session.connection().exec_driver_sql(statement)
    assert offered(doors, "/people/search?q=jonas") == []
    assert offered(doors, "/people/search?q=ming") == []
    assert offered(doors, "/palette?q=jonas") == []
    page = doors.home.get(f"/people/{office.people['jwikstrand']}").get_data(as_text=True)
    assert "Deactivated" in page
    assert "Bot" in doors.home.get(f"/people/{office.people['mchen']}").get_data(as_text=True)


def test_profile_shows_what_colleagues_know(doors: Doors, office: Office) -> None:
    page = doors.home.get(f"/people/{office.people['aruiz']}").get_data(as_text=True)
    for words in ("Head of Engineering", "aruiz@calderoute.example", "9:30 AM", "Gail Ostrander"):
        assert words in page
    assert "Jonas Wikstrand" in page.partition("Direct reports")[2]
    missing = doors.home.get("/people/U0000000000")
    assert missing.status_code == 404
    assert missing.get_data() == doors.home.get("/nowhere").get_data()
    assert "Ana Ruiz" in doors.home.get("/people?q=engineering").get_data(as_text=True)
    assert "Nobody found" in doors.home.get("/people?q=zzz").get_data(as_text=True)


def test_signs_ask_for_channels_or_for_people_alone(doors: Doors) -> None:
    assert offered(doors, "/palette?app=chat&q=%23dep") == ["deploys", "deploy-alerts"]
    assert set(offered(doors, "/palette?app=chat&q=@min")) == {"Mingzhu Chen"}
    assert offered(doors, "/palette?app=chat&q=@dep") == []
    assert offered(doors, "/palette?app=chat&q=%23min") == []
    assert offered(doors, "/palette?app=chat&q=%23renewals") == []
    assert "general" in offered(doors, "/palette?app=chat&q=%23")
