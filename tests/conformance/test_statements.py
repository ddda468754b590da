"""What a page or a listing asks the database does not grow with the rows that it shows."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import Engine, event
from tests.kit import Doors, Office

from workworld.apps.chat.service import workflows
from workworld.calls import perform
from workworld.database import Constant

FEW, MANY = 4, 40


@contextmanager
def counted() -> Iterator[list[str]]:
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        asked.append(statement)

    def rows(self: Constant, *given: Any) -> list[Any]:
        asked.append(str(self.query))
        return ask(self, *given)

    ask = Constant.rows
    event.listen(Engine, "before_cursor_execute", note)
    try:
        with patch.object(Constant, "rows", rows):
            yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def write(doors: Doors, office: Office, channel_id: str, count: int) -> None:
    """Messages with a mention, an own emoji, a card, a reaction and a reply each."""
    people = sorted(office.people.values())
    for number in range(count):
        link = f"https://chat.calderoute.example/c/{channel_id}"
        text = f"<@{people[number % len(people)]}> see {link} :shipped:"
        ts = doors.rest("chat.postMessage", channel=channel_id, text=text)["ts"]
        doors.rest("reactions.add", channel=channel_id, timestamp=ts, name="tada")
        doors.rest("chat.postMessage", channel=channel_id, text="Done", thread_ts=ts)


def by_rest(doors: Doors, channel_id: str) -> str:
    answer = doors.rest("conversations.history", channel=channel_id, limit=50)
    assert answer["ok"]
    return str(answer)


def by_page(doors: Doors, channel_id: str) -> str:
    answer = doors.browser.get(f"/c/{channel_id}")
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def by_tool(doors: Doors, channel_id: str) -> str:
    answer = doors.mcp("slack_read_channel", channel_id=channel_id, limit=50)
    assert not answer.is_error
    return str(answer.content)


def by_search(doors: Doors, channel_id: str) -> str:
    answer = doors.mcp(
        "slack_search_public", query=f"in:<#{channel_id}> see", limit=20, include_context=False
    )
    assert not answer.is_error
    return str(answer.content)


def by_reactions(doors: Doors, _channel_id: str) -> str:
    answer = doors.rest("reactions.list", count=50)
    assert answer["ok"]
    return str(answer)


@pytest.mark.parametrize("ask", [by_rest, by_page, by_tool, by_search, by_reactions])
def test_statements_do_not_grow_with_the_messages(
    doors: Doors, office: Office, ask: Callable[[Doors, str], str]
) -> None:
    channel_id = doors.rest("conversations.create", name="counted")["channel"]["id"]
    counts, lengths = [], []
    for more in (FEW, MANY - FEW):
        write(doors, office, channel_id, more)
        ask(doors, channel_id)
        with counted() as asked:
            lengths.append(len(ask(doors, channel_id)))
        counts.append(len(asked))
    assert lengths[1] > 1.5 * lengths[0], "it shows no more than before"
    assert counts[0] == counts[1], asked


def test_statements_do_not_grow_with_the_workflows(doors: Doors, office: Office) -> None:
    counts, shown = [], []
    for more in (FEW, MANY - FEW):
        for number in range(more):
            trigger = {"kind": "link", "settings": {"channel_id": office.channels["deploys"]}}
            step = {"kind": "wait", "settings": {"amount": 1, "unit": "hours"}}
            made = perform(
                doors.world,
                doors.actor,
                workflows.create,
                name=f"Ours {number}",
                trigger=trigger,
                steps=[step],
            )
            perform(doors.world, doors.actor, workflows.publish, workflow_id=made.id)
        doors.browser.get("/workflows")
        with counted() as asked:
            shown.append(doors.browser.get("/workflows").get_data(as_text=True).count(">Ours "))
        counts.append(len(asked))
    assert shown == [FEW, MANY]
    assert counts[0] == counts[1], asked
