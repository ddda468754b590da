"""How long messages are kept, and what the night takes."""

import html
import re

import pytest
from sqlalchemy import func, select
from tests.kit import Doors, Office
from tests.states import all_rows

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Message, Pin, Reaction
from workworld.apps.chat.service import log, retention
from workworld.calls import perform
from workworld.clock import Clock
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.journal import JournalEntry
from workworld.passing_time import let_time_pass
from workworld.schedule import planned
from workworld.worlds import Snapshot, World, Worlds

DAY = 86_400
SWEEP = "chat.retention.sweep"
pytestmark = pytest.mark.usefixtures("nothing_planned")


def stamps_in(world: World, channel_id: str) -> list[str]:
    query = select(Message.ts).where(Message.channel_id == channel_id).order_by(Message.ts)
    with world.reading() as session:
        return [*session.scalars(query)]


def now(world: World) -> int:
    with world.reading() as session:
        return Clock(session).now_us()


def sweeps(world: World) -> list[JournalEntry]:
    with world.reading() as session:
        query = select(JournalEntry).where(JournalEntry.operation == SWEEP)
        return [*session.scalars(query)]


def waiting(world: World) -> int:
    with world.reading() as session:
        return len([due for due in planned(session) if due.operation == SWEEP])


def test_nothing_is_deleted_as_long_as_nobody_limits_it(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    before = stamps_in(doors.world, general)
    let_time_pass(doors.world, 400 * DAY)
    assert stamps_in(doors.world, general)[: len(before)] == before
    assert sweeps(doors.world) == []


def test_what_is_older_is_deleted_in_the_following_night(doors: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    posted = doors.rest("chat.postMessage", channel=deploys, text="stays")["ts"]
    old = stamps_in(doors.world, deploys)[:-1]
    assert doors.rest(
        "admin.conversations.setCustomRetention", channel_id=deploys, duration_days=30
    ) == {"ok": True}
    let_time_pass(doors.world, 29 * DAY)
    assert posted in stamps_in(doors.world, deploys)
    limit = now(doors.world) // (DAY * 10**6) * DAY * 10**6 - 30 * DAY * 10**6
    left = stamps_in(doors.world, deploys)
    assert [ts for ts in old if stamps.microseconds(ts) >= limit] == [
        ts for ts in left if ts != posted
    ]
    let_time_pass(doors.world, 3 * DAY)
    assert stamps_in(doors.world, deploys) == []
    assert waiting(doors.world) == 1
    assert all(entry.outcome == "ok" for entry in sweeps(doors.world))


def test_reactions_and_pins_go_with_it_and_the_audit_log_counts(
    doors: Doors, office: Office
) -> None:
    deploys = office.channels["deploys"]
    ts = doors.rest("chat.postMessage", channel=deploys, text="pinned")["ts"]
    doors.rest("reactions.add", channel=deploys, timestamp=ts, name="eyes")
    doors.rest("pins.add", channel=deploys, timestamp=ts)
    perform(doors.world, doors.actor, retention.set_custom, channel_id=deploys, days=0)
    let_time_pass(doors.world, 3 * DAY)
    perform(doors.world, doors.actor, retention.change, days=1)
    let_time_pass(doors.world, DAY)
    page = html.unescape(doors.home.get(f"/audit?operation={SWEEP}").get_data(as_text=True))
    assert re.search(r"Removed 3\d\d messages", page)
    assert "Automation" in page
    assert ts in stamps_in(doors.world, deploys)
    perform(doors.world, doors.actor, retention.remove_custom, channel_id=deploys)
    let_time_pass(doors.world, DAY)
    with doors.world.reading() as session:
        assert session.scalars(select(func.count()).select_from(Message)).one() == 0
        assert session.scalars(select(func.count()).select_from(Reaction)).one() == 0
        assert session.scalars(select(func.count()).select_from(Pin)).one() == 0


def test_many_are_taken_some_at_a_time_in_one_night(
    doors: Doors, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "_MOST_AT_ONCE", 7)
    perform(doors.world, doors.actor, retention.change, days=1)
    let_time_pass(doors.world, DAY)
    done = sweeps(doors.world)
    assert len(done) > 3
    assert len({entry.time_us for entry in done}) == 1
    assert waiting(doors.world) == 1


def test_parent_goes_with_its_last_reply(doors: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    root = doors.rest("chat.postMessage", channel=deploys, text="question")["ts"]
    let_time_pass(doors.world, 5 * DAY)
    reply = doors.rest("chat.postMessage", channel=deploys, text="answer", thread_ts=root)["ts"]
    perform(doors.world, doors.actor, retention.set_custom, channel_id=deploys, days=4)
    let_time_pass(doors.world, 2 * DAY)
    with doors.world.reading() as session:
        assert session.get_one(Message, (deploys, root)).subtype == log.TOMBSTONE
        assert session.get(Message, (deploys, reply)) is not None
    let_time_pass(doors.world, 4 * DAY)
    assert stamps_in(doors.world, deploys) == []


def test_channel_keeps_longer_than_the_workspace(doors: Doors, office: Office) -> None:
    deploys, general = office.channels["deploys"], office.channels["general"]
    before, told = (stamps_in(doors.world, each) for each in (deploys, general))
    doors.mcp("slack_admin_set_channel_retention", channel_id=deploys, days=0)
    doors.mcp("slack_set_message_retention", days=2)
    let_time_pass(doors.world, 4 * DAY)
    assert stamps_in(doors.world, deploys)[: len(before)] == before
    assert not {*stamps_in(doors.world, general)} & {*told}
    doors.rest("admin.conversations.removeCustomRetention", channel_id=deploys)
    let_time_pass(doors.world, DAY)
    assert stamps_in(doors.world, deploys) == []


def test_nights_end_when_no_limit_is_left(doors: Doors, office: Office) -> None:
    for days in (5, 9):
        perform(doors.world, doors.actor, retention.change, days=days)
        assert waiting(doors.world) == 1
    perform(doors.world, doors.actor, retention.change, days=0)
    assert waiting(doors.world) == 0


def test_night_comes_even_if_who_asked_for_it_was_deactivated(doors: Doors, office: Office) -> None:
    told = stamps_in(doors.world, office.channels["general"])
    perform(doors.world, Actor(office.people["gostrander"]), retention.change, days=2)
    with doors.world.writing() as session:
        session.get_one(Person, office.people["gostrander"]).is_deactivated = True
    let_time_pass(doors.world, 3 * DAY)
    assert {entry.outcome for entry in sweeps(doors.world)} == {"ok"}
    assert not {*stamps_in(doors.world, office.channels["general"])} & {*told}


def test_vendor_tells_limits_as_its_own_do(doors: Doors, office: Office) -> None:
    renewals = office.channels["renewals"]
    name = "admin.conversations.{}CustomRetention"
    none = {"ok": True, "is_policy_enabled": False, "duration_days": 0}
    assert doors.rest(name.format("get"), channel_id=renewals) == none
    for wrong in (0, -3, 36_500, "soon", 1.5):
        answer = doors.rest(name.format("set"), channel_id=renewals, duration_days=wrong)
        assert answer["error"] == "invalid_duration", wrong
    assert doors.rest(name.format("set"), channel_id=renewals, duration_days="70")["ok"]
    some = {"ok": True, "is_policy_enabled": True, "duration_days": 70}
    assert doors.rest(name.format("get"), channel_id=renewals) == some
    general = office.channels["general"]
    answer = doors.rest(name.format("set"), channel_id=general, duration_days=3)
    assert answer["error"] == "channel_type_not_supported"


def test_pages_say_how_long_messages_are_kept(doors: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    about = f"/c/{deploys}/details/about"
    assert "<h3>Messages are kept</h3><p>For ever</p>" in doors.browser.get(about).text
    assert doors.submit("/admin/retention", keep="days", days="90").status_code == 303
    assert "<p>For 90 days</p>" in doors.browser.get(about).text
    asked = doors.browser.get(f"/admin/retention/{deploys}").text
    assert "As in the whole workspace: for 90 days" in asked
    where = f"/admin/retention/{deploys}"
    assert doors.submit(where, keep="days", days="1").status_code == 303
    assert "<p>For 1 day</p>" in doors.browser.get(about).text
    assert "For 1 day</td>" in doors.browser.get("/admin/retention").text
    assert doors.submit(where, keep="workspace").status_code == 303
    with doors.world.reading() as session:
        assert session.get_one(Channel, deploys).retention_days is None


@pytest.mark.parametrize("typed", ["", "0", "-1", "many", "36500", "9" * 30])
def test_refused_number_stays_in_the_form(doors: Doors, office: Office, typed: str) -> None:
    for where in ("/admin/retention", f"/admin/retention/{office.channels['deploys']}"):
        answer = doors.submit(where, keep="days", days=typed)
        assert answer.status_code == 422
        assert "Messages are kept for 1 to 36,499 days." in answer.text
        assert f'value="{typed}"' in answer.text


def test_whoever_is_no_admin_finds_no_page(colleague: Doors, office: Office) -> None:
    assert colleague.browser.get("/admin/retention").status_code == 403
    deploys = office.channels["deploys"]
    assert colleague.browser.get(f"/admin/retention/{deploys}").status_code == 403
    assert (
        "Change how long messages" not in colleague.browser.get(f"/c/{deploys}/details/about").text
    )


def test_nights_give_the_same_rows_in_every_world(
    worlds: Worlds, snapshot: Snapshot, office: Office
) -> None:
    first, second = (worlds.open(snapshot) for _ in range(2))
    for world in (first, second):
        perform(world, Actor(office.people["gostrander"]), retention.change, days=20)
        let_time_pass(world, 25 * DAY)
    assert all_rows(first) == all_rows(second)
    assert first.diff() == second.diff()
    assert {entry.outcome for entry in sweeps(first)} == {"ok"}
