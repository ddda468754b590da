"""Leads, cases, lists, reports and imports again: their other forms, and further refusals."""

from __future__ import annotations

from collections.abc import Iterator

from tests.apps.crm.floor import ADMIN, FINANCE, MANAGER, REP, SUPPORT
from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.crm.words import case, doing, floor_of, making, then

from workworld.apps.crm.service import conversions, list_views
from workworld.worlds import World

_LEAD = making("lead", "Lead", Email="rosa@quillonfoods.example")
_CASE = making("case", "Case", by=ADMIN, Subject="Gate", OwnerId="$eboadi")


def _view(world: World, facts: Facts) -> None:
    """The manager has a list view of leads."""
    made = floor_of(world).do(list_views.create, by=MANAGER, sobject="Lead", name="Yard")
    facts["view"] = made.row.id


def _leads() -> Iterator[Case]:
    known = then(
        _LEAD,
        making("account", "Account", Name="Larkspur"),
        making("contact", "Contact", AccountId="$account"),
    )
    yield case(
        "conversions.convert",
        "somebody known",
        mcp=(
            "convertLead",
            {
                "lead-id": "$lead",
                "account-id": "$account",
                "contact-id": "$contact",
                "with-opportunity": False,
                "owner-id": "$dwhitlock",
            },
        ),
        ui=(
            "/Lead/$lead/convert",
            {
                "account": "other",
                "AccountId": "$account",
                "contact": "$contact",
                "without_opportunity": "1",
                "opportunity_name": "Gates",
                "OwnerId": "$dwhitlock",
            },
        ),
        before=known,
    )
    yield case(
        "conversions.convert",
        "twice",
        "CANNOT_UPDATE_CONVERTED_LEAD",
        mcp=("convertLead", {"lead-id": "$lead"}),
        ui=("/Lead/$lead/convert", {"account": "new"}),
        before=then(_LEAD, doing(conversions.convert, lead_id="$lead")),
    )
    yield case(
        "merges.merge",
        "not theirs",
        "INSUFFICIENT_ACCESS_OR_READONLY",
        mcp=(
            "mergeSobjectRecords",
            {
                "sobject-name": "Account",
                "master-id": "$account",
                "merged-ids": ["$twin"],
                "body": {},
            },
        ),
        ui=("/merge/Account", {"ids": "$account,$twin", "master": "$account"}),
        before=then(making("account", "Account"), making("twin", "Account")),
        handle=FINANCE,
    )


def _cases() -> Iterator[Case]:
    said = {"Status": "Closed", "Resolution__c": "Mended."}
    yield case(
        "records.update",
        "closed, on the path",
        rest=("PATCH sobjects/Case/$case", said),
        mcp=("updateSobjectRecord", {"sobject-name": "Case", "id": "$case", "body": said}),
        ui=("/Case/$case/step", {"to": "Closed", "Resolution__c": "Mended."}),
        before=_CASE,
        handle=SUPPORT,
    )
    yield case(
        "case_comments.add",
        "for the customer",
        mcp=("addCaseComment", {"case-id": "$case", "text": "Soon.", "is-published": True}),
        ui=("/Case/$case/feed", {"write": "public", "text": " Soon.\r\n"}),
        before=_CASE,
        handle=SUPPORT,
    )
    for operation, tool, write in (
        ("case_comments.add", "addCaseComment", "internal"),
        ("cases.reply", "replyToCase", "reply"),
    ):
        yield case(
            operation,
            "without a word",
            "invalid_arguments",
            mcp=(tool, {"case-id": "$case", "text": ""}),
            ui=("/Case/$case/feed", {"write": write, "text": ""}),
            before=_CASE,
            handle=SUPPORT,
        )
    yield case(
        "owners.change",
        "to a queue of others",
        "FIELD_INTEGRITY_EXCEPTION",
        mcp=(
            "changeOwner",
            {"sobject-name": "Lead", "ids": ["$lead"], "owner-id": "$queue"},
        ),
        ui=("/Lead/$lead/owner", {"OwnerId": "$queue"}),
        before=_LEAD,
    )
    yield case(
        "owners.change",
        "to a queue",
        mcp=(
            "changeOwner",
            {"sobject-name": "Case", "ids": ["$case"], "owner-id": "$queue"},
        ),
        ui=("/Case/$case/owner", {"OwnerId": "$queue"}),
        before=_CASE,
        handle=SUPPORT,
    )


def _lists() -> Iterator[Case]:
    for name, outcome, field in (
        ("filters", "ok", "Status"),
        ("no field", "INVALID_FILTER", "Flavour__c"),
    ):
        wanted = {"field": field, "operator": "equals", "values": ["Open", "Working"]}
        yield case(
            "list_views.update",
            name,
            outcome,
            mcp=(
                "updateListView",
                {"view-id": "$view", "scope": "mine", "filters": [wanted], "logic": "1"},
            ),
            ui=(
                "/Lead/list/filters",
                {
                    "view": "$view",
                    "save": "1",
                    "scope": "mine",
                    "logic": "1",
                    "f1.field": field,
                    "f1.operator": "equals",
                    "f1.value": "Open, Working",
                },
            ),
            before=_view,
            handle=MANAGER,
        )
    columns = ["Name", "Company", "Status"]
    yield case(
        "list_views.update",
        "columns",
        mcp=("updateListView", {"view-id": "$view", "columns": columns}),
        ui=("/Lead/list/views/$view/columns", {"column": columns}),
        before=_view,
        handle=MANAGER,
    )
    yield case(
        "list_views.update",
        "somebody else's",
        "NOT_FOUND",
        mcp=("updateListView", {"view-id": "$view", "columns": columns}),
        ui=("/Lead/list/views/$view/columns", {"column": columns}),
        before=_view,
        handle=REP,
    )


def _reports() -> Iterator[Case]:
    definition = {
        "format": "SUMMARY",
        "columns": ["Name", "Amount"],
        "rows": [
            {"column": "CloseDate", "granularity": "fiscal quarter", "descending": True},
            {"column": "StageName", "sort_by": "s!Amount"},
        ],
        "aggregates": ["RowCount", "s!Amount"],
        "filters": [{"column": "Amount", "operator": "greaterThan", "value": "100"}],
        "logic": "1",
        "scope": "team",
        "date": {"column": "CloseDate", "duration": "THIS_FISCAL_YEAR"},
        "details": False,
        "cross_filters": [{"object": "Quote", "has": False}],
    }
    metadata = {
        "name": "Deals",
        "reportType": {"type": "Opportunity"},
        "reportFormat": "SUMMARY",
        "detailColumns": ["Name", "Amount"],
        "groupingsDown": [
            {"name": "CloseDate", "dateGranularity": "FiscalQuarter", "sortOrder": "Desc"},
            {"name": "StageName", "dateGranularity": "None", "sortAggregate": "s!Amount"},
        ],
        "aggregates": ["RowCount", "s!Amount"],
        "reportFilters": [{"column": "Amount", "operator": "greaterThan", "value": "100"}],
        "reportBooleanFilter": "1",
        "scope": "team",
        "standardDateFilter": {"column": "CloseDate", "durationValue": "THIS_FISCAL_YEAR"},
        "hasDetailRows": False,
        "crossFilters": [{"relatedEntity": "Quote", "includesObject": False}],
    }
    form = {
        "type": "Opportunity",
        "name": "Deals",
        "format": "SUMMARY",
        "column": ["Name", "Amount"],
        "row": ["CloseDate", "StageName"],
        "row_unit": ["fiscal quarter", "day"],
        "row_order": ["-", "s!Amount"],
        "total": ["RowCount", "s!Amount"],
        "filter": "Amount",
        "operator": "greaterThan",
        "value": "100",
        "logic": "1",
        "scope": "team",
        "date_column": "CloseDate",
        "duration": "THIS_FISCAL_YEAR",
        "details": "no",
        "cross_object": "Quote",
        "cross_has": "no",
    }
    yield case(
        "reports.create",
        "with all there is",
        rest=("POST analytics/reports", {"reportMetadata": metadata}),
        mcp=(
            "createReport",
            {"name": "Deals", "report-type": "Opportunity", "definition": definition},
        ),
        ui=("/reports/new", form),
        handle=MANAGER,
    )
    kind = {"name": "Deals", "reportType": {"type": "Opportunity"}}
    for name, told, said, entered in (
        (
            "no column",
            {"detailColumns": ["Nowhere"]},
            {"columns": ["Nowhere"]},
            {"column": "Nowhere"},
        ),
        ("no total", {"aggregates": ["s!Name"]}, {"aggregates": ["s!Name"]}, {"total": "s!Name"}),
    ):
        yield case(
            "reports.create",
            name,
            "BAD_REQUEST",
            rest=("POST analytics/reports", {"reportMetadata": {**kind, **told}}),
            mcp=(
                "createReport",
                {"name": "Deals", "report-type": "Opportunity", "definition": said},
            ),
            ui=("/reports/new", {"type": "Opportunity", "name": "Deals", **entered}),
            handle=MANAGER,
        )


CASES = (*_leads(), *_cases(), *_lists(), *_reports())
