"""The oracles: they ask, wait as long as it takes, and read what they were told."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workworld.grading import Episode
from workworld.tasks.channels import channel_named
from workworld.tasks.listings import person_id
from workworld.tasks.messages import send
from workworld.tasks.operations.get_number_confirmed.facts import Facts
from workworld.tasks.replies import reply
from workworld.tasks.screens.chat import answered, open_channel, post

if TYPE_CHECKING:
    from playwright.sync_api import Page

_NUMBER = re.compile(r"\b[A-Z]{2}-\d{5}\b")


def solve(episode: Episode, facts: Facts) -> None:
    """Ask without saying for which customer, and say so when asked back."""
    person = person_id(episode, facts.colleague.title)
    channel_id = _channel(episode, facts.asked_in.name)
    question = f"<@{person}> what is the {facts.noun.name} just now?"
    root_ts = send(episode, channel_id, question)
    reply(episode, channel_id, root_ts, person)
    send(episode, channel_id, f"For {facts.customer}, please.", root_ts)
    number = _number_in(reply(episode, channel_id, root_ts, person, count=2))
    send(episode, _channel(episode, facts.report_in.name), facts.line(number))


def ask(episode: Episode, facts: Facts, person: str, customer: str) -> str:
    """Ask somebody for a customer's number; the stamp of the question."""
    question = f"<@{person}> what is the {facts.noun.name} of {customer} just now?"
    return send(episode, facts.asked_in.id, question)


def _channel(episode: Episode, name: str) -> str:
    found = channel_named(episode, name)
    if found is None:
        raise LookupError(f"there is no #{name}")
    return found


def _number_in(text: str) -> str:
    found = _NUMBER.search(text)
    if found is None:
        raise LookupError(f"there is no number in {text!r}")
    return found[0]


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard, saying at once for which customer."""
    open_channel(page, facts.asked_in.name)
    handle = _handle(page, facts)
    question = f"what is the {facts.noun.name} of {facts.customer} just now?"
    asked = post(page, facts.asked_in.name, f"{handle} {question}", question)
    number = _number_in(answered(page, episode, asked)[0].text)
    open_channel(page, facts.report_in.name)
    post(page, facts.report_in.name, facts.line(number))


def _handle(page: Page, facts: Facts) -> str:
    """How somebody is mentioned: it stands in their profile."""
    page.get_by_role("link", name=re.compile(r"^\d+ members?$")).click()
    members = page.get_by_role("list", name=f"People in #{facts.asked_in.name}")
    person = members.get_by_role("listitem").filter(has_text=facts.colleague.title)
    person.get_by_role("link").click()
    profile = page.get_by_role("complementary", name="Profile")
    return profile.get_by_role("definition").get_by_text(re.compile(r"^@[\w.-]+$")).inner_text()
