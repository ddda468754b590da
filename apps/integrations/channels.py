"""Channels in chat about issues of the tracker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field

from workworld.apps.chat.models import Channel
from workworld.apps.chat.mrkdwn.tokens import escaped
from workworld.apps.chat.service import channels, messages
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import addresses, remote_links, sight, site
from workworld.apps.tracker.service.issue_offers import OFFERED
from workworld.apps.tracker.types import IssueRef
from workworld.context import Context, Surface
from workworld.directory import people
from workworld.offers import Deed, Offer, Question
from workworld.operations import Effect, operation
from workworld.permissions import can


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.UI,))
def open(
    ctx: Context,
    *,
    issue: IssueRef,
    name: Annotated[
        str, Field(description="Of the channel; empty calls it after the issue.", max_length=100)
    ] = "",
    is_private: Annotated[bool, Field(description="Whether only members see it.")] = False,
) -> Channel:
    """Open a channel about an issue, with whoever it is assigned to and who reported it.

    The issue links to the channel, if the caller may link it.
    """
    row = sight.read(ctx, issue)
    known = site.people(ctx, [row.assignee_id, row.reporter_id])
    others = [each.id for each in known.values() if not each.is_deactivated]
    made = channels.create(
        ctx,
        name=name.strip().removeprefix("#") or _usual_name(ctx, row),
        is_private=is_private,
        user_ids=[each for each in others if each != ctx.actor.person_id],
    )
    messages.post(ctx, channel_id=made.id, text=_about(ctx, row))
    if can(ctx, "tracker.remote_links.put", row):
        url = people.canonical_url(ctx.session, "chat", f"/c/{made.id}")
        title = "A private channel" if is_private else f"#{made.name}"
        remote_links.put(ctx, issue=row.id, url=url, title=title, relationship="channel")
    return made


def _about(ctx: Context, row: Issue) -> str:
    """What the channel is about; of an issue that few may see, its key alone."""
    said = f"This channel is about <{addresses.of_issue(ctx, row.key)}|{row.key}>"
    return said if row.security_level_id else f"{said}: {escaped(row.summary)}"


def _usual_name(ctx: Context, row: Issue) -> str:
    is_incident = site.issue_types(ctx)[row.type_id].name == "Incident"
    return f"inc-{row.key.lower()}" if is_incident else row.key.lower()


def _asks(ctx: Context, row: Issue) -> Sequence[Question]:
    who = "Whoever it is assigned to and who reported it are in it from the beginning."
    return (
        Question("name", "Name", _usual_name(ctx, row), hint=who),
        Question("private", "Private", kind="box", hint="Only members see that it is there."),
    )


def _reads(_ctx: Context, row: Issue, given: Mapping[str, str]) -> Deed:
    told = {"issue": row.id, "name": given.get("name", "")}
    return Deed(open, told | {"is_private": given.get("private") == "1"})


def _fits(ctx: Context, _row: Issue) -> bool:
    return can(ctx, "chat.channels.create", people.company(ctx.session))


OFFERED.add(
    Offer(
        "open-channel",
        "Open channel",
        "hash",
        "Open channel",
        "The channel is open",
        _asks,
        _reads,
        _fits,
    )
)
