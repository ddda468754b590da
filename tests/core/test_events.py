"""Functions that act upon events, within the step that caused them."""

import pytest
from tests.kit import Doors, Office

from workworld import events
from workworld.context import Context, Event
from workworld.errors import Forbidden


@pytest.fixture(autouse=True)
def _handlers_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "_handlers", {})


def test_functions_run_within_the_step_in_the_order_of_their_names(
    doors: Doors, office: Office
) -> None:
    seen: list[str] = []

    @events.on("chat.message_posted")
    def second(ctx: Context, event: Event) -> None:
        seen.append(f"second {event.facts['text']} {ctx.actor.person_id}")

    @events.on("chat.message_posted")
    def first(ctx: Context, event: Event) -> None:
        seen.append(f"first {event.facts['text']}")
        ctx.emit("test.more", text="more")

    @events.on("test.more")
    def third(_ctx: Context, event: Event) -> None:
        seen.append(f"third {event.facts['text']}")

    assert doors.rest("chat.postMessage", channel=office.channels["general"], text="hi")["ok"]
    assert seen == ["first hi", f"second hi {doors.person_id}", "third more"]
    assert len(doors.journal) == 1


def test_what_a_function_refuses_did_not_happen(doors: Doors, office: Office) -> None:
    @events.on("chat.message_posted")
    def refuse(_ctx: Context, _event: Event) -> None:
        raise Forbidden("not_today")

    answer = doors.rest("chat.postMessage", channel=office.channels["general"], text="hi")
    assert answer == {"ok": False, "error": "not_today"}
    assert doors.changes == []
    (entry,) = doors.journal
    assert (entry.outcome, entry.topics) == ("not_today", None)


def test_functions_that_never_come_to_an_end_are_a_bug(doors: Doors, office: Office) -> None:
    @events.on("chat.message_posted")
    def again(ctx: Context, event: Event) -> None:
        ctx.emit(event.kind, **event.facts)

    response = doors.anonymous("chat").post(
        "/api/chat.postMessage",
        json={"channel": office.channels["general"], "text": "hi"},
        headers={"Authorization": f"Bearer {doors.token}"},
    )
    assert response.status_code == 500
    assert doors.journal == []


def test_step_says_which_pages_it_concerns(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    assert doors.rest("chat.postMessage", channel=general, text="hi")["ok"]
    (entry,) = doors.journal
    assert f"chat.channel:{general}" in (entry.topics or ())
