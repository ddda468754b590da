import re
from typing import Any

import pytest
from tests.kit import Doors, Office

from workworld.apps.chat.models import Channel
from workworld.apps.chat.service import channels, members, messages, reactions
from workworld.calls import perform
from workworld.errors import NotFound, Refused


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


def act(doors: Doors, function: Any, **arguments: object) -> Any:
    return perform(doors.world, doors.actor, function, **arguments)


def refusal(doors: Doors, function: Any, **arguments: object) -> str:
    with pytest.raises(Refused) as refused:
        act(doors, function, **arguments)
    return refused.value.code


def notes(doors: Doors, channel_id: str) -> list[tuple[str, str]]:
    """Kind and text of the notes in a channel, newest first, with the person's id left out."""
    answer = doors.rest("conversations.history", channel=channel_id)
    return [
        (each["subtype"], each["text"].partition("> ")[2])
        for each in answer["messages"]
        if "subtype" in each
    ]


def test_life_of_a_channel_is_written_down_in_it(doors: Doors) -> None:
    made = act(doors, channels.create, name="war-room")
    act(doors, channels.rename, channel_id=made.id, name="peace-room")
    act(doors, channels.set_topic, channel_id=made.id, topic=" calm & <quiet> ")
    act(doors, channels.set_purpose, channel_id=made.id, purpose="to rest")
    act(doors, channels.set_purpose, channel_id=made.id, purpose="")
    act(doors, channels.archive, channel_id=made.id)
    act(doors, channels.unarchive, channel_id=made.id)
    assert notes(doors, made.id)[::-1] == [
        ("channel_join", "has joined the channel"),
        ("channel_name", 'has renamed the channel from "war-room" to "peace-room"'),
        ("channel_topic", "set the channel topic: calm &amp; &lt;quiet&gt;"),
        ("channel_purpose", "set the channel purpose: to rest"),
        ("channel_purpose", "cleared the channel purpose"),
        ("channel_archive", "archived the channel"),
        ("channel_unarchive", "un-archived the channel"),
    ]
    page = doors.browser.get(f"/c/{made.id}").get_data(as_text=True)
    assert re.search(r'class="message-text">(<\w+>|\s)*set the channel topic: calm', page)
    shown = doors.rest("conversations.info", channel=made.id)["channel"]
    assert (shown["name"], shown["topic"]["value"]) == ("peace-room", "calm & <quiet>")
    assert shown["purpose"]["creator"] == doors.person_id
    assert (shown["is_member"], shown["num_members"]) == (True, 1)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "invalid_name_required"),
        ("x" * 81, "invalid_name_maxlength"),
        ("War-Room", "invalid_name_specials"),
        ("war room", "invalid_name_specials"),
        ("a\x00", "invalid_name_specials"),
        ("-_-", "invalid_name_punctuation"),
        ("general", "name_taken"),
        ("gatehouse-migration", "name_taken"),
        ("renewals", "name_taken"),
    ],
)
def test_name_must_be_good_and_free(doors: Doors, office: Office, name: str, code: str) -> None:
    assert refusal(doors, channels.create, name=name) == code
    place = {"channel_id": office.channels["deploys"], "name": name}
    assert refusal(doors, channels.rename, **place) == code
    assert doors.changes == []


def test_who_may_change_a_channel(doors: Doors, colleague: Doors, office: Office) -> None:
    deploys, support = office.channels["deploys"], office.channels["support"]
    archive, general = office.channels["gatehouse-migration"], office.channels["general"]
    said = {
        (refusal(colleague, channels.rename, channel_id=deploys, name="x"), "not_authorized"),
        (refusal(colleague, channels.archive, channel_id=deploys), "restricted_action"),
        (refusal(colleague, channels.unarchive, channel_id=archive), "restricted_action"),
        (refusal(doors, channels.rename, channel_id=support, name="x"), "not_in_channel"),
        (refusal(doors, channels.set_topic, channel_id=support, topic="x"), "not_in_channel"),
        (refusal(doors, channels.set_topic, channel_id=archive, topic="x"), "is_archived"),
        (refusal(doors, channels.set_purpose, channel_id=deploys, purpose="x" * 251), "too_long"),
        (refusal(doors, channels.archive, channel_id=general), "cant_archive_general"),
        (refusal(doors, channels.archive, channel_id=archive), "already_archived"),
        (refusal(doors, channels.unarchive, channel_id=deploys), "not_archived"),
    }
    assert {got for got, _ in said} == {wanted for _, wanted in said}
    assert all(got == wanted for got, wanted in said)
    act(colleague, channels.set_topic, channel_id=deploys, topic="anybody inside may")


def test_steps_name_the_pages_they_concern(doors: Doors, colleague: Doors, office: Office) -> None:
    general = office.channels["general"]
    sent = act(doors, messages.post, channel_id=general, text="hi")
    act(colleague, reactions.add, channel_id=general, ts=sent.ts, emoji="eyes")
    support = office.channels["support"]
    act(doors, members.join, channel_id=support)
    posted, reacted, joined = (set(entry.topics or ()) for entry in doors.journal)
    assert posted == {f"chat.channel:{general}", f"chat.thread:{general}:{sent.ts}"}
    assert reacted == posted | {f"notifications:{doors.person_id}"}
    assert {
        f"chat.channel:{support}",
        "chat.channels:public",
        f"chat.sidebar:{doors.person_id}",
    } < joined


def test_nobody_hears_that_something_happens_in_a_hidden_channel(
    doors: Doors, office: Office
) -> None:
    hidden = office.channels["finance-close"]
    doors.rest("conversations.setTopic", channel=hidden, topic="Quiet")
    (step,) = doors.journal
    topics = step.topics or []
    assert {topic.partition(":")[0] for topic in topics} == {"chat.channel", "chat.thread"}
    assert all(hidden in topic for topic in topics)
