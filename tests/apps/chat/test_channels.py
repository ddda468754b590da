from typing import Any

import pytest
from tests.kit import Doors, Office

from workworld.apps.chat.models import Channel
from workworld.apps.chat.service import channels
from workworld.calls import perform
from workworld.errors import NotFound


def names(doors: Doors, **arguments: object) -> list[str]:
    page = perform(doors.world, doors.actor, channels.list, **arguments)
    return [channel.name for channel in page.items]


def test_private_channel_is_listed_to_its_members_only(doors: Doors, colleague: Doors) -> None:
    assert "finance-close" in names(doors, kinds=["private"])
    assert names(colleague, kinds=["private"]) == []
    assert "finance-close" not in names(doors)


def test_hidden_and_missing_channel_are_refused_alike(colleague: Doors, office: Office) -> None:
    said = []
    for channel_id in (office.channels["finance-close"], "C00000000"):
        with pytest.raises(NotFound) as refused:
            perform(colleague.world, colleague.actor, channels.info, channel_id=channel_id)
        said.append((refused.value.code, refused.value.message))
    assert said[0] == said[1]


@pytest.mark.parametrize(
    ("arguments", "present", "absent"),
    [
        ({"member_id": "{aruiz}"}, "general", "support"),
        ({"exclude_archived": True}, "general", "gatehouse-migration"),
        ({}, "gatehouse-migration", "renewals"),
        ({"words": ["DEPLOY"]}, "deploy-alerts", "general"),
        ({"words": ["%"]}, None, "general"),
        ({"name_prefix": "dep"}, "deploys", "general"),
        ({"name_prefix": "_"}, None, "general"),
    ],
)
def test_listing_is_filtered(
    doors: Doors, office: Office, arguments: dict[str, Any], present: str | None, absent: str
) -> None:
    if "member_id" in arguments:
        arguments = {"member_id": arguments["member_id"].format_map(office.people)}
    found = names(doors, **arguments)
    assert present is None or present in found
    assert absent not in found


def test_pages_hold_every_channel_once(doors: Doors) -> None:
    paged: list[str] = []
    cursor = ""
    while True:
        page = perform(doors.world, doors.actor, channels.list, limit=3, cursor=cursor)
        paged += [channel.name for channel in page.items]
        if page.next_cursor is None:
            break
        cursor = page.next_cursor
    assert paged == names(doors) == sorted(set(paged))


def test_everyone_is_in_the_default_channel(doors: Doors, office: Office) -> None:
    general: Channel = perform(
        doors.world, doors.actor, channels.info, channel_id=office.channels["general"]
    )
    assert general.is_default
    assert doors.rest("conversations.info", channel=general.id)["channel"]["num_members"] == 12
