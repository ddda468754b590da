import json
import re

from tests.kit import COLLEAGUE, Doors, Office, text_of

from workworld.identity import Authority
from workworld.worlds import World


def draft(doors: Doors, channel_id: str, **more: str) -> str:
    made = doors.mcp("slack_send_message_draft", channel_id=channel_id, message="**draft**", **more)
    assert not made.is_error, text_of(made)
    return str(json.loads(text_of(made))["draft_id"])


def test_place_holds_one_draft(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    draft(doors, general)
    again = doors.mcp("slack_send_message_draft", channel_id=general, message="x")
    assert "draft_already_exists" in text_of(again)
    draft(doors, office.channels["product-eng"])
    outside = doors.mcp(
        "slack_send_message_draft", channel_id=office.channels["support"], message="x"
    )
    assert "not_in_channel" in text_of(outside)


def test_draft_goes_when_it_is_sent(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    draft_id = draft(doors, general)
    sent = {"channel_id": general, "message": "done", "draft_id": draft_id}
    assert not doors.mcp("slack_send_message", **sent).is_error
    assert [change.table for change in doors.changes] == ["chat_messages"]
    assert "draft_not_found" in text_of(doors.mcp("slack_send_message", **sent))


def test_composer_holds_a_draft_and_sending_ends_it(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    draft_id = draft(doors, general)
    page = doors.browser.get(f"/c/{general}").get_data(as_text=True)
    assert "\n*draft*</textarea>" in page
    assert f'name="draft_id" value="{draft_id}"' in page
    doors.submit(f"/c/{general}/messages", text="*draft*", draft_id=draft_id)
    assert "draft_id" not in doors.browser.get(f"/c/{general}").get_data(as_text=True)
    assert {change.table for change in doors.changes} == {"chat_messages"}


def test_what_is_typed_is_kept_and_is_no_step(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    assert doors.submit(f"/c/{general}/draft", text="half a th").status_code == 200
    assert "\nhalf a th</textarea>" in doors.browser.get(f"/c/{general}").get_data(as_text=True)
    assert "half a th" in doors.browser.get("/drafts").get_data(as_text=True)
    assert doors.journal == []
    assert doors.changes == []
    doors.submit(f"/c/{general}/messages", text="half a thought")
    assert "half a th<" not in doors.browser.get("/drafts").get_data(as_text=True)


def test_typed_reply_is_kept_in_its_thread(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    root = doors.rest("chat.postMessage", channel=general, text="parent")["ts"]
    doors.submit(f"/c/{general}/draft", text="a reply", thread_ts=root)
    assert "\na reply</textarea>" not in doors.browser.get(f"/c/{general}").get_data(as_text=True)
    thread = doors.browser.get(f"/c/{general}/t/{root}").get_data(as_text=True)
    assert "\na reply</textarea>" in thread


def test_what_is_typed_while_a_channel_is_archived_is_not_lost(doors: Doors) -> None:
    made = doors.rest("conversations.create", name="plans")["channel"]["id"]
    assert doors.submit(f"/c/{made}/draft", text="half a th").status_code == 200
    doors.rest("conversations.archive", channel=made)
    assert doors.submit(f"/c/{made}/draft", text="half a thought").status_code == 204
    doors.rest("conversations.unarchive", channel=made)
    assert "\nhalf a th</textarea>" in doors.browser.get(f"/c/{made}").get_data(as_text=True)


def test_removed_member_loses_the_draft(world: World, authority: Authority, office: Office) -> None:
    ana = Doors(world, authority, office.people["aruiz"])
    jonas = Doors(world, authority, office.people[COLLEAGUE])
    made = ana.rest("conversations.create", name="plans")["channel"]["id"]
    ana.rest("conversations.invite", channel=made, users=jonas.person_id)
    draft_id = draft(jonas, made)
    jonas.submit(f"/c/{made}/draft", text="typed")
    ana.rest("conversations.kick", channel=made, user=jonas.person_id)
    assert "draft_not_found" in text_of(
        jonas.mcp("slack_update_draft", draft_id=draft_id, message="x")
    )
    assert "typed" not in jonas.browser.get("/drafts").get_data(as_text=True)


def test_sidebar_shows_where_something_is_written_and_not_sent(
    doors: Doors, office: Office
) -> None:
    deploys, general = office.channels["deploys"], office.channels["general"]

    def marked(at: str) -> bool:
        page = doors.browser.get(f"/c/{at}").get_data(as_text=True)
        link = re.search(rf'<a [^>]*id="to-{deploys}".*?</a>', page, re.DOTALL)
        assert link is not None
        return ", draft" in link[0]

    assert not marked(general)
    typed = {"csrf": doors.csrf, "text": "half a thought"}
    assert doors.browser.post(f"/c/{deploys}/draft", data=typed).status_code < 400
    assert marked(general)
    assert not marked(deploys)  # there it stands in the composer
    assert doors.browser.post(f"/c/{deploys}/draft", data={**typed, "text": ""}).status_code < 400
    assert not marked(general)
