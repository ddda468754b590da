"""The one decision on who may do and see what."""

import pytest
from tests.kit import Doors, Office

from workworld.apps.chat.models import Channel
from workworld.clock import Clock
from workworld.context import Actor, Context, Request, Surface
from workworld.errors import Forbidden
from workworld.ids import Ids
from workworld.permissions import can, permissions, permits, require, seen, sees, why_not
from workworld.worlds import World


def seen_by(world: World, actor: Actor, channel_id: str) -> tuple[Channel | None, str]:
    with world.reading() as session:
        ctx = Context(session, actor, Request(Surface.SYSTEM, "test"), Clock(session), Ids(session))
        channel = seen(ctx, Channel, channel_id)
        if channel is None:
            return None, ""
        refusal = why_not(ctx, "chat.messages.post", channel)
        assert can(ctx, "chat.messages.post", channel) is (refusal is None)
        if refusal is not None:
            with pytest.raises(Forbidden):
                require(ctx, "chat.messages.post", channel)
        return channel, refusal.code if refusal else ""


def test_hidden_row_is_not_there(doors: Doors, colleague: Doors, office: Office) -> None:
    private = office.channels["renewals"]
    assert seen_by(doors.world, doors.actor, private) == (None, "")
    assert seen_by(doors.world, doors.actor, "C0000000000") == (None, "")


def test_rule_and_credential_both_count(doors: Doors, colleague: Doors, office: Office) -> None:
    announcements = office.channels["announcements"]
    assert seen_by(doors.world, doors.actor, announcements)[1] == ""
    assert seen_by(doors.world, colleague.actor, announcements)[1] == "restricted_action"
    narrow = Actor(doors.person_id, frozenset({"channels:read"}))
    assert seen_by(doors.world, narrow, announcements)[1] == "missing_scope"


def test_nothing_is_declared_twice() -> None:
    declared = permissions()["chat.messages.post"]
    assert declared.model is Channel
    with pytest.raises(TypeError, match="two rules"):
        permits("chat.messages.post", Channel)(declared.rule)
    with pytest.raises(TypeError, match="two conditions"):
        sees(Channel)(lambda: Channel.id != "")
