"""Who reports to whom, and who is in which team."""

import re
from html import unescape

from tests.kit import Doors, Office

from workworld.directory.models import Person, Team


def read(doors: Doors, path: str, status: int = 200) -> str:
    response = doors.home.get(path)
    assert response.status_code == status
    return unescape(response.get_data(as_text=True))


def names(text: str) -> list[str]:
    return re.findall(r'<a href="[^"]*/people/U\w+">([^<]+)</a>', text)


def change(doors: Doors, person_id: str, **fields: object) -> None:
    with doors.world.writing() as session:
        person = session.get_one(Person, person_id)
        for name, value in fields.items():
            setattr(person, name, value)


def opened(text: str) -> list[str]:
    """Of whom the reports are shown at first."""
    return re.findall(
        r'<details class="chart-below" open>.*?</svg>.*?> of ([^<]+)<', text, re.DOTALL
    )


def test_chart_stands_everybody_below_their_manager(doors: Doors) -> None:
    text = read(doors, "/people/chart")
    shown = names(text.partition('class="chart"')[2])
    assert shown[:5] == [
        "Gail Ostrander",
        "Ana Ruiz",
        "Jonas Wikstrand",
        "Mingzhu Chen",
        "Tadhg Breslin",
    ]
    assert len(shown) == len(set(shown)) == 12
    assert "5 direct reports" in text
    assert "1 direct report<" in text
    assert "Lookout" not in shown
    assert opened(text) == ["Gail Ostrander", "Ana Ruiz", "Denise Whitlock", "Leela Raghunath"]


def test_chart_opens_at_a_person_behind_their_managers(doors: Doors, office: Office) -> None:
    tadhg = office.people["tbreslin"]
    card = read(doors, f"/people/{tadhg}")
    link = f"/people/chart?person={tadhg}#{tadhg}"
    assert f'href="{link}"' in card
    text = read(doors, link)
    assert opened(text) == ["Gail Ostrander", "Ana Ruiz"]
    assert f'id="{tadhg}" aria-current="true"' in text
    crumbs = text.partition('class="breadcrumb"')[2].partition("</nav>")[0]
    shown = re.findall(r">([^<>]+)</(?:a|span)>", crumbs)
    assert shown == ["Gail Ostrander", "Ana Ruiz", "Tadhg Breslin"]
    assert len(opened(read(doors, "/people/chart?all=1"))) == 4


def test_leavers_and_bots_are_not_in_the_chart(doors: Doors, office: Office) -> None:
    denise = office.people["dwhitlock"]
    change(doors, denise, is_deactivated=True)
    text = read(doors, "/people/chart")
    shown = names(text.partition('class="chart"')[2])
    assert "Denise Whitlock" not in shown
    assert len(shown) == 11
    assert shown.index("Ana Kovač") < shown.index("Gail Ostrander")  # nobody is above her now
    for person_id in (denise, office.people["lookout"], "U0000000000", "x" * 100):
        read(doors, f"/people/chart?person={person_id}", 404)
    assert "Show in chart" not in read(doors, f"/people/{denise}")
    assert "Show in chart" not in read(doors, f"/people/{office.people['lookout']}")


def test_managers_in_a_circle_do_not_hang_the_chart(doors: Doors, office: Office) -> None:
    change(doors, office.people["gostrander"], manager_id=office.people["aruiz"])
    read(doors, "/people/chart")
    assert "Ana Ruiz" in read(doors, f"/people/chart?person={office.people['aruiz']}")


def test_teams_have_pages_with_lead_and_members(doors: Doors, office: Office) -> None:
    text = read(doors, "/people/teams")
    listed = re.findall(r'/people/teams/([^"]+)">([^<]+)</a>', text)
    assert [name for _id, name in listed] == [
        "Engineering",
        "Operations",
        "Product & Design",
        "Sales & Customer Success",
    ]
    assert "4 members · led by Ana Ruiz" in text
    team_id = listed[0][0]
    text = read(doors, f"/people/teams/{team_id}")
    assert names(text) == ["Ana Ruiz", "Jonas Wikstrand", "Mingzhu Chen", "Tadhg Breslin"]
    assert f'/people/teams/{team_id}">Engineering</a>' in read(
        doors, f"/people/{office.people['mchen']}"
    )
    read(doors, "/people/teams/team-000000", 404)


def test_team_without_its_lead_has_members(doors: Doors, office: Office) -> None:
    change(doors, office.people["aruiz"], is_deactivated=True)
    with doors.world.reading() as session:
        team_id = session.query(Team.id).filter(Team.name == "Engineering").scalar()
    other = Doors(doors.world, doors.authority, office.people["mchen"])
    assert "3 members" in read(other, "/people/teams")
    text = read(other, f"/people/teams/{team_id}")
    assert "Lead</h2>" not in text
    assert names(text) == ["Jonas Wikstrand", "Mingzhu Chen", "Tadhg Breslin"]


def test_teams_are_found_by_search_and_palette(doors: Doors) -> None:
    text = read(doors, "/search?q=oper&in=people.teams")
    assert re.search(r"/people/teams/team-\w+\"><mark>Oper</mark>ations</a>", text)
    assert "3 members" in text
    assert "Nothing found" in read(doors, "/search?q=perations&in=people.teams")
    options = read(doors, "/palette?q=customer+succ")
    assert re.search(r'/people/teams/team-\w+".*Sales & Customer Success', options)
    assert "/people/chart" in read(doors, "/palette?q=org+chart")


def test_card_tells_the_role_of_those_who_have_one(doors: Doors, office: Office) -> None:
    assert "Workspace owner" in read(doors, f"/people/{office.people['gostrander']}")
    assert "Workspace admin" in read(doors, f"/people/{doors.person_id}")
    card = read(doors, f"/people/{office.people['tbreslin']}")
    assert "<dt>Role</dt>" not in card
    assert "1:30 PM (Europe/Dublin)" in card
    assert "January 15, 2024" in card
