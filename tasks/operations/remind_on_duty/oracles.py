"""The oracles: they read the plan that counts and what has been agreed below it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from workworld.grading import Episode
from workworld.tasks.days import of_month, spelled
from workworld.tasks.listings import pages, person_id
from workworld.tasks.operations.remind_on_duty.facts import Facts
from workworld.tasks.operations.remind_on_duty.story import IN_FORCE
from workworld.tasks.screens.chat import (
    messages,
    open_thread,
    profile,
    reply,
    said,
    search_from_here,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

_DAY = r"(\w{3} \d+)"


_AGREED = re.compile(
    rf"I take {_DAY} and you take {_DAY}|{_DAY} is mine, {_DAY} is yours", re.IGNORECASE
)


def solve(episode: Episode, facts: Facts) -> None:
    """Find the plan that counts, read its thread, apply the swaps; then remind and answer."""
    channel_id, ts = _plan_found(episode, facts)
    thread = "".join(
        pages(episode, "slack_read_thread", "messages", channel_id=channel_id, message_ts=ts)
    )
    heard = [
        (re.findall(r"^From: (.+) \(U\w+\)$", each, re.MULTILINE)[0], each)
        for each in re.split(r"^(?:===|---) .* (?:===|---)\n", thread, flags=re.MULTILINE)
        if each.startswith("From: ")
    ]
    name = _holder(heard, facts)
    remind(episode, facts, person_id(episode, name), (channel_id, ts))
    episode.answer(name)


def _plan_found(episode: Episode, facts: Facts) -> tuple[str, str]:
    """Channel and stamp of the plan."""
    query = {"query": f'"{facts.duty}" "{IN_FORCE}"', "include_context": False}
    for text in pages(episode, "slack_search_public", "results", **query):
        for block in text.split("### Result ")[1:]:
            if _counts(block):
                channel_id = re.findall(r"\((C\w+)\)", block)[0]
                return channel_id, re.findall(r"^Message_ts: (.+)$", block, re.MULTILINE)[0]
    raise LookupError(f"no plan of the {facts.duty}")


def _counts(text: str) -> bool:
    return IN_FORCE.lower() in text.lower() and "back-up" not in text


def _holder(heard: Iterable[tuple[str, str]], facts: Facts) -> str:
    """The name of whoever has the week in the end.

    Args:
        heard: author and text of each message in the thread, the plan first.
        facts: which week.
    """
    (_author, plan), *replies = heard
    has: dict[str, str] = dict(re.findall(r"week of (\w{3} \d+): (.+)", plan))
    for author, text in replies:
        if agreed := _AGREED.search(text):
            week, theirs = (name for name in agreed.groups() if name)
            has[theirs], has[week] = has[week], author
    return has[of_month(facts.week)]


def remind(episode: Episode, facts: Facts, person: str, thread: tuple[str, str]) -> None:
    """Remind somebody in a thread, which is a channel and the parent's stamp."""
    episode.use(
        "slack_send_message",
        channel_id=thread[0],
        message=f"<@{person}> {line(facts)}",
        thread_ts=thread[1],
    )


def line(facts: Facts) -> str:
    """The reminder without the mention."""
    return (
        f"a friendly reminder that you have the {facts.duty} in the week of {spelled(facts.week)}."
    )


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard."""
    search_from_here(page, f'"{facts.duty}" "{IN_FORCE}"')
    hits = page.get_by_role("main").get_by_role("listitem")
    hits.filter(has_text=IN_FORCE, has_not_text="back-up").get_by_role("link").click()
    plan = messages(page).get_by_role("article")
    replies = open_thread(page, plan.filter(has_text=IN_FORCE, has_not_text="back-up"))
    thread = page.url
    called = _holder([(each.author, each.text) for each in said(replies)], facts)
    name, handle = profile(page, called)
    page.goto(thread)
    reply(page, f"{handle} {line(facts)}", line(facts))
    episode.answer(name)
