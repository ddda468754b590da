"""The tracker's REST API: Jira Cloud's, https://developer.atlassian.com/cloud/jira/platform/rest."""

from __future__ import annotations

from workworld.doors.rest import Api

APIS: tuple[Api, ...] = ()
