"""The digest: once a day the tracker's bot sums up what somebody was told of and has not read."""

from __future__ import annotations

from workworld.apps.tracker import APP
from workworld.apps.tracker.service import preferences, site
from workworld.apps.tracker.service.filter_subscriptions import next_time
from workworld.context import Context, Event
from workworld.directory import people
from workworld.events import on
from workworld.notifications import inbox
from workworld.notifications.inbox import Notice
from workworld.operations import Effect, operation
from workworld.schedule import cancel, plan, planned

_DELIVERY = "tracker.digests.deliver"
DAYS, HOUR = (0, 1, 2, 3, 4), 9
"""On which days of the week, Monday 0, and at which hour in its reader's zone."""
_LONGEST_US = 7 * 24 * 60 * 60 * 1_000_000
"""What is older than that is in no digest."""


@on("tracker.digest_chosen")
def begin_or_end(ctx: Context, event: Event) -> None:
    """Plan the caller's digests, or none any more."""
    for due in planned(ctx.session):
        if due.operation == _DELIVERY and due.actor_id == ctx.actor.person_id:
            cancel(ctx.session, due)
    if event.facts["is_wanted"]:
        _plan(ctx)


@operation(Effect.WRITE, scope="read:jira-work", doors=())
def deliver(ctx: Context) -> None:
    """Let the caller be written what they were told of and have not read, and plan the next time.

    Each issue has one line. Without anything new nothing is written, and who does not wish it any
    more, or has left, has no next time.
    """
    me = people.me(ctx)
    if me.is_deactivated or not preferences.of(ctx, me.id).notify_digest:
        return
    lines = _lines(ctx)
    if lines:
        ctx.emit("tracker.digest_due", person_id=me.id, lines=lines)
    _plan(ctx)


def _lines(ctx: Context) -> list[dict[str, object]]:
    """What is newest of each thing, and how much more there is of it."""
    since = ctx.clock.now_us() - _LONGEST_US
    found = inbox.list(ctx, app_id=APP.id, only_unread=True, limit=inbox.LARGEST_PAGE).items
    by_thing: dict[str, list[Notice]] = {}
    for notice in found:
        if notice.created >= since:
            by_thing.setdefault(_thing(notice.url), []).append(notice)
    actors = site.people(ctx, (notices[0].actor_id for notices in by_thing.values()))
    return [
        {
            "who": site.called(actors[notices[0].actor_id]),
            "text": notices[0].text,
            "url": notices[0].url,
            "more": len(notices) - 1,
        }
        for notices in by_thing.values()
    ]


def _thing(url: str) -> str:
    return url.partition("#")[0].partition("?focused=")[0]


def _plan(ctx: Context) -> None:
    me = people.me(ctx)
    due = next_time(ctx.clock.now_us(), me.zone, DAYS, HOUR)
    plan(ctx.session, due_us=due, actor_id=me.id, operation=_DELIVERY, arguments={})
