"""What a list view may hold: its filters, columns, order, sharing and chart, checked.

https://help.salesforce.com/s/articleView?id=platform.customviews_parent.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field as Argument
from sqlalchemy import select

from workworld.apps.crm.models import Group, ListView
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import list_filters, sight
from workworld.context import Context
from workworld.errors import Invalid, Problem

MOST_COLUMNS = 15
Scope = Literal["everything", "mine", "team", "queue", "recent"]
Sharing = Literal["private", "public", "groups"]
ViewId = Annotated[
    str, Argument(description="A list view's id of 15 or 18 characters.", max_length=80)
]
Name = Annotated[str, Argument(description="What the list view is called.", max_length=80)]
WhichScope = Annotated[
    Scope,
    Argument(
        description="Whose records: everything that the viewer sees, mine, team (theirs and those"
        " of users below), queue, or recent (those looked at last)."
    ),
]
Filters = Annotated[
    Sequence[Mapping[str, Any]],
    Argument(
        description="Each with field, operator (equals, notEqual, lessThan, greaterThan,"
        " lessOrEqual, greaterOrEqual, between, contains, notContain, startsWith, includes,"
        " excludes, empty, notEmpty) and values, a list of texts. Days are 2026-03-17, TODAY,"
        " LAST_N_DAYS:30 and so on."
    ),
]
Logic = Annotated[
    str,
    Argument(
        description="How filters work together, such as 1 AND (2 OR 3); empty for all.",
        max_length=500,
    ),
]
Columns = Annotated[Sequence[str], Argument(description="API names of the fields, in order.")]
SortField = Annotated[str, Argument(description="API name of a field.", max_length=80)]
Descending = Annotated[bool, Argument(description="Whether the largest comes first.")]
WhoSees = Annotated[
    Sharing, Argument(description="private (only its owner), public (all users) or groups.")
]
GroupIds = Annotated[Sequence[str], Argument(description="Ids of the groups that see it.")]
ChartOf = Annotated[
    Mapping[str, str] | None,
    Argument(description="kind (bar or donut), group (a field) and measure (a field, or empty)."),
]
QueueId = Annotated[str | None, Argument(description="Of the scope queue, the queue's id.")]
USUAL_COLUMNS: Mapping[str, Sequence[str]] = {
    "Lead": ("Name", "Company", "Title", "Phone", "Email", "Status", "OwnerId"),
    "Account": ("Name", "Phone", "Type", "Industry", "BillingCity", "OwnerId"),
    "Contact": ("Name", "AccountId", "Title", "Phone", "Email", "OwnerId"),
    "Opportunity": ("Name", "AccountId", "Amount", "CloseDate", "StageName", "OwnerId"),
    "Case": ("CaseNumber", "Subject", "Status", "Priority", "CreatedDate", "OwnerId"),
    "Campaign": ("Name", "Type", "Status", "StartDate", "EndDate", "OwnerId"),
    "Product2": ("Name", "ProductCode", "Family", "IsActive"),
    "Task": ("Subject", "WhoId", "WhatId", "ActivityDate", "Status", "Priority", "OwnerId"),
    "Event": ("Subject", "WhoId", "WhatId", "StartDateTime", "OwnerId"),
    "Note": ("Title", "ParentId", "CreatedDate", "OwnerId"),
    "EmailMessage": ("Subject", "FromAddress", "ToAddress", "RelatedToId", "MessageDate"),
    "Pricebook2": ("Name", "Description", "IsActive", "IsStandard"),
    "PricebookEntry": ("Name", "Pricebook2Id", "ProductCode", "UnitPrice", "IsActive"),
    "Quote": ("QuoteNumber", "Name", "OpportunityId", "Status", "ExpirationDate", "GrandTotal"),
    "Contract": ("ContractNumber", "AccountId", "Status", "StartDate", "EndDate", "Value__c"),
    "Asset": ("Name", "AccountId", "Product2Id", "SerialNumber", "Quantity", "Status"),
    "QuoteLineItem": ("LineNumber", "QuoteId", "Product2Id", "Quantity", "TotalPrice"),
    "OpportunityLineItem": ("Name", "OpportunityId", "Quantity", "UnitPrice", "TotalPrice"),
    "OpportunityContactRole": ("ContactId", "OpportunityId", "Role", "IsPrimary"),
    "OpportunityTeamMember": ("UserId", "OpportunityId", "TeamMemberRole"),
    "OpportunityHistory": ("OpportunityId", "StageName", "Amount", "CloseDate", "CreatedDate"),
    "AccountTeamMember": ("UserId", "AccountId", "TeamMemberRole"),
    "AccountContactRelation": ("ContactId", "AccountId", "Roles", "IsActive"),
    "ObjectTerritory2Association": ("ObjectId", "Territory2Id", "AssociationCause"),
    "CampaignMember": ("CampaignId", "LeadId", "ContactId", "Status", "HasResponded"),
    "Knowledge__kav": (
        "ArticleNumber",
        "Title",
        "Category__c",
        "PublishStatus",
        "VersionNumber",
        "LastPublishedDate",
    ),
    "Entitlement": ("Name", "AccountId", "SlaProcessId", "Status", "StartDate", "EndDate"),
    "CaseMilestone": ("CaseId", "MilestoneTypeId", "TargetDate", "CompletionDate", "IsViolated"),
    "FeedItem": ("ParentId", "Body", "CreatedById", "CreatedDate"),
    "FeedComment": ("FeedItemId", "CommentBody", "CreatedById", "CreatedDate"),
    "EntitySubscription": ("ParentId", "SubscriberId", "CreatedDate"),
    "CaseArticle": ("CaseId", "KnowledgeArticleVersionId", "CreatedDate"),
    "QuickText": ("Name", "Category", "Channel", "IsInsertable", "OwnerId"),
    "Macro": ("Name", "Description", "IsActive__c", "OwnerId"),
    "MacroInstruction": ("MacroId", "SortOrder", "Operation", "Target", "Value"),
    "CaseComment": ("ParentId", "CommentBody", "IsPublished", "CreatedById", "CreatedDate"),
}


def usual_columns(sobject: SObject) -> Sequence[str]:
    """The columns of a list view for which nobody has chosen any."""
    return USUAL_COLUMNS.get(sobject.name) or tuple(
        field.name for field in sobject.fields.values() if field.is_name
    )


def fill(ctx: Context, sobject: SObject, row: ListView, given: Mapping[str, Any]) -> None:
    """Give a list view what a caller has asked for.

    Args:
        ctx: who asks.
        sobject: whose records it lists.
        row: the list view.
        given: values by the column's name; others stay as they are.

    Raises:
        Invalid: ``INVALID_FILTER``, ``INVALID_FIELD`` or ``REQUIRED_FIELD_MISSING``.
    """
    for key, value in given.items():
        if key not in ("filters", "logic", "columns", "group_ids", "chart"):
            setattr(row, key, value)
    if "name" in given and not row.name.strip():
        raise _wrong("REQUIRED_FIELD_MISSING", "Give the list view a name.", "name")
    row.name = row.name.strip()
    if "filters" in given:
        filters = list_filters.read(ctx, sobject, given["filters"])
        row.filters = [each.stored() for each in filters]
    if "filters" in given or "logic" in given:
        row.logic = list_filters.check_logic(given.get("logic", row.logic), len(row.filters))
    if "columns" in given:
        row.columns = _columns(ctx, sobject, given["columns"])
    if row.sort_field:
        row.sort_field = _columns(ctx, sobject, [row.sort_field])[0]
    if "chart" in given:
        row.chart = _chart(ctx, sobject, given["chart"])
    if row.scope == "queue":
        _check_queue(ctx, row.queue_id)
    elif row.scope in ("mine", "team") and not sobject.has_owner:
        raise _wrong("INVALID_FILTER", f"{sobject.plural} have no owners.", "scope")
    else:
        row.queue_id = None
    row.group_ids = sorted(given.get("group_ids", row.group_ids or ()))
    if row.sharing == "groups" and not row.group_ids:
        raise _wrong("REQUIRED_FIELD_MISSING", "Choose who sees it.", "group_ids")
    row.modified_us = ctx.clock.now_us()


def _columns(ctx: Context, sobject: SObject, names: Sequence[str]) -> list[str]:
    found = []
    for name in dict.fromkeys(names):
        field = sobject.field(name)
        if field is None or not sight.readable(ctx, sobject, field):
            said = f"No such column '{name[:80]}' on sobject of type {sobject.name}"
            raise _wrong("INVALID_FIELD", said, "columns")
        found.append(field.name)
    if not 0 < len(found) <= MOST_COLUMNS:
        raise _wrong("INVALID_FIELD", f"Choose 1 to {MOST_COLUMNS} columns.", "columns")
    return found


def _chart(
    ctx: Context, sobject: SObject, given: Mapping[str, str] | None
) -> dict[str, str] | None:
    if not given:
        return None
    group, measure = given.get("group", ""), given.get("measure", "")
    fields = _columns(ctx, sobject, [group, *([measure] if measure else [])])
    kind = given.get("kind", "bar")
    field = sobject.fields[fields[-1].lower()]
    if kind not in ("bar", "donut") or (measure and not field.kind.is_number):
        raise _wrong("INVALID_FIELD", "A chart is a bar or donut chart of numbers.", "chart")
    return {"kind": kind, "group": fields[0], "measure": fields[1] if measure else ""}


def _check_queue(ctx: Context, queue_id: str | None) -> None:
    table = Group.__table__.c
    query = select(table.id).where(table.id == queue_id, table.type == "Queue")
    if ctx.session.scalar(query) is None:
        raise _wrong("INVALID_FILTER", "Choose a queue.", "queue_id")


def _wrong(code: str, said: str, field: str) -> Invalid:
    return Invalid(code, said, problems=[Problem(said, field)])
