"""What web hooks can be told of, by the vendor's names.

https://developer.atlassian.com/cloud/jira/platform/webhooks/
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

EventName = Literal[
    "jira:issue_created",
    "jira:issue_updated",
    "jira:issue_deleted",
    "comment_created",
    "comment_updated",
    "comment_deleted",
    "worklog_created",
    "worklog_updated",
    "worklog_deleted",
    "attachment_created",
    "attachment_deleted",
    "issuelink_created",
    "issuelink_deleted",
    "jira:version_created",
    "jira:version_updated",
    "jira:version_released",
    "jira:version_unreleased",
    "jira:version_deleted",
    "project_created",
    "project_updated",
    "project_deleted",
    "sprint_created",
    "sprint_started",
    "sprint_closed",
    "sprint_deleted",
    "board_created",
]
OF_PROGRAMS = frozenset(
    {
        "jira:issue_created",
        "jira:issue_updated",
        "jira:issue_deleted",
        "comment_created",
        "comment_updated",
        "comment_deleted",
    }
)
"""What programs may register for."""
TOLD: Mapping[str, EventName] = {
    "tracker.issue_created": "jira:issue_created",
    "tracker.issue_updated": "jira:issue_updated",
    "tracker.issue_transitioned": "jira:issue_updated",
    "tracker.issue_assigned": "jira:issue_updated",
    "tracker.issue_moved": "jira:issue_updated",
    "tracker.comment_added": "comment_created",
    "tracker.comment_edited": "comment_updated",
    "tracker.comment_deleted": "comment_deleted",
    "tracker.work_logged": "worklog_created",
    "tracker.worklog_edited": "worklog_updated",
    "tracker.worklog_deleted": "worklog_deleted",
    "tracker.file_attached": "attachment_created",
    "tracker.file_detached": "attachment_deleted",
    "tracker.link_added": "issuelink_created",
    "tracker.link_deleted": "issuelink_deleted",
    "tracker.version_created": "jira:version_created",
    "tracker.version_updated": "jira:version_updated",
    "tracker.version_released": "jira:version_released",
    "tracker.version_unreleased": "jira:version_unreleased",
    "tracker.version_deleted": "jira:version_deleted",
    "tracker.project_created": "project_created",
    "tracker.project_updated": "project_updated",
    "tracker.sprint_created": "sprint_created",
    "tracker.sprint_started": "sprint_started",
    "tracker.sprint_completed": "sprint_closed",
    "tracker.sprint_deleted": "sprint_deleted",
    "tracker.board_created": "board_created",
}
"""Our name of what came to pass → the vendor's; what is lost is told before it is."""
ISSUE_DELETED: EventName = "jira:issue_deleted"
PROJECT_DELETED: EventName = "project_deleted"
GROUPS: Mapping[str, Mapping[EventName, str]] = {
    "Issue": {
        "jira:issue_created": "created",
        "jira:issue_updated": "updated",
        "jira:issue_deleted": "deleted",
    },
    "Comment": {
        "comment_created": "created",
        "comment_updated": "updated",
        "comment_deleted": "deleted",
    },
    "Work log": {
        "worklog_created": "created",
        "worklog_updated": "updated",
        "worklog_deleted": "deleted",
    },
    "Attachment": {"attachment_created": "created", "attachment_deleted": "deleted"},
    "Issue link": {"issuelink_created": "created", "issuelink_deleted": "deleted"},
    "Release": {
        "jira:version_created": "created",
        "jira:version_updated": "updated",
        "jira:version_released": "released",
        "jira:version_unreleased": "unreleased",
        "jira:version_deleted": "deleted",
    },
    "Project": {
        "project_created": "created",
        "project_updated": "updated",
        "project_deleted": "deleted",
    },
    "Sprint": {
        "sprint_created": "created",
        "sprint_started": "started",
        "sprint_closed": "completed",
        "sprint_deleted": "deleted",
    },
    "Board": {"board_created": "created"},
}
"""What pages call them, by what they are about."""
