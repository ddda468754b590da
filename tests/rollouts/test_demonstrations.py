"""What operators are shown of a task."""

import re
from collections.abc import Iterator

import httpx2
import pytest

from workworld.browsers import NoBrowser
from workworld.environment.pages import Chrome
from workworld.host import Host
from workworld.identity import Authority
from workworld.rollouts.demonstrations import demonstrating
from workworld.worlds import Snapshot, Worlds

TASK = "communication.post_announcement"


@pytest.fixture
def shown(worlds: Worlds, snapshot: Snapshot) -> Iterator[httpx2.Client]:
    """A portal that shows how tasks are done, and its worlds."""
    worlds.open(snapshot, "w1")
    with (
        Host(
            worlds, snapshot, Authority(), control_port=0, demonstrate=demonstrating(snapshot)
        ) as host,
        httpx2.Client(
            base_url=host.control_origin,
            headers={"Origin": host.control_origin},
            follow_redirects=True,
            timeout=60,
        ) as client,
    ):
        client.get(host.portal_url)
        yield client


def test_the_oracle_works_in_a_world_of_its_own(shown: httpx2.Client, worlds: Worlds) -> None:
    assert "Show how it is done" in shown.get(f"/tasks/{TASK}").text
    page = shown.post(f"/tasks/{TASK}/oracle", data={"seed": "3"}).text
    assert 'portal-figure">1.0<' in page
    assert "slack_send_message" in page
    assert page.count("<details>") >= 2
    assert "<figure>" not in page
    assert [world.id for world in worlds.all()] == ["w1"]
    assert worlds.get("w1").diff() == []


def test_there_is_no_browser(shown: httpx2.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def none_there(_chrome: Chrome) -> None:
        raise NoBrowser("No Chromium found. Install one.")

    monkeypatch.setattr(Chrome, "browser", property(none_there))
    answer = shown.post(f"/tasks/{TASK}/oracle", data={"seed": "3", "door": "browser"})
    assert answer.status_code == 409
    assert "No Chromium found. Install one." in answer.text


@pytest.mark.browser
def test_what_it_sees_in_a_browser_is_shown_step_by_step(shown: httpx2.Client) -> None:
    page = shown.post(f"/tasks/{TASK}/oracle", data={"seed": "3", "door": "browser"}).text
    assert 'portal-figure">1.0<' in page
    said = re.findall(r"<figcaption>(.*?)</figcaption>", page)
    assert said[:2] == ["1. Signed in", "2. Click the link “Chat”"]
    assert any(each.startswith("4. Fill the textbox “Message #") for each in said)
    assert any("Press Enter in the textbox" in each for each in said)
    assert page.count("data:image/jpeg;base64,/9j/") == len(said)
