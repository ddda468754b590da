import html
import re

import pytest
from tests.kit import Doors, Office

from workworld.apps.chat.service.commands import is_command


def write(doors: Doors, channel_id: str, text: str) -> tuple[int, str]:
    answer = doors.submit(f"/c/{channel_id}/messages", text=text)
    return answer.status_code, html.unescape(answer.get_data(as_text=True))


def notice(page: str) -> str:
    found = re.search(r'composer-notice" id="[^"]+" role="status">.*?<span[^>]*>(.*?)</span>', page)
    assert found
    return found[1]


def test_command_is_one_step_of_the_operation_that_it_names(doors: Doors, office: Office) -> None:
    status, page = write(doors, office.channels["general"], "/topic Friday *launch*")
    assert (status, notice(page)) == (200, "The topic is set.")
    (step,) = doors.journal
    assert (step.operation, step.outcome) == ("chat.channels.set_topic", "ok")
    info = doors.rest("conversations.info", channel=office.channels["general"])
    assert info["channel"]["topic"]["value"] == "Friday *launch*"


def test_unknown_command_says_so_and_keeps_the_text(doors: Doors, office: Office) -> None:
    status, page = write(doors, office.channels["general"], "/lunch at noon")
    assert status == 422
    assert "There is no command /lunch." in page
    assert "\n/lunch at noon</textarea>" in page
    assert doors.journal == []


def test_refused_command_keeps_the_text(doors: Doors, office: Office) -> None:
    status, page = write(doors, office.channels["general"], "/leave")
    assert status == 403
    assert "Everybody stays in #general." in page
    assert "\n/leave</textarea>" in page
    assert doors.journal[-1].outcome == "cant_leave_general"


def test_what_is_no_command_is_a_message(doors: Doors, office: Office) -> None:
    assert not is_command("/usr/bin is full")
    assert not is_command(" /topic")
    assert is_command("/topic\n")
    assert write(doors, office.channels["general"], "/usr/bin is full")[0] == 303
    assert doors.journal[-1].operation == "chat.messages.post"


def test_people_are_invited_and_removed_by_handle(doors: Doors, office: Office) -> None:
    made = doors.rest("conversations.create", name="plans")["channel"]["id"]
    _status, page = write(doors, made, "/invite @jwikstrand @lraghunath")
    assert notice(page).startswith("Added Jonas")
    assert (
        office.people["jwikstrand"] in doors.rest("conversations.members", channel=made)["members"]
    )
    _status, page = write(doors, made, "/remove @jwikstrand")
    assert notice(page) == "Removed Jonas."
    assert write(doors, made, "/invite @nobody-here")[0] == 404
    assert write(doors, made, "/invite")[0] == 422


def test_shrug_is_no_italics(doors: Doors, office: Office) -> None:
    assert write(doors, office.channels["general"], "/shrug who *knows*")[0] == 303
    page = doors.browser.get(f"/c/{office.channels['general']}").get_data(as_text=True)
    said = re.findall(r'<div class="message-text">(.*?)</div>', page)[-1]
    assert re.sub("[\u200b-\u2060]", "", said) == r"who <strong>knows</strong> ¯\_(ツ)_/¯"


def test_command_in_a_thread_answers_there(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    root = doors.rest("chat.postMessage", channel=general, text="parent")["ts"]
    answer = doors.submit(f"/c/{general}/t/{root}/messages", text="/who")
    page = answer.get_data(as_text=True)
    assert 'id="thread-composer-notice"' in page
    assert "In this channel: " in notice(page)
    assert doors.submit(f"/c/{general}/t/{root}/messages", text="/shrug").status_code == 303
    replies = doors.rest("conversations.replies", channel=general, ts=root)["messages"]
    assert len(replies) == 2


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("/search pink printer", "/search?q=pink%20printer"),
        ("/open #deploys", "/chat/c/$deploys"),
        ("/join #deploys", "/chat/c/$deploys"),
    ],
)
def test_commands_lead_elsewhere(doors: Doors, office: Office, text: str, place: str) -> None:
    answer = doors.submit(f"/c/{office.channels['general']}/messages", text=text)
    assert answer.status_code == 303
    expected = place.replace("$deploys", office.channels["deploys"])
    assert answer.headers["Location"].endswith(expected.removeprefix("/chat"))


def test_message_to_a_person_leads_to_their_conversation(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    answer = doors.submit(f"/c/{general}/messages", text="/msg @jwikstrand hello you")
    assert "/c/D" in answer.headers["Location"]
    channel_id = answer.headers["Location"].rpartition("/")[2]
    history = doors.rest("conversations.history", channel=channel_id)["messages"]
    assert history[0]["text"] == "hello you"
    opened = doors.submit(f"/c/{general}/messages", text="/msg @jwikstrand")
    assert opened.headers["Location"].endswith(channel_id)


@pytest.mark.usefixtures("clean_desks")
def test_reminder_is_set_in_one_sentence(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    for text in (
        "/remind me to call *Tolvane* in 20 minutes",
        "/remind me tomorrow at 9am to call *Tolvane*",
        '/remind @jwikstrand "call *Tolvane*" every Monday',
    ):
        status, page = write(doors, general, text)
        assert status == 200
        assert notice(page).startswith("The reminder is set: call *Tolvane*, ")
    listed = doors.rest("reminders.list")["reminders"]
    assert {row["text"] for row in listed} == {"call *Tolvane*"}
    assert write(doors, general, "/remind me of something")[0] == 422


@pytest.mark.parametrize(
    ("text", "operation", "said"),
    [
        ("/mute", "chat.choices.set_for_channel", "#general is muted."),
        ("/dnd 2 hours", "chat.dnd.snooze", "Notices are paused: 2 hours."),
        ("/dnd", "chat.dnd.snooze", "Notices are paused: 1 hour."),
        (
            "/status :palm_tree: On holiday",
            "chat.profiles.update",
            "Your status is set: On holiday.",
        ),
        ("/status clear", "chat.profiles.update", "Your status is cleared."),
        ("/away", "chat.presence.set", "You show as away now."),
    ],
)
def test_commands_about_oneself_are_steps(
    doors: Doors, office: Office, text: str, operation: str, said: str
) -> None:
    status, page = write(doors, office.channels["general"], text)
    assert (status, notice(page)) == (200, said)
    assert [(step.operation, step.outcome) for step in doors.journal] == [(operation, "ok")]


def test_commands_that_toggle_go_back(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    write(doors, general, "/mute")
    assert notice(write(doors, general, "/mute")[1]) == "#general is not muted any more."
    write(doors, general, "/away")
    assert notice(write(doors, general, "/away")[1]) == "You show as active now."
    assert write(doors, general, "/dnd off")[0] == 409
    assert write(doors, general, "/dnd whenever")[0] == 422


def test_files_and_previews_are_folded_up_for_oneself_until_they_are_unfolded(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    sent = doors.rest("chat.postMessage", channel=general, text="kickoff")["ts"]
    link = doors.rest("chat.getPermalink", channel=general, message_ts=sent)["permalink"]
    doors.rest("chat.postMessage", channel=general, text=f"look: {link}")

    def shown(who: Doors) -> str:
        return who.browser.get(f"/c/{general}?at=end").get_data(as_text=True)

    said = doors.submit(f"/c/{general}/messages", text="/collapse").get_data(as_text=True)
    assert "Files and previews here are folded up." in said
    assert '<details class="message-fold"><summary>1 preview<' in shown(doors)
    assert "message-fold" not in shown(colleague)
    doors.submit(f"/c/{general}/messages", text="/expand")
    assert "message-fold" not in shown(doors)
    offered = doors.browser.get(f"/c/{general}/completions?sign=/&q=coll").get_data(as_text=True)
    assert "/collapse" in offered
