"""A context of its own for each browser test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page
from tests.kit import Doors

from workworld.host import Host


@pytest.fixture
def page(chrome: Browser, host: Host, doors: Doors) -> Iterator[Page]:
    """A page signed in as the usual persona, at the app switcher; console errors fail the test."""
    context = chrome.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    complaints: list[str] = []
    page.on(
        "console", lambda m: complaints.append(m.text) if m.type in ("error", "warning") else None
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(host.launch_url(doors.world.id, doors.person_id))
    yield page
    context.close()
    assert complaints == []
