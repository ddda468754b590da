import html
import re

from tests.kit import Doors, Office


def test_crowd_is_asked_about_before_it_is_told(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    answer = doors.submit(f"/c/{general}/messages", text="@here cake in the kitchen")
    page = html.unescape(answer.get_data(as_text=True))
    assert answer.status_code == 409
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
