import html
import re

from tests.kit import COLLEAGUE, Doors, Office

from workworld.identity import Authority
from workworld.worlds import World


def completions(doors: Doors, channel_id: str, sign: str, text: str) -> list[str]:
    answer = doors.browser.get(
        f"/c/{channel_id}/completions", query_string={"sign": sign, "q": text}
    )
    assert answer.status_code == 200
    return re.findall(r'data-value="([^"]+)"', html.unescape(answer.get_data(as_text=True)))


def test_people_in_the_channel_come_before_others(
    world: World, authority: Authority, office: Office
) -> None:
    jonas = Doors(world, authority, office.people[COLLEAGUE])
    made = jonas.rest("conversations.create", name="plans", is_private=True)["channel"]["id"]
    jonas.rest("conversations.invite", channel=made, users=office.people["akovac"])
    answer = jonas.browser.get(f"/c/{made}/completions?sign=@&q=ana").get_data(as_text=True)
    assert re.findall(r'data-value="([^"]+)"', answer) == ["@akovac", "@aruiz"]
    assert answer.count("not in this channel") == 1


def test_groups_are_completed(doors: Doors, office: Office) -> None:
    assert completions(doors, office.channels["general"], "@", "eve") == ["@everyone"]
    assert completions(doors, office.channels["deploys"], "@", "eve") == []
    assert "@here" in completions(doors, office.channels["deploys"], "@", "he")


def test_hidden_channels_are_not_completed(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    assert completions(doors, general, "#", "dep") == ["#deploy-alerts", "#deploys"]
    assert completions(doors, general, "#", "renew") == []
    assert completions(doors, general, "#", "gatehouse") == []  # archived
    hidden = doors.browser.get(f"/c/{office.channels['renewals']}/completions?sign=%23&q=d")
    assert hidden.status_code == 404


def test_emoji_and_commands_are_completed(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    assert completions(doors, general, ":", "thumbsu") == [":+1:"]
    ts = doors.rest("chat.postMessage", channel=general, text="cake")["ts"]
    before = completions(doors, general, ":", "")
    assert len(before) == 8
    assert ":cake:" not in before
    others = doors.rest("conversations.history", channel=general, limit=12)["messages"]
    for message in [*others, {"ts": ts}]:
        place = {"channel": general, "timestamp": message["ts"]}
        doors.rest("reactions.add", **place, name="cake")
    assert ":cake:" in completions(doors, general, ":", "")
    assert completions(doors, general, ":", "tada") == [":tada:"]
    assert completions(doors, general, "/", "to") == ["/topic"]
    assert len(completions(doors, general, "/", "")) > 8


def test_picker_finds_by_name_and_in_the_skin_tone(doors: Doors) -> None:
    page = doors.browser.get("/emoji?q=wave&tone=4").get_data(as_text=True)
    assert 'value="wave::skin-tone-4"' in page
    frequent = doors.browser.get("/emoji?kind=Objects").get_data(as_text=True)
    assert re.findall(r'role="group" aria-label="([^"]+)"', frequent) == [
        "Frequently used",
        "Objects",
    ]


def test_preview_shows_what_would_be_sent_and_sends_nothing(doors: Doors, office: Office) -> None:
    path = f"/c/{office.channels['general']}/preview"
    page = doors.submit(path, text="*bold* @jwikstrand\r\n- one").get_data(as_text=True)
    assert "<strong>bold</strong>" in page
    assert "@Jonas" in page
    assert "• one" in page
    assert "needs some text" in doors.submit(path, text=" ").get_data(as_text=True)
    assert doors.journal == []


def test_items_get_bullets_outside_code(doors: Doors, office: Office) -> None:
    text = "- one\r\n  * two\r\n-three\r\n```\r\n- code\r\n```"
    doors.submit(f"/c/{office.channels['general']}/messages", text=text)
    (change,) = doors.changes
    assert change.after is not None
    assert change.after["text"] == "• one\n  • two\n-three\n```\n- code\n```"


def test_snippet_is_a_file_below_a_message(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    fields = {"name": "jobs", "language": "py", "text": "x = 1\r\n" * 3000, "comment": "*see*"}
    answer = doors.submit(f"/c/{general}/snippet", **fields)
    assert answer.status_code == 303
    (step,) = doors.journal
    assert step.operation == "chat.snippets.send"
    (message,) = doors.rest("conversations.history", channel=general, limit=1)["messages"]
    assert message["text"] == "*see*"
    assert [(file["name"], file["size"]) for file in message["files"]] == [("jobs.py", 18000)]


def test_refused_snippet_comes_back_whole(doors: Doors, office: Office) -> None:
    channel = office.channels["support"]  # the persona is not in it
    answer = doors.submit(f"/c/{channel}/snippet", name="a", language="sql", text="select 1")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 403
    assert "\nselect 1</textarea>" in page
    assert 'value="sql"' in page
    assert doors.changes == []
    assert doors.submit(f"/c/{channel}/snippet", text=" ").status_code == 422


def test_user_groups_are_completed(doors: Doors, office: Office) -> None:
    made = doors.rest("usergroups.create", name="Zebra keepers", handle="zebras")["usergroup"]
    doors.rest("usergroups.users.update", usergroup=made["id"], users=office.people["jwikstrand"])
    assert completions(doors, office.channels["general"], "@", "zeb") == ["@zebras"]
    doors.rest("usergroups.disable", usergroup=made["id"])
    assert completions(doors, office.channels["general"], "@", "zeb") == []
