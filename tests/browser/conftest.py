"""A context of its own for each browser test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page
from tests.kit import Doors

from workworld.host import Host

REFUSED = "Failed to load resource: the server responded with a status of 4"
"""What the browser itself says of a form that was not taken."""


@pytest.fixture
def page(chrome: Browser, host: Host, doors: Doors) -> Iterator[Page]:
    """A page signed in as the usual persona, at the app switcher; console errors fail the test."""
    context = chrome.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        is_complaint = message.type in ("error", "warning")
        if is_complaint and not message.text.startswith(REFUSED):
            complaints.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(host.launch_url(doors.world.id, doors.person_id))
    yield page
    context.close()
    assert complaints == []
