import pytest
from tests.kit import Doors, Office

from workworld.apps.chat.models import Message
from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.clock import Clock
from workworld.errors import Forbidden, Invalid, NotFound, Refused
from workworld.worlds import World


def post(doors: Doors, channel_id: str, text: str = "hello", **arguments: object) -> Message:
    found: Message = perform(
        doors.world, doors.actor, messages.post, channel_id=channel_id, text=text, **arguments
    )
    return found


def history(doors: Doors, channel_id: str, **arguments: object) -> list[Message]:
    return list(
        perform(
            doors.world, doors.actor, messages.history, channel_id=channel_id, **arguments
        ).items
    )


def test_posted_message_is_the_newest(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    sent = post(doors, general, "the newest")
    newest = history(doors, general, limit=1)[0]
    assert (newest.ts, newest.text, newest.author_id) == (sent.ts, "the newest", doors.person_id)


def test_stamps_rise_within_a_channel(doors: Doors, office: Office, world: World) -> None:
    general = office.channels["general"]
    stamps = [post(doors, general).ts for _ in range(30)]
    assert stamps == sorted(set(stamps))


def test_stamps_rise_even_when_time_stands_still(doors: Doors, office: Office) -> None:
    with doors.world.writing() as session:
        Clock(session).set_step_seconds(0)
    stamps = [post(doors, office.channels["general"]).ts for _ in range(30)]
    assert stamps == sorted(set(stamps))


@pytest.mark.parametrize(
    ("channel", "code"),
    [
        ("support", "not_in_channel"),
        ("renewals", "channel_not_found"),
        ("gatehouse-migration", "is_archived"),
    ],
)
def test_post_where_one_may_not_is_refused(
    doors: Doors, office: Office, channel: str, code: str
) -> None:
    with pytest.raises(Refused) as refused:
        post(doors, office.channels[channel])
    assert refused.value.code == code
    assert doors.changes == []


def test_only_admins_announce_but_all_may_reply(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    announcements = office.channels["announcements"]
    sent = post(doors, announcements, "from an admin")
    with pytest.raises(Forbidden) as refused:
        post(colleague, announcements)
    assert refused.value.code == "restricted_action"
    reply = post(colleague, announcements, "thanks", thread_ts=sent.ts)
    assert reply.thread_ts == sent.ts
    with pytest.raises(Forbidden):
        post(colleague, announcements, "to all", thread_ts=sent.ts, reply_broadcast=True)


@pytest.mark.parametrize(
    ("text", "code"), [("", "no_text"), (" \n\t", "no_text"), ("x" * 40_001, "msg_too_long")]
)
def test_text_must_be_there_and_fit(doors: Doors, office: Office, text: str, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        post(doors, office.channels["general"], text)
    assert refused.value.code == code


def test_longest_text_fits(doors: Doors, office: Office) -> None:
    assert len(post(doors, office.channels["general"], "x" * 40_000).text) == 40_000


def test_reply_stays_in_its_thread(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    parent = post(doors, general, "parent")
    reply = post(doors, general, "reply", thread_ts=parent.ts)
    assert history(doors, general, limit=1)[0].ts == parent.ts
    thread = perform(
        doors.world, doors.actor, messages.replies, channel_id=general, ts=parent.ts
    ).items
    assert [message.ts for message in thread] == [parent.ts, reply.ts]


def test_broadcast_reply_shows_in_the_channel_too(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    parent = post(doors, general, "parent")
    reply = post(doors, general, "all", thread_ts=parent.ts, reply_broadcast=True)
    assert [message.ts for message in history(doors, general, limit=2)] == [reply.ts, parent.ts]


def test_reply_to_a_reply_joins_its_thread(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    parent = post(doors, general)
    reply = post(doors, general, thread_ts=parent.ts)
    assert post(doors, general, thread_ts=reply.ts).thread_ts == parent.ts


def test_reply_to_nothing_is_refused(doors: Doors, office: Office) -> None:
    with pytest.raises(NotFound) as refused:
        post(doors, office.channels["general"], thread_ts="1700000000.000000")
    assert refused.value.code == "thread_not_found"


def test_broadcast_without_a_thread_is_an_ordinary_message(doors: Doors, office: Office) -> None:
    assert not post(doors, office.channels["general"], reply_broadcast=True).is_broadcast


@pytest.mark.parametrize("limit", [1, 7, 50, 1000])
def test_pages_hold_every_message_once(doors: Doors, office: Office, limit: int) -> None:
    general = office.channels["general"]
    everything = [message.ts for message in history(doors, general, limit=1000)]
    paged: list[str] = []
    cursor = ""
    while True:
        page = perform(
            doors.world,
            doors.actor,
            messages.history,
            channel_id=general,
            limit=limit,
            cursor=cursor,
        )
        assert len(page.items) <= limit
        paged += [message.ts for message in page.items]
        post(doors, general, "meanwhile")  # newer than the whole listing: never on a later page
        if page.next_cursor is None:
            break
        cursor = page.next_cursor
    assert paged == everything


def test_bounds_are_exclusive_unless_inclusive(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    newest, middle, oldest = (message.ts for message in history(doors, general, limit=3))
    between = history(doors, general, latest=newest, oldest=oldest)
    assert [message.ts for message in between] == [middle]
    both = history(doors, general, latest=newest, oldest=oldest, inclusive=True)
    assert [message.ts for message in both] == [newest, middle, oldest]
    one = history(doors, general, latest=middle, inclusive=True, limit=1)
    assert [message.ts for message in one] == [middle]


@pytest.mark.parametrize(
    ("stamp", "works"),
    [(each, True) for each in ("0", "1773000000", "1.5")]
    + [(each, False) for each in ("x", "", "-1", "1e3", "99999999999", "1.x", "١")],
)
def test_bounds_are_unix_times(doors: Doors, office: Office, stamp: str, works: bool) -> None:
    general = office.channels["general"]
    if works:
        assert history(doors, general, oldest=stamp)
        return
    with pytest.raises(Invalid) as refused:
        history(doors, general, oldest=stamp)
    assert refused.value.code == "invalid_ts_oldest"
