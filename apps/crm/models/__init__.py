"""The CRM's tables."""

from workworld.apps.crm.models import shapes  # noqa: F401 - declares how a shape is read
from workworld.apps.crm.models.account_contacts import AccountContactRelation
from workworld.apps.crm.models.accounts import Account, Contact
from workworld.apps.crm.models.activities import EmailMessage, Event, EventRelation, Note, Task
from workworld.apps.crm.models.articles import Article, ArticleVote, CaseArticle
from workworld.apps.crm.models.cadences import Cadence, CadenceTracker
from workworld.apps.crm.models.cases import Case, CaseComment
from workworld.apps.crm.models.contracts import Asset, Contract, Playbook
from workworld.apps.crm.models.currencies import CurrencyType, DatedConversionRate
from workworld.apps.crm.models.customizations import (
    FieldSetting,
    PageLayout,
    PicklistValue,
    RecordType,
    RecordTypeGrant,
)
from workworld.apps.crm.models.entitlements import (
    CaseMilestone,
    Entitlement,
    MilestoneType,
    SlaProcess,
)
from workworld.apps.crm.models.exports import Export
from workworld.apps.crm.models.feeds import EntitySubscription, FeedComment, FeedItem
from workworld.apps.crm.models.files import ContentDocument, ContentDocumentLink, ContentVersion
from workworld.apps.crm.models.flows import Flow, FlowRun, FlowVersion
from workworld.apps.crm.models.forecasts import ForecastAdjustment, Quota
from workworld.apps.crm.models.histories import FieldChange, RecentRecord
from workworld.apps.crm.models.imports import Import, ImportRow
from workworld.apps.crm.models.jobs import Job, JobBatch
from workworld.apps.crm.models.leads import Campaign, CampaignMember, Lead
from workworld.apps.crm.models.list_views import ListView, ListViewLook, ListViewPin
from workworld.apps.crm.models.macros import Macro, MacroInstruction, QuickText
from workworld.apps.crm.models.notices import NoticeChoice
from workworld.apps.crm.models.opportunities import (
    Opportunity,
    OpportunityHistory,
    OpportunityLineItem,
)
from workworld.apps.crm.models.opportunity_people import (
    AccountTeamMember,
    OpportunityContactRole,
    OpportunityTeamMember,
)
from workworld.apps.crm.models.people import (
    FieldPermission,
    Group,
    GroupMember,
    ObjectPermission,
    Organization,
    Profile,
    QueueObject,
    User,
    UserRole,
)
from workworld.apps.crm.models.products import Pricebook, PricebookEntry, Product
from workworld.apps.crm.models.quotes import Quote, QuoteLineItem
from workworld.apps.crm.models.records import Owned, Record
from workworld.apps.crm.models.report_deliveries import ReportSnapshot, ReportSubscription
from workworld.apps.crm.models.reports import Dashboard, Report, ReportFolder, Widget
from workworld.apps.crm.models.rules import (
    ApprovalProcess,
    ApprovalRequest,
    AssignmentEntry,
    AssignmentRule,
    BusinessHours,
    DuplicateRule,
    EscalationRule,
    SlaTarget,
    ValidationRule,
)
from workworld.apps.crm.models.scoring import LeadScoreRule
from workworld.apps.crm.models.setup import SetupChange
from workworld.apps.crm.models.sharing import Share, SharingDefault, SharingRule
from workworld.apps.crm.models.surveys import CaseSurvey
from workworld.apps.crm.models.teams import DefaultTeamMember
from workworld.apps.crm.models.templates import EmailTemplate
from workworld.apps.crm.models.territories import AccountTerritory, Territory, TerritoryMember

__all__ = [
    "Account",
    "AccountContactRelation",
    "AccountTeamMember",
    "AccountTerritory",
    "ApprovalProcess",
    "ApprovalRequest",
    "Article",
    "ArticleVote",
    "Asset",
    "AssignmentEntry",
    "AssignmentRule",
    "BusinessHours",
    "Cadence",
    "CadenceTracker",
    "Campaign",
    "CampaignMember",
    "Case",
    "CaseArticle",
    "CaseComment",
    "CaseMilestone",
    "CaseSurvey",
    "Contact",
    "ContentDocument",
    "ContentDocumentLink",
    "ContentVersion",
    "Contract",
    "CurrencyType",
    "Dashboard",
    "DatedConversionRate",
    "DefaultTeamMember",
    "DuplicateRule",
    "EmailMessage",
    "EmailTemplate",
    "Entitlement",
    "EntitySubscription",
    "EscalationRule",
    "Event",
    "EventRelation",
    "Export",
    "FeedComment",
    "FeedItem",
    "FieldChange",
    "FieldPermission",
    "FieldSetting",
    "Flow",
    "FlowRun",
    "FlowVersion",
    "ForecastAdjustment",
    "Group",
    "GroupMember",
    "Import",
    "ImportRow",
    "Job",
    "JobBatch",
    "Lead",
    "LeadScoreRule",
    "ListView",
    "ListViewLook",
    "ListViewPin",
    "Macro",
    "MacroInstruction",
    "MilestoneType",
    "Note",
    "NoticeChoice",
    "ObjectPermission",
    "Opportunity",
    "OpportunityContactRole",
    "OpportunityHistory",
    "OpportunityLineItem",
    "OpportunityTeamMember",
    "Organization",
    "Owned",
    "PageLayout",
    "PicklistValue",
    "Playbook",
    "Pricebook",
    "PricebookEntry",
    "Product",
    "Profile",
    "QueueObject",
    "QuickText",
    "Quota",
    "Quote",
    "QuoteLineItem",
    "RecentRecord",
    "Record",
    "RecordType",
    "RecordTypeGrant",
    "Report",
    "ReportFolder",
    "ReportSnapshot",
    "ReportSubscription",
    "SetupChange",
    "Share",
    "SharingDefault",
    "SharingRule",
    "SlaProcess",
    "SlaTarget",
    "Task",
    "Territory",
    "TerritoryMember",
    "User",
    "UserRole",
    "ValidationRule",
    "Widget",
]
