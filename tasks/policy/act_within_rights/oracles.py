"""The oracles: they find out by trying, or by which controls there are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workworld.grading import Episode
from workworld.grading.family import ToolFailed
from workworld.tasks.channels import channel_named
from workworld.tasks.listings import pages
from workworld.tasks.policy.act_within_rights.facts import Facts
from workworld.tasks.policy.act_within_rights.requests import (
    DELETE,
    DONE,
    EDIT,
    NOT_ALLOWED,
    NOT_FOUND,
)
from workworld.tasks.screens.chat import act_on, earlier_message, open_channel, post

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


def solve(episode: Episode, facts: Facts) -> None:
    """Find it, try it, and say what came of it."""
    episode.answer(attempt(episode, facts))


def attempt(episode: Episode, facts: Facts) -> str:
    """Do it if one may; what is to be answered."""
    request = facts.request
    channel_id = channel_named(episode, request.channel_name)
    if channel_id is None:
        return NOT_FOUND
    try:
        match request.kind:
            case "post":
                episode.use("slack_send_message", channel_id=channel_id, message=facts.text)
            case "rename":
                episode.use("slack_rename_channel", channel_id=channel_id, name=facts.text)
            case _:
                _change_message(episode, facts, channel_id)
    except ToolFailed:
        return NOT_ALLOWED
    return DONE


def _change_message(episode: Episode, facts: Facts, channel_id: str) -> None:
    request = facts.request
    line = re.compile(
        rf"^=== Message from {re.escape(request.author)} .*\n"
        rf"Message TS: (\S+)\n{re.escape(request.quote)}",
        re.MULTILINE,
    )
    read = pages(episode, "slack_read_channel", "messages", channel_id=channel_id)
    key = {
        "channel_id": channel_id,
        "message_ts": next(match[1] for page in read if (match := line.search(page))),
    }
    if request.kind == DELETE:
        episode.use("slack_delete_message", **key)
    else:
        episode.use("slack_update_message", **key, message=facts.text)


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard: where there is no control, there is no right."""
    if not open_channel(page, facts.request.channel_name):
        episode.answer(NOT_FOUND)
        return
    match facts.request.kind:
        case "post":
            was_done = _post(page, facts)
        case "rename":
            was_done = _rename(page, facts)
        case _:
            was_done = _use_message(page, facts)
    episode.answer(DONE if was_done else NOT_ALLOWED)


def _post(page: Page, facts: Facts) -> bool:
    name = facts.request.channel_name
    if not page.get_by_role("textbox", name=f"Message #{name}").count():
        return False
    post(page, name, facts.text)
    return True


def _rename(page: Page, facts: Facts) -> bool:
    page.get_by_role("button", name=f"More on #{facts.request.channel_name}").click()
    page.get_by_role("menuitem", name="About this channel").click()
    about = page.get_by_role("dialog", name=f"Details of #{facts.request.channel_name}")
    about.wait_for()
    edit = about.get_by_role("link", name="Edit name")
    if not edit.count():
        return False
    edit.click()
    about.get_by_role("textbox", name="Name", exact=True).fill(facts.text)
    about.get_by_role("button", name="Save name").click()
    page.get_by_role("dialog", name=f"Details of #{facts.text}").wait_for()
    return True


def _use_message(page: Page, facts: Facts) -> bool:
    request = facts.request
    target = earlier_message(page, request.quote)
    verb = "Edit" if request.kind == EDIT else "Delete"
    if not act_on(page, target, f"{verb} message"):
        return False
    if request.kind == EDIT:
        _rewrite(page, facts.text)
    else:
        _confirm(page, target)
    return True


def _rewrite(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Edit message").fill(text)
    page.get_by_role("button", name="Save changes").click()
    page.get_by_role("log").get_by_text(text).wait_for()


def _confirm(page: Page, message: Locator) -> None:
    dialog = page.get_by_role("alertdialog", name="Delete this message?")
    dialog.get_by_role("button", name="Delete").click()
    message.wait_for(state="detached")
