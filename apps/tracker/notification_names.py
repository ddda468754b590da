"""Names of the events that people are told of, and of those who are, as schemes have them.

https://support.atlassian.com/jira-cloud-administration/docs/configure-notification-schemes/
"""

from __future__ import annotations

from collections.abc import Mapping

CREATED, UPDATED, ASSIGNED = "created", "updated", "assigned"
RESOLVED, REOPENED, STATUS = "resolved", "reopened", "status_changed"
COMMENTED, COMMENT_EDITED, MENTIONED = "commented", "comment_edited", "mentioned"
WORK_LOGGED, MOVED, DELETED = "work_logged", "moved", "deleted"
EVENTS = (
    CREATED,
    UPDATED,
    ASSIGNED,
    RESOLVED,
    REOPENED,
    STATUS,
    COMMENTED,
    COMMENT_EDITED,
    MENTIONED,
    WORK_LOGGED,
    MOVED,
    DELETED,
)
"""All of them, in the order in which they are shown."""

ASSIGNEE, REPORTER, CURRENT_USER = "assignee", "reporter", "current_user"
PROJECT_LEAD, COMPONENT_LEAD = "project_lead", "component_lead"
WATCHERS, PARENT_WATCHERS, THOSE_MENTIONED = "watchers", "parent_watchers", "mentioned"
ROLE, GROUP, PERSON = "role", "group", "person"
RECIPIENTS = (
    ASSIGNEE,
    REPORTER,
    CURRENT_USER,
    PROJECT_LEAD,
    COMPONENT_LEAD,
    WATCHERS,
    PARENT_WATCHERS,
    THOSE_MENTIONED,
    ROLE,
    GROUP,
    PERSON,
)
"""All of them, in the order in which they are shown. The last three need a parameter."""
NAMED = frozenset({ROLE, GROUP, PERSON})
"""Those that an id tells apart."""

_USUAL = (ASSIGNEE, REPORTER, WATCHERS, PARENT_WATCHERS)
USUAL: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(EVENTS, _USUAL),
    CREATED: (ASSIGNEE, REPORTER, COMPONENT_LEAD, WATCHERS, PARENT_WATCHERS),
    COMMENT_EDITED: (),
    MENTIONED: (THOSE_MENTIONED,),
    DELETED: (ASSIGNEE, REPORTER, WATCHERS),
}
"""Who is told of each event unless a project says otherwise."""


def fits(event: str, recipient: str) -> bool:
    """Whether a recipient can be told of an event: whom a text mentions, of that alone."""
    return (event == MENTIONED) == (recipient == THOSE_MENTIONED)
