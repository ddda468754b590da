"""The ids of an issue's fields, as the vendor's API has them, and what this site calls them.

Fields that the vendor keeps as custom fields on every site (sprint, story points, rank …) are
columns here, under the ids that a new Cloud site gives them.
"""

from __future__ import annotations

SUMMARY = "summary"
DESCRIPTION = "description"
ENVIRONMENT = "environment"
PROJECT = "project"
TYPE = "issuetype"
STATUS = "status"
RESOLUTION = "resolution"
PRIORITY = "priority"
ASSIGNEE = "assignee"
REPORTER = "reporter"
CREATOR = "creator"
LABELS = "labels"
COMPONENTS = "components"
FIX_VERSIONS = "fixVersions"
AFFECTS_VERSIONS = "versions"
PARENT = "parent"
DUE_DATE = "duedate"
TIME_TRACKING = "timetracking"
SECURITY = "security"
ATTACHMENT = "attachment"
COMMENT = "comment"
LINKS = "issuelinks"
EPIC_LINK = "customfield_10014"
START_DATE = "customfield_10015"
STORY_POINTS = "customfield_10016"
RANK = "customfield_10019"
SPRINT = "customfield_10020"
FLAGGED = "customfield_10021"

FIRST_CUSTOM = 10100
"""Fields that a site adds have numbers from here on."""

NAMES = {
    SUMMARY: "Summary",
    DESCRIPTION: "Description",
    ENVIRONMENT: "Environment",
    PROJECT: "Project",
    TYPE: "Issue Type",
    STATUS: "Status",
    RESOLUTION: "Resolution",
    PRIORITY: "Priority",
    ASSIGNEE: "Assignee",
    REPORTER: "Reporter",
    CREATOR: "Creator",
    LABELS: "Labels",
    COMPONENTS: "Components",
    FIX_VERSIONS: "Fix versions",
    AFFECTS_VERSIONS: "Affects versions",
    PARENT: "Parent",
    DUE_DATE: "Due date",
    TIME_TRACKING: "Time tracking",
    SECURITY: "Security Level",
    ATTACHMENT: "Attachment",
    COMMENT: "Comment",
    LINKS: "Linked Issues",
    EPIC_LINK: "Epic Link",
    START_DATE: "Start date",
    STORY_POINTS: "Story Points",
    RANK: "Rank",
    SPRINT: "Sprint",
    FLAGGED: "Flagged",
}
"""What people call them."""

EDITABLE = (
    SUMMARY,
    DESCRIPTION,
    ENVIRONMENT,
    PRIORITY,
    ASSIGNEE,
    REPORTER,
    LABELS,
    COMPONENTS,
    FIX_VERSIONS,
    AFFECTS_VERSIONS,
    PARENT,
    DUE_DATE,
    TIME_TRACKING,
    SECURITY,
    START_DATE,
    STORY_POINTS,
    SPRINT,
    FLAGGED,
)
"""Those that screens may hold, apart from the site's own."""
