"""The lists of values that fields may have, and what some values mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Stage(NamedTuple):
    """A step on a deal's way."""

    name: str
    probability: float
    """In percent, as long as nobody says otherwise."""
    forecast_category: str
    is_closed: bool = False
    is_won: bool = False


STAGES = (
    Stage("Prospecting", 10.0, "Pipeline"),
    Stage("Qualification", 20.0, "Pipeline"),
    Stage("Needs Analysis", 30.0, "Pipeline"),
    Stage("Proposal/Price Quote", 50.0, "Best Case"),
    Stage("Negotiation/Review", 75.0, "Commit"),
    Stage("Closed Won", 100.0, "Closed", is_closed=True, is_won=True),
    Stage("Closed Lost", 0.0, "Omitted", is_closed=True),
)
STAGE_OF: Mapping[str, Stage] = {each.name: each for each in STAGES}
WON, LOST = "Closed Won", "Closed Lost"
FORECAST_CATEGORIES = ("Omitted", "Pipeline", "Best Case", "Commit", "Closed")

LEAD_NEW, LEAD_UNQUALIFIED, LEAD_CONVERTED = "New", "Unqualified", "Converted"
LEAD_STATUSES = (
    LEAD_NEW,
    "Working",
    "Nurturing",
    "Qualified",
    LEAD_UNQUALIFIED,
    LEAD_CONVERTED,
)

CASE_NEW, CASE_OPEN, CASE_WAITING = "New", "Open", "Waiting on customer"
CASE_ESCALATED, CASE_SOLVED, CASE_CLOSED = "Escalated", "Solved", "Closed"
CASE_STATUSES = (CASE_NEW, CASE_OPEN, CASE_WAITING, CASE_ESCALATED, CASE_SOLVED, CASE_CLOSED)
CLOSED_CASES = (CASE_SOLVED, CASE_CLOSED)
"""The statuses of cases that nobody has to work on."""

TASK_NEW, TASK_DONE = "Not Started", "Completed"
TASK_STATUSES = (TASK_NEW, "In Progress", TASK_DONE, "Waiting on someone else", "Deferred")

CURRENCIES = ("USD", "EUR", "GBP")
"""The first one is the organisation's own."""

VALUES: Mapping[str, Sequence[str]] = {
    "stage": tuple(each.name for each in STAGES),
    "forecast category": FORECAST_CATEGORIES,
    "opportunity type": ("New Business", "Expansion", "Renewal"),
    "loss reason": (
        "Price",
        "Lost to Competitor",
        "No Budget",
        "No Decision",
        "Missing Features",
        "Other",
    ),
    "lead status": LEAD_STATUSES,
    "unqualified reason": (
        "No Budget",
        "No Need",
        "Wrong Contact",
        "Competitor",
        "Duplicate",
        "Other",
    ),
    "lead source": (
        "Web",
        "Phone Inquiry",
        "Partner Referral",
        "Purchased List",
        "Conference",
        "Outbound",
        "Customer Referral",
        "Other",
    ),
    "rating": ("Hot", "Warm", "Cold"),
    "industry": (
        "Agriculture",
        "Consulting",
        "Electronics",
        "Energy",
        "Food & Beverage",
        "Healthcare",
        "Manufacturing",
        "Retail",
        "Shipping",
        "Technology",
        "Transportation",
        "Utilities",
        "Other",
    ),
    "account type": ("Prospect", "Customer", "Partner", "Former Customer"),
    "tier": ("Platinum", "Gold", "Silver", "Bronze"),
    "health": ("Green", "Yellow", "Red"),
    "salutation": ("Mr.", "Ms.", "Mrs.", "Dr.", "Prof.", "Mx."),
    "contact status": ("Active", "Left Company"),
    "contact roles": (
        "Business User",
        "Decision Maker",
        "Economic Buyer",
        "Evaluator",
        "Executive Sponsor",
        "Influencer",
        "Technical Buyer",
        "Other",
    ),
    "case status": CASE_STATUSES,
    "case priority": ("Low", "Medium", "High", "Critical"),
    "case origin": ("Email", "Web", "Phone", "Chat"),
    "case type": ("Question", "Problem", "Feature Request", "Billing"),
    "case reason": (
        "Installation",
        "Performance",
        "Integration",
        "User Training",
        "Bug",
        "Invoice",
        "Other",
    ),
    "sla state": ("On Track", "Paused", "At Risk", "Breached", "Met"),
    "task status": TASK_STATUSES,
    "task priority": ("High", "Normal", "Low"),
    "task subtype": ("Task", "Call", "Email"),
    "call type": ("Inbound", "Outbound", "Internal"),
    "show as": ("Busy", "Free", "OutOfOffice"),
    "currency": CURRENCIES,
    "quote status": (
        "Draft",
        "Needs Review",
        "In Review",
        "Approved",
        "Rejected",
        "Presented",
        "Accepted",
        "Denied",
    ),
    "product family": ("Platform", "Add-on", "Hardware", "Services", "Support"),
    "campaign type": ("Conference", "Webinar", "Email", "Advertisement", "Partners", "Other"),
    "campaign status": ("Planned", "In Progress", "Completed", "Aborted"),
    "member status": ("Sent", "Opened", "Responded", "Attended"),
    "access level": ("None", "Read", "Edit", "All"),
    "team role": (
        "Account Manager",
        "Sales Rep",
        "Sales Engineer",
        "Executive Sponsor",
        "Customer Success",
    ),
    "email status": ("New", "Read", "Replied", "Sent", "Draft"),
    "group type": ("Regular", "Queue"),
}
