"""A fault is seen alike through every door, each in its own dialect."""

import json
from typing import Any

import pytest
from tests.apps.sheets.rest import ROOT, Client
from tests.kit import Doors, Office, text_of

from workworld.clock import Clock
from workworld.faults import FaultKind, clear, inject

REFUSALS = {
    FaultKind.DOWN: ("service_unavailable", 503, "unavailable", 503),
    FaultKind.FAILING: ("internal_error", 500, "fault", 500),
    FaultKind.RATE_LIMITED: ("ratelimited", 429, "try again in 30 seconds", 429),
    FaultKind.STALE_TOKEN: ("token_expired", 200, "expired", 302),
}
"""Kind → REST code and status, words of the tool's answer, status of the page."""


def break_chat(doors: Doors, kind: FaultKind, **details: Any) -> None:
    with doors.world.writing() as session:
        inject(session, app_id="chat", kind=kind, **details)


def now_us(doors: Doors) -> int:
    with doors.world.reading() as session:
        return Clock(session).now_us()


@pytest.mark.parametrize("kind", REFUSALS)
def test_reads_are_refused_at_every_door_until_the_fault_is_gone(
    kind: FaultKind, doors: Doors, office: Office
) -> None:
    general = office.channels["general"]
    code, status, words, page_status = REFUSALS[kind]
    break_chat(doors, kind)
    answer = doors.rest_answer("conversations.history", channel=general)
    assert (answer.status_code, answer.get_json()) == (status, {"ok": False, "error": code})
    assert answer.headers.get("Retry-After") == ("30" if status == 429 else None)
    result = doors.mcp("slack_read_channel", channel_id=general)
    assert result.is_error
    assert words in text_of(result)
    page = doors.browser.get(f"/c/{general}")
    assert page.status_code == page_status
    assert page.headers.get("Retry-After") == ("30" if status == 429 else None)
    assert doors.journal == []
    outcomes = [(read["surface"], read["outcome"]) for read in doors.world.trail.reads()]
    assert outcomes == [("rest", code), ("mcp", code), ("ui", code)]
    with doors.world.writing() as session:
        clear(session)
    assert doors.rest_answer("conversations.history", channel=general).get_json()["ok"]
    assert not doors.mcp("slack_read_channel", channel_id=general).is_error
    assert doors.browser.get(f"/c/{general}").status_code == 200


@pytest.mark.parametrize("kind", REFUSALS)
def test_writes_are_refused_as_steps_that_change_nothing(
    kind: FaultKind, doors: Doors, office: Office
) -> None:
    general = office.channels["general"]
    break_chat(doors, kind)
    assert not doors.rest_answer("chat.postMessage", channel=general, text="lost").get_json()["ok"]
    assert doors.mcp("slack_send_message", channel_id=general, message="lost").is_error
    page = doors.submit(f"/c/{general}/messages", text="typed with care")
    assert page.status_code >= 400
    code = REFUSALS[kind][0]
    assert [(entry.surface, entry.outcome) for entry in doors.journal] == [
        ("rest", code),
        ("mcp", code),
        ("ui", code),
    ]
    assert doors.changes == []


@pytest.mark.parametrize("kind", [FaultKind.DOWN, FaultKind.FAILING, FaultKind.RATE_LIMITED])
def test_page_keeps_what_was_typed_and_offers_to_send_it_again(
    kind: FaultKind, doors: Doors, office: Office
) -> None:
    path = f"/c/{office.channels['general']}/messages"
    break_chat(doors, kind)
    page = doors.submit(path, text="typed <with> care").get_data(as_text=True)
    assert "typed &lt;with&gt; care" in page
    assert "Try again" in page
    with doors.world.writing() as session:
        clear(session)
    assert doors.submit(path, text="typed <with> care").status_code == 303


def test_one_failure_then_success_whatever_door_meets_it(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    calls = {
        "rest": lambda: doors.rest_answer("conversations.info", channel=general).status_code == 200,
        "mcp": lambda: not doors.mcp("slack_read_channel", channel_id=general).is_error,
        "ui": lambda: doors.browser.get(f"/c/{general}").status_code == 200,
        "write": lambda: doors.rest("chat.postMessage", channel=general, text="hi")["ok"],
    }
    for name in ("rest", "mcp", "ui"):
        break_chat(doors, FaultKind.FAILING, times=1)
        assert not calls[name](), name
        assert calls[name](), name
    break_chat(doors, FaultKind.STALE_TOKEN, times=1)
    assert not calls["write"]()
    assert calls["write"]()
    assert [entry.outcome for entry in doors.journal] == ["token_expired", "ok"]


def test_slow_app_answers_after_its_time(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    break_chat(doors, FaultKind.SLOW, seconds=120)
    before = now_us(doors)
    assert doors.rest("conversations.info", channel=general)["ok"]
    assert now_us(doors) - before == 120_000_000
    assert doors.rest("chat.postMessage", channel=general, text="at last")["ok"]
    assert now_us(doors) - before == (120 + 120 + 15) * 1_000_000


def test_slow_page_takes_its_time_once(doors: Doors, office: Office) -> None:
    """It asks for many things; whoever opens it waits once, as a REST client does."""
    break_chat(doors, FaultKind.SLOW, seconds=120, times=2)
    before = now_us(doors)
    for waits in (1, 2, 2):
        assert doors.browser.get(f"/c/{office.channels['general']}").status_code == 200
        assert now_us(doors) - before == waits * 120_000_000


def test_fault_of_an_operation_spares_those_that_begin_like_it(
    doors: Doors, office: Office
) -> None:
    break_chat(doors, FaultKind.DOWN, operation="chat.channels.inf")
    assert doors.rest("conversations.info", channel=office.channels["general"])["ok"]
    break_chat(doors, FaultKind.DOWN, operation="chat.channels.info")
    answer = doors.rest_answer("conversations.info", channel=office.channels["general"])
    assert answer.status_code == 503


@pytest.mark.parametrize("kind", REFUSALS)
def test_page_is_shown_though_what_it_notes_unasked_is_refused(
    kind: FaultKind, doors: Doors, office: Office
) -> None:
    break_chat(doors, kind, operation="chat.markers")
    assert doors.browser.get(f"/c/{office.channels['general']}").status_code == 200


def test_page_keeps_nothing_of_a_form_with_secrets(doors: Doors) -> None:
    home = doors.anonymous("home")
    doors.world.close()
    fields = {"email": "a@b.example", "password": "hunter2-secret"}
    answer = home.post("/sign-in", data=fields)
    assert answer.status_code >= 400
    assert "hunter2" not in answer.get_data(as_text=True)


def test_world_that_was_let_go_of_is_unavailable_at_every_door(
    doors: Doors, office: Office
) -> None:
    general = office.channels["general"]
    assert doors.browser.get(f"/c/{general}").status_code == 200
    doors.world.close()
    assert doors.rest_answer("conversations.info", channel=general).status_code == 503
    assert doors.mcp("slack_read_channel", channel_id=general).is_error
    page = doors.browser.get(f"/c/{general}")
    assert (page.status_code, "Not available" in page.get_data(as_text=True)) == (503, True)


def test_rate_limit_ends_with_its_time(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    until = now_us(doors) + 20_000_000
    break_chat(doors, FaultKind.RATE_LIMITED, seconds=20, until_us=until)
    outcomes = [
        doors.rest_answer("chat.postMessage", channel=general, text="x").status_code
        for _ in range(3)
    ]
    assert outcomes == [429, 429, 200]  # each refused step took 15 seconds


def test_fault_of_one_door_or_operation_spares_the_others(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    break_chat(doors, FaultKind.DOWN, surface="rest", operation="chat.messages.post")
    assert doors.rest_answer("chat.postMessage", channel=general, text="x").status_code == 503
    assert doors.rest("conversations.info", channel=general)["ok"]
    assert not doors.mcp("slack_send_message", channel_id=general, message="x").is_error
    break_chat(doors, FaultKind.DOWN, operation="chat.channels")
    assert doors.rest_answer("conversations.info", channel=general).status_code == 503
    assert doors.browser.get(f"/c/{general}").status_code == 503
    assert json.loads(doors.anonymous("chat").get("/api/api.test").get_data())["ok"]


SHEETS = {
    FaultKind.DOWN: (503, "UNAVAILABLE", "unavailable", 503),
    FaultKind.FAILING: (500, "INTERNAL", "nternal", 500),
    FaultKind.RATE_LIMITED: (429, "RESOURCE_EXHAUSTED", "Quota exceeded", 429),
    FaultKind.STALE_TOKEN: (401, "UNAUTHENTICATED", "credential", 302),
}
"""Of spreadsheets: kind → REST status and word, words of the tool's answer, status of the page."""


@pytest.mark.parametrize("kind", SHEETS)
def test_spreadsheets_are_out_of_reach_until_the_fault_is_gone(
    kind: FaultKind, doors: Doors
) -> None:
    rest = Client(doors)
    book = rest.book("Plan")
    values = f"{ROOT}/{book.id}/values/A1"
    written = {"query_string": {"valueInputOption": "RAW"}, "json": {"values": [["lost"]]}}
    before = doors.changes
    with doors.world.writing() as session:
        inject(session, app_id="sheets", kind=kind)
    status, word, words, page_status = SHEETS[kind]
    for verb, how in (("GET", {}), ("PUT", written)):
        answer = rest.send(verb, values, **how)
        error = answer.get_json()["error"]
        assert (answer.status_code, error["code"], error["status"]) == (status, status, word)
        assert answer.headers.get("Retry-After") == ("30" if status == 429 else None)
    assert rest.send("GET", f"/drive/v3/files/{book.id}").status_code == status
    place = {"spreadsheetId": book.id, "range": "A1"}
    for tool, given in (("get_values", {}), ("update_values", {"values": [["lost"]]})):
        result = doors.mcp(tool, **place, **given)
        assert result.is_error
        assert words in text_of(result)
    pages = doors.pages_of("sheets")
    assert pages.get(f"/s/{book.id}").status_code == page_status
    sent = {"csrf": doors.csrf, "title": "lost"}
    assert pages.post("/new", data=sent).status_code >= 300
    assert doors.changes == before
    with doors.world.writing() as session:
        clear(session)
    assert rest.send("PUT", values, **written).status_code == 200
    assert pages.get(f"/s/{book.id}").status_code == 200


def test_slow_spreadsheets_answer_after_their_time(doors: Doors) -> None:
    rest = Client(doors)
    book = rest.book("Plan")
    with doors.world.writing() as session:
        inject(session, app_id="sheets", kind=FaultKind.SLOW, seconds=120)
    before = now_us(doors)
    assert rest.send("GET", f"{ROOT}/{book.id}/values/A1").status_code == 200
    assert now_us(doors) - before == 120_000_000
