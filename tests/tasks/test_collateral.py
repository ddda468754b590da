"""Default deny: whose doings count, what rules cover, and what follows from what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from tests.kit import COLLEAGUE, PERSONA, Office
from tests.states import stray

from workworld.apps.chat.service import channels, messages, reactions
from workworld.calls import perform
from workworld.clock import Clock
from workworld.context import Actor
from workworld.grading import Allowed, Evidence, Verdict
from workworld.grading.changes import Matching
from workworld.grading.collateral import nothing_else_changed
from workworld.journal import entries, last_step
from workworld.passing_time import let_time_pass
from workworld.schedule import plan
from workworld.worlds import World
from workworld.worlds.changes import RowChange


@dataclass
class Scene:
    """A world in which the persona acts, and what the guard says of it."""

    world: World
    office: Office

    @property
    def persona(self) -> str:
        return self.office.people[PERSONA]

    @property
    def colleague(self) -> str:
        return self.office.people[COLLEAGUE]

    def do(self, function: Callable[..., Any], /, *, who: str = PERSONA, **arguments: Any) -> Any:
        """Perform an operation in #general."""
        arguments = {"channel_id": self.office.channels["general"]} | arguments
        return perform(self.world, Actor(self.office.people[who]), function, **arguments)

    def plan(self, operation: str, *, who: str, **arguments: Any) -> None:
        """Let somebody do something in a minute."""
        with self.world.writing() as session:
            due = Clock(session).now_us() + 60_000_000
            actor_id = self.office.people[who]
            plan(session, due_us=due, actor_id=actor_id, operation=operation, arguments=arguments)

    def said(self, *allowed: Allowed) -> Verdict:
        """The guard's verdict."""
        check = nothing_else_changed(allowed, self.persona)
        with self.world.baseline() as before, self.world.reading() as after:
            steps = entries(after, since=last_step(before))
            return check.decide(Evidence(before, after, self.world.diff(), steps, None))


@pytest.fixture
def scene(world: World, office: Office) -> Scene:
    return Scene(world, office)


def message(kind: str = "insert", *, at_most: int = 1, **where: Any) -> Allowed:
    return Allowed("chat_messages", kind, where, at_most)


def test_what_colleagues_do_by_themselves_is_allowed(scene: Scene) -> None:
    general = scene.office.channels["general"]
    scene.plan("chat.messages.post", who=COLLEAGUE, channel_id=general, text="Lunch?")
    let_time_pass(scene.world, 120)
    assert len(scene.world.diff()) == 1
    assert scene.said().holds


def test_what_the_persona_planned_is_theirs(scene: Scene) -> None:
    general = scene.office.channels["general"]
    scene.plan("chat.messages.post", who=PERSONA, channel_id=general, text="Lunch?")
    let_time_pass(scene.world, 120)
    assert not scene.said().holds
    assert scene.said(message(text="Lunch?")).holds


def test_what_somebody_else_asks_for_at_a_door_counts(scene: Scene) -> None:
    """The agent may have found another's credential."""
    scene.do(messages.post, who=COLLEAGUE, text="as if it were me")
    assert not scene.said().holds


def test_row_that_both_touched_counts_as_the_agents(scene: Scene) -> None:
    posted = scene.do(messages.post, text="helo")
    assert scene.said(message(text="helo")).holds
    scene.plan(
        "chat.messages.post",
        who=COLLEAGUE,
        channel_id=posted.channel_id,
        text="Welcome",
        thread_ts=posted.ts,
    )
    let_time_pass(scene.world, 120)
    (answer,) = [
        each for each in scene.world.diff() if each.after and each.after["text"] == "Welcome"
    ]
    assert scene.said(message(text="helo")).holds
    scene.do(messages.delete, ts=answer.key[1], who="aruiz")
    scene.do(messages.delete, ts=posted.ts)
    assert scene.said().holds  # as if nothing had been


def test_colleagues_row_that_the_agent_edits_is_not_the_colleagues(scene: Scene) -> None:
    general = scene.office.channels["general"]
    scene.plan("chat.channels.set_topic", who=COLLEAGUE, channel_id=general, topic="theirs")
    let_time_pass(scene.world, 120)
    assert scene.said().holds
    scene.do(channels.set_topic, topic="mine")
    verdict = scene.said()
    assert not verdict.holds
    assert "update in chat_channels" in verdict.reason


def test_raw_change_outside_steps_counts(scene: Scene) -> None:
    stray(scene.world, "UPDATE chat_channels SET topic = 'raw' WHERE name = 'general'")
    assert not scene.said().holds
    scene.world.set_baseline()
    assert scene.said().holds
    scene.do(messages.post, text="a")
    stray(scene.world, "UPDATE chat_channels SET topic = 'rawer' WHERE name = 'general'")
    assert not scene.said(message()).holds
    assert scene.said(message(), Allowed("chat_channels", "update", {}, only=["topic"])).holds


def test_change_of_unknown_origin_counts() -> None:
    """However a change was made up, it is nobody else's unless a step of theirs says so."""
    change = RowChange("chat_messages", ("C", "1"), None, {"text": "x"})
    check = nothing_else_changed([], "U")
    assert not check.decide(Evidence(Any, Any, [change], [], None)).holds  # type: ignore[arg-type]


def test_consequence_is_allowed_when_its_cause_is(scene: Scene) -> None:
    mention = f"<@{scene.colleague}> look"
    scene.do(messages.post, text=mention)
    tables = {change.table for change in scene.world.diff()}
    assert tables == {"chat_mentions", "chat_messages", "notifications_items"}
    assert scene.said(message(text=mention)).holds
    verdict = scene.said(message(text="something else"))
    assert not verdict.holds
    assert "chat_mentions" in verdict.reason
    scene.do(messages.post, text=f"{mention} again")
    assert not scene.said(message(text=mention)).holds
    assert scene.said(message(at_most=2)).holds


def test_consequence_that_a_colleague_reads_stays_one(scene: Scene) -> None:
    mention = f"<@{scene.colleague}> look"
    scene.do(messages.post, text=mention)
    scene.plan("notifications.inbox.mark_all_read", who=COLLEAGUE)
    let_time_pass(scene.world, 120)
    (notice,) = [each for each in scene.world.diff() if each.table == "notifications_items"]
    assert len(notice.steps) == 2
    assert notice.after is not None
    assert notice.after["is_read"]
    assert scene.said(message(text=mention)).holds
    assert not scene.said().holds


def test_consequence_of_a_step_that_is_not_allowed_is_none(scene: Scene) -> None:
    """A notification that a later, unfair step touched as well is the agent's."""
    scene.do(messages.post, text=f"<@{scene.persona}> to me")
    scene.do(messages.post, who=COLLEAGUE, text=f"<@{scene.persona}> to you")
    assert not scene.said(message(author_id=scene.persona)).holds
    assert scene.said(message(at_most=2)).holds


def test_rules_bind_columns_numbers_and_conditions(scene: Scene) -> None:
    scene.do(channels.set_topic, topic="News")
    where = {"id": scene.office.channels["general"], "topic": "News"}

    def holds(
        where: dict[str, Any], kind: str = "update", only: Sequence[str] | None = None
    ) -> bool:
        rule = Allowed("chat_channels", kind, where, only=only)
        return scene.said(rule, message(subtype="channel_topic")).holds

    assert holds(where, only=["topic", "topic_by", "topic_set"])
    assert not holds(where, only=["topic"])
    assert not holds(where | {"topic": "news"})
    assert not holds(where, "insert")
    assert holds(where | {"topic": Matching("any case", lambda value: value.lower() == "news")})
    assert not holds(where | {"topic": Matching("short", lambda value: len(value) <= 3)})


def test_reason_names_some_of_many(scene: Scene) -> None:
    for number in range(7):
        scene.do(messages.post, text=str(number))
    reason = scene.said(message(text="0")).reason
    assert reason.count("insert in chat_messages") == 5
    assert reason.endswith(" ….")
    assert scene.said(message(at_most=7)).holds
    assert not scene.said(message(at_most=6)).holds


def test_deleted_row_is_met_by_what_it_was(scene: Scene) -> None:
    posted = scene.do(messages.post, text="old")
    scene.do(reactions.add, ts=posted.ts, emoji="tada")
    scene.world.set_baseline()
    scene.do(messages.delete, ts=posted.ts)
    gone = [message("delete", text="old"), Allowed("chat_reactions", "delete", {"emoji": "tada"})]
    assert scene.said(*gone).holds
    assert not scene.said(gone[0]).holds


WIDE, NARROW = message(), message(text="x")


@pytest.mark.parametrize("rules", [[WIDE, NARROW], [NARROW, WIDE]])
@pytest.mark.parametrize("texts", [["x", "y"], ["y", "x"], ["x", "x"]])
def test_order_of_rules_and_changes_does_not_matter(
    scene: Scene, rules: Sequence[Allowed], texts: Sequence[str]
) -> None:
    for text in texts:
        scene.do(messages.post, text=text)
    assert scene.said(*rules).holds
    scene.do(messages.post, text="y")
    assert not scene.said(*rules).holds


def test_rules_give_way_to_each_other_in_a_chain(scene: Scene) -> None:
    def among(*texts: str, at_most: int = 1) -> Allowed:
        condition = Matching(f"one of {texts}", lambda value: value in texts)
        return message(text=condition, at_most=at_most)

    rules = [among("a", "b", at_most=2), among("b", "c"), among("c", "d")]
    for text in ("b", "a", "c", "a"):
        scene.do(messages.post, text=text)
    assert scene.said(*rules).holds
    assert not scene.said(*rules[:2]).holds
    scene.do(messages.post, text="c")
    assert not scene.said(*rules).holds
