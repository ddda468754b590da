"""Finding people: by beginnings of words, whatever the accents."""

import pytest
from tests.kit import Doors, Office

from workworld.calls import perform
from workworld.directory import people
from workworld.directory.models import Person
from workworld.errors import Invalid, NotFound
from workworld.worlds import World


def found(doors: Doors, text: str, **more: int) -> list[str]:
    rows = perform(doors.world, doors.actor, people.search, text=text, **more)
    return [person.handle for person in rows]


def deactivate(world: World, person_id: str) -> None:
    with world.writing() as session:
        session.get_one(Person, person_id).is_deactivated = True


@pytest.mark.parametrize(
    ("text", "handles"),
    [
        ("kovac", ["akovac"]),
        ("KOVAČ", ["akovac"]),
        ("ana", ["akovac", "aruiz"]),
        ("ana r", ["aruiz"]),
        ("ruiz ana", ["aruiz"]),
        ("  Ruiz  ", ["aruiz"]),
        ("nbarve@calderoute", ["nbarve"]),
        ("finance", ["nbarve"]),
        ("head product", ["lraghunath"]),
        ("iz", []),
        ("%", []),
        ("_", []),
        ("' OR 1=1", []),
    ],
)
def test_people_are_found_by_beginnings_of_words(
    doors: Doors, text: str, handles: list[str]
) -> None:
    assert found(doors, text) == handles


def test_names_come_before_titles_and_teams(doors: Doors) -> None:
    assert found(doors, "e")[0] == "eboadi"
    assert len(found(doors, "e")) > 4
    assert found(doors, "e", limit=2) == found(doors, "e")[:2]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("c", ["Mingzhu Chen", "Ana Kovač", "Denise Whitlock", "Efua Boadi", "Gail Ostrander"]),
        ("c s", ["Ana Kovač", "Denise Whitlock", "Efua Boadi", "Mingzhu Chen"]),
    ],
)
def test_those_whose_names_hold_the_whole_text_come_first(
    doors: Doors, text: str, names: list[str]
) -> None:
    page = doors.home.get("/people", query_string={"q": text}).text.partition("<main")[2]
    assert sorted(names, key=page.index) == names


def test_empty_text_finds_everybody_by_name(doors: Doors, office: Office) -> None:
    everybody = found(doors, "", limit=100)
    assert everybody[:3] == ["akovac", "aruiz", "dwhitlock"]
    assert len(everybody) == 14


def test_list_goes_through_all_pages(doors: Doors) -> None:
    seen: list[str] = []
    cursor = ""
    while True:
        page = perform(doors.world, doors.actor, people.list, limit=5, cursor=cursor)
        seen += [person.handle for person in page.items]
        if page.next_cursor is None:
            break
        cursor = page.next_cursor
    assert seen == found(doors, "", limit=100)
    with pytest.raises(Invalid):
        perform(doors.world, doors.actor, people.list, limit=5, cursor="nonsense")


def test_list_of_one_team(doors: Doors) -> None:
    ana = perform(doors.world, doors.actor, people.info, person_id=doors.person_id)
    page = perform(doors.world, doors.actor, people.list, team_id=ana.team_id)
    assert [person.handle for person in page.items] == ["aruiz", "jwikstrand", "mchen", "tbreslin"]


def test_leavers_are_known_but_neither_listed_nor_found(doors: Doors, office: Office) -> None:
    left = office.people["nbarve"]
    deactivate(doors.world, left)
    assert found(doors, "nikhil") == []
    assert left not in [
        person.id for person in perform(doors.world, doors.actor, people.list).items
    ]
    assert perform(doors.world, doors.actor, people.info, person_id=left).name == "Nikhil Barve"


def test_unknown_person_is_not_found(doors: Doors) -> None:
    with pytest.raises(NotFound):
        perform(doors.world, doors.actor, people.info, person_id="U0000000000")
