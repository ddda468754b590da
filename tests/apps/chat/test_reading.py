"""What is unread, whom messages call, and of what people are told."""

import re

import pytest
from tests.kit import Doors, Office

from workworld.apps.chat.service import (
    choices,
    dnd,
    follows,
    markers,
    messages,
    news,
    presence,
    profiles,
    reactions,
    unreads,
)
from workworld.apps.chat.service.news import News
from workworld.calls import perform
from workworld.clock import Clock
from workworld.context import Actor, Context, Request, Surface
from workworld.ids import Ids
from workworld.notifications import inbox
from workworld.passing_time import let_time_pass


def news_of(doors: Doors, channel_id: str) -> News:
    with doors.world.reading() as session:
        request = Request(Surface.SYSTEM, "test")
        ctx = Context(session, doors.actor, request, Clock(session), Ids(session))
        found = news.of(ctx, channel_id)
        assert found is not None
        return found


def notices(doors: Doors, kind: str = "") -> list[str]:
    page = doors.browser.get(f"/activity?type={kind}").get_data(as_text=True)
    return re.findall(r'notice-text"[^>]*><strong>[^<]+</strong> ([^<]+)', page)


def say(doors: Doors, channel_id: str, text: str, **more: str) -> str:
    return str(doors.rest("chat.postMessage", channel=channel_id, text=text, **more)["ts"])


def test_mentions_are_counted_until_they_are_read(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    say(colleague, general, "nothing much")
    found = news_of(doors, general)
    assert (found.is_unread, found.mentions) == (True, 0)
    say(colleague, general, f"<@{doors.person_id}> look")
    last = say(colleague, general, "<!channel> look")
    assert news_of(doors, general).mentions == 2
    info = doors.rest("conversations.info", channel=general)["channel"]
    assert info["unread_count"] == 3
    assert doors.rest("conversations.mark", channel=general, ts=last)["ok"]
    found = news_of(doors, general)
    assert (found.is_unread, found.mentions, found.last_read) == (False, 0, last)


def test_marking_unread_wins_until_the_page_is_seen(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    first, last = say(colleague, general, "one"), say(colleague, general, "two")
    perform(doors.world, doors.actor, markers.see, channel_id=general, ts=last)
    assert not news_of(doors, general).is_unread
    doors.submit(f"/c/{general}/m/{first}/unread")
    assert news_of(doors, general).is_marked
    (row,) = [change for change in doors.changes if change.table == "chat_read_marks"]
    assert row.after is not None
    assert row.after["last_read"] < first
    perform(doors.world, doors.actor, markers.see, channel_id=general, ts=last)
    assert not news_of(doors, general).is_unread


def told(doors: Doors) -> list[str]:
    """Ids of what somebody is told of in chat and has not read."""
    place = {"app_id": "chat", "only_unread": True, "kinds": ["mention"]}
    found = perform(doors.world, doors.actor, inbox.list, **place)
    return [each.id for each in found.items]


def test_marking_all_as_read_can_be_taken_back(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general, deploys = office.channels["general"], office.channels["deploys"]
    for channel_id in (general, deploys):
        say(colleague, channel_id, "news")
    before = {each: news_of(doors, each).is_unread for each in (general, deploys)}
    assert all(before.values())
    answer = doors.submit("/read-all").headers["Location"]
    assert not news_of(doors, general).is_unread
    undo = doors.browser.get(answer).get_data(as_text=True)
    (address,) = re.findall(r'action="(/read-all/undo[^"]+)"', undo)
    doors.submit(address.replace("&amp;", "&"))
    assert {each: news_of(doors, each).is_unread for each in (general, deploys)} == before


def test_notifications_read_with_everything_are_unread_again_and_others_are_not(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    mention = f"<@{doors.person_id}> look"
    for name in ("general", "deploys"):
        say(colleague, office.channels[name], mention)
    opened, waiting = told(doors)
    perform(doors.world, doors.actor, inbox.open, notification_id=opened)
    before = told(doors)
    assert before == [waiting]
    answer = doors.submit("/read-all").headers["Location"]
    assert told(doors) == []
    undo = doors.browser.get(answer).get_data(as_text=True)
    (address,) = re.findall(r'action="(/read-all/undo[^"]+)"', undo)
    assert waiting in address
    assert opened not in address
    doors.submit(address.replace("&amp;", "&"))
    assert told(doors) == before


def test_nobody_unreads_what_others_are_told_of(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    say(colleague, office.channels["general"], f"<@{doors.person_id}> look")
    (waiting,) = told(doors)
    perform(doors.world, doors.actor, inbox.open, notification_id=waiting)
    colleague.submit(f"/read-all/undo?notices={waiting}")
    assert told(doors) == []


def test_here_calls_only_those_who_are_present(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    perform(doors.world, doors.actor, presence.set, presence="away")
    say(colleague, general, "<!here> lunch?")
    assert news_of(doors, general).mentions == 0
    perform(doors.world, doors.actor, presence.set, presence="auto")
    say(colleague, general, "<!channel> lunch?")
    assert news_of(doors, general).mentions == 1


def test_muted_channel_counts_direct_mentions_alone(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    perform(doors.world, doors.actor, choices.set_for_channel, channel_id=general, is_muted=True)
    say(colleague, general, "<!channel> all")
    assert news_of(doors, general).mentions == 0
    page = doors.browser.get(f"/c/{office.channels['announcements']}").get_data(as_text=True)
    assert "muted-channel" in page
    assert "sidebar-link unread" not in page
    say(colleague, general, f"<@{doors.person_id}> you")
    assert news_of(doors, general).mentions == 1
    assert notices(doors) == ["mentioned you in #general"]


def test_keyword_is_a_mention_as_a_whole_word(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    perform(doors.world, doors.actor, choices.set, keywords=["Dock", " loading  bay "])
    say(colleague, general, "docking is fun")
    assert news_of(doors, general).mentions == 0
    say(colleague, general, "the DOCK, and the loading bay")
    assert news_of(doors, general).mentions == 1
    assert notices(doors, "mentions") == ["said one of your words in #general"]


@pytest.mark.parametrize(
    ("level", "told"),
    [
        ("all", ["wrote in #general", "mentioned you in #general"]),
        ("mentions", ["mentioned you in #general"]),
        ("nothing", []),
    ],
)
def test_levels_say_of_what_one_is_told(
    doors: Doors, colleague: Doors, office: Office, level: str, told: list[str]
) -> None:
    general = office.channels["general"]
    perform(doors.world, doors.actor, choices.set_for_channel, channel_id=general, level=level)
    say(colleague, general, f"<@{doors.person_id}>")
    say(colleague, general, "hello")
    assert notices(doors) == told


def test_reactions_of_others_are_told_and_withdrawn(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    given = {"channel_id": general, "ts": say(doors, general, "done"), "emoji": "tada"}
    perform(doors.world, doors.actor, reactions.add, **given)
    assert notices(doors, "reactions") == []
    perform(colleague.world, colleague.actor, reactions.add, **given)
    assert notices(doors, "reactions") == ["reacted with 🎉 to your message in #general"]
    perform(colleague.world, colleague.actor, reactions.remove, **given)
    assert notices(doors, "reactions") == []
    perform(colleague.world, colleague.actor, reactions.add, **given)
    perform(doors.world, doors.actor, messages.delete, channel_id=general, ts=given["ts"])
    assert notices(doors) == []


def test_threads_are_followed_by_those_in_them_and_by_who_asks(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    ming = Doors(doors.world, doors.authority, office.people["mchen"])
    root = say(doors, general, "root")
    say(colleague, general, f"ask <@{ming.person_id}>", thread_ts=root)

    def followed(who: Doors) -> list[tuple[str, bool]]:
        page = perform(who.world, who.actor, follows.list, limit=100)
        return [(each.root_ts, each.is_unread) for each in page.items if each.root_ts == root]

    assert followed(doors) == followed(ming) == [(root, True)]
    assert followed(colleague) == [(root, False)]
    assert "reply" not in notices(doors, "threads")
    assert notices(doors, "threads") == ["replied in a thread in #general"]
    ming.submit(f"/c/{general}/t/{root}/follow")
    assert followed(ming) == []
    page = doors.browser.get("/threads").get_data(as_text=True)
    (picture,) = re.findall(rf'<noscript><img src="([^"]+{root}[^"]+)"', page)
    doors.browser.get(picture)
    assert followed(doors) == [(root, False)]
    jonas = Doors(doors.world, doors.authority, office.people["tbreslin"])
    perform(jonas.world, jonas.actor, follows.follow, channel_id=general, ts=root)
    say(colleague, general, "more", thread_ts=root)
    assert followed(jonas) == [(root, True)]


def test_reply_from_the_page_of_threads_leads_back_to_it(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    root = say(doors, general, "root")
    say(colleague, general, "re", thread_ts=root)
    answer = doors.submit(f"/c/{general}/t/{root}/messages", text="thanks", place="/threads")
    assert answer.headers["Location"] == "/threads"
    assert "thanks" in doors.browser.get("/threads").get_data(as_text=True)


def test_unreads_stand_with_mentions_first(doors: Doors, colleague: Doors, office: Office) -> None:
    general, deploys = office.channels["general"], office.channels["deploys"]
    say(colleague, deploys, "plain")
    say(colleague, general, f"<@{doors.person_id}>")
    found = perform(doors.world, doors.actor, unreads.list)
    assert [each.channel.id for each in found] == [general, deploys]
    assert [len(each.messages) for each in found] == [1, 1]
    assert doors.submit(f"/c/{general}/read", ts=found[0].messages[-1].ts).status_code == 303
    assert "unread-title" in doors.browser.get("/unreads").get_data(as_text=True)


def test_status_shows_beside_the_name_and_ends_by_itself(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    say(colleague, general, "hi")
    with doors.world.reading() as session:
        ends = Clock(session).now_us() // 1_000_000 + 3600
    status = {"status_text": "In a meeting", "status_emoji": ":calendar:"}
    perform(colleague.world, colleague.actor, profiles.update, **status, status_expiration=ends)
    profile = doors.rest("users.profile.get", user=colleague.person_id)["profile"]
    assert profile["status_emoji"] == ":calendar:"
    assert "Status: In a meeting" in doors.browser.get(f"/c/{general}").get_data(as_text=True)
    let_time_pass(doors.world, 3700)
    profile = doors.rest("users.profile.get", user=colleague.person_id)["profile"]
    assert (profile["status_text"], profile["status_expiration"]) == ("", 0)
    assert doors.journal[-1].operation == "chat.profiles.expire"


def test_pause_and_hours_hold_back_what_pops_up(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    say(colleague, general, f"<@{doors.person_id}> one")
    assert "mentioned you" in doors.browser.get("/told?after=0").get_data(as_text=True)
    assert "toast" not in doors.browser.get(f"/told?after=0&here={general}").get_data(as_text=True)
    perform(doors.world, doors.actor, dnd.snooze, minutes=30)
    assert "toast" not in doors.browser.get("/told?after=0").get_data(as_text=True)
    assert notices(doors) == ["mentioned you in #general"]
    perform(doors.world, doors.actor, choices.set, exceptions=[colleague.person_id])
    assert "mentioned you" in doors.browser.get("/told?after=0").get_data(as_text=True)
    assert doors.rest("dnd.info")["snooze_enabled"]
    let_time_pass(doors.world, 1900)
    assert not doors.rest("dnd.info")["snooze_enabled"]


def test_hours_for_notices_are_the_persons_own(doors: Doors, office: Office) -> None:
    perform(doors.world, doors.actor, choices.set, days="weekdays", starts=540, ends=1020)
    found = doors.rest("dnd.teamInfo", users=f"{doors.person_id},{office.people['mchen']}")
    mine, theirs = found["users"][doors.person_id], found["users"][office.people["mchen"]]
    assert mine["dnd_enabled"]
    assert mine["next_dnd_end_ts"] - mine["next_dnd_start_ts"] in (16 * 3600, 64 * 3600)
    assert theirs == {"dnd_enabled": False, "next_dnd_start_ts": 1, "next_dnd_end_ts": 1}


def test_presence_follows_from_working_hours(doors: Doors, office: Office) -> None:
    ming = office.people["mchen"]

    def is_active() -> bool:
        found = perform(doors.world, Actor(doors.person_id), presence.get, user_id=ming)
        return bool(found.is_active)

    seen = set()
    for _half_hour in range(48):
        seen.add(is_active())
        let_time_pass(doors.world, 1800)
    assert seen == {True, False}


def test_sidebar_keeps_how_it_was_left(doors: Doors, office: Office) -> None:
    path = f"/c/{office.channels['general']}"

    def links() -> list[str]:
        page = doors.browser.get(path).get_data(as_text=True)
        return re.findall(r'id="to-(\w+)"', page)

    everything = links()
    doors.submit("/sidebar", name="fold:channels", so="1", place=path)
    assert office.channels["deploys"] in everything
    assert office.channels["deploys"] not in links()
    assert office.channels["general"] in links()  # where one is stays in sight
    doors.submit("/sidebar", name="fold:channels", place=path)
    doors.submit("/sidebar", name="unread", so="1", place=path)
    assert office.channels["deploys"] not in links()
    assert doors.changes == []
    assert (
        doors.submit("/sidebar", name="unread", place="//evil.example/").headers["Location"] == "/"
    )


@pytest.mark.usefixtures("clean_desks")
def test_star_comes_first_and_archived_channels_never_show(doors: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    assert doors.rest("stars.add", channel=deploys)["ok"]
    items = doors.rest("stars.list")["items"]
    assert [(each["type"], each["channel"]) for each in items] == [("channel", deploys)]
    page = doors.browser.get(f"/c/{office.channels['general']}").get_data(as_text=True)
    first = re.findall(r'id="to-(\w{9,})"', page)[0]
    assert first == deploys
    assert f'id="to-{office.channels["gatehouse-migration"]}"' not in page


def test_thread_is_unread_again_from_a_reply_on(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    root = say(doors, general, "root")
    replies = [say(colleague, general, said, thread_ts=root) for said in ("one", "two")]
    newest = {"ts": replies[1], "root": root}

    def unread(who: Doors) -> list[str]:
        page = perform(who.world, who.actor, follows.list, only_unread=True)
        return [each.last_read for each in page.items if each.root_ts == root]

    doors.submit(f"/c/{general}/seen", **newest)
    assert unread(doors) == []
    answer = doors.submit(f"/c/{general}/m/{replies[1]}/thread-unread")
    assert answer.headers["Location"].endswith(f"/t/{root}#thread-m{replies[1].replace('.', '')}")
    assert len(unread(doors)) == 1
    assert replies[0] < unread(doors)[0] < replies[1]
    assert "data-unread" in doors.browser.get(f"/c/{general}/t/{root}").get_data(as_text=True)
    doors.submit(f"/c/{general}/seen", **newest)
    assert unread(doors) == []
    (row,) = [change for change in doors.changes if change.table == "chat_thread_marks"]
    assert row.after is not None
    # Whoever marks it comes to follow it, also if all in it is their own.
    outsider = Doors(doors.world, doors.authority, office.people["tbreslin"])
    outsider.mcp("slack_mark_thread_unread", channel_id=general, message_ts=replies[0])
    assert len(unread(outsider)) == 1
    own = say(doors, general, "mine", thread_ts=root)
    doors.mcp("slack_mark_thread_unread", channel_id=general, message_ts=own)
    assert len(unread(doors)) == 1


def test_message_offers_to_follow_its_thread_or_to_follow_it_no_more(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    root = say(colleague, general, "no replies yet")

    def is_followed(who: Doors) -> bool:
        page = who.browser.get(f"/c/{general}?at=end").get_data(as_text=True)
        (found,) = re.findall(rf'data-key="{root}"[^>]* data-is="([^"]*)"', page)
        return "followed" in found.split()

    assert (is_followed(doors), is_followed(colleague)) == (False, True)
    doors.submit(f"/c/{general}/m/{root}/follow")
    colleague.submit(f"/c/{general}/m/{root}/unfollow")
    assert (is_followed(doors), is_followed(colleague)) == (True, False)
    ming = Doors(doors.world, doors.authority, office.people["mchen"])
    say(ming, general, "re", thread_ts=root)
    assert (is_followed(doors), is_followed(colleague)) == (True, False)
    assert notices(doors, "threads") == ["replied in a thread in #general"]
    assert notices(colleague, "threads") == []


def test_what_was_read_where_it_stands_is_told_no_more(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    deploys = office.channels["deploys"]
    root = say(colleague, deploys, f"<@{doors.person_id}> look")
    say(colleague, deploys, f"<@{doors.person_id}> and here", thread_ts=root)

    def text(at: str) -> str:
        return doors.browser.get(at).get_data(as_text=True)

    def untold() -> list[str]:
        return re.findall(r'aria-label="Notifications, (\w+) unread"', text("/later"))

    def look(at: str) -> None:
        for picture in re.findall(r'<noscript><img src="([^"]+)"', text(at)):
            assert doors.browser.get(picture).status_code == 200

    assert untold() == ["2"]
    look(f"/c/{deploys}")
    assert untold() == ["1"]
    look("/threads")
    assert untold() == ["none"]
    assert not [step for step in doors.journal if step.actor_id == doors.person_id]


def test_next_unread_conversation_is_looked_for_all_around(doors: Doors, office: Office) -> None:
    perform(doors.world, doors.actor, markers.mark_all)
    there = office.channels["deploys"]
    perform(
        doors.world,
        Actor(office.people["mchen"]),
        messages.post,
        channel_id=there,
        text="news",
    )
    for here in (office.channels["general"], office.channels["announcements"]):
        page = doors.browser.get(f"/c/{here}").get_data(as_text=True)
        for command in ("previous-unread", "next-unread"):
            (item,) = re.findall(rf'<a[^>]*data-command="chat.{command}"[^>]*>', page)
            assert f'href="/c/{there}"' in item
