"""What an agent sees beside an issue of a service desk: clocks, its request, approvals, rating."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.approvals.records import Record as ApprovalRecord
from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import CannedReply, Issue, Project
from workworld.apps.tracker.pages import moments
from workworld.apps.tracker.pages.blueprint import portal_url
from workworld.apps.tracker.pages.desk_words import ClockWords, clocks_of
from workworld.apps.tracker.pages.faces import Face
from workworld.apps.tracker.pages.moments import Moment
from workworld.apps.tracker.service import (
    access,
    approvals,
    desk_parts,
    organizations,
    ratings,
    requests,
    site,
)
from workworld.context import Context
from workworld.permissions import can

_CHANNELS = {"portal": "The customer", "agent": "An agent"}
_STATES = {
    "pending": ("Waiting", "warning"),
    "approved": ("Approved", "success"),
    "declined": ("Declined", "danger"),
    "cancelled": ("No longer asked", ""),
}


@dataclass(frozen=True, slots=True)
class Answer:
    """Somebody who is asked for approval."""

    face: Face | None
    state: str
    tone: str
    remark: str


@dataclass(frozen=True, slots=True)
class ApprovalView:
    """An approval, and who answered what."""

    id: str
    name: str
    state: str
    tone: str
    asked: Moment
    answers: Sequence[Answer]
    may_answer: bool


@dataclass(frozen=True, slots=True)
class RatingView:
    """What the customer thought of the answer."""

    stars: int
    comment: str
    at: Moment


@dataclass(frozen=True, slots=True)
class DeskView:
    """What stands beside an issue for agents."""

    clocks: Sequence[ClockWords]
    request_type: str
    channel: str
    organization: str
    participants: Sequence[Face]
    portal: str
    rating: RatingView | None
    replies: Sequence[tuple[str, str]]
    """Ids and names of canned replies."""
    may_share: bool


def desk_of(ctx: Context, row: Issue, project: Project) -> DeskView | None:
    """What agents of a service desk see beside an issue; nothing elsewhere, or for customers."""
    is_served = project.kind == desk_parts.DESK and access.has(ctx, names.BROWSE, project.id)
    if not is_served:
        return None
    view = requests.views(ctx, [row])[0]
    people = site.people(ctx, view.participant_ids)
    company = view.organization_id or ""
    rating = ratings.of_issue(ctx, row.id)
    replies = desk_parts.of_project(ctx, CannedReply, project.id)
    return DeskView(
        tuple(clocks_of(ctx, [row]).get(row.id, {}).values()),
        view.type.name if view.type else "",
        _CHANNELS[view.channel],
        organizations.names_of(ctx, [company]).get(company, "") if company else "",
        tuple(Face.of(each) for each in people.values()),
        portal_url(row.key),
        RatingView(rating.stars, rating.comment, moments.moment(ctx, rating.rated_us))
        if rating
        else None,
        tuple((each.id, each.name) for each in replies),
        can(ctx, "tracker.participants.add", row),
    )


def approvals_of(ctx: Context, row: Issue) -> Sequence[ApprovalView]:
    """The approvals of an issue, the newest first."""
    found = approvals.list(ctx, issue=row.id)
    ids = [each.person_id for record in found for each in record.approvers]
    people = {id: Face.of(person) for id, person in site.people(ctx, ids).items()}
    return [_approval(ctx, record, people) for record in reversed(found)]


def _approval(ctx: Context, record: ApprovalRecord, people: dict[str, Face]) -> ApprovalView:
    row = record.approval
    state, tone = _STATES[row.state]
    answers = [
        Answer(people.get(each.person_id), *_STATES[each.decision], each.comment)
        for each in record.approvers
    ]
    asked = moments.moment(ctx, row.created_us)
    may_answer = record.may_answer(ctx.actor.person_id)
    return ApprovalView(row.id, row.name, state, tone, asked, answers, may_answer)
