import threading
from typing import Annotated

import pytest
from pydantic import Field
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError, OperationalError
from tests.kit import Doors, Office

from workworld.apps.chat.service import channels, messages
from workworld.calls import perform
from workworld.clock import SECONDS_PER_STEP, Clock
from workworld.context import Actor, Context
from workworld.directory.models import Person, Team
from workworld.errors import Conflict, Forbidden, Invalid, NotFound
from workworld.journal import entries
from workworld.operations import Effect, operation, operations
from workworld.worlds import World


def now(world: World) -> int:
    with world.writing() as session:
        return Clock(session).now_us()


def test_operation_ids_come_from_the_module_path() -> None:
    assert {"chat.messages.post", "chat.messages.history", "chat.channels.list"} <= set(
        operations()
    )


def test_write_is_a_step_that_costs_time(world: World, doors: Doors, office: Office) -> None:
    before = now(world)
    perform(world, doors.actor, messages.post, channel_id=office.channels["general"], text="hi")
    assert now(world) - before == SECONDS_PER_STEP * 1_000_000
    (entry,) = doors.journal
    assert (entry.step, entry.operation, entry.outcome) == (1, "chat.messages.post", "ok")
    assert entry.actor_id == doors.person_id
    assert entry.arguments == {
        "channel_id": office.channels["general"],
        "text": "hi",
        "thread_ts": None,
        "reply_broadcast": False,
        "file_ids": [],
        "draft_id": None,
        "content": None,
        "nonce": "",
        "priority": None,
    }


def test_refused_write_is_a_step_and_nothing_else(world: World, doors: Doors) -> None:
    before = now(world)
    with pytest.raises(NotFound):
        perform(world, doors.actor, messages.post, channel_id="CNOPE", text="hi")
    assert now(world) - before == SECONDS_PER_STEP * 1_000_000
    assert [entry.outcome for entry in doors.journal] == ["channel_not_found"]
    assert doors.changes == []


@operation(Effect.WRITE, scope=None)
def hire(ctx: Context, *, team_id: Annotated[str, Field(description="The team to make.")]) -> None:
    """Refuse what the database refuses, as services with unique names do."""
    ctx.session.add(Team(id="T-new", name="New"))
    ctx.session.add(Team(id=team_id, name="Twice"))
    try:
        ctx.session.flush()  # the database is to say whether it is there
    except IntegrityError:
        raise Conflict("name_taken") from None


def test_refusal_that_comes_of_a_failed_statement_is_a_step_and_nothing_else(
    world: World, doors: Doors
) -> None:
    with world.reading() as session:
        taken = session.scalars(select(Team.id)).first()
    before = now(world)
    with pytest.raises(Conflict):
        perform(world, doors.actor, hire, team_id=taken)
    assert now(world) - before == SECONDS_PER_STEP * 1_000_000
    assert [(entry.outcome, entry.arguments) for entry in doors.journal] == [
        ("name_taken", {"team_id": taken})
    ]
    assert doors.changes == []
    perform(world, doors.actor, hire, team_id="T-other")
    assert [entry.outcome for entry in doors.journal] == ["name_taken", "ok"]
    world.rewind(1)
    assert doors.changes == []


def test_read_leaves_no_step_and_costs_no_time(world: World, doors: Doors) -> None:
    before = now(world)
    perform(world, doors.actor, channels.list)
    with pytest.raises(NotFound):
        perform(world, doors.actor, channels.info, channel_id="CNOPE")
    assert now(world) == before
    assert doors.journal == []


def test_credential_without_the_scope_is_refused(world: World, doors: Doors) -> None:
    reader = Actor(doors.person_id, frozenset({"channels:read"}))
    with pytest.raises(Forbidden) as refused:
        perform(world, reader, messages.post, channel_id="C", text="hi")
    assert refused.value.code == "missing_scope"
    assert perform(world, reader, channels.list).items


@pytest.mark.parametrize(
    ("arguments", "detail"),
    [
        ({}, "missing required field: channel_id"),
        ({"channel_id": "C", "text": "x", "colour": "red"}, "unknown field: colour"),
        ({"channel_id": 5, "text": "x"}, "input should be a valid string: channel_id"),
    ],
)
def test_malformed_arguments_are_named(
    world: World, doors: Doors, arguments: dict[str, object], detail: str
) -> None:
    with pytest.raises(Invalid) as refused:
        perform(world, doors.actor, messages.post, **arguments)
    assert refused.value.code == "invalid_arguments"
    assert detail in [str(problem) for problem in refused.value.problems]


def test_a_bug_changes_nothing_and_is_not_journalled(
    world: World, doors: Doors, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workworld.apps.chat.service.log.add", lambda *_args, **_more: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        perform(world, doors.actor, messages.post, channel_id=office.channels["general"], text="hi")
    assert doors.journal == []
    assert doors.changes == []


def test_read_that_would_write_is_a_loud_bug(
    world: World, doors: Doors, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(ctx: Context, _channel_id: str) -> None:
        ctx.session.get_one(Person, ctx.actor.person_id).title = "Poet"

    monkeypatch.setattr(channels, "known", careless)
    with pytest.raises(OperationalError):
        perform(world, doors.actor, channels.info, channel_id="C1")
    assert doors.changes == []


def test_arguments_that_json_cannot_hold_are_refused_and_journalled(
    world: World, doors: Doors
) -> None:
    nested: list[object] = []
    for _ in range(64):
        nested = [nested]
    for text in ("\ud800", float("nan"), nested):
        with pytest.raises(Invalid):
            perform(world, doors.actor, messages.post, channel_id="C", text=text)
    assert [entry.outcome for entry in doors.journal] == ["invalid_arguments"] * 3
    assert [entry.request["arguments"] for entry in doors.journal] == [{}] * 3


def test_two_operations_of_one_name_are_refused() -> None:
    def post(ctx: Context) -> None: ...

    post.__module__ = "workworld.apps.chat.service.messages"
    with pytest.raises(TypeError, match=r"two operations are called chat\.messages\.post"):
        operation(Effect.READ, scope="x")(post)


def test_operation_takes_keyword_only_arguments() -> None:
    def careless(ctx: object, channel_id: str) -> None: ...

    careless.__module__ = "workworld.apps.chat.service.careless"
    with pytest.raises(TypeError, match="keyword-only"):
        operation(Effect.READ, scope="x")(careless)


def test_threads_posting_at_once_lose_nothing(world: World, doors: Doors, office: Office) -> None:
    general = office.channels["general"]

    def post(number: int) -> None:
        for turn in range(5):
            perform(world, doors.actor, messages.post, channel_id=general, text=f"{number}.{turn}")

    threads = [threading.Thread(target=post, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with world.writing() as session:
        assert [entry.step for entry in entries(session)] == list(range(1, 41))
    new = [change.after for change in doors.changes if change.after]
    assert {row["text"] for row in new} == {f"{n}.{t}" for n in range(8) for t in range(5)}
