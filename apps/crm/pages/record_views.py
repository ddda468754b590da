"""What stands on the page of a record: its head, its fields, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from workworld.apps.crm import layouts
from workworld.apps.crm.models.feeds import FOLLOWED
from workworld.apps.crm.models.files import LINKED
from workworld.apps.crm.pages import cadence_places, values
from workworld.apps.crm.pages.approval_views import ShownApproval, approvals_of
from workworld.apps.crm.pages.blueprint import list_url, record_url
from workworld.apps.crm.pages.cadence_places import CadencePlace
from workworld.apps.crm.pages.known_records import Known, may_change
from workworld.apps.crm.pages.record_actions import (
    ACTIVE,
    APPROVED,
    Action,
    actions_of,
    more_of,
    offered,
)
from workworld.apps.crm.pages.stage_paths import StagePath, path_of
from workworld.apps.crm.pages.values import Shown
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.schema.picklists import ARTICLE_ONLINE
from workworld.apps.crm.service import (
    account_health,
    articles,
    cadences,
    follows,
    invitations,
    lead_scores,
)
from workworld.apps.crm.service.hearing import topic_of
from workworld.apps.crm.service.lead_scores import Score
from workworld.apps.crm.service.opportunities import CUSTOMER
from workworld.context import Context

_TABS = (
    ("details", "Details"),
    ("related", "Related"),
    ("activity", "Activity"),
    ("chatter", "Chatter"),
    ("history", "History"),
)
FEED = ("feed", "Feed")


@dataclass(frozen=True, slots=True)
class ShownSection:
    """Fields under a heading."""

    title: str
    left: Sequence[Shown]
    right: Sequence[Shown]


@dataclass(frozen=True, slots=True)
class ArticleVotes:
    """How an article was rated; ``mine`` is None if the reader has not said."""

    may_vote: bool
    mine: bool | None
    helpful: int
    unhelpful: int


@dataclass(frozen=True, slots=True)
class RecordView:
    """A record's page."""

    sobject: str
    label: str
    plural: str
    id: str
    title: str
    url: str
    list_url: str
    version: int
    tab: str
    tabs: Sequence[tuple[str, str, bool]]
    highlights: Sequence[Shown]
    sections: Sequence[ShownSection]
    path: StagePath | None
    actions: Sequence[Action]
    more: Sequence[Action]
    may_edit: bool
    may_delete: bool
    locked: str = ""
    """Why nothing can be changed, if so."""
    converted: Sequence[tuple[str, Shown]] = field(default=())
    approvals: Sequence[ShownApproval] = ()
    topic: str = ""
    """What tells that it is not as it was."""
    is_followed: bool | None = None
    """Whether the reader follows it; None if it cannot be followed."""
    article: ArticleVotes | None = None
    """Of an article: how it was rated."""
    score: Score | None = None
    """Of an open lead or of a customer, their points with the reasons, if they have any."""
    cadences: Sequence[CadencePlace] = ()
    """Of a lead or contact, the cadences that they are in."""
    invitation: str = ""
    """Of a meeting to which the reader is invited, what they have answered."""


def view_of(ctx: Context, found: Known, tab: str, step: str = "") -> RecordView:
    """The page of a record.

    Args:
        ctx: who reads.
        found: the record.
        tab: which of its tabs is asked for; the first one if there is none so called.
        step: which step of its path is selected, to be made the current one.
    """
    sobject = found.sobject
    tabs = tabs_of(sobject)
    chosen = next((name for name, _ in tabs if name == tab), tabs[0][0])
    layout = layouts.layout_of(sobject.name, str(found.row.get("RecordTypeId") or ""))
    url = record_url(sobject.name, found.id)
    return RecordView(
        sobject.name,
        sobject.label,
        sobject.plural,
        found.id,
        found.title,
        url,
        list_url(sobject.name),
        found.version,
        chosen,
        [(f"{url}?tab={name}", text, name == chosen) for name, text in tabs],
        _shown(ctx, found, layout.highlights),
        [
            ShownSection(each.title, _shown(ctx, found, each.left), _shown(ctx, found, each.right))
            for each in layout.sections
            if any(name in found.fields for name in (*each.left, *each.right))
            and (each.title != "Conversion" or found.row.get("IsConverted"))
            and (each.title != "Recurrence" or _recurs(found))
        ]
        if chosen == "details"
        else (),
        path_of(
            ctx, sobject, found.row, found.fields, may_edit=found.may_edit, url=url, chosen=step
        ),
        actions_of(ctx, found, url),
        [*offered(ctx, found, url), *more_of(ctx, found, url, chosen)],
        found.may_edit,
        found.may_delete,
        found.locked,
        _converted(ctx, found),
        approvals_of(ctx, found.id) if sobject.name in APPROVED else (),
        topic_of(found.id),
        follows.follows(ctx, found.id) if sobject.name in FOLLOWED else None,
        _votes(ctx, found) if sobject.name == articles.OBJECT else None,
        _score(ctx, found),
        cadence_places.of_record(ctx, found) if sobject.name in cadences.TARGETS else (),
        _invitation(ctx, found),
    )


def _recurs(found: Known) -> bool:
    """Whether there is anything to tell of how a record comes again."""
    told = ("RecurrenceActivityId", "RecurrenceRegeneratedType")
    return any(found.row.get(name) for name in told)


def _invitation(ctx: Context, found: Known) -> str:
    row = invitations.of_me(ctx, found.id) if found.sobject.name == "Event" else None
    return row.status if row is not None else ""


def _score(ctx: Context, found: Known) -> Score | None:
    if found.sobject.name == "Account" and found.row.get("Type") == CUSTOMER:
        return account_health.explain(ctx, account_id=found.id)
    if found.sobject.name != "Lead" or found.row.get("IsConverted"):
        return None
    if "Lead_Score__c" not in found.fields:
        return None
    told = lead_scores.explain(ctx, lead_id=found.id)
    return told if told.reasons else None


def tabs_of(sobject: SObject) -> Sequence[tuple[str, str]]:
    """The tabs of an object's records: name and text; the first one is shown unasked."""
    tabs = [each for each in _TABS if each[0] != "activity" or sobject.name in ACTIVE]
    if sobject.name not in FOLLOWED:
        tabs = [each for each in tabs if each[0] != "chatter"]
    if not layouts.layout_of(sobject.name).related and sobject.name not in LINKED:
        tabs = [each for each in tabs if each[0] != "related"]
    return [FEED, *tabs] if sobject.name == "Case" else tabs


def _shown(ctx: Context, found: Known, names: Sequence[str]) -> Sequence[Shown]:
    fields = [found.fields[name] for name in names if name in found.fields]
    if not found.row.get("RecordTypeId"):  # objects without types know nothing of them
        fields = [each for each in fields if each.name != "RecordTypeId"]
    return [
        values.shown(
            ctx,
            found.sobject,
            each,
            found.row,
            found.names,
            editable=may_change(ctx, found, each),
        )
        for each in fields
    ]


def _votes(ctx: Context, found: Known) -> ArticleVotes:
    row = found.row
    return ArticleVotes(
        row["PublishStatus"] == ARTICLE_ONLINE,
        articles.my_vote(ctx, row["KnowledgeArticleId"]),
        row["Helpful_Votes__c"],
        row["Unhelpful_Votes__c"],
    )


def _converted(ctx: Context, found: Known) -> Sequence[tuple[str, Shown]]:
    if not found.row.get("IsConverted"):
        return ()
    names = ("ConvertedAccountId", "ConvertedContactId", "ConvertedOpportunityId")
    return [
        (each.label.removeprefix("Converted "), each)
        for each in _shown(ctx, found, names)
        if each.text
    ]
