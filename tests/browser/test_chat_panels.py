"""Panels and dialogs of chat: their addresses, their forms, and where the focus goes."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.test_chat_in_place import channel, choose, forgiving, messages, say
from tests.kit import Doors, Office
from tests.layout import box_of

from workworld.host import Host

pytestmark = pytest.mark.browser


def test_topic_is_saved_in_place_and_a_refusal_stands_beside_it(
    chrome: Browser, host: Host, doors: Doors, office: Office
) -> None:
    with forgiving(chrome, host, doors) as page:
        channel(page, office, "deploys")
        page.get_by_role("button", name="More on #deploys").click()
        page.get_by_role("menuitem", name="About this channel").click()
        page.get_by_role("link", name="Edit topic").click()
        topic = page.get_by_role("textbox", name="Topic")
        expect(topic).to_be_focused()
        topic.fill("x" * 251)
        topic.press("Enter")
        expect(topic).to_have_accessible_description(re.compile("It may hold 250 characters"))
        expect(topic).to_be_focused()
        topic.fill("Frozen until Monday")
        topic.press("Enter")
        expect(page.get_by_role("status").get_by_text("Topic saved")).to_be_visible()
        expect(page.locator("#head").get_by_text("Frozen until Monday")).to_be_visible()
        expect(topic).to_have_count(0)
        page.go_back()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page).to_have_url(re.compile(r"/c/\w+$"))


def test_people_are_added_and_removed_in_place(
    chrome: Browser, host: Host, doors: Doors, office: Office
) -> None:
    with forgiving(chrome, host, doors) as page:
        channel(page, office, "deploys")
        page.get_by_role("link", name="6 members").click()
        people = page.get_by_role("list", name="People in #deploys")
        picker = page.get_by_role("combobox", name="Add people")
        for name, answer in (("Jonas", "is in #deploys already"), ("Denise", "")):
            picker.fill(name)
            page.get_by_role("option", name=re.compile(name)).click()
            page.get_by_role("button", name="Add to channel").click()
            if answer:
                expect(picker).to_have_accessible_description(re.compile(answer))
                page.get_by_role("button", name=f"Remove {name} Wikstrand", exact=True).click()
        expect(people.get_by_role("listitem")).to_have_count(7)
        expect(page.locator(".chip")).to_have_count(0)
        page.get_by_role("button", name="Remove Denise Whitlock from #deploys").click()
        expect(people.get_by_role("listitem")).to_have_count(6)
        expect(page.locator("#details-body")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.get_by_role("link", name="6 members")).to_be_focused()


def test_dialog_has_an_address_that_back_leaves(page: Page, office: Office) -> None:
    channel(page, office, "deploys", "/details/settings")
    page.get_by_role("link", name="Archive channel").click()
    dialog = page.get_by_role("alertdialog", name="Archive #deploys?")
    expect(dialog).to_be_visible()
    expect(page).to_have_url(re.compile("/archive$"))
    page.go_back()
    expect(dialog).to_have_count(0)
    expect(page).to_have_url(re.compile("/details/settings$"))
    page.go_forward()
    expect(dialog).to_be_visible()
    page.reload()
    expect(dialog).to_be_visible()
    dialog.get_by_role("link", name="Cancel").click()
    expect(dialog).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/c/\w+$"))


def test_archiving_takes_everybodys_composer_away(
    page: Page, chrome: Browser, host: Host, colleague: Doors, office: Office
) -> None:
    channel(page, office, "deploys", "/details/settings")
    with forgiving(chrome, host, colleague) as other:
        channel(other, office, "deploys").fill("just wanted to s")
        page.get_by_role("link", name="Archive channel").click()
        page.get_by_role("button", name="Archive", exact=True).click()
        expect(page.get_by_role("button", name="Unarchive channel")).to_be_visible()
        for each in (page, other):
            expect(each.get_by_text("#deploys is archived")).to_be_visible()
            expect(each.get_by_role("textbox", name="Message #deploys")).to_have_count(0)
        page.get_by_role("button", name="Unarchive channel").click()
        composer = other.get_by_role("textbox", name="Message #deploys")
        expect(composer).to_have_value("just wanted to s")


def test_deleting_asks_and_leaves_the_page_where_it_is(
    page: Page, doors: Doors, office: Office
) -> None:
    say(doors, office, "a slip")
    composer = channel(page, office, "general")
    slip = messages(page).filter(has_text="a slip")
    slip.focus()
    page.keyboard.press("Delete")
    dialog = page.get_by_role("alertdialog", name="Delete this message?")
    expect(dialog.get_by_role("link", name="Cancel")).to_be_focused()
    dialog.get_by_role("button", name="Delete").click()
    expect(slip).to_have_count(0)
    expect(dialog).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/c/\w+$"))
    expect(composer).to_be_focused()


def test_deleting_what_a_thread_hangs_on_leads_to_the_channel(
    chrome: Browser, host: Host, doors: Doors, office: Office
) -> None:
    ts = say(doors, office, "a slip")
    with forgiving(chrome, host, doors) as page:
        channel(page, office, "general", f"/t/{ts}")
        parent = page.get_by_role("log", name="Replies").get_by_role("article")
        parent.hover()
        choose(parent, "Delete message")
        page.get_by_role("button", name="Delete", exact=True).click()
        expect(page.get_by_role("complementary")).to_have_count(0)
        expect(page.get_by_text("a slip")).to_have_count(0)
        expect(page).to_have_url(re.compile(r"/c/\w+$"))


def test_late_answer_does_not_open_a_closed_thread(
    page: Page, doors: Doors, colleague: Doors, office: Office
) -> None:
    ts = say(doors, office, "parent")
    channel(page, office, "general", f"/t/{ts}")
    page.evaluate(
        """() => { const open = XMLHttpRequest.prototype.open, send = XMLHttpRequest.prototype.send;
        XMLHttpRequest.prototype.open = function (verb, url, ...more) {
          this.late = url.includes("/t/") ? 600 : 300; open.call(this, verb, url, ...more); };
        XMLHttpRequest.prototype.send = function (body) {
          setTimeout(() => send.call(this, body), this.late); }; }"""
    )
    with page.expect_request(re.compile(rf"/t/{ts}\?")):
        page.get_by_role("link", name="Close thread").click()
        say(colleague, office, "meanwhile")
    expect(messages(page).last).to_contain_text("meanwhile")
    expect(page.locator("html[data-ready=true]")).to_have_count(1)
    expect(page.get_by_role("complementary")).to_have_count(0)


def test_thread_follows_and_keeps_the_reply_that_is_written(
    page: Page, doors: Doors, colleague: Doors, office: Office
) -> None:
    ts = say(doors, office, "parent")
    channel(page, office, "general")
    last = messages(page).last
    last.hover()
    last.get_by_role("link", name=re.compile("^Reply in thread")).click()
    reply = page.get_by_role("textbox", name="Reply in thread")
    expect(reply).to_be_focused()
    reply.fill("half a rep")
    say(colleague, office, "faster", thread_ts=ts)
    replies = page.get_by_role("log", name="Replies")
    expect(replies.get_by_role("article").last).to_contain_text("faster")
    expect(last.get_by_role("link", name=re.compile("1 reply"))).to_be_visible()
    expect(reply).to_have_value("half a rep")
    page.keyboard.press("Escape")
    expect(reply).to_have_count(0)
    expect(last).to_be_focused()
    last.get_by_role("link", name=re.compile("1 reply")).click()
    expect(reply).to_have_value("half a rep")


def test_channel_that_goes_out_of_sight_is_left(
    chrome: Browser, host: Host, doors: Doors, colleague: Doors, office: Office
) -> None:
    made = doors.rest("conversations.create", name="secret-plans", is_private=True)["channel"]
    doors.rest("conversations.invite", channel=made["id"], users=colleague.person_id)
    with forgiving(chrome, host, colleague) as page:
        page.get_by_role("link", name="Open Chat").click()
        page.get_by_role("link", name="secret-plans").click()
        expect(page.locator("html[data-live=open]")).to_have_count(1)
        kicked = doors.rest("conversations.kick", channel=made["id"], user=colleague.person_id)
        assert kicked["ok"], kicked
        expect(page).not_to_have_url(re.compile(made["id"]))
        expect(page.get_by_role("textbox", name=re.compile("^Message #"))).to_be_visible()
        expect(page.get_by_role("link", name="secret-plans")).to_have_count(0)


def test_guest_who_leaves_the_only_channel_comes_out_in_chat(
    chrome: Browser, host: Host, doors: Doors, office: Office
) -> None:
    guest = Doors(doors.world, doors.authority, office.people["shaugland"])
    with forgiving(chrome, host, guest) as page:
        box = channel(page, office, "support-escalations")
        box.fill("/leave")
        box.press("Enter")
        expect(page.get_by_role("heading", name="No channels yet")).to_be_visible()


def test_skip_link_leads_to_the_content(page: Page, office: Office) -> None:
    channel(page, office, "general")
    page.get_by_role("link", name="Browse channels").click()
    page.get_by_role("link", name="Skip to content").press("Enter")
    expect(page).to_have_url(re.compile("/browse/channels#main$"))


def test_sidebar_follows_what_others_do(
    page: Page, doors: Doors, colleague: Doors, office: Office
) -> None:
    channel(page, office, "general")
    sidebar = page.get_by_role("navigation", name="Channels")
    made = colleague.rest("conversations.create", name="quiet-corner", is_private=True)["channel"]
    opened = colleague.rest("conversations.create", name="open-corner")["channel"]
    colleague.rest("conversations.invite", channel=opened["id"], users=doors.person_id)
    expect(sidebar.get_by_role("link", name="open-corner")).to_be_visible()
    expect(sidebar.get_by_role("link", name="quiet-corner")).to_have_count(0)
    colleague.rest("conversations.invite", channel=made["id"], users=doors.person_id)
    expect(sidebar.get_by_role("link", name="quiet-corner")).to_be_visible()


def test_log_is_one_stop_for_the_tab_key(page: Page, office: Office) -> None:
    composer = channel(page, office, "general")
    messages(page).last.focus()
    page.keyboard.press("ArrowUp")
    expect(messages(page).nth(-2)).to_be_focused()
    here = messages(page).nth(-2).get_attribute("id")
    page.get_by_role("button", name="More on #general").focus()
    passed: list[str | None] = []
    for _ in range(20):
        page.keyboard.press("Tab")
        if composer.evaluate("each => each === document.activeElement"):
            break
        passed.append(page.evaluate("document.activeElement.closest('.message')?.id ?? null"))
    assert {each for each in passed if each} == {here}
    expect(composer).to_be_focused()


def test_dialogs_and_editors_work_without_scripts(
    chrome: Browser, host: Host, doors: Doors, office: Office
) -> None:
    ts = say(doors, office, "a slip")
    context = chrome.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(host.launch_url(doors.world.id, doors.person_id))
    root = f"{host.origin}{doors.site.root}/chat/c/{office.channels['general']}"
    page.goto(f"{root}/m/{ts}")
    page.get_by_role("link", name=re.compile("^Edit message")).click()
    page.get_by_role("textbox", name="Edit message").fill("put right")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("log").get_by_text("put right")).to_be_visible()
    page.goto(f"{root}/m/{ts}/delete")
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("log").get_by_text("put right")).to_have_count(0)
    context.close()


def test_channel_is_made_in_two_steps(page: Page, office: Office) -> None:
    channel(page, office, "general")
    page.get_by_role("navigation", name="Channels").get_by_role("link", name="New channel").click()
    dialog = page.get_by_role("dialog", name="New channel")
    name = dialog.get_by_role("textbox", name="Name")
    expect(name).to_be_focused()
    name.press_sequentially("Deploys")
    expect(dialog.get_by_text("There is a channel of this name already.")).to_be_visible()
    name.press_sequentially(" now")
    expect(name).to_have_value("deploys-now")
    expect(dialog.get_by_text("There is a channel of this name already.")).to_have_count(0)
    name.press("Enter")
    picker = dialog.get_by_role("combobox", name="Add people")
    expect(picker).to_be_focused()
    picker.fill("Denise")
    page.get_by_role("option", name=re.compile("Denise")).click()
    dialog.get_by_role("button", name="Create channel").click()
    expect(page.get_by_role("heading", level=1, name="deploys-now")).to_be_visible()
    expect(page.get_by_role("link", name="2 members")).to_be_visible()


def test_profile_of_an_author_stands_beside_the_channel(page: Page, office: Office) -> None:
    channel(page, office, "deploys")
    last = messages(page).filter(has_text="4.19.0-rc1 to staging").first
    last.hover()
    last.get_by_role("button", name=re.compile("^More actions")).click()
    last.get_by_role("menuitem", name="Author's profile").click()
    panel = page.get_by_role("complementary", name="Profile")
    expect(panel.get_by_role("heading", name="Mingzhu Chen")).to_be_visible()
    panel.get_by_role("link", name="Ana Ruiz").click()
    expect(panel.get_by_role("heading", name="Ana Ruiz")).to_be_visible()
    page.get_by_role("link", name="Close profile").click()
    expect(panel).to_have_count(0)


def test_open_details_show_what_others_change_and_keep_what_is_typed(
    page: Page, doors: Doors, office: Office
) -> None:
    deploys = office.channels["deploys"]
    channel(page, office, "deploys", "/details/about")
    page.wait_for_selector("html[data-live=open]", state="attached")
    dialog = page.get_by_role("dialog")
    page.get_by_role("link", name="Edit description").click()
    described = page.get_by_role("textbox", name="Description")
    described.fill("half a word")
    doors.rest("conversations.setTopic", channel=deploys, topic="Frozen until Monday")
    expect(dialog.get_by_text("Frozen until Monday")).to_be_visible()
    doors.rest("conversations.rename", channel=deploys, name="releases")
    expect(dialog.get_by_role("heading", name="releases")).to_be_visible()
    expect(described).to_have_value("half a word")
    expect(described).to_be_focused()
    dialog.get_by_role("link", name="Members").click()
    people = page.get_by_role("list", name="People in #releases")
    expect(people.get_by_role("listitem")).to_have_count(6)
    doors.rest("conversations.invite", channel=deploys, users=office.people["dwhitlock"])
    expect(people.get_by_role("listitem")).to_have_count(7)
    expect(dialog.get_by_role("link", name="Members 7")).to_be_visible()


def test_name_of_a_channel_leads_to_what_it_is_about(
    chrome: Browser, host: Host, doors: Doors, office: Office
) -> None:
    with forgiving(chrome, host, doors) as page:
        channel(page, office, "deploys")
        page.get_by_role("heading", level=1, name="deploys").click()
        expect(page.get_by_role("dialog", name="deploys")).to_be_visible()
        assert page.url.endswith("/details/about")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_role("link", name="About #deploys")).to_be_focused()


def test_long_name_of_a_channel_leaves_room_for_what_stands_beside_it(
    chrome: Browser, host: Host, doors: Doors, office: Office
) -> None:
    doors.rest("conversations.rename", channel=office.channels["deploys"], name="deploys-" * 10)
    with forgiving(chrome, host, doors) as page:
        channel(page, office, "deploys", "/poll")
        dialog = box_of(page.get_by_role("dialog"))
        send = box_of(page.get_by_role("button", name=re.compile("^Send to")))
        cancel = box_of(page.get_by_role("dialog").get_by_role("link", name="Cancel"))
        assert dialog["x"] < cancel["x"] < cancel["x"] + cancel["width"] < send["x"]
        assert send["x"] + send["width"] < dialog["x"] + dialog["width"]
