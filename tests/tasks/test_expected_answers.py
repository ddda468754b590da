"""Answers that name people and records, and truths that an answer is held against."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.directory import models
from workworld.directory.words import index
from workworld.grading import BrokenTask, Evidence, grade
from workworld.grading.answers import (
    Expected,
    Money,
    Number,
    Person,
    Record,
    Unreadable,
    answered,
    team,
)
from workworld.tasks.communication.post_announcement import FAMILY
from workworld.worlds import World

NUMBER, USD = Number(), Money("USD")


def account(session: Session, handle: str) -> models.Person:
    return session.scalars(select(models.Person).where(models.Person.handle == handle)).one()


def test_person_is_known_by_everything_that_is_theirs_alone(session: Session) -> None:
    for person in session.scalars(select(models.Person)):
        for called in (
            person.id,
            person.handle,
            f"@{person.handle}",
            person.email.upper(),
            person.name,
            person.name.upper(),
            person.display_name,
            f"{person.name} <{person.email}>",
            f"{person.name} ({person.handle})",
        ):
            assert Person().read(called, session) == person.id, called


def test_accents_make_no_difference_to_a_person(world: World) -> None:
    with world.writing() as session:
        person = account(session, "aruiz")
        person.name = "Ána Łuiz"
        index(session, person)
    with world.reading() as session:
        assert Person().read("ana luiz", session) == person.id


def test_person_is_not_known_by_a_part_or_by_several(session: Session) -> None:
    ana, other = account(session, "aruiz"), account(session, "jwikstrand")
    for said in (
        ana.name.split()[0][:2],
        f"{ana.name} or {other.name}",
        f"{ana.name} ({other.email})",
        f"It was {ana.name}",
        ana.title,
        "@",
    ):
        with pytest.raises(Unreadable, match="nobody is called"):
            Person().read(said, session)


def test_namesakes_are_told_apart_by_what_only_one_has(world: World) -> None:
    with world.writing() as session:
        ana, other = account(session, "aruiz"), account(session, "jwikstrand")
        other.name = ana.name
        index(session, other)
    with world.reading() as session:
        with pytest.raises(Unreadable, match=f"2 people are called '{ana.name}'"):
            Person().read(ana.name, session)
        assert Person().read(f"{ana.name} ({other.email})", session) == other.id
        assert Expected(Person(), ana.name).ambiguous(session) is not None
        assert Expected(Person(), ana.id, (other.id,)).ambiguous(session) is None


def test_handle_with_its_sign_is_nobody_elses_name(world: World) -> None:
    with world.writing() as session:
        other = account(session, "jwikstrand")
        other.display_name = "aruiz"
        index(session, other)
    with world.reading() as session:
        assert Person().read("@aruiz", session) == account(session, "aruiz").id
        with pytest.raises(Unreadable, match="2 people"):
            Person().read("aruiz", session)


def test_team_is_known_by_id_and_whole_name(session: Session) -> None:
    kind = Record(team, "team")
    for row in session.scalars(select(models.Team)):
        assert kind.read(row.id, session) == kind.read(row.name.upper(), session) == row.id
        with pytest.raises(Unreadable, match="there is no one team that is called"):
            kind.read(f"{row.name} team", session)


# Expectations


@pytest.mark.parametrize(
    ("expected", "reason"),
    [
        (Expected(NUMBER, 3, (4, "three")), None),
        (Expected(NUMBER, 3, (4, "3.0")), "the decoy '3.0' reads as the answer"),
        (Expected(Number(tolerance=1), 3, (4,)), "the decoy 4 reads as the answer"),
        (Expected(NUMBER, "three", (4,)), "the truth is none of its kind, number: 'three' is not"),
        (Expected(Person(), "nobody"), "the truth is none of its kind, person: nobody is called"),
    ],
)
def test_truth_that_cannot_be_told_from_a_decoy_is_named(
    session: Session, expected: Expected, reason: str | None
) -> None:
    found = expected.ambiguous(session)
    assert found is None if reason is None else (found or "").startswith(reason)


def test_answered_is_a_goal_on_the_world_before(world: World, session: Session) -> None:
    ana = account(session, "aruiz")
    check = answered("who", "Who it was", Person(), ana.id, decoys=["U0"], weight=2.0)
    untouched = Evidence(session, session, (), (), None)
    assert (check.kind, check.weight) == ("goal", 2.0)
    assert not check.decide(untouched).holds
    assert check.decide(replace(untouched, answer=ana.name)).holds
    assert not check.decide(replace(untouched, answer="jwikstrand")).holds
    assert check.expects == Expected(Person(), ana.id, ("U0",))
    assert Expected(Person(), ana.id).told() == {"type": "person"}


def _asking(decoy: str) -> Any:
    return replace(
        FAMILY,
        checks=lambda _facts: [answered("sum", "The sum", USD, 1200, decoys=[decoy])],
        allowed=lambda _facts: [],
    )


def test_task_whose_decoy_reads_as_the_truth_is_refused(world: World) -> None:
    told = r"check sum: ambiguous truth: the decoy 'USD 1,200' reads as the answer"
    with pytest.raises(BrokenTask, match=told):
        _asking("USD 1,200").task(world, 0)


def test_answer_in_other_words_earns_the_reward(world: World) -> None:
    task = _asking("€1,200").task(world, 0)
    assert grade(task, world, "$1,200.00").reward == 1.0
    for wrong in (None, "€1,200", "$1,200 or €1,200", [1200], {"answer": 1200}):
        judged = grade(task, world, wrong)
        assert (judged.is_valid, judged.reward) == (True, 0.0)
