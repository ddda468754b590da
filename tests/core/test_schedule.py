"""What is due happens when time passes: in order, at its own time, as its own actor."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from tests.kit import Office
from tests.states import act, all_rows, clear_schedule, steps_of

from workworld import passing_time
from workworld.apps.chat.models import Message
from workworld.apps.chat.service import texts
from workworld.clock import Clock
from workworld.errors import OutOfSpace, Unavailable
from workworld.journal import JournalEntry, entries
from workworld.passing_time import catch_up, let_time_pass
from workworld.schedule import ScheduleRow, plan
from workworld.worlds import Snapshot, World, Worlds
from workworld.worlds.private import PrivateWorld

SECOND = 1_000_000
pytestmark = pytest.mark.usefixtures("nothing_planned")


@pytest.fixture(params=[False, True], ids=["private", "shared"])
def either(request: pytest.FixtureRequest, worlds: Worlds, snapshot: Snapshot) -> World:
    """A world of each kind, in which nothing is planned."""
    world = worlds.open(snapshot, "either", shared=request.param)
    clear_schedule(world)
    return world


def now_us(world: World) -> int:
    with world.reading() as session:
        return Clock(session).now_us()


def plan_post(world: World, office: Office, handle: str, seconds: int, text: str) -> None:
    """Let somebody post to general in so many seconds."""
    arguments = {"channel_id": office.channels["general"], "text": text}
    plan_any(world, office.people[handle], seconds, "chat.messages.post", arguments)


def plan_any(
    world: World, actor_id: str, seconds: int, operation: str, arguments: dict[str, Any]
) -> None:
    with world.writing() as session:
        due_us = Clock(session).now_us() + seconds * SECOND
        plan(session, due_us=due_us, actor_id=actor_id, operation=operation, arguments=arguments)


def posted(world: World) -> list[tuple[str, str]]:
    """Author and text of what was posted, in the order of its stamps."""
    with world.reading() as session:
        known = {change.key for change in world.diff()}
        rows = session.scalars(select(Message).order_by(Message.ts))
        return [(row.author_id, row.text) for row in rows if (row.channel_id, row.ts) in known]


def journal(world: World) -> list[JournalEntry]:
    with world.reading() as session:
        return entries(session)


def left(world: World) -> int:
    """How many things are on the schedule."""
    with world.reading() as session:
        return session.query(ScheduleRow).count()


def test_events_come_by_time_and_then_as_they_were_planned(either: World, office: Office) -> None:
    start = now_us(either)
    for handle, seconds, text in (
        ("aruiz", 50, "d"),
        ("jwikstrand", 20, "a"),
        ("aruiz", 20, "b"),
        ("jwikstrand", 20, "c"),
        ("aruiz", 90, "never"),
    ):
        plan_post(either, office, handle, seconds, text)
    let_time_pass(either, 60)
    people = office.people
    authors = (people["jwikstrand"], people["aruiz"], people["jwikstrand"], people["aruiz"])
    assert posted(either) == list(zip(authors, "abcd", strict=True))
    steps = journal(either)
    assert [(step.time_us - start) // SECOND for step in steps] == [20, 20, 20, 50]
    assert [step.actor_id for step in steps] == list(authors)
    assert {(step.surface, step.cause, step.outcome) for step in steps} == {("system", 0, "ok")}
    stamps = [change.key[1] for change in either.diff()]
    assert sorted(float(str(stamp)) - start / SECOND for stamp in stamps) == pytest.approx(
        [20, 20, 20, 50], abs=1.01
    )
    assert now_us(either) - start == 60 * SECOND
    assert left(either) == 1


def test_event_has_the_last_step_asked_for_as_its_cause(world: World, office: Office) -> None:
    plan_post(world, office, "aruiz", 20, "due")
    act(world, office, 1)
    act(world, office, 1)  # at whose end it is due
    plan_post(world, office, "aruiz", 5, "later")
    act(world, office, 1)
    assert [(step.step, step.cause) for step in journal(world)] == [
        (1, None),
        (2, None),
        (3, 2),
        (4, None),
        (5, 4),
    ]


def test_refused_and_crashing_events_are_journalled_and_the_rest_goes_on(
    either: World, office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    aruiz, general = office.people["aruiz"], office.channels["general"]
    plan_post(either, office, "aruiz", 10, "first")
    plan_any(either, aruiz, 20, "chat.messages.post", {"channel_id": "CNOPE", "text": "x"})
    plan_any(either, aruiz, 30, "chat.messages.fly", {"channel_id": general})
    plan_any(either, "UNOBODY", 40, "chat.messages.post", {"channel_id": general, "text": "x"})
    plan_any(either, aruiz, 50, "chat.messages.post", {"colour": "red"})
    plan_post(either, office, "jwikstrand", 60, "last")
    start = now_us(either)
    let_time_pass(either, 100)
    steps = journal(either)
    outcomes = [step.outcome for step in steps]
    assert outcomes[:3] == ["ok", "channel_not_found", "crashed"]
    assert outcomes[3] not in ("ok", "crashed")
    assert outcomes[4:] == ["invalid_arguments", "ok"]
    assert [(step.time_us - start) // SECOND for step in steps] == [10, 20, 30, 40, 50, 60]
    assert steps[2].operation == "chat.messages.fly"
    assert steps[2].request == {"name": "chat.messages.fly", "arguments": {"channel_id": general}}
    assert [text for _author, text in posted(either)] == ["first", "last"]
    assert [record.message for record in caplog.records] == ["an event crashed"]
    assert (left(either), now_us(either) - start) == (0, 100 * SECOND)


def test_event_in_which_a_bug_shows_changes_nothing(
    world: World, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan_post(world, office, "aruiz", 10, "lost")
    with monkeypatch.context() as patched:
        patched.setattr(texts, "require_good_message", lambda _text: 1 / 0)
        let_time_pass(world, 20)
    assert [step.outcome for step in journal(world)] == ["crashed"]
    assert (world.diff(), left(world)) == ([], 0)


def test_crashed_event_that_another_process_took_costs_no_other_event(
    snapshot: Snapshot, tmp_path: Path, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = passing_time._give_up
    with Worlds(tmp_path / "a") as store, Worlds(tmp_path / "a") as elsewhere:
        mine, other = (
            each.open(snapshot, "main", fresh=False, shared=True) for each in (store, elsewhere)
        )
        plan_any(mine, office.people["aruiz"], 10, "chat.messages.fly", {})
        plan_post(mine, office, "aruiz", 10, "kept")

        def meddled(*arguments: Any) -> None:
            monkeypatch.setattr(passing_time, "_give_up", inner)
            catch_up(other)
            inner(*arguments)

        monkeypatch.setattr(passing_time, "_give_up", meddled)
        let_time_pass(mine, 20)
        assert [step.outcome for step in journal(mine)] == ["crashed", "ok"]
        assert [text for _author, text in posted(mine)] == ["kept"]


def test_same_steps_give_the_same_events(
    worlds: Worlds, snapshot: Snapshot, office: Office
) -> None:
    twins = [worlds.open(snapshot) for _ in range(2)]
    for world in twins:
        clear_schedule(world)
        for number in range(12):
            plan_post(world, office, "jwikstrand", 7 * number % 40, f"event {number}")
            act(world, office, number)
        let_time_pass(world, 3600)
    assert all_rows(twins[0]) == all_rows(twins[1])
    assert len(journal(twins[0])) == 24


def test_rewind_and_fork_put_an_event_back_on_the_schedule(
    either: World, worlds: Worlds, office: Office
) -> None:
    act(either, office, 1)
    plan_post(either, office, "jwikstrand", 20, "due")
    act(either, office, 1)
    act(either, office, 1)
    assert [step.cause for step in journal(either)] == [None, None, None, 3]
    assert left(either) == 0
    expected = all_rows(either)
    for step in (3, 2, 1):
        fork = worlds.fork(either, step)
        assert left(fork) == 1, step
        if step == 3:  # its time has come, but it has not happened
            catch_up(fork)
            assert state(all_rows(fork)) == state(expected)
    either.rewind(1)
    assert left(either) == 1
    act(either, office, 1)
    act(either, office, 1)
    assert left(either) == 0
    assert state(all_rows(either)) == state(expected)


def state(rows: dict[str, Any]) -> dict[str, Any]:
    """Rows, without what says how they are stored."""
    journal = [row[:6] + row[7:] for row in rows["world_journal"]]
    return {name: rows[name] for name in rows if name != "world_changes"} | {
        "world_journal": journal
    }


def test_event_stays_due_in_a_full_world_and_the_step_is_answered(
    world: World, office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    assert isinstance(world, PrivateWorld)
    plan_post(world, office, "jwikstrand", 10, "due")
    limit, world._log_limit = world._log_limit, world._log_bytes + 1
    act(world, office, 1)  # the last that fits
    assert [record.message[:24] for record in caplog.records] == ["what is due has to wait:"]
    with pytest.raises(OutOfSpace):
        catch_up(world)
    assert (left(world), len(journal(world))) == (1, 1)
    world._log_limit = limit
    act(world, office, 1)
    assert [step.cause for step in journal(world)] == [None, None, 2]


def test_step_is_answered_though_what_is_due_cannot_happen_now(
    world: World, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_arguments: object) -> bool:
        raise Unavailable("world_busy", "try again")

    plan_post(world, office, "aruiz", 10, "later")
    with monkeypatch.context() as patched:
        patched.setattr(passing_time, "_perform_due", busy)
        act(world, office, 0)
    assert steps_of(world) == 1
    act(world, office, 0)
    assert steps_of(world) == 3
