"""The lists of values that fields may have, and what some values mean."""

from __future__ import annotations

import calendar
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from workworld.apps.crm.schema import shapes
from workworld.apps.crm.schema.shapes import PickValue


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
"""Those that the application has; administrators may add others."""
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

ARTICLE_DRAFT, ARTICLE_IN_REVIEW = "Draft", "Review"
ARTICLE_ONLINE, ARTICLE_ARCHIVED = "Online", "Archived"
PUBLICATION_STATUSES = (ARTICLE_DRAFT, ARTICLE_IN_REVIEW, ARTICLE_ONLINE, ARTICLE_ARCHIVED)

MACRO_SET, MACRO_REPLY, MACRO_CLOSE = "Set Field", "Reply by E-mail", "Close Case"
MACRO_INTERNAL, MACRO_PUBLIC = "Internal Comment", "Public Comment"
MACRO_OPERATIONS = (MACRO_SET, MACRO_REPLY, MACRO_INTERNAL, MACRO_PUBLIC, MACRO_CLOSE)

TASK_NEW, TASK_DONE = "Not Started", "Completed"
TASK_STATUSES = (TASK_NEW, "In Progress", TASK_DONE, "Waiting on someone else", "Deferred")

RECURRENCE_TYPES = (
    "RecursDaily",
    "RecursEveryWeekday",
    "RecursWeekly",
    "RecursMonthly",
    "RecursMonthlyNth",
    "RecursYearly",
    "RecursYearlyNth",
)
INSTANCES = ("First", "Second", "Third", "Fourth", "Last")
REGENERATE_AFTER_DUE, REGENERATE_AFTER_CLOSED, REGENERATED = (
    "RecurrenceRegenerateAfterDueDate",
    "RecurrenceRegenerateAfterToday",
    "RecurrenceRegenerated",
)
MONTHS = tuple(calendar.month_name)[1:]

CONTRACT_DRAFT, CONTRACT_ACTIVE = "Draft", "Activated"
CONTRACT_TERMINATED, CONTRACT_EXPIRED = "Terminated", "Expired"
CONTRACT_OPEN = (CONTRACT_DRAFT, "In Approval Process")
"""The statuses of contracts whose terms are not settled."""
CONTRACT_STATUSES = (*CONTRACT_OPEN, CONTRACT_ACTIVE, CONTRACT_TERMINATED, CONTRACT_EXPIRED)

ASSOCIATION_CAUSES = ("Territory2AssignmentRule", "Territory2Manual")
CURRENCIES = ("USD", "EUR", "GBP")
"""The first one is the organisation's own."""

_DECLARED: Mapping[str, Sequence[str]] = {
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
    "entitlement type": ("Phone Support", "Web Support"),
    "entitlement status": ("Active", "Expired", "Inactive"),
    "feed item type": ("TextPost", "ContentPost"),
    "article category": (
        "Getting Started",
        "Appointments",
        "Drivers & Gates",
        "Integration",
        "Administration",
        "Billing",
    ),
    "publication status": PUBLICATION_STATUSES,
    "quick text category": ("Greetings", "FAQ", "Closings", "Billing"),
    "quick text channel": ("Email", "Portal", "Phone"),
    "macro operation": MACRO_OPERATIONS,
    "sla state": ("On Track", "Paused", "At Risk", "Breached", "Met"),
    "task status": TASK_STATUSES,
    "task priority": ("High", "Normal", "Low"),
    "task subtype": ("Task", "Call", "Email"),
    "call type": ("Inbound", "Outbound", "Internal"),
    "recurrence type": RECURRENCE_TYPES,
    "recurrence instance": INSTANCES,
    "recurrence month": MONTHS,
    "regenerated type": (REGENERATE_AFTER_DUE, REGENERATE_AFTER_CLOSED, REGENERATED),
    "repeats": ("Daily", "Every Weekday", "Weekly", "Every Two Weeks", "Monthly"),
    "participant status": ("New", "Accepted", "Declined", "Maybe"),
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
    "contract status": CONTRACT_STATUSES,
    "asset status": ("Purchased", "Shipped", "Installed", "Registered", "Obsolete"),
    "product family": ("Platform", "Add-on", "Hardware", "Services", "Support"),
    "campaign type": ("Conference", "Webinar", "Email", "Advertisement", "Partners", "Other"),
    "campaign status": ("Planned", "In Progress", "Completed", "Aborted"),
    "member status": ("Sent", "Opened", "Responded", "Attended"),
    "access level": ("None", "Read", "Edit", "All"),
    "territory association cause": ASSOCIATION_CAUSES,
    "team role": (
        "Account Manager",
        "Sales Rep",
        "Sales Engineer",
        "Executive Sponsor",
        "Customer Success",
    ),
    "email status": ("New", "Read", "Replied", "Sent", "Draft"),
    "file share type": ("V", "C", "I"),
    "file visibility": ("AllUsers", "InternalUsers", "SharedUsers"),
    "group type": ("Regular", "Queue"),
}


class _Values(Mapping[str, Sequence[str]]):
    """The values that records may be given, by the name of the list."""

    def __getitem__(self, name: str) -> Sequence[str]:
        changed = shapes.in_force().values.get(name)
        return _DECLARED[name] if changed is None else _active(changed)

    def __iter__(self) -> Iterator[str]:
        added = shapes.in_force().values.keys() - _DECLARED.keys()
        return iter([*_DECLARED, *sorted(added)])

    def __len__(self) -> int:
        return len(_DECLARED.keys() | shapes.in_force().values.keys())


class _Stages(Mapping[str, Stage]):
    """The stages by name, those too that no deal can be moved to any more."""

    def __getitem__(self, name: str) -> Stage:
        return _stages(_stage_values())[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_stages(_stage_values()))

    def __len__(self) -> int:
        return len(_stages(_stage_values()))


VALUES: Mapping[str, Sequence[str]] = _Values()
STAGE_OF: Mapping[str, Stage] = _Stages()


def stages() -> Sequence[Stage]:
    """The stages that deals may be in, in their order."""
    return [STAGE_OF[name] for name in VALUES["stage"]]


def all_values(name: str) -> Sequence[PickValue]:
    """The values of a list, those too that records are not given any more; empty for no list."""
    changed = shapes.in_force().values.get(name)
    if changed is not None:
        return changed
    return [PickValue(each) for each in _DECLARED.get(name, ())]


def is_declared(name: str) -> bool:
    """Whether a list is one that the application has."""
    return name in _DECLARED


def declared_values(name: str) -> Sequence[str]:
    """The values that the application itself knows of a list; empty for one that was added."""
    return _DECLARED.get(name, ())


@lru_cache(maxsize=256)
def _active(values: tuple[PickValue, ...]) -> tuple[str, ...]:
    return tuple(each.value for each in values if each.is_active)


def _stage_values() -> tuple[PickValue, ...] | None:
    found = shapes.in_force().values.get("stage")
    return None if found is None else tuple(found)


@lru_cache(maxsize=64)
def _stages(values: tuple[PickValue, ...] | None) -> Mapping[str, Stage]:
    known = {each.name: each for each in STAGES}
    if values is None:
        return known
    made = [(each.value, json.loads(each.facts) if each.facts else {}) for each in values]
    return known | {name: Stage(name, **facts) for name, facts in made if facts}
