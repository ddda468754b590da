"""What oracles read off pages in a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from tests.kit import COLLEAGUE, PERSONA, Doors, Office

from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.tasks.screens import chat

pytestmark = pytest.mark.browser


def test_authors_are_told_apart_who_have_the_same_display_name(
    page: Page, doors: Doors, office: Office
) -> None:
    first, second = office.people[COLLEAGUE], office.people["gostrander"]
    with doors.world.writing() as session:
        said = [session.get_one(Person, each) for each in (first, second, first)]
        for each in said:
            each.display_name = "Robin"
        names = [each.name for each in said]
    general = office.channels["general"]

    def post(person_id: str, text: str, **where: str) -> str:
        made = perform(
            doors.world, Actor(person_id), messages.post, channel_id=general, text=text, **where
        )
        return str(made.ts)

    root = post(office.people[PERSONA], "Who comes along?")
    words = ["I do.", "So do I.", "Not by train, though."]
    for person_id, text in zip((first, second, first), words, strict=True):
        post(person_id, text, thread_ts=root)
    chat.open_channel(page, "general")
    _question, *replies = chat.full_names(
        page, chat.open_thread(page, chat.earlier_message(page, "Who comes along?"))
    )
    assert [author for author, _text in replies] == names
    assert all(text in shown for text, (_author, shown) in zip(words, replies, strict=True))
