"""The tools of web hooks, and of what would have been sent outside."""

from __future__ import annotations

from workworld.apps.tracker.service import hook_deliveries, hooks
from workworld.mcp_servers.tracker.own.declaring import own

TOOLS = (
    own("getJiraWebhooks", hooks.list, "List webhooks", "webhooks"),
    own("getJiraWebhook", hooks.info, "Read webhook", "webhooks"),
    own("createJiraWebhook", hooks.create, "Create webhook", "webhooks"),
    own("editJiraWebhook", hooks.edit, "Edit webhook", "webhooks"),
    own("deleteJiraWebhook", hooks.delete, "Delete webhook", "webhooks"),
    own("getJiraWebhookDeliveries", hook_deliveries.list, "List deliveries", "webhooks"),
    own("getJiraWebhookDelivery", hook_deliveries.info, "Read delivery", "webhooks"),
)
