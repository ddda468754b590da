"""The oracles: they read all that was reported, and let the latest word count."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from workworld.grading import Episode
from workworld.tasks.days import short
from workworld.tasks.listings import pages
from workworld.tasks.screens.chat import (
    earlier_message,
    has_thread,
    open_channel,
    open_thread,
    search_from_here,
    whole_channel,
)
from workworld.tasks.screens.chat import (
    said as shown,
)
from workworld.tasks.support.count_missed_slots.facts import Facts

if TYPE_CHECKING:
    from playwright.sync_api import Page


class _Said(NamedTuple):
    """A number that was said for a day."""

    ts: str
    day: date
    slots: int


def solve(episode: Episode, facts: Facts) -> None:
    """Find all messages about the customer, read their threads, and let the latest word count."""
    said: list[_Said] = []
    for text in pages(
        episode,
        "slack_search_public",
        "results",
        query=f'"{facts.customer}"',
        include_context=False,
        response_format="concise",
    ):
        for block in text.split("### Result ")[1:]:
            ts, when = _line(block, "Message_ts"), _line(block, "Time")
            day = date.fromisoformat(when[:10])
            first = _reported(block.partition("Text: ")[2], day, facts)
            if first is not None:
                channel_id = re.findall(r"\((C\w+)\)", block)[0]
                said += [first._replace(ts=ts), *_in_thread(episode, channel_id, ts, first.day)]
    episode.answer(_added_up(said, facts))


def _line(block: str, name: str) -> str:
    return next(re.finditer(rf"^{name}: (.+)$", block, re.MULTILINE))[1]


def _in_thread(episode: Episode, channel_id: str, ts: str, day: date) -> Iterator[_Said]:
    read = pages(episode, "slack_read_thread", "messages", channel_id=channel_id, message_ts=ts)
    for text in read:
        for reply in text.split("--- Reply ")[1:]:
            if (count := _corrected(reply)) is not None:
                yield _Said(_line(reply, "Message TS"), day, count)


def _reported(text: str, today: date, facts: Facts) -> _Said | None:
    """The number that a message gives for the site, if it does."""
    count = re.search(r"(\d+) (?:missed slots|slots missed)", text)
    site = re.search(rf"\b{facts.site}\b(?! (?:North|South|East|West)\b)", text)
    if facts.customer not in text or not count or not site:
        return None
    return _Said("", _day_in(text, today), int(count[1]))


def _day_in(text: str, today: date) -> date:
    for ahead in range(14):
        day = today - timedelta(days=ahead)
        if re.search(rf"\b{short(day)}\b", text):
            return day
    return today - timedelta(days=1) if "yesterday" in text else today


def _corrected(reply: str) -> int | None:
    found = re.search(r"(\d+), not \d+|(\d+) was right", reply)
    return int(found[1] or found[2]) if found else None


def _added_up(said: Sequence[_Said], facts: Facts) -> int:
    latest = {each.day: each.slots for each in sorted(said)}
    days = [day for day in latest if facts.first_day <= day <= facts.last_day]
    return sum(latest[day] for day in days)


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """Find out in which channels it is spoken of, and read these and the threads in them."""
    search_from_here(page, f'"{facts.customer}"')
    page.get_by_role("link", name=re.compile("^See all .* messages$")).click()
    said: list[_Said] = []
    for name in _channels_found(page):
        open_channel(page, name)
        said += _read_channel(page, facts)
    episode.answer(_added_up(said, facts))


def _channels_found(page: Page) -> list[str]:
    """The channels of all results, page by page."""
    found: list[str] = []
    more = page.get_by_role("link", name="More messages")
    while True:
        results = page.get_by_role("main").get_by_role("listitem")
        results.first.wait_for()
        found += re.findall(r"#([\w-]+)", " ".join(results.all_inner_texts()))
        if more.count() == 0:
            return sorted(set(found))
        first = results.first.inner_text()
        more.click()
        results.first.filter(has_not_text=first).wait_for()


def _read_channel(page: Page, facts: Facts) -> Iterator[_Said]:
    for _author, text, moment in whole_channel(page):
        first = _reported(text, date.fromisoformat(moment[:10]), facts)
        if first is None:
            continue
        yield first._replace(ts=moment)
        if has_thread(text):
            line = next(each for each in text.splitlines() if "missed" in each)
            thread = open_thread(page, earlier_message(page, line))
            thread.get_by_text(line).wait_for()  # another thread of the same author may be open
            for reply in shown(thread):
                if (count := _corrected(reply.text)) is not None:
                    yield _Said(reply.moment, first.day, count)
