"""Emoji below comments, on an issue's page."""

from __future__ import annotations

import re

import pytest
from tests.apps.tracker.desk import Desk
from tests.apps.tracker.texts import issue_of, text
from tests.kit import Doors, Office

from workworld.apps.tracker.service import comments
from workworld.identity import Authority
from workworld.worlds import World


@pytest.fixture
def developer(world: World, authority: Authority, office: Office) -> Doors:
    """Somebody who comments on issues."""
    return Doors(world, authority, office.people["mchen"])


def below(doors: Doors, key: str) -> list[str]:
    """What an issue's page says of the emoji that are there."""
    said = doors.pages_of("tracker").get(f"/browse/{key}").get_data(as_text=True)
    return re.findall(r'aria-pressed="\w+" aria-label="(:[^"]+)"', said)


def test_an_emoji_is_put_below_a_comment_and_taken_away(desk: Desk, developer: Doors) -> None:
    key = issue_of(desk)
    known = desk.do(comments.add, by="tbreslin", issue=key, body=text("done"))
    path = f"/browse/{key}/comments/{known.id}/reactions"
    client = developer.pages_of("tracker")
    assert below(developer, key) == []
    assert client.post(path, data={"csrf": developer.csrf, "emoji": "tada"}).status_code == 303
    (said,) = below(developer, key)
    assert said.startswith(":tada: 1, ")
    client.post(path, data={"csrf": developer.csrf, "drop": "tada"})
    assert below(developer, key) == []


def test_who_may_not_comment_sees_emoji_and_cannot_add_any(
    desk: Desk, developer: Doors, world: World, authority: Authority, office: Office
) -> None:
    key = issue_of(desk)
    known = desk.do(comments.add, by="tbreslin", issue=key, body=text("done"))
    path = f"/browse/{key}/comments/{known.id}/reactions"
    data = {"csrf": developer.csrf, "emoji": "tada"}
    developer.pages_of("tracker").post(path, data=data)
    viewer = Doors(world, authority, office.people["gostrander"])
    page = viewer.pages_of("tracker").get(f"/browse/{key}").get_data(as_text=True)
    assert "🎉 1" in page
    assert "React to the comment" not in page
    data = {"csrf": viewer.csrf, "emoji": "tada"}
    assert viewer.pages_of("tracker").post(path, data=data).status_code == 403
