"""Report types: what a report can be about, and which columns it then has.

A column is named by its way from the records that the report lists: ``StageName``,
``Account.Industry``, ``Owner.Name``.
https://help.salesforce.com/s/articleView?id=analytics.reports_report_type_guidelines.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject, of_name
from workworld.apps.crm.service import sight
from workworld.apps.crm.service.report_parts import Bucket
from workworld.context import Context
from workworld.formulas import Formula


@dataclass(frozen=True, slots=True)
class ReportType:
    """What a report can be about.

    Args:
        name: what it is called at the doors.
        label: what people call it.
        category: under what it is offered.
        base: the object whose records are the rows.
        date: the column that the range of dates is about unless somebody says otherwise.
        columns: those that a new report has.
        parents: the ways to other records whose fields are columns too: ``Account.Parent``.
        purpose: one sentence for those who choose.
    """

    name: str
    label: str
    category: str
    base: str
    date: str
    columns: Sequence[str]
    parents: Sequence[str] = ()
    purpose: str = ""

    @property
    def sobject(self) -> SObject:
        """The object whose records are the rows."""
        return of_name(self.base)


_TYPES = (
    ReportType(
        "Opportunity",
        "Opportunities",
        "Sales",
        "Opportunity",
        "CloseDate",
        ("Name", "Account.Name", "StageName", "Amount", "Probability", "CloseDate", "Owner.Name"),
        ("Account", "Campaign"),
        "Deals with their accounts and campaigns.",
    ),
    ReportType(
        "OpportunityProduct",
        "Opportunities with Products",
        "Sales",
        "OpportunityLineItem",
        "Opportunity.CloseDate",
        ("Opportunity.Name", "Product2.Name", "Quantity", "UnitPrice", "TotalPrice"),
        ("Opportunity", "Opportunity.Account", "Product2"),
        "Each product of each deal.",
    ),
    ReportType(
        "OpportunityHistory",
        "Opportunity History",
        "Sales",
        "OpportunityHistory",
        "CreatedDate",
        ("Opportunity.Name", "From_Stage__c", "StageName", "Amount", "CreatedDate"),
        ("Opportunity", "Opportunity.Account"),
        "How deals moved from stage to stage.",
    ),
    ReportType(
        "OpportunityContactRole",
        "Opportunities with Contact Roles",
        "Sales",
        "OpportunityContactRole",
        "Opportunity.CloseDate",
        ("Opportunity.Name", "Contact.Name", "Role", "IsPrimary"),
        ("Opportunity", "Opportunity.Account", "Contact"),
        "Who takes part in which deal.",
    ),
    ReportType(
        "QuoteList",
        "Quotes",
        "Sales",
        "Quote",
        "CreatedDate",
        ("QuoteNumber", "Name", "Opportunity.Name", "Status", "ExpirationDate", "GrandTotal"),
        ("Opportunity", "Account", "Contact"),
        "Offers, and what they come to.",
    ),
    ReportType(
        "AccountList",
        "Accounts",
        "Accounts & Contacts",
        "Account",
        "CreatedDate",
        ("Name", "Type", "Industry", "Tier__c", "AnnualRevenue", "Owner.Name"),
        ("Parent",),
        "Companies, with those that they belong to.",
    ),
    ReportType(
        "ContactList",
        "Contacts & Accounts",
        "Accounts & Contacts",
        "Contact",
        "CreatedDate",
        ("Name", "Account.Name", "Title", "Email", "Phone"),
        ("Account",),
        "People with the accounts that they work for.",
    ),
    ReportType(
        "ContractList",
        "Contracts",
        "Accounts & Contacts",
        "Contract",
        "EndDate",
        ("ContractNumber", "Account.Name", "Status", "StartDate", "EndDate", "Value__c"),
        ("Account", "Opportunity__r"),
        "Contracts with the accounts that signed them.",
    ),
    ReportType(
        "AssetList",
        "Assets",
        "Accounts & Contacts",
        "Asset",
        "InstallDate",
        ("Name", "Account.Name", "Product2.Name", "Status", "Quantity", "UsageEndDate"),
        ("Account", "Contact", "Product2", "Contract__r"),
        "What customers have of ours.",
    ),
    ReportType(
        "LeadList",
        "Leads",
        "Leads",
        "Lead",
        "CreatedDate",
        ("Name", "Company", "Status", "LeadSource", "Email", "Owner.Name"),
        ("ConvertedAccount", "ConvertedOpportunity"),
        "Leads, and what became of them.",
    ),
    ReportType(
        "CaseList",
        "Cases",
        "Service",
        "Case",
        "CreatedDate",
        ("CaseNumber", "Subject", "Account.Name", "Status", "Priority", "Owner.Name"),
        ("Account", "Contact", "Product"),
        "Cases with their accounts, contacts and products.",
    ),
    ReportType(
        "Activity",
        "Tasks and Calls",
        "Activities",
        "Task",
        "ActivityDate",
        ("Subject", "TaskSubtype", "Status", "ActivityDate", "Who.Name", "Owner.Name"),
        ("Account",),
        "What was to be done, and calls that were logged.",
    ),
    ReportType(
        "Event",
        "Events",
        "Activities",
        "Event",
        "ActivityDate",
        ("Subject", "ActivityDate", "DurationInMinutes", "Who.Name", "Owner.Name"),
        ("Account",),
        "Meetings.",
    ),
    ReportType(
        "CampaignList",
        "Campaigns",
        "Campaigns",
        "Campaign",
        "StartDate",
        ("Name", "Type", "Status", "StartDate", "BudgetedCost", "ActualCost"),
        ("Parent",),
        "Campaigns and what they cost.",
    ),
    ReportType(
        "CampaignMember",
        "Campaigns with Members",
        "Campaigns",
        "CampaignMember",
        "CreatedDate",
        ("Campaign.Name", "Lead.Name", "Contact.Name", "Status", "HasResponded"),
        ("Campaign", "Lead", "Contact", "Contact.Account"),
        "Whom campaigns reached, and who answered.",
    ),
    ReportType(
        "Product",
        "Products",
        "Products",
        "Product2",
        "CreatedDate",
        ("Name", "ProductCode", "Family", "IsActive"),
        (),
        "What is sold.",
    ),
)
TYPES: Mapping[str, ReportType] = MappingProxyType({each.name: each for each in _TYPES})
_NAME = "Name"
_LEFT_OUT = frozenset({"IsDeleted", "SystemModstamp"})


@dataclass(frozen=True, slots=True)
class ReportColumn:
    """A column that a report may have.

    Args:
        name: its way: ``Account.Industry``.
        label: what people call it: ``Account: Industry``.
        field: what it holds.
        sobject: of which object the field is.
        section: under which heading it is offered.
        steps: the fields that name the records on the way, each with its object.
        named: the objects of one of which it is the name; empty unless a reference may lead to
            several, as owners do.
        bucket: of one that sorts values: into what.
        formula: of one that is computed row by row: how.
        source: the columns that such a one is made of.
    """

    name: str
    label: str
    field: Field
    sobject: SObject
    section: str
    steps: tuple[Field, ...] = ()
    named: tuple[str, ...] = ()
    bucket: Bucket | None = None
    formula: Formula | None = None
    source: tuple[ReportColumn, ...] = ()

    @property
    def is_summed(self) -> bool:
        """Whether its values make a sum that means something."""
        return self.field.kind.is_number

    @property
    def is_grouped(self) -> bool:
        """Whether rows can be grouped by it so that groups have more than one."""
        return self.field.kind not in (Kind.ID, Kind.REFERENCE, Kind.TEXTAREA)

    @property
    def is_dated(self) -> bool:
        """Whether it is grouped by days, weeks, months …"""
        return self.field.kind in (Kind.DATE, Kind.DATETIME)


def offered(ctx: Context) -> Sequence[ReportType]:
    """The types whose records the caller may read, in the order in which they are offered."""
    return [each for each in TYPES.values() if sight.may(ctx, each.sobject, "read")]


def columns(ctx: Context, of: ReportType) -> Mapping[str, ReportColumn]:
    """The columns that the caller may see, by name, section by section."""

    def look_up() -> Mapping[str, ReportColumn]:
        found = _of_object(ctx, of.sobject, "", f"{of.sobject.label} Information", ())
        for way in of.parents:
            found += _of_parent(ctx, of.sobject, way)
        return MappingProxyType({each.name: each for each in found})

    found: Mapping[str, ReportColumn] = ctx.remembered(("crm report columns", of.name), look_up)
    return found


def _of_parent(ctx: Context, base: SObject, way: str) -> list[ReportColumn]:
    steps: list[Field] = []
    at = base
    for name in way.split("."):
        step = _reference(at, name)
        if not sight.readable(ctx, at, step):
            return []
        steps.append(step)
        at = of_name(step.references[0])
        if not sight.may(ctx, at, "read"):
            return []
    label = steps[-1].label.removesuffix(" ID")
    return _of_object(ctx, at, f"{way}.", label, tuple(steps))


def _reference(of: SObject, relationship: str) -> Field:
    return next(each for each in of.fields.values() if each.relationship == relationship)


def _of_object(
    ctx: Context, of: SObject, way: str, section: str, steps: tuple[Field, ...]
) -> list[ReportColumn]:
    found = []
    for field in sight.fields(ctx, of):
        # Of a value and what it is called the second alone: they would be called the same.
        if field.name in _LEFT_OUT or f"{field.name}Name".lower() in of.fields:
            continue
        # The field Account Name of accounts needs no word that it is the account's.
        is_told = not steps or (
            field.label.startswith(section) and field.kind is not Kind.REFERENCE
        )
        label = field.label if is_told else f"{section}: {field.label}"
        if field.kind is Kind.REFERENCE:
            label = f"{label.removesuffix(' ID')} ID"
        found.append(ReportColumn(f"{way}{field.name}", label, field, of, section, steps))
        if field.kind is Kind.REFERENCE and field.relationship:
            found.append(_name_of(of, field, way, section, steps))
    return found


def _name_of(
    of: SObject, field: Field, way: str, section: str, steps: tuple[Field, ...]
) -> ReportColumn:
    """What the record that a reference names is called."""
    label = field.label.removesuffix(" ID")
    said = f"{section}: {label}" if steps else label
    name = Field(_NAME, label, Kind.STRING, length=255, createable=False, updateable=False)
    column = f"{way}{field.relationship}.{_NAME}"
    return ReportColumn(column, said, name, of, section, (*steps, field), field.references)
