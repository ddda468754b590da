"""Whom the tracker tells of what happens to issues: each person once for each step.

Told are those whom the project's scheme names: as a rule whose issue it is, who reported or watch
it, or lead a component of a new one; who watches what it stands below, if they wish so; and whoever
is mentioned or gets it. Nobody is told of what they may not see: the records name an issue by its
key alone, and what it is about stands on its card, which each reader gets for themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter

from sqlalchemy import bindparam, select

from workworld.apps.tracker import APP
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import (
    addresses,
    audience,
    notice_reasons,
    preferences,
    recipients,
)
from workworld.apps.tracker.service.notice_reasons import DIRECT, MENTION, Reason
from workworld.apps.tracker.service.preferences import Choice
from workworld.apps.tracker.service.recipients import Told
from workworld.context import Context, Event
from workworld.database import constant, plain_rows
from workworld.events import on
from workworld.notifications import inbox, notices

_ISSUE = constant(select(Issue.__table__).where(Issue.__table__.c.id == bindparam("issue")))


def tell(ctx: Context, event: Event) -> None:
    """Tell people of what became of an issue, if nothing more is to be told of it."""
    issue_id = event.facts["issue_id"]
    said = [each for each in ctx.events if each.facts.get("issue_id") == issue_id]
    here = [each for each in said if each.kind in notice_reasons.KINDS]
    if here[-1] is not event:
        return
    issues = plain_rows(ctx.session, Issue, _ISSUE, {"issue": issue_id})
    if not issues:
        return
    issue = issues[0]
    circle = recipients.circle_of(ctx, issue)
    reasons = [reason for each in here for reason in notice_reasons.of(ctx, each, circle)]
    wanted = _wanted(ctx, issue, sorted(reasons, key=attrgetter("weight")))
    for reason in dict.fromkeys(wanted.values()):
        whom = [person_id for person_id, each in wanted.items() if each is reason]
        _tell(ctx, issue, reason, whom)


for _kind in sorted(notice_reasons.KINDS):
    on(_kind)(tell)


@on("tracker.comment_deleted")
def withdraw_comment(ctx: Context, event: Event) -> None:
    """Nobody is led to a comment that is gone."""
    address = addresses.of_comment(ctx, event.facts["key"], event.facts["comment_id"])
    notices.withdraw(ctx, address)


@on("tracker.issue_deleted")
def withdraw_issue(ctx: Context, event: Event) -> None:
    """Nobody is led to what was said of an issue that is gone; they are told that it is."""
    key = event.facts["key"]
    address = addresses.of_issue(ctx, key)
    notices.withdraw(ctx, address)
    notices.withdraw_parts(ctx, address)
    told = Told(*(frozenset(event.facts[each]) for each in ("named_ids", "watching_ids")))
    chosen = preferences.of_people(ctx, event.facts["told_ids"]).items()
    whom = [each for each, choice in chosen if _asked_for(choice, told, each)]
    said = {"app_id": APP.id, "kind": "deleted", "text": f"deleted {key}", "url": address}
    notices.notify_all(ctx, person_ids=whom, **said)


def note_read(ctx: Context, key: str) -> Sequence[str]:
    """Whoever looks at an issue has read what they were told of it.

    Returns:
        The ids of the notifications that were unread until now.
    """
    address = addresses.of_issue(ctx, key)
    unread = inbox.unread_below(ctx, address).items()
    found = [each for at, each in unread if at[len(address) :][:1] in ("", "#", "?")]
    inbox.note_openings(ctx, found)
    return found


def _wanted(ctx: Context, issue: Issue, reasons: Iterable[Reason]) -> dict[str, Reason]:
    """Who is to be told, by the weightiest reason for which they want to be."""
    by_person: dict[str, list[Reason]] = {}
    for reason in reasons:
        for person_id in reason.told.people:
            by_person.setdefault(person_id, []).append(reason)
    told = notices.told_now(ctx, addresses.of_issue(ctx, issue.key))
    asked = sorted(by_person.keys() - told)
    found = {}
    for person_id, choice in preferences.of_people(ctx, asked).items():
        fits = [each for each in by_person[person_id] if _wants(ctx, choice, person_id, each)]
        if fits:
            found[person_id] = fits[0]
    return found


def _wants(ctx: Context, choice: Choice, person_id: str, reason: Reason) -> bool:
    if person_id == ctx.actor.person_id and not choice.notify_own:
        return False
    if reason.kind == MENTION:
        return choice.notify_mentions
    return _asked_for(choice, reason.told, person_id)


def _asked_for(choice: Choice, told: Told, person_id: str) -> bool:
    """Whether somebody wishes to be told for the reason for which they would be."""
    if person_id in told.named:
        return True
    if person_id in told.watching:
        return choice.notify_watched
    return choice.notify_parents


def _tell(ctx: Context, issue: Issue, reason: Reason, whom: Sequence[str]) -> None:
    if reason.comment_id:
        seeing = audience.of_comment(ctx, reason.comment_id, whom)
    else:
        seeing = audience.of_issue(ctx, issue.id, whom)
    if reason.is_anew:
        for person_id in seeing:
            notices.withdraw(ctx, reason.url, person_id)
    said = {"app_id": APP.id, "kind": reason.kind, "text": reason.text, "url": reason.url}
    notices.notify_all(ctx, person_ids=seeing, **said)
    if reason.kind in DIRECT:
        _call(ctx, issue, reason, seeing)
    if ctx.actor.person_id in seeing:
        notices.notify_me(ctx, **said)


def _call(ctx: Context, issue: Issue, reason: Reason, seeing: Iterable[str]) -> None:
    """Let other apps know who is called by name and wishes to hear of it there too."""
    chosen = preferences.of_people(ctx, [*seeing]).items()
    whom = [person_id for person_id, choice in chosen if choice.notify_chat]
    if whom:
        said = {"key": issue.key, "url": reason.url, "text": reason.text}
        ctx.emit("tracker.people_called", issue_id=issue.id, person_ids=whom, **said)
