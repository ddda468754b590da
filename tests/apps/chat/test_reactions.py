import pytest
from tests.kit import Doors, Office

from workworld.apps.chat.service import messages, reactions
from workworld.calls import perform
from workworld.emoji import every_emoji
from workworld.errors import Refused


def act(doors: Doors, function: object, **arguments: object) -> object:
    return perform(doors.world, doors.actor, function, **arguments)  # type: ignore[arg-type]


@pytest.fixture
def place(doors: Doors, office: Office) -> dict[str, str]:
    sent = perform(
        doors.world,
        doors.actor,
        messages.post,
        channel_id=office.channels["general"],
        text="hello",
    )
    return {"channel_id": sent.channel_id, "ts": sent.ts}


def shown(doors: Doors, place: dict[str, str]) -> list[tuple[str, int, list[str]]]:
    answer = doors.rest("reactions.get", channel=place["channel_id"], timestamp=place["ts"])
    return [
        (each["name"], each["count"], each["users"])
        for each in answer["message"].get("reactions", [])
    ]


def test_reactions_are_counted_by_emoji_first_come_first(
    doors: Doors, colleague: Doors, place: dict[str, str]
) -> None:
    act(doors, reactions.add, **place, emoji="tada")
    act(colleague, reactions.add, **place, emoji="eyes")
    act(colleague, reactions.add, **place, emoji=":tada:")
    assert shown(doors, place) == [
        ("tada", 2, [doors.person_id, colleague.person_id]),
        ("eyes", 1, [colleague.person_id]),
    ]
    act(doors, reactions.remove, **place, emoji="tada")
    assert shown(doors, place) == [
        ("eyes", 1, [colleague.person_id]),
        ("tada", 1, [colleague.person_id]),
    ]


def test_other_names_of_an_emoji_are_one(doors: Doors, place: dict[str, str]) -> None:
    act(doors, reactions.add, **place, emoji="thumbsup")
    assert shown(doors, place) == [("+1", 1, [doors.person_id])]
    act(doors, reactions.add, **place, emoji="+1")
    assert shown(doors, place) == [("+1", 1, [doors.person_id])]
    again = {"channel": place["channel_id"], "timestamp": place["ts"], "name": "thumbsup"}
    assert doors.rest("reactions.add", **again)["error"] == "already_reacted"
    tool = {**place, "message_ts": place["ts"], "emoji": "thumbsup"}
    del tool["ts"]
    assert not doors.mcp("slack_add_reaction", **tool).is_error
    act(doors, reactions.add, **place, emoji="+1::skin-tone-3")
    assert len(shown(doors, place)) == 2


def test_a_second_click_leaves_things_as_the_first_one_did(
    doors: Doors, place: dict[str, str]
) -> None:
    path = f"/c/{place['channel_id']}/m/{place['ts']}/reactions"
    for field, left in (("emoji", [("tada", 1, [doors.person_id])]), ("drop", [])):
        for _ in range(2):
            assert doors.submit(path, **{field: "tada"}).status_code == 303
            assert shown(doors, place) == left
    nowhere = f"/c/{place['channel_id']}/m/1700000000.000000/reactions"
    assert doors.submit(nowhere, drop="tada").status_code == 404


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"emoji": "nothing_of_the_kind"}, "invalid_name"),
        ({"emoji": "tada::skin-tone-2"}, "invalid_name"),
        ({"emoji": ""}, "invalid_name"),
        ({"ts": "1700000000.000000"}, "message_not_found"),
        ({"channel_id": "C000"}, "channel_not_found"),
    ],
)
@pytest.mark.parametrize("function", [reactions.add, reactions.remove])
def test_what_cannot_be_reacted_to_is_refused(
    doors: Doors, place: dict[str, str], function: object, change: dict[str, str], code: str
) -> None:
    with pytest.raises(Refused) as refused:
        act(doors, function, **{**place, "emoji": "eyes", **change})
    assert refused.value.code == code


def test_only_ones_own_can_be_removed(
    doors: Doors, colleague: Doors, place: dict[str, str]
) -> None:
    act(doors, reactions.add, **place, emoji="eyes")
    with pytest.raises(Refused) as refused:
        act(colleague, reactions.remove, **place, emoji="eyes")
    assert refused.value.code == "no_reaction"
    assert shown(doors, place) == [("eyes", 1, [doors.person_id])]


def test_one_person_has_room_for_so_many(doors: Doors, place: dict[str, str]) -> None:
    names = list(dict.fromkeys(each.name for each in every_emoji().values()))
    for name in names[:23]:
        act(doors, reactions.add, **place, emoji=name)
    with pytest.raises(Refused) as refused:
        act(doors, reactions.add, **place, emoji=names[23])
    assert refused.value.code == "too_many_reactions"


def test_outsiders_and_archives_take_no_reactions(doors: Doors, office: Office) -> None:
    said = {}
    for name in ("support", "gatehouse-migration"):
        channel_id = office.channels[name]
        history = doors.rest("conversations.history", channel=channel_id, limit=1)
        with pytest.raises(Refused) as refused:
            act(
                doors,
                reactions.add,
                channel_id=channel_id,
                ts=history["messages"][0]["ts"],
                emoji="eyes",
            )
        said[name] = refused.value.code
    assert said == {"support": "not_in_channel", "gatehouse-migration": "is_archived"}


def test_reactions_go_with_their_message(doors: Doors, place: dict[str, str]) -> None:
    before = doors.changes
    act(doors, reactions.add, **place, emoji="eyes")
    act(doors, messages.delete, **place)
    assert before
    assert doors.changes == []
