"""What is saved for later comes due."""

import html

import pytest
from tests.apps.chat.test_keeping import posted
from tests.apps.chat.test_scheduled import now
from tests.kit import Doors, Office, text_of

from workworld.calls import perform
from workworld.directory import roles
from workworld.passing_time import let_time_pass
from workworld.schedule import planned
from workworld.worlds import World

pytestmark = pytest.mark.usefixtures("clean_desks")

HOUR = 3600
SAID = "wanted to come back to a message in #general"


def saved(doors: Doors, office: Office, ahead: int = HOUR) -> tuple[str, str]:
    """A message that is saved with a time to come: where it is."""
    general, ts = office.channels["general"], posted(doors, office)
    due = now(doors.world) + ahead
    doors.mcp("slack_save_message", channel_id=general, message_ts=ts, due=due)
    return general, ts


def notices(doors: Doors) -> str:
    return html.unescape(doors.browser.get("/activity").text)


def coming(world: World) -> int:
    with world.reading() as session:
        return sum(each.operation == "chat.saved.come_due" for each in planned(session))


def test_saved_message_is_told_of_once_when_it_is_due(doors: Doors, office: Office) -> None:
    saved(doors, office)
    let_time_pass(doors.world, HOUR - 60)
    assert SAID not in notices(doors)
    assert "Due today at 10:30 AM" in doors.browser.get("/later").text
    let_time_pass(doors.world, 60)
    assert notices(doors).count(f"<strong>You</strong> {SAID}") == 1
    assert "keep this" in notices(doors)
    shelf = doors.browser.get("/later").text
    assert "Was due today at 10:30 AM" in shelf
    assert "Snooze: message of" in shelf
    assert "(overdue)" in text_of(doors.mcp("slack_list_saved_messages"))
    let_time_pass(doors.world, 48 * HOUR)
    assert notices(doors).count(SAID) == 1
    assert coming(doors.world) == 0


def test_snoozed_message_is_told_of_anew(doors: Doors, office: Office) -> None:
    general, ts = saved(doors, office)
    let_time_pass(doors.world, HOUR)
    asked = doors.browser.get(f"/c/{general}/m/{ts}/saved/due").text
    assert "When to come back to it" in asked
    again = doors.submit(f"/c/{general}/m/{ts}/saved/due", due="in 2 hours")
    assert (again.status_code, again.location) == (303, "/later")
    assert SAID not in notices(doors)
    assert "Was due" not in doors.browser.get("/later").text
    let_time_pass(doors.world, 2 * HOUR)
    assert SAID in notices(doors)


def test_new_time_takes_the_place_of_the_old_one(doors: Doors, office: Office) -> None:
    general, ts = saved(doors, office)
    later = now(doors.world) + 3 * HOUR
    doors.mcp("slack_set_saved_due", channel_id=general, message_ts=ts, due=later)
    assert coming(doors.world) == 1
    let_time_pass(doors.world, 2 * HOUR)
    assert SAID not in notices(doors)
    doors.submit(f"/c/{general}/m/{ts}/saved/due", due="")
    let_time_pass(doors.world, 2 * HOUR)
    assert SAID not in notices(doors)


@pytest.mark.parametrize(
    ("path", "given"),
    [
        ("saved/state", {"state": "completed"}),
        ("saved/state", {"state": "archived"}),
        ("unsave", {}),
        ("delete", {}),
    ],
)
def test_what_is_done_with_or_gone_is_not_told_of(
    doors: Doors, office: Office, path: str, given: dict[str, str]
) -> None:
    general, ts = saved(doors, office)
    assert doors.submit(f"/c/{general}/m/{ts}/{path}", **given).status_code == 303
    assert coming(doors.world) == 0
    let_time_pass(doors.world, 2 * HOUR)
    assert SAID not in notices(doors)


@pytest.mark.parametrize("path", ["saved/state", "unsave", "delete"])
def test_notice_goes_with_what_it_was_of(doors: Doors, office: Office, path: str) -> None:
    general, ts = saved(doors, office)
    let_time_pass(doors.world, HOUR)
    assert SAID in notices(doors)
    doors.submit(f"/c/{general}/m/{ts}/{path}", state="completed")
    assert SAID not in notices(doors)


def test_message_that_is_in_progress_again_comes_due(doors: Doors, office: Office) -> None:
    general, ts = saved(doors, office)
    for state in ("archived", "in_progress"):
        doors.submit(f"/c/{general}/m/{ts}/saved/state", state=state)
    let_time_pass(doors.world, HOUR)
    assert SAID in notices(doors)


def test_message_out_of_sight_is_not_told_of(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    made = colleague.rest("conversations.create", name="inner", is_private=True)["channel"]["id"]
    colleague.rest("conversations.invite", channel=made, users=doors.person_id)
    ts = colleague.rest("chat.postMessage", channel=made, text="between us")["ts"]
    due = now(doors.world) + HOUR
    doors.mcp("slack_save_message", channel_id=made, message_ts=ts, due=due)
    doors.rest("conversations.leave", channel=made)
    let_time_pass(doors.world, HOUR)
    assert "wanted to come back" not in notices(doors)


def test_time_that_has_passed_is_refused(doors: Doors, office: Office) -> None:
    general, ts = saved(doors, office)
    past = now(doors.world) - 60
    assert "time_in_past" in text_of(
        doors.mcp("slack_set_saved_due", channel_id=general, message_ts=ts, due=past)
    )
    for words, said in ((str(past), "That time has passed"), ("whenever", "This is no time")):
        refused = doors.submit(f"/c/{general}/m/{ts}/saved/due", due=words)
        assert (refused.status_code, said in refused.text) == (422, True)
    other = posted(doors, office)
    assert "time_in_past" in text_of(
        doors.mcp("slack_save_message", channel_id=general, message_ts=other, due=past)
    )
    assert doors.browser.get(f"/c/{general}/m/{other}/saved/due").status_code == 404


def test_notice_pops_up_unless_its_person_wants_quiet(doors: Doors, office: Office) -> None:
    general, _ts = saved(doors, office)
    assert "toast" not in doors.browser.get(f"/told?after=0&here={general}").text
    let_time_pass(doors.world, HOUR)
    assert f"You {SAID}" in doors.browser.get(f"/told?after=0&here={general}").text
    doors.rest("dnd.setSnooze", num_minutes=60)
    assert "toast" not in doors.browser.get("/told?after=0").text
    assert SAID in notices(doors)


def test_who_is_let_in_again_finds_what_came_due(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    saved(colleague, office)
    perform(doors.world, doors.actor, roles.deactivate, person_id=colleague.person_id)
    let_time_pass(doors.world, HOUR)
    perform(doors.world, doors.actor, roles.reactivate, person_id=colleague.person_id)
    assert SAID in notices(colleague)
