"""A full world refuses changes in every door's dialect, and is read as before."""

import pytest
from tests.apps.sheets.rest import ROOT, Client
from tests.kit import Doors, Office, text_of

from workworld.faults import FaultKind, inject
from workworld.worlds.private import PrivateWorld


@pytest.fixture
def full(doors: Doors, office: Office) -> PrivateWorld:
    """A world that has reached its limit."""
    world = doors.world
    assert isinstance(world, PrivateWorld)
    assert doors.rest("chat.postMessage", channel=office.channels["general"], text="last")["ok"]
    world._log_limit = 1
    return world


def test_changes_are_refused_at_every_door(
    full: PrivateWorld, doors: Doors, office: Office
) -> None:
    general = office.channels["general"]
    answer = doors.rest_answer("chat.postMessage", channel=general, text="lost")
    assert (answer.status_code, answer.get_json()) == (503, {"ok": False, "error": "out_of_space"})
    result = doors.mcp("slack_send_message", channel_id=general, message="lost")
    assert result.is_error
    assert "no space left" in text_of(result)
    page = doors.submit(f"/c/{general}/messages", text="typed with care")
    assert page.status_code == 503
    assert "typed with care" in page.get_data(as_text=True)
    assert len(doors.journal) == len(doors.changes) == 1
    full.rewind(0)
    full._log_limit = 1 << 28
    assert doors.rest("chat.postMessage", channel=general, text="room again")["ok"]


def test_everything_is_read_as_before(full: PrivateWorld, doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    messages = doors.rest("conversations.history", channel=general)["messages"]
    assert messages[0]["text"] == "last"
    assert "last" in text_of(doors.mcp("slack_read_channel", channel_id=general))
    page = doors.browser.get(f"/c/{general}")
    assert page.status_code == 200
    assert "last" in page.get_data(as_text=True)


def test_page_is_shown_though_it_cannot_note_that_it_was(doors: Doors, office: Office) -> None:
    with doors.world.writing() as session:
        inject(session, app_id="chat", kind=FaultKind.DOWN, operation="chat.markers")
    page = doors.browser.get(f"/c/{office.channels['general']}")
    assert page.status_code == 200


def test_spreadsheets_take_nothing_by_halves(doors: Doors) -> None:
    rest = Client(doors)
    book = rest.book("Plan")
    book.put("A1:B2", [["a", "b"], ["c", "=A1"]])
    world, before = doors.world, doors.changes
    assert isinstance(world, PrivateWorld)
    world._log_limit = 1
    rows = {"values": [["lost"] * 20] * 50}
    query = {"valueInputOption": "RAW"}
    answer = rest.send("PUT", f"{ROOT}/{book.id}/values/A1:T50", json=rows, query_string=query)
    error = answer.get_json()["error"]
    assert (answer.status_code, error["status"]) == (503, "UNAVAILABLE")
    uploads = "/upload/drive/v3/files"
    for how in ({"uploadType": "media"}, {"uploadType": "resumable"}):
        sent = rest.send("POST", uploads, query_string=how, data=b"{}")
        assert sent.status_code == 503, sent.get_data(as_text=True)
    add = {"addSheet": {"properties": {"title": "lost"}}}
    result = doors.mcp("update_spreadsheet", spreadsheetId=book.id, requests=[add])
    assert result.is_error
    assert doors.changes == before
    assert book.values("A1:B2") == [["a", "b"], ["c", "a"]]
    assert doors.pages_of("sheets").get(f"/s/{book.id}").status_code == 200
    world._log_limit = 1 << 28
    assert rest.send("PUT", f"{ROOT}/{book.id}/values/A1:T50", json=rows, query_string=query)
