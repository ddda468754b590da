import html

from tests.apps.chat.test_scheduled import now
from tests.kit import COLLEAGUE, Doors, Office, text_of

from workworld.identity import Authority
from workworld.passing_time import let_time_pass
from workworld.worlds import World

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
