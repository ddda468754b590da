import html
import re

import pytest
from sqlalchemy import func, select
from tests.kit import Doors, Office, text_of

from workworld.apps.chat.models import Mention
from workworld.apps.chat.service import texts
from workworld.directory.models import Person


def test_crowd_is_asked_about_before_it_is_told(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    answer = doors.submit(f"/c/{general}/messages", text="@here cake in the kitchen")
    page = html.unescape(answer.get_data(as_text=True))
    assert answer.status_code == 200
    assert re.search(r"@here tells \d+ people of #general in \d+ time zones\.", page)
    assert "\n@here cake in the kitchen</textarea>" in page
    assert doors.journal == []
    fields = {"text": "@here cake in the kitchen", "confirmed": "1"}
    assert doors.submit(f"/c/{general}/messages", **fields).status_code == 303
    assert doors.journal[-1].operation == "chat.messages.post"


def test_few_are_told_without_asking(doors: Doors, office: Office) -> None:
    made = doors.rest("conversations.create", name="tiny-room")["channel"]["id"]
    doors.rest("conversations.invite", channel=made, users=office.people["jwikstrand"])
    assert doors.submit(f"/c/{made}/messages", text="@channel hello").status_code == 303
    assert doors.submit(f"/c/{office.channels['general']}/messages", text="mail@here.example")


def test_writer_alone_hears_of_those_who_do_not_see_it(doors: Doors, office: Office) -> None:
    made = doors.rest("conversations.create", name="tiny-room")["channel"]["id"]
    answer = doors.submit(f"/c/{made}/messages", text="@jwikstrand and @lraghunath look")
    page = html.unescape(doors.browser.get(answer.headers["Location"]).get_data(as_text=True))
    assert "are not in #tiny-room and will not see it." in page
    people = re.findall(r'name="person" value="(\w+)"', page)
    assert sorted(people) == sorted(office.people[each] for each in ("jwikstrand", "lraghunath"))
    assert doors.submit(f"/c/{made}/outsiders", person=people).status_code == 303
    members = doors.rest("conversations.members", channel=made)["members"]
    assert set(people) < set(members)
    again = doors.submit(f"/c/{made}/messages", text="@jwikstrand look")
    assert "outside" not in again.headers["Location"]


def test_those_who_are_away_are_not_counted_among_who_is_here(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    """The question counts those whom the message then calls."""
    general = office.channels["general"]
    doors.mcp("slack_change_workspace_settings", threshold=2)
    asked = [counted(doors, general)]
    colleague.rest("users.setPresence", presence="away")
    asked.append(counted(doors, general))
    assert asked[1] == asked[0] - 1
    fields = {"text": "@here cake", "confirmed": "1"}
    assert doors.submit(f"/c/{general}/messages", **fields).status_code == 303
    with doors.world.reading() as session:
        query = select(Mention.person_id).join(Person, Person.id == Mention.person_id)
        query = query.where(Mention.kind == "everybody", Mention.channel_id == general)
        latest = select(func.max(Mention.ts)).where(Mention.channel_id == general)
        called = query.where(Person.kind == "person", Mention.ts == latest.scalar_subquery())
        assert len(session.scalars(called).all()) == asked[1]


def counted(doors: Doors, channel: str) -> int:
    """How many people a page says that it would tell."""
    said = doors.submit(f"/c/{channel}/messages", text="@here cake").get_data(as_text=True)
    found = re.search(r"@here tells (\d+) people", said)
    assert found
    return int(found[1])


CROWD = " ".join(f"<@U{number:07}>" for number in range(51))


def test_naming_a_crowd_one_by_one_is_refused_at_all_doors(
    doors: Doors, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    general = office.channels["general"]
    posted = doors.rest("chat.postMessage", channel=general, text=CROWD[:-10])
    assert posted["ok"]
    later = {"channel": general, "text": CROWD, "post_at": 4_000_000_000}
    block = {"type": "section", "text": {"type": "mrkdwn", "text": CROWD}}
    for method, arguments in (
        ("chat.postMessage", {"channel": general, "text": CROWD}),
        ("chat.postMessage", {"channel": general, "text": "look", "blocks": [block]}),
        ("chat.update", {"channel": general, "ts": posted["ts"], "text": CROWD}),
        ("chat.meMessage", {"channel": general, "text": CROWD}),
        ("chat.scheduleMessage", later),
    ):
        assert doors.rest(method, **arguments)["error"] == "restricted_action"
    answer = doors.mcp("slack_send_message", channel_id=general, message=CROWD)
    assert answer.is_error
    assert "restricted_action" in text_of(answer)
    monkeypatch.setattr(texts, "MOST_MENTIONED", 1)
    said = doors.submit(f"/c/{general}/messages", text="@jwikstrand and @lraghunath look")
    assert said.status_code == 403
    page = html.unescape(said.get_data(as_text=True))
    assert "A message may mention 1 people; this one mentions 2." in page
    assert "\n@jwikstrand and @lraghunath look</textarea>" in page


def test_blocks_do_not_mention_everybody_past_the_policy(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    doors.mcp("slack_change_workspace_settings", addressing="admins")
    block = {"type": "section", "text": {"type": "mrkdwn", "text": "<!channel> cake"}}
    later = {"channel": general, "text": "<!channel>", "post_at": 4_000_000_000}
    for method, arguments in (
        ("chat.postMessage", {"channel": general, "text": "cake", "blocks": [block]}),
        ("chat.postMessage", {"channel": general, "text": "<!here> cake"}),
        ("chat.scheduleMessage", later),
    ):
        assert colleague.rest(method, **arguments)["error"] == "restricted_action"
    assert doors.rest("chat.postMessage", channel=general, text="<!here> cake")["ok"]


def test_writer_alone_hears_who_may_not_answer_soon(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    said = {"text": "@jwikstrand look"}

    def told(answer: object, to: Doors = doors) -> str:
        place = answer.headers["Location"]  # type: ignore[attr-defined]
        return html.unescape(to.browser.get(place).get_data(as_text=True))

    assert "outside" not in doors.submit(f"/c/{general}/messages", **said).headers["Location"]
    colleague.rest("dnd.setSnooze", num_minutes=60)
    answer = doors.submit(f"/c/{general}/messages", **said)
    assert "Jonas has notifications paused." in told(answer)
    assert "has notifications paused." not in told(answer, colleague)
    status = {"status_text": "Back on Monday", "status_emoji": ":palm_tree:"}
    colleague.rest("users.profile.set", profile=status)
    assert "🌴 Jonas: Back on Monday." in told(doors.submit(f"/c/{general}/messages", **said))
    direct = doors.rest("conversations.open", users=colleague.person_id)["channel"]["id"]
    assert "🌴 Jonas" in told(doors.submit(f"/c/{direct}/messages", text="hello"))
    assert "outside" not in doors.submit(f"/c/{general}/messages", text="hm").headers["Location"]
