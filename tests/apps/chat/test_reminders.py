import html

import pytest
from tests.apps.chat.test_scheduled import now
from tests.kit import COLLEAGUE, Doors, Office, text_of

from workworld.calls import perform
from workworld.directory import roles
from workworld.identity import Authority
from workworld.passing_time import let_time_pass
from workworld.worlds import World

pytestmark = pytest.mark.usefixtures("clean_desks")

HOUR = 3600


def notices(doors: Doors) -> str:
    return html.unescape(doors.home.get("/notifications").get_data(as_text=True))


def test_reminder_comes_at_its_time(doors: Doors) -> None:
    made = doors.rest("reminders.add", text="water the ficus", time="in 20 minutes")["reminder"]
    assert made["time"] - now(doors.world) == 1185  # the step itself took 15 seconds
    assert (made["user"], made["recurring"], made["complete_ts"]) == (doors.person_id, False, 0)
    assert "ficus" not in notices(doors)
    let_time_pass(doors.world, 1200)
    assert "<strong>You</strong> asked for a reminder: water the ficus" in notices(doors)


def test_reminder_comes_again_until_it_is_deleted(doors: Doors) -> None:
    made = doors.rest("reminders.add", text="stand up", time="every day at 9am")["reminder"]
    assert made["recurrence"] == {"frequency": "daily"}
    for _day in range(3):
        let_time_pass(doors.world, 24 * HOUR)
        assert notices(doors).count(
            "asked for a reminder: stand up</a>"
        ) == 1 or "stand up" in notices(doors)
    complete = doors.rest("reminders.complete", reminder=made["id"])
    assert complete["error"] == "cannot_complete_recurring"
    (row,) = doors.rest("reminders.list")["reminders"]
    assert row["next_time"] > now(doors.world)
    assert doors.rest("reminders.delete", reminder=made["id"])["ok"]
    assert "stand up" not in notices(doors)
    let_time_pass(doors.world, 48 * HOUR)
    assert "stand up" not in notices(doors)


def test_numbers_are_seconds_or_unix_time(doors: Doors) -> None:
    start = now(doors.world)
    assert doors.rest("reminders.add", text="a", time=600)["reminder"]["time"] == start + 600
    when = start + 90_000
    assert doors.rest("reminders.add", text="b", time=str(when))["reminder"]["time"] == when
    assert doors.rest("reminders.add", text="c", time=start - 5)["error"] == "time_in_past"
    assert doors.rest("reminders.add", text="c", time="whenever")["error"] == "cannot_parse"
    assert doors.rest("reminders.add", text="c", time="9" * 40)["error"] == "cannot_parse"


def test_somebody_else_is_reminded(world: World, authority: Authority, office: Office) -> None:
    ana = Doors(world, authority, office.people["aruiz"])
    jonas = Doors(world, authority, office.people[COLLEAGUE])
    made = ana.rest("reminders.add", text="expenses", time="in 1 hour", user=jonas.person_id)
    let_time_pass(world, HOUR)
    assert "asked to remind you: expenses" in notices(jonas)
    assert "expenses" not in notices(ana)
    given = {"reminder": made["reminder"]["id"]}
    assert ana.rest("reminders.complete", **given)["error"] == "cannot_complete_others"
    assert jonas.rest("reminders.complete", **given)["ok"]
    assert jonas.rest("reminders.info", **given)["reminder"]["complete_ts"] == now(world) - 15


def test_reminders_of_others_are_not_found(
    world: World, authority: Authority, office: Office
) -> None:
    ana = Doors(world, authority, office.people["aruiz"])
    jonas = Doors(world, authority, office.people[COLLEAGUE])
    made = ana.rest("reminders.add", text="x", time="tomorrow")["reminder"]["id"]
    for verb in ("info", "complete", "delete"):
        assert jonas.rest(f"reminders.{verb}", reminder=made)["error"] == "not_found"
    assert jonas.rest("reminders.list")["reminders"] == []
    assert made in text_of(ana.mcp("slack_list_reminders"))


def test_bots_are_not_reminded(doors: Doors, office: Office) -> None:
    answer = doors.rest("reminders.add", text="x", time="1h", user=office.people["lookout"])
    assert answer["error"] == "cannot_add_bot"


def later(doors: Doors, state: str = "in_progress") -> str:
    return html.unescape(doors.browser.get(f"/later?state={state}").get_data(as_text=True))


def proof(doors: Doors) -> dict[str, str]:
    return {"csrf": later(doors).split('name="csrf" value="')[1].split('"')[0]}


def test_reminders_stand_beside_what_is_saved_the_next_one_first(
    doors: Doors, office: Office, world: World
) -> None:
    general = office.channels["general"]
    ts = doors.rest("chat.postMessage", channel=general, text="keep this")["ts"]
    due = now(world) + 2 * HOUR
    doors.mcp("slack_save_message", channel_id=general, message_ts=ts, due=due)
    made = doors.rest("reminders.add", text="water the ficus", time="in 1 hour")["reminder"]
    doors.rest("reminders.add", text="stand up", time="every day at 9am")
    shelf = later(doors)
    places = [shelf.index(f"{what}</p>") for what in ("water the ficus", "stand up")]
    assert places[0] < shelf.index("keep this") < places[1]
    assert "Was due" not in shelf
    let_time_pass(world, 3 * HOUR)
    assert later(doors).count("Was due") == 2
    doors.browser.post(f"/reminders/{made['id']}/complete", data=proof(doors) | {"place": "/later"})
    assert "water the ficus" not in later(doors)
    assert "water the ficus" not in later(doors, "archived")
    assert "water the ficus" in later(doors, "completed")


def test_reminder_is_made_changed_and_removed_from_later(doors: Doors, world: World) -> None:
    data = proof(doors)
    wrong = doors.browser.post("/later/reminders/new", data=data | {"text": "x", "time": "never"})
    assert (wrong.status_code, "This is no time: never" in wrong.text) == (422, True)
    made = doors.browser.post("/later/reminders/new", data=data | {"text": "call", "time": "600"})
    assert (made.status_code, made.location) == (303, "/later")
    (row,) = doors.rest("reminders.list")["reminders"]
    let_time_pass(world, HOUR)
    assert "asked for a reminder: call" in notices(doors)
    url = f"/later/reminders/{row['id']}"
    assert 'value="call"' in doors.browser.get(url).text
    doors.browser.post(url, data=data | {"text": "call Ben", "time": ""})
    (changed,) = doors.rest("reminders.list")["reminders"]
    assert (changed["text"], changed["time"]) == ("call Ben", row["time"])
    doors.browser.post(url, data=data | {"time": str(now(world) + HOUR)})
    assert "Was due" not in later(doors)
    assert "call" not in notices(doors)
    let_time_pass(world, 2 * HOUR)
    assert "asked for a reminder: call Ben" in notices(doors)
    doors.browser.post(f"/reminders/{row['id']}/delete", data=data)
    assert "call Ben" not in later(doors)
    assert doors.browser.get(url).status_code == 404


def test_reminder_of_somebody_else_has_no_dialog(doors: Doors, colleague: Doors) -> None:
    row = colleague.rest("reminders.add", text="theirs", time="tomorrow")["reminder"]
    assert doors.browser.get(f"/later/reminders/{row['id']}").status_code == 404
    assert "theirs" not in later(doors)


def test_reminder_that_comes_again_outlives_the_time_that_its_person_is_away(
    doors: Doors, colleague: Doors, world: World
) -> None:
    colleague.rest("reminders.add", text="stand up", time="every day at 9am")
    once = colleague.rest("reminders.add", text="call Ben", time="in 2 hours")["reminder"]["id"]
    perform(world, doors.actor, roles.deactivate, person_id=colleague.person_id)
    let_time_pass(world, 72 * HOUR)
    perform(world, doors.actor, roles.reactivate, person_id=colleague.person_id)
    assert "stand up" not in notices(colleague)
    assert "asked for a reminder: call Ben" in notices(colleague)
    again, done = sorted(
        colleague.rest("reminders.list")["reminders"], key=lambda row: row["id"] == once
    )
    assert 0 < again["next_time"] - now(world) <= 24 * HOUR
    assert done["id"] == once
    let_time_pass(world, 24 * HOUR)
    assert notices(colleague).count("</strong> asked for a reminder: stand up") == 1


def test_reminder_for_somebody_else_comes_though_its_maker_has_left(
    doors: Doors, colleague: Doors, world: World
) -> None:
    given = {"text": "stand up", "time": "every day at 9am", "user": doors.person_id}
    made = colleague.rest("reminders.add", **given)["reminder"]["id"]
    perform(world, doors.actor, roles.deactivate, person_id=colleague.person_id)
    for _day in range(2):
        let_time_pass(world, 24 * HOUR)
        assert notices(doors).count("</strong> asked to remind you: stand up") == 1
    assert doors.rest("reminders.delete", reminder=made)["ok"]
    let_time_pass(world, 24 * HOUR)
    assert "stand up" not in notices(doors)


def test_number_that_is_no_number_is_refused(doors: Doors) -> None:
    assert doors.rest("reminders.add", text="x", time="²")["error"] == "cannot_parse"
