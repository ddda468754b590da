"""The list views that every organisation has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.crm.models import Group, ListView, Organization, QueueObject
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service.list_view_values import usual_columns
from workworld.clock import to_microseconds
from workworld.seed_data.crm.writing import Writer
from workworld.seed_data.facts import CompanyFacts

_RECENT = "RecentlyViewed"
_DEALS = ("Name", "AccountId", "Amount", "CloseDate", "StageName", "Probability", "OwnerId")
_CASES = ("CaseNumber", "Subject", "AccountId", "Status", "Priority", "CreatedDate", "OwnerId")
Filters = Sequence[tuple[str, str, tuple[str, ...]]]


class Standard(NamedTuple):
    """A list view that every organisation has."""

    sobject: str
    name: str
    developer_name: str
    scope: str = "everything"
    filters: Filters = ()
    columns: Sequence[str] = ()
    sort_field: str = ""
    is_descending: bool = False
    chart: dict[str, str] | None = None


_OPEN = ("IsClosed", "equals", ("false",))
_ALL = (
    ("Lead", "CreatedDate", True),
    ("Account", "Name", False),
    ("Contact", "Name", False),
    ("Opportunity", "CloseDate", False),
    ("Case", "CreatedDate", True),
    ("Campaign", "StartDate", True),
    ("Product2", "Name", False),
    ("Task", "ActivityDate", False),
    ("Event", "StartDateTime", True),
    ("Quote", "CreatedDate", True),
    ("Contract", "EndDate", False),
    ("Asset", "Name", False),
    ("Pricebook2", "Name", False),
    ("Knowledge__kav", "Title", False),
    ("QuickText", "Name", False),
    ("Macro", "Name", False),
)
_WITHOUT_TABS = (
    ("Note", "CreatedDate", True),
    ("EmailMessage", "MessageDate", True),
    ("PricebookEntry", "Name", False),
    ("QuoteLineItem", "CreatedDate", True),
    ("OpportunityLineItem", "CreatedDate", True),
    ("OpportunityContactRole", "CreatedDate", True),
    ("OpportunityTeamMember", "CreatedDate", True),
    ("OpportunityHistory", "CreatedDate", True),
    ("AccountTeamMember", "CreatedDate", True),
    ("ObjectTerritory2Association", "CreatedDate", True),
    ("AccountContactRelation", "CreatedDate", True),
    ("CampaignMember", "CreatedDate", True),
    ("CaseComment", "CreatedDate", True),
    ("CaseArticle", "CreatedDate", True),
    ("Entitlement", "Name", False),
    ("CaseMilestone", "TargetDate", False),
    ("MacroInstruction", "SortOrder", False),
)
"""What belongs to other records, whose pages lead to a list of all of it."""
_PIPELINE = {"kind": "bar", "group": "StageName", "measure": "Amount"}
_MORE = (
    Standard("Lead", "My Unread Leads", "MyUnreadLeads", "mine",
             [("Status", "equals", ("New",)), ("IsConverted", "equals", ("false",))]),
    Standard("Lead", "Open Leads", "AllOpenLeads", "everything",
             [("IsConverted", "equals", ("false",)), ("Status", "notEqual", ("Unqualified",))],
             sort_field="CreatedDate", is_descending=True,
             chart={"kind": "donut", "group": "LeadSource", "measure": ""}),
    Standard("Lead", "Today's Leads", "TodaysLeads", "everything",
             [("CreatedDate", "equals", ("TODAY",))]),
    Standard("Account", "New This Week", "NewThisWeek", "everything",
             [("CreatedDate", "equals", ("THIS_WEEK",))]),
    Standard("Account", "Customers", "Customers", "everything",
             [("Type", "equals", ("Customer",))],
             ("Name", "Tier__c", "Health__c", "ARR__c", "Renewal_Date__c", "CSM__c", "OwnerId"),
             "Name"),
    Standard("Contact", "New This Week", "NewThisWeek", "everything",
             [("CreatedDate", "equals", ("THIS_WEEK",))]),
    Standard("Opportunity", "My Opportunities", "MyOpportunities", "mine", (), _DEALS,
             "CloseDate", chart=_PIPELINE),
    Standard("Opportunity", "My Team's Opportunities", "MyTeamsOpportunities", "team", [_OPEN],
             _DEALS, "CloseDate", chart=_PIPELINE),
    Standard("Opportunity", "Closing This Month", "ClosingThisMonth", "everything",
             [("CloseDate", "equals", ("THIS_MONTH",)), _OPEN], _DEALS, "CloseDate",
             chart=_PIPELINE),
    Standard("Opportunity", "Closing This Quarter", "ClosingThisQuarter", "everything",
             [("CloseDate", "equals", ("THIS_FISCAL_QUARTER",)), _OPEN], _DEALS, "CloseDate",
             chart=_PIPELINE),
    Standard("Opportunity", "Open Pipeline", "OpenPipeline", "everything", [_OPEN], _DEALS,
             "Amount", is_descending=True, chart=_PIPELINE),
    Standard("Opportunity", "Won", "Won", "everything", [("IsWon", "equals", ("true",))], _DEALS,
             "CloseDate", is_descending=True),
    Standard("Case", "My Open Cases", "MyOpenCases", "mine", [_OPEN], _CASES, "CreatedDate"),
    Standard("Case", "All Open Cases", "AllOpenCases", "everything", [_OPEN], _CASES,
             "CreatedDate", chart={"kind": "bar", "group": "Priority", "measure": ""}),
    Standard("Case", "Recently Closed", "RecentlyClosed", "everything",
             [("ClosedDate", "equals", ("LAST_N_DAYS:30",))], _CASES, "ClosedDate",
             is_descending=True),
    Standard("Contract", "Ending in 90 Days", "EndingSoon", "everything",
             [("Status", "equals", ("Activated",)), ("EndDate", "equals", ("NEXT_N_DAYS:90",))],
             sort_field="EndDate"),
    Standard("Campaign", "Active Campaigns", "AllActiveCampaigns", "everything",
             [("IsActive", "equals", ("true",))]),
    Standard("Product2", "Active Products", "AllActiveProducts", "everything",
             [("IsActive", "equals", ("true",))]),
    Standard("Knowledge__kav", "Published Articles", "PublishedArticles", "everything",
             [("PublishStatus", "equals", ("Online",))], (), "Title"),
    Standard("Knowledge__kav", "Draft Articles", "DraftArticles", "everything",
             [("PublishStatus", "equals", ("Draft", "Review"))], (), "Title"),
    Standard("Task", "My Open Tasks", "OpenTasks", "mine", [_OPEN], sort_field="ActivityDate"),
    Standard("Task", "Today's Tasks", "TodaysTasks", "mine",
             [("ActivityDate", "equals", ("TODAY",))]),
    Standard("Task", "Overdue", "OverdueTasks", "mine",
             [_OPEN, ("ActivityDate", "lessThan", ("TODAY",))], sort_field="ActivityDate"),
)  # fmt: skip


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert them, and one for each queue and object that it owns."""
    writer = Writer(session)
    at = session.scalars(select(Organization.created_us)).first() or to_microseconds(facts.now)
    rows = [_row(writer, each, at) for each in _standards()]
    rows += _of_queues(session, writer, at)
    writer.insert(ListView, rows)


def _standards() -> Iterator[Standard]:
    for name, sort_field, is_descending in _ALL:
        plural = objects.of_name(name).plural
        yield Standard(name, "Recently Viewed", f"{_RECENT}{name}s", "recent")
        said = f"All{plural.replace(' ', '')}"
        yield Standard(name, f"All {plural}", said, "everything", (), (), sort_field, is_descending)
        if objects.of_name(name).has_owner and name not in ("Opportunity", "Case"):
            mine = f"My{plural.replace(' ', '')}"
            yield Standard(name, f"My {plural}", mine, "mine", (), (), sort_field, is_descending)
    for name, sort_field, is_descending in _WITHOUT_TABS:
        plural = objects.of_name(name).plural
        said = f"All{plural.replace(' ', '')}"
        yield Standard(name, f"All {plural}", said, "everything", (), (), sort_field, is_descending)
    yield from _MORE


def _row(writer: Writer, each: Standard, at: int, queue_id: str | None = None) -> dict[str, Any]:
    return {
        "id": writer.next_id("00B"),
        "sobject": each.sobject,
        "name": each.name,
        "developer_name": each.developer_name,
        "scope": each.scope,
        "queue_id": queue_id,
        "filters": [
            {"field": field, "operator": operator, "values": list(values)}
            for field, operator, values in each.filters
        ],
        "logic": "",
        "columns": list(each.columns or usual_columns(objects.of_name(each.sobject))),
        "sort_field": each.sort_field,
        "is_descending": each.is_descending,
        "sharing": "public",
        "group_ids": [],
        "chart": each.chart,
        "is_standard": True,
        "owner_id": None,
        "created_us": at,
        "modified_us": at,
    }


def _of_queues(session: Session, writer: Writer, at: int) -> Iterator[dict[str, Any]]:
    query = (
        select(Group.id, Group.name, Group.developer_name, QueueObject.sobject)
        .join(QueueObject, QueueObject.queue_id == Group.id)
        .order_by(Group.id, QueueObject.sobject)
    )
    for queue_id, name, developer_name, sobject in session.execute(query):
        plural = objects.of_name(sobject).plural
        columns = _CASES if sobject == "Case" else ()
        found = Standard(sobject, f"{name}: {plural}", f"{developer_name}_{sobject}", "queue")
        yield _row(writer, found._replace(columns=columns, sort_field="CreatedDate"), at, queue_id)
