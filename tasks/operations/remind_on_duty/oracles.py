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
    said = [
        (re.findall(r"^From: (.+) \(U\w+\)$", each, re.MULTILINE)[0], each)
        for each in re.split(r"^(?:===|---) .* (?:===|---)\n", thread, flags=re.MULTILINE)
        if each.startswith("From: ")
    ]
    name = _holder(said, facts)
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


def _holder(said: Iterable[tuple[str, str]], facts: Facts) -> str:
    """The name of whoever has the week in the end.

    Args:
        said: author and text of each message in the thread, the plan first.
        facts: which week.
    """
    (_author, plan), *replies = said
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
    _search(page, f'"{facts.duty}" "{IN_FORCE}"')
    hits = page.get_by_role("main").get_by_role("listitem")
    hits.filter(has_text=IN_FORCE, has_not_text="back-up").get_by_role("link").click()
    log = page.get_by_role("log", name=re.compile("^Messages in"))
    plan = log.get_by_role("article").filter(has_text=IN_FORCE, has_not_text="back-up")
    plan.get_by_role("link", name=re.compile(r"\d+ repl")).click()
    replies = page.get_by_role("log", name="Replies").get_by_role("article")
    replies.first.wait_for()
    page.wait_for_url(re.compile("/t/"))
    told = "all => all.map(each => [each.ariaLabel, each.innerText])"
    said = [(label.split(",")[0], text) for label, text in replies.evaluate_all(told)]
    called, thread = _holder(said, facts), page.url
    name, handle = _profile(page, called)
    page.goto(thread)
    composer = page.get_by_role("textbox", name="Reply in thread")
    composer.fill(f"{handle} {line(facts)}")
    composer.press("Enter")
    page.get_by_role("log", name="Replies").get_by_text(line(facts)).wait_for()
    episode.answer(name)


def _search(page: Page, words: str) -> None:
    field = page.get_by_role("searchbox", name=re.compile("^Search "))
    field.fill(words)
    field.press("Enter")


def _profile(page: Page, called: str) -> tuple[str, str]:
    """Name and handle of the one person who is called so where messages are shown."""
    _search(page, called)
    tabs = page.get_by_role("navigation", name="What was found")
    tabs.get_by_role("link", name=re.compile("^People")).click()
    found = page.get_by_role("main").get_by_role("listitem").get_by_role("link")
    found.first.wait_for()
    for index in range(found.count()):
        found.nth(index).click()
        profile = page.get_by_role("complementary", name="Profile")
        facts = profile.get_by_role("definition")
        handle = facts.filter(has_text=re.compile(r"^@[\w.-]+$")).inner_text()
        name = profile.get_by_role("heading", level=3).inner_text()
        if called in (name, *facts.all_inner_texts()):
            return name, handle
        page.go_back()
    raise LookupError(f"nobody is called {called}")
