"""Taking back what was just sent."""

import pytest
from tests.kit import Doors, Office

from workworld.apps.chat.service import messages, reactions, unsending
from workworld.calls import perform
from workworld.errors import Refused


def post(doors: Doors, channel_id: str, text: str, thread_ts: str | None = None) -> str:
    place = {"channel_id": channel_id, "text": text, "thread_ts": thread_ts}
    return str(perform(doors.world, doors.actor, messages.post, **place).ts)


def refusal(doors: Doors, channel_id: str, ts: str) -> str:
    with pytest.raises(Refused) as refused:
        perform(doors.world, doors.actor, unsending.unsend, channel_id=channel_id, ts=ts)
    return str(refused.value)


def test_last_message_is_taken_back_and_nothing_is_left_of_it(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    deploys = office.channels["deploys"]
    first, ts = post(doors, deploys, "one"), post(doors, deploys, "two <@UNOBODY>")
    assert refusal(doors, deploys, first) == "Only what you sent last can be taken back."
    assert refusal(colleague, deploys, ts) == "Only its author takes a message back."
    doors.submit(f"/c/{deploys}/m/{ts}/unsend")
    newest = perform(doors.world, doors.actor, messages.history, channel_id=deploys, limit=1)
    assert newest.items[0].ts == first


def test_what_is_answered_or_reacted_to_stays(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    deploys = office.channels["deploys"]
    said = "Somebody has answered it or reacted to it meanwhile."
    ts = post(doors, deploys, "one")
    post(colleague, deploys, "yes", ts)
    assert refusal(doors, deploys, ts) == said
    ts = post(doors, deploys, "two")
    place = {"channel_id": deploys, "ts": ts, "emoji": "tada"}
    perform(colleague.world, colleague.actor, reactions.add, **place)
    assert refusal(doors, deploys, ts) == said
    assert doors.submit(f"/c/{deploys}/m/{ts}/unsend").status_code == 403


def test_page_offers_it_to_the_author_alone(doors: Doors, colleague: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    post(doors, deploys, "one")
    place = f"/c/{deploys}?at=end"
    assert doors.browser.get(place).get_data(as_text=True).count(" unsend") == 1
    assert "data-undo" in doors.browser.get(place).get_data(as_text=True)
    assert " unsend" not in colleague.browser.get(place).get_data(as_text=True)
    doors.submit("/settings/advanced", undo="off")
    assert "data-undo" not in doors.browser.get(place).get_data(as_text=True)
