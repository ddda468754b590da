"""Telling people of an issue by name: a message that somebody sends them, beside what happens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from pydantic import Field

from workworld.apps.tracker import APP, numbers
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import (
    addresses,
    audience,
    groups,
    sight,
    users,
    votes,
    watchers,
)
from workworld.apps.tracker.types import LARGEST_PAGE, GroupRef, IssueRef, PersonId, ShortText
from workworld.context import Context, Surface
from workworld.errors import Invalid, Problem
from workworld.notifications import notices
from workworld.operations import Effect, operation

_LONGEST = 255
Circle = Literal["assignee", "reporter", "watchers", "voters"]


# By tools and pages a comment that mentions people tells them the same.
@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.REST,))
def send(
    ctx: Context,
    *,
    issue: IssueRef,
    subject: Annotated[ShortText, Field(description="By default the key and the summary.")] = "",
    circles: Annotated[
        Sequence[Circle], Field(description="Who has to do with the issue.", max_length=4)
    ] = (),
    person_ids: Annotated[Sequence[PersonId], Field(description="Who else.", max_length=200)] = (),
    group_refs: Annotated[
        Sequence[GroupRef], Field(description="Groups of people.", max_length=50)
    ] = (),
) -> None:
    """Notify people of an issue, of those who see it; nobody is notified of what they send.

    Raises:
        Invalid: ``no_recipients`` if it names nobody, or ``invalid_arguments``.
    """
    row = sight.read(ctx, issue)
    if not (circles or person_ids or group_refs):
        raise Invalid("no_recipients", "No recipients were defined for notification.")
    whom = [*_around(ctx, row, circles), *_people(ctx, person_ids)]
    for ref in group_refs:
        found = groups.members(ctx, group=ref, limit=LARGEST_PAGE)
        whom += [person.id for person in found.items]
    number = numbers.next_id(ctx.ids, "mailing")
    said = " ".join(subject.split())[:_LONGEST]
    notices.notify_all(
        ctx,
        person_ids=audience.of_issue(ctx, row.id, whom),
        app_id=APP.id,
        kind="message",
        text=f"wrote about {row.key}{': ' if said else ''}{said}",
        url=f"{addresses.of_issue(ctx, row.key)}?notice={number}",
    )


def _around(ctx: Context, issue: Issue, circles: Iterable[Circle]) -> list[str]:
    people: dict[Circle, Sequence[str | None]] = {
        "assignee": [issue.assignee_id],
        "reporter": [issue.reporter_id],
        "watchers": watchers.of_issue(ctx, issue.id),
        "voters": votes.of_issue(ctx, issue.id),
    }
    return [each for circle in circles for each in people[circle] if each]


def _people(ctx: Context, person_ids: Sequence[str]) -> Sequence[str]:
    known = {person.id for person in users.several(ctx, person_ids=person_ids)}
    if missing := [each for each in person_ids if each not in known]:
        problem = Problem(f"The user with the account id '{missing[0]}' does not exist.", "users")
        raise Invalid("invalid_arguments", problems=[problem])
    return person_ids
