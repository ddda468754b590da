"""What a generated company's work is made of: texts from rules, casting, hours, public keys."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import MOST_AT_ONCE, Arc, Cast, play, staff
from workworld.seed_data.company.company import Chance, Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.hours import Hours
from workworld.seed_data.company.keys import Keys
from workworld.seed_data.company.organization import (
    Employee,
    Office,
    Organization,
    Post,
    Team,
    Voice,
)
from workworld.seed_data.company.seats import blueprint
from workworld.seed_data.company.tellers.sheets.books import Table
from workworld.seed_data.company.work.places import planned_places
from workworld.seed_data.company.work.wording import read, wording

_VOICE = Voice(0.5, 0.5, True, True, 0.1, (), 0.0, 20, 0.3, "Hi", "Best", "en-US", 0.1, 0.1)
_FILES = ("text/work_issues.yaml", "text/work_texts.yaml", "text/work_talk.yaml")


def _employee(key: str, zone: str = "Europe/Dublin", **more: object) -> Employee:
    post = Post(date(2023, 1, 9), "Engineer", 3, "makers", None)
    return Employee(
        key,
        f"{key.title()} Example",
        key.title(),
        "",
        "dublin",
        zone,
        "",
        "member",
        "engineering",
        date(2023, 1, 9),
        (post,),
        _VOICE,
        **more,  # type: ignore[arg-type]
    )


def _organization(*staff: Employee) -> Organization:
    holidays = {date(2026, 3, 17): "Saint Patrick's Day"}
    office = Office("dublin", "Dublin", "IE", "Europe/Dublin", (), holidays)
    team = Team("makers", "Makers", "engineering", staff[0].key)
    return Organization(
        "Example",
        "example",
        "example.example",
        {"dublin": office},
        {"makers": team},
        {each.key: each for each in staff},
    )


def test_nobody_works_at_night_on_leave_or_on_holidays() -> None:
    away = (date(2026, 3, 18), date(2026, 3, 19))
    hours = Hours(_organization(_employee("anna", leave=(away,))))
    monday_evening = datetime(2026, 3, 16, 22, 0, tzinfo=UTC)

    found = hours.moment_for("anna", monday_evening, Stream("test"), 10)

    assert found is not None
    assert found.date() == date(2026, 3, 20)
    assert hours.works("anna", found)
    assert not hours.works("anna", monday_evening)


def test_whoever_has_left_works_no_more() -> None:
    hours = Hours(_organization(_employee("anna", ended=date(2025, 1, 3))))

    assert hours.moment_for("anna", datetime(2025, 1, 6, tzinfo=UTC), Stream("test")) is None


def test_a_thing_has_one_public_key() -> None:
    keys = Keys()
    keys.give("work/ENG/1", "ENG-1")

    assert keys.of("work/ENG/1") == "ENG-1"
    assert "work/ENG/2" not in keys
    with pytest.raises(ValueError, match="ENG-1"):
        keys.give("work/ENG/1", "ENG-2")


def _arc(name: str, times: int) -> Arc:
    def tell(_company: Company, cast: Cast, _stream: Stream) -> Iterator[Event]:
        yield Event(cast.name("only"), "talk.held", cast.at, cast.people["one"], people=cast.people)

    return Arc(
        name=name,
        times={"startup": times},
        play=tell,
        variants={"plain": 3, "rare": 1},
        people={"one": staff("engineering"), "other": staff("engineering")},
        held_out=("rare",),
        days=700,
    )


def _company() -> Company:
    people = [_employee(key) for key in ("anna", "ben", "cleo", "dora")]
    return Company(Chance("startup", 3), "logistics", _organization(*people))


def test_people_carry_three_arcs_at_once_at_most() -> None:
    company = _company()

    play(company, [_arc("long", 30)])

    carried = {
        key: sum(key in event.people.values() for event in company.history)
        for key in company.organization.staff
    }
    assert max(carried.values()) == MOST_AT_ONCE  # thirty castings, each as long as history


def test_an_arc_that_is_not_cast_changes_nothing() -> None:
    alone, together = _company(), _company()
    play(alone, [_arc("told", 2)])
    play(together, [_arc("never", 0), _arc("told", 2)])

    assert [*alone.history] == [*together.history]


def test_every_rule_of_texts_is_there() -> None:
    rules = wording(*_FILES).rules
    drawn = {"thing", "other", "component", "version", "slug", "n", "ms", "id", "day", "host"}
    drawn |= {"stamp", "person", "customer", "mention", "ref", "me", "asker_name", "agent_name"}

    def named(parts: object) -> Iterator[str]:
        for kind, held in parts:  # type: ignore[attr-defined]
            if kind == "name":
                yield held[0].lower() + held[1:]
            elif kind == "maybe":
                yield from named(held)

    asked = {name for each in rules.values() for parts in each for name in named(parts)}
    assert asked <= {*rules, *drawn}


def test_sprints_follow_each_other_and_versions_are_dated() -> None:
    for place in planned_places("logistics", "startup"):
        assert len({each.name for each in place.sprints}) == len(place.sprints)
        ends = [each.end for each in place.sprints]
        assert all(end <= after.start for end, after in zip(ends, place.sprints[1:], strict=False))
        released = [each.release for each in place.versions]
        assert released == sorted(released)
    assert sum(len(each.sprints) for each in planned_places("logistics", "startup")) == 60
    assert sum(len(each.versions) for each in planned_places("logistics", "startup")) == 24


def test_totals_of_tables_are_formulas_over_all_their_rows() -> None:
    table = Table("Costs", ("Item", "Planned"), [["a", 1], ["b", 2]], (1,))

    assert table.tab().rows[-1] == ["Total", "=SUM(B2:B3)"]
    assert table.sum_of(1, missing=1) == "=SUM(B2:B2)"


def test_sprints_are_for_something() -> None:
    assert len(set(read("text/work_plans.yaml")["goals"])) >= 10
    first = planned_places("logistics", "startup")[0].sprints[0]
    assert first.end - first.start == timedelta(days=14)


def test_a_larger_company_has_a_project_for_each_team_that_makes_something() -> None:
    there = planned_places("logistics", "mid")
    assert len(there) == 22
    assert sum(len(each.sprints) for each in there) == 780
    assert sum(len(each.versions) for each in there) == 210
    assert sum(each.share for each in there) == 100
    for place in there:
        assert {*place.teams} <= {*blueprint("mid").teams}
