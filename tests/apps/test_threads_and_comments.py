"""Threads in chat and comments on the issues that they are linked to."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from tests.kit import Doors, Office

from workworld.apps.chat.models import Message
from workworld.apps.chat.service import messages
from workworld.apps.integrations import threads
from workworld.apps.tracker.models import Role
from workworld.apps.tracker.service import comments, issues
from workworld.calls import perform
from workworld.context import Actor
from workworld.richtext.json_form import to_json
from workworld.richtext.markdown_reader import from_markdown


class Linked:
    """A thread in #general that is linked to an issue."""

    def __init__(self, doors: Doors, office: Office, key: str = "") -> None:
        self.doors, self.place = doors, office.channels["general"]
        fields = {"summary": "Wombat burrow"}
        given = {"project_id": "CAL", "type_id": "Task", "fields": fields}
        self.key = key or perform(doors.world, doors.actor, issues.create, **given).key
        self.root = self.say("About wombats", thread_ts=None)
        link = {"channel_id": self.place, "thread_ts": self.root, "issue": self.key}
        perform(doors.world, doors.actor, threads.link, **link)

    def say(self, text: str, **more: Any) -> str:
        given = {"thread_ts": getattr(self, "root", None), **more}
        actor = given.pop("actor", self.doors.actor)
        posted = perform(
            self.doors.world, actor, messages.post, channel_id=self.place, text=text, **given
        )
        return str(posted.ts)

    def comment(self, text: str, actor: Actor | None = None, **more: Any) -> str:
        body = to_json(from_markdown(text))
        given = {"issue": self.key, "body": body, **more}
        actor = actor or self.doors.actor
        return str(perform(self.doors.world, actor, comments.add, **given).id)

    def comments(self) -> list[dict[str, Any]]:
        """The comments that were made, as they are now."""
        rows = [each.after for each in self.doors.changes if each.table == "tracker_comments"]
        return [dict(row) for row in rows if row]

    def commented(self) -> list[str]:
        """What they say."""
        return [row["body_text"] for row in self.comments()]

    def replies(self) -> list[str]:
        """What the replies say, but for the one that tells of the link."""
        with self.doors.world.reading() as session:
            query = select(Message.text).where(Message.thread_ts == self.root)
            return [*session.scalars(query.order_by(Message.ts))][1:]


@pytest.fixture
def linked(doors: Doors, office: Office) -> Linked:
    return Linked(doors, office)


def test_comments_become_replies_of_the_bot_and_call_nobody(linked: Linked, office: Office) -> None:
    hers = Actor(office.people["mchen"])
    linked.comment("They **dig**, <all> of them", actor=hers)
    (said,) = linked.replies()
    head, _, body = said.partition("\n")
    assert head.startswith("*Mingzhu Chen* commented on <https://tracker.")
    assert head.endswith(f"|{linked.key}>:")
    assert body == "They *dig*, &lt;all&gt; of them"
    assert linked.commented() == ["They dig, <all> of them"]


def test_a_reply_and_its_comment_follow_each_other(linked: Linked) -> None:
    world, mine = linked.doors.world, linked.doors.actor
    ts = linked.say("They *dig*")
    assert linked.commented() == ["They dig"]
    place = {"channel_id": linked.place, "ts": ts}
    perform(world, mine, messages.edit, **place, text="They _sleep_")
    assert linked.commented() == ["They sleep"]
    told = {"issue": linked.key, "comment_id": linked.comments()[0]["id"]}
    perform(world, mine, comments.edit, **told, body=to_json(from_markdown("They *eat*")))
    assert linked.replies() == ["They _eat_"]
    perform(world, mine, messages.delete, **place)
    assert linked.replies() == []
    assert linked.comments() == []


def test_the_bots_reply_follows_its_comment(linked: Linked) -> None:
    world, mine = linked.doors.world, linked.doors.actor
    told = {"issue": linked.key, "comment_id": linked.comment("They dig")}
    perform(world, mine, comments.edit, **told, body=to_json(from_markdown("They eat")))
    (said,) = linked.replies()
    assert said.endswith("They eat")
    perform(world, mine, comments.delete, **told)
    assert linked.replies() == []


def test_what_somebody_said_in_chat_outlives_its_comment(linked: Linked) -> None:
    linked.say("They dig")
    (row,) = linked.comments()
    told = {"issue": linked.key, "comment_id": row["id"]}
    perform(linked.doors.world, linked.doors.actor, comments.delete, **told)
    assert linked.replies() == ["They dig"]


def test_comments_for_some_stay_where_they_are(linked: Linked) -> None:
    world, mine = linked.doors.world, linked.doors.actor
    with world.reading() as session:
        role_id = session.scalars(select(Role.id).where(Role.name == "Administrator")).one()
    comment_id = linked.comment("For few", role_id=role_id)
    assert linked.replies() == []
    told = {"issue": linked.key, "comment_id": comment_id, "body": to_json(from_markdown("All"))}
    perform(world, mine, comments.edit, **told, role_id="")
    assert len(linked.replies()) == 1
    perform(world, mine, comments.edit, **told, role_id=role_id)
    assert linked.replies() == []


def test_comments_stay_where_some_readers_of_the_thread_do_not_see_the_issue(
    doors: Doors, office: Office
) -> None:
    """The project SEC is for few, and #general for everybody."""
    few = Doors(doors.world, doors.authority, office.people["mchen"])
    linked = Linked(few, office, "SEC-7")
    linked.comment("How they got in")
    assert linked.replies() == []


def test_a_reply_that_cannot_be_a_comment_is_said_all_the_same(linked: Linked) -> None:
    linked.say("x" * 39_000)
    assert linked.comments() == []
    assert linked.replies() == ["x" * 39_000]


def test_two_threads_of_one_issue_hear_of_each_other(linked: Linked) -> None:
    doors = linked.doors
    other = linked.say("Elsewhere", thread_ts=None)
    link = {"channel_id": linked.place, "thread_ts": other, "issue": linked.key}
    perform(doors.world, doors.actor, threads.link, **link)
    linked.say("They dig", thread_ts=other)
    (said,) = linked.replies()
    assert said.endswith("They dig")
    assert linked.commented() == ["They dig"]
