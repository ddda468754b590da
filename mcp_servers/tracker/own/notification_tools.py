"""The tools of schemes of notifications, and of what people may do on the whole site."""

from __future__ import annotations

from workworld.apps.tracker.service import global_permissions, preferences
from workworld.apps.tracker.service import notification_changes as changes
from workworld.apps.tracker.service import notification_schemes as schemes
from workworld.mcp_servers.tracker.own.declaring import own

TOOLS = (
    own("getJiraNotificationSchemes", schemes.list, "List notification schemes", "schemes"),
    own("getJiraNotificationScheme", schemes.info, "Read notification scheme", "schemes"),
    own(
        "getJiraNotificationSchemeOfProject",
        schemes.of_project,
        "Read project's notification scheme",
        "schemes",
    ),
    own("getJiraNotificationSchemeUses", schemes.uses, "List uses of schemes", "schemes"),
    own("addJiraNotification", changes.add, "Tell somebody of event", "schemes"),
    own("removeJiraNotification", changes.remove, "Tell somebody no more", "schemes"),
    own("restoreJiraNotifications", changes.restore, "Restore default notifications", "schemes"),
    own("getJiraPreferences", preferences.info, "Read my preferences", "schemes"),
    own("chooseJiraPreferences", preferences.choose, "Choose my preferences", "schemes"),
    own("getJiraGlobalPermissions", global_permissions.list, "List global permissions", "groups"),
)
