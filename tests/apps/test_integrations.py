"""What happens in one app because of another."""

from __future__ import annotations

from html import unescape
from typing import Any

from tests.kit import Doors, Office

from workworld.apps.chat import stamps
from workworld.apps.chat.service import messages
from workworld.apps.integrations import threads
from workworld.apps.tracker.service import issues, preferences, projects
from workworld.calls import call, perform
from workworld.clock import Clock
from workworld.context import Actor, Request, Surface
from workworld.links.cards import unfurl
from workworld.passing_time import let_time_pass
from workworld.schedule import Due, planned


def written(doors: Doors, office: Office, text: str, channel: str = "general") -> str:
    """The page after a line was written into a channel."""
    path = f"/c/{office.channels[channel]}/messages"
    answer = doors.browser.post(
        path, data={"csrf": doors.csrf, "text": text}, follow_redirects=True
    )
    return unescape(answer.get_data(as_text=True))


def test_an_issue_is_told_of_to_whoever_asks(doors: Doors, office: Office) -> None:
    arguments = {"project_id": "CAL", "type_id": "Task", "fields": {"summary": "Wombat burrow"}}
    key = perform(doors.world, doors.actor, issues.create, **arguments).key
    steps = len(doors.journal)
    page = written(doors, office, f"/issue {key.lower()}")
    assert f"{key}: Wombat burrow — To Do, nobody's yet." in page
    assert len(doors.journal) == steps


def test_a_hidden_issue_is_not_there_for_chat_either(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    arguments = {"project_id": "SEC", "type_id": "Task", "fields": {"summary": "Wombat burrow"}}
    key = perform(doors.world, doors.actor, issues.create, **arguments).key
    page = written(colleague, office, f"/issue {key}")
    assert "Wombat" not in page
    assert "Issue does not exist or you do not have permission to see it." in page


def test_an_issue_is_created_out_of_a_conversation_which_is_told(
    doors: Doors, office: Office
) -> None:
    page = written(doors, office, "/issue create cal Wombats <graze>  here")
    tables = [change.table for change in doors.changes]
    assert tables.count("tracker_issues") == tables.count("chat_messages") == 1
    row = next(each.after for each in doors.changes if each.table == "tracker_issues")
    assert row is not None
    assert row["summary"] == "Wombats <graze> here"
    assert f"/c/{office.channels['general']}" in str(row["description"])
    assert f"{row['key']}: Wombats <graze> here" in page  # the card
    assert len(doors.journal) == 1


def test_what_lacks_a_part_says_how_it_goes(doors: Doors, office: Office) -> None:
    for text in ("/issue", "/issue create", "/issue make it so"):
        assert "/issue CAL-214, or: create CAL summary" in written(doors, office, text)
    assert "No project could be found" in written(doors, office, "/issue create NOPE x")
    assert doors.changes == []


def test_who_may_create_nothing_is_refused_and_nothing_is_said(
    doors: Doors, office: Office
) -> None:
    viewer = Doors(doors.world, doors.authority, office.people["gostrander"])
    page = written(viewer, office, "/issue create CAL Something")
    assert "You do not have permission to create issues in this project." in page
    assert doors.changes == []


def said_in(doors: Doors, office: Office, text: str, **more: str) -> str:
    """The stamp of a message in #general."""
    place = office.channels["general"]
    row = perform(doors.world, doors.actor, messages.post, channel_id=place, text=text, **more)
    return str(row.ts)


def of_table(doors: Doors, table: str) -> list[dict[str, Any]]:
    """What was added to a table."""
    return [dict(each.after) for each in doors.changes if each.table == table and each.after]


def test_another_type_is_named_before_a_colon(doors: Doors, office: Office) -> None:
    written(doors, office, "/issue create CAL bug: The gate sticks")
    written(doors, office, "/issue create CAL remember: milk")
    summaries = [row["summary"] for row in of_table(doors, "tracker_issues")]
    assert summaries == ["The gate sticks", "remember: milk"]
    kinds = {row["type_id"] for row in of_table(doors, "tracker_issues")}
    assert len(kinds) == 2
    assert "/issue create CAL summary creates one" in written(doors, office, "/issue help")


def test_an_issue_is_made_of_a_message_and_both_lead_to_each_other(
    doors: Doors, office: Office
) -> None:
    ts = said_in(doors, office, "The gate &lt;sticks&gt; again")
    path = f"/c/{office.channels['general']}/m/{ts}/offers/create-issue"
    page = unescape(doors.browser.get(path).get_data(as_text=True))
    assert 'value="The gate <sticks> again"' in page
    form = {"project": "CAL", "type": "Bug", "summary": "The gate sticks", "syncs": "1"}
    answer = doors.browser.post(path, data={"csrf": doors.csrf, **form})
    assert answer.status_code == 303
    (issue,) = of_table(doors, "tracker_issues")
    (link,) = of_table(doors, "tracker_remote_links")
    assert link["issue_id"] == issue["id"]
    assert f"/archives/{office.channels['general']}/p{stamps.digits(ts)}" in link["url"]
    assert "The gate" in issue["description_text"]
    told = of_table(doors, "chat_messages")[-1]
    assert told["thread_ts"] == ts
    assert issue["key"] in told["text"]
    assert of_table(doors, "tracker_comments") == []


def test_what_a_project_lacks_is_said_in_the_dialog(doors: Doors, office: Office) -> None:
    ts = said_in(doors, office, "Fire drill")
    path = f"/c/{office.channels['general']}/m/{ts}/offers/create-issue"
    form = {"csrf": doors.csrf, "project": "OPS", "type": "Nonsense", "summary": "Fire drill"}
    answer = doors.browser.post(path, data=form)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.get_data(as_text=True)
    assert of_table(doors, "tracker_issues") == []
    assert doors.browser.get(path.replace("create-issue", "juggle")).status_code == 404


def test_replies_in_a_linked_thread_become_comments(doors: Doors, office: Office) -> None:
    arguments = {"project_id": "CAL", "type_id": "Task", "fields": {"summary": "Wombat burrow"}}
    key = perform(doors.world, doors.actor, issues.create, **arguments).key
    ts = said_in(doors, office, "About wombats")
    said_in(doors, office, "Not yet", thread_ts=ts)
    place = office.channels["general"]
    perform(doors.world, doors.actor, threads.link, channel_id=place, thread_ts=ts, issue=key)
    said_in(doors, office, "They *dig*", thread_ts=ts)
    said_in(doors, office, "Elsewhere")
    assert [row["body_text"] for row in of_table(doors, "tracker_comments")] == ["They dig"]


def test_a_channel_is_opened_about_an_issue(doors: Doors, office: Office) -> None:
    page = written(doors, office, "/issue channel OPS-44")
    (channel,) = of_table(doors, "chat_channels")
    assert channel["name"] == "inc-ops-44"
    inside = {row["person_id"] for row in of_table(doors, "chat_memberships")}
    assert {doors.person_id, office.people["mchen"]} <= inside
    assert "This channel is about" in page


def test_a_channel_is_opened_from_the_menu_of_an_issue_which_leads_to_it(
    doors: Doors, office: Office
) -> None:
    client, path = doors.pages_of("tracker"), "/browse/OPS-44/offers/open-channel"
    assert path in client.get("/browse/OPS-44").get_data(as_text=True)
    assert 'value="inc-ops-44"' in client.get(path).get_data(as_text=True)
    taken = client.post(path, data={"csrf": doors.csrf, "name": "general"})
    assert taken.status_code == 409
    assert 'role="alert"' in taken.get_data(as_text=True)
    assert doors.changes == []
    answer = client.post(path, data={"csrf": doors.csrf, "name": "gate-fire"})
    assert answer.status_code == 303
    (channel,) = of_table(doors, "chat_channels")
    assert (channel["name"], channel["kind"]) == ("gate-fire", "public")
    page = client.get("/browse/OPS-44").get_data(as_text=True)
    assert "#gate-fire" in page
    assert f"/c/{channel['id']}" in page
    assert "calderoute.example/c/" not in page
    assert client.get(path.replace("open-channel", "juggle")).status_code == 404


def test_a_private_channel_is_not_named_to_whoever_sees_its_issue(
    doors: Doors, office: Office
) -> None:
    path = "/browse/OPS-44/offers/open-channel"
    form = {"csrf": doors.csrf, "name": "quiet-fire", "private": "1"}
    assert doors.pages_of("tracker").post(path, data=form).status_code == 303
    assert of_table(doors, "chat_channels")[0]["kind"] == "private"
    assert [row["title"] for row in of_table(doors, "tracker_remote_links")] == [
        "A private channel"
    ]


def test_the_trackers_bot_writes_to_whoever_wishes_it(doors: Doors, office: Office) -> None:
    mine, hers = doors.actor, Actor(office.people["mchen"])
    arguments = {"project_id": "CAL", "type_id": "Task", "fields": {"summary": "Wombat burrow"}}
    key = perform(doors.world, mine, issues.create, **arguments).key
    perform(doors.world, mine, issues.assign, issue=key, person_id=hers.person_id)
    assert of_table(doors, "chat_messages") == []
    perform(doors.world, mine, issues.assign, issue=key, person_id=None)
    perform(doors.world, hers, preferences.choose, notify_chat=True)
    perform(doors.world, mine, issues.assign, issue=key, person_id=hers.person_id)
    let_time_pass(doors.world, 1)
    (told,) = of_table(doors, "chat_messages")
    assert "assigned <https://tracker." in told["text"]
    assert f"|{key}> to you" in told["text"]
    members = {row["person_id"] for row in of_table(doors, "chat_memberships")}
    assert members == {hers.person_id, told["author_id"]}


def test_the_trackers_bot_sums_up_what_was_not_read(doors: Doors, office: Office) -> None:
    mine, hers = doors.actor, Actor(office.people["mchen"])
    perform(doors.world, hers, preferences.choose, notify_digest=True)
    arguments = {"project_id": "CAL", "type_id": "Task", "fields": {"summary": "Wombat burrow"}}
    keys = [perform(doors.world, mine, issues.create, **arguments).key for _ in range(2)]
    for key in keys:
        perform(doors.world, mine, issues.assign, issue=key, person_id=hers.person_id)
    perform(doors.world, mine, issues.edit, issue=keys[0], fields={"summary": "Wombat den"})
    (due,) = digests_of(doors)
    with doors.world.reading() as session:
        ahead = due.due_us - Clock(session).now_us()
    let_time_pass(doors.world, ahead // 1_000_000 + 60)
    told = [row["text"] for row in of_table(doors, "chat_messages")]
    (said,) = [text for text in told if text.startswith("You have not read yet:")]
    assert said.count("\n") == 2
    assert f"|changed the Summary of {keys[0]}>, and 1 more" in said
    assert len(digests_of(doors)) == 1
    perform(doors.world, hers, preferences.choose, notify_digest=False)
    assert digests_of(doors) == []


def digests_of(doors: Doors) -> list[Due]:
    """The digests that are planned."""
    with doors.world.reading() as session:
        return [each for each in planned(session) if each.operation == "tracker.digests.deliver"]


def test_boards_filters_and_searches_have_cards(doors: Doors) -> None:
    def card(path: str) -> Any:
        ctx_of = {"url": f"https://tracker.calderoute.example{path}"}
        return call(
            doors.world,
            doors.actor,
            projects.list,
            Request(Surface.SYSTEM, "test"),
            present=lambda ctx, _rows: unfurl(ctx, ctx_of["url"]),
        )

    board = card("/p/CAL/board?board=2919517")
    assert (board.kind, board.title) == ("Board", "CAL board")
    found = card("/issues?jql=project+%3D+OPS")
    assert found.fields == (("Issues", "15"),)
    assert card("/issues?jql=nonsense+%3D") is None
    assert card("/filters/1") is None
