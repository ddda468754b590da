"""The oracles: they compare who is in which channel."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workworld.grading import Episode
from workworld.tasks.listings import lines, person_id
from workworld.tasks.people_ops.hand_over_channels.facts import Facts
from workworld.tasks.screens.chat import open_channel

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

_OTHER_SECTIONS = ("Direct messages", "Apps")
_NAMED = (
    "all => all.map("
    "each => [each.innerText.split('\\n')[0].trim(), each.getAttribute('aria-description')])"
)


def solve(episode: Episode, facts: Facts) -> None:
    """Look both up, go through the persona's channels and compare who is in them."""
    take_over(episode, person_id(episode, facts.leaving), person_id(episode, facts.coming))


def take_over(episode: Episode, leaving_id: str, coming_id: str) -> None:
    """Let one in wherever the other one is, in channels that the persona is in."""
    for channel_id in own_public_channels(episode):
        inside = members(episode, channel_id)
        if leaving_id in inside and coming_id not in inside:
            invite(episode, channel_id, coming_id)


def own_public_channels(episode: Episode) -> list[str]:
    """Ids of the public channels that the persona is in."""
    return lines(
        episode,
        "slack_list_user_channels",
        "channels",
        types="public_channel",
        exclude_archived=True,
        format="ids_only",
    )


def members(episode: Episode, channel_id: str) -> list[str]:
    """Ids of the people in a channel."""
    return lines(
        episode,
        "slack_list_channel_members",
        "members",
        channel_id=channel_id,
        response_format="ids_only",
    )


def invite(episode: Episode, channel_id: str, person: str) -> None:
    """Let somebody into a channel."""
    episode.use("slack_invite_to_channel", channel_id=channel_id, user_ids=[person])


def solve_ui(page: Page, _episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard."""
    page.get_by_role("link", name="Open Chat").click()
    sidebar = page.get_by_role("navigation", name="Channels")
    for name in _own_public_names(sidebar):
        open_channel(page, name)
        page.get_by_role("link", name=re.compile(r"^\d+ members?$")).click()
        people = page.get_by_role("list", name=f"People in #{name}")
        people.wait_for()
        if _is_among(people, facts.leaving) and not _is_among(people, facts.coming):
            page.get_by_role("combobox", name="Add people").fill(facts.coming)
            page.get_by_role("option").filter(has_text=facts.coming).click()
            page.get_by_role("button", name="Add to channel").click()
            people.get_by_text(facts.coming, exact=True).wait_for()
        page.keyboard.press("Escape")
        people.wait_for(state="detached")


def _own_public_names(sidebar: Locator) -> list[str]:
    """The channels of all sections of the sidebar, without those that are said to be private."""
    sidebar.get_by_role("region", name="Channels").get_by_role("link").first.wait_for()
    names: list[str] = []
    for section in sidebar.get_by_role("region").all():
        heading = section.get_by_role("heading").get_by_role("button")
        if heading.inner_text().strip() in _OTHER_SECTIONS:
            continue
        if heading.get_attribute("aria-expanded") == "false":
            heading.click()
        links = section.locator("li").get_by_role("link")
        names += [
            name
            for name, described in links.evaluate_all(_NAMED)
            if "private" not in (described or "").split(", ")
        ]
    return names


def _is_among(people: Locator, called: str) -> bool:
    return people.get_by_text(called, exact=True).count() > 0
