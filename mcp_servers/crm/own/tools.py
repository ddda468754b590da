"""The table of tools that are ours, by what they are about."""

from __future__ import annotations

from workworld.apps.crm.service import (
    activities,
    approvals,
    campaigns,
    case_comments,
    cases,
    conversions,
    dashboard_runs,
    dashboard_widgets,
    dashboards,
    duplicate_rules,
    emails,
    histories,
    list_rows,
    list_views,
    mass_changes,
    merges,
    owners,
    queries,
    queues,
    quotes,
    records,
    report_folders,
    reports,
    slas,
    tasks,
    templates,
    validation_rules,
)
from workworld.mcp_servers.crm.own.declaring import own

_RECORDS = (
    own("getSobjectRecord", records.get, "Get record", "records"),
    own("upsertSobjectRecord", records.upsert, "Upsert record", "records"),
    own("cloneSobjectRecord", records.clone, "Clone record", "records"),
    own("restoreSobjectRecord", records.restore, "Restore record", "records"),
    own("getFieldHistory", histories.list, "Get field history", "records"),
    own("changeOwner", owners.change, "Change owner", "records"),
    own("updateSobjectRecords", mass_changes.update, "Update several records", "records"),
    own("deleteSobjectRecords", mass_changes.delete, "Delete several records", "records"),
    own("previewMerge", merges.preview, "Preview merge", "records"),
    own("mergeSobjectRecords", merges.merge, "Merge records", "records"),
    own("findDuplicates", duplicate_rules.find, "Find duplicates", "records"),
    own("soqlQueryMore", queries.more, "Next records of a query", "records"),
)
_SALES = (
    own("getLeadMatches", conversions.matches, "Find who a lead is", "sales"),
    own("convertLead", conversions.convert, "Convert lead", "sales"),
    own("addCampaignMembers", campaigns.add, "Add campaign members", "sales"),
    own("syncQuote", quotes.sync, "Sync quote with its opportunity", "sales"),
    own("stopQuoteSync", quotes.stop_sync, "Stop syncing a quote", "sales"),
)
_SERVICE = (
    own("replyToCase", cases.reply, "Reply to case", "service"),
    own("assignCase", cases.assign, "Assign case", "service"),
    own("acceptCase", cases.accept, "Accept case", "service"),
    own("escalateCase", cases.escalate, "Escalate case", "service"),
    own("closeCase", cases.close, "Close case", "service"),
    own("addCaseComment", case_comments.add, "Add case comment", "service"),
    own("listCaseComments", case_comments.list, "List case comments", "service"),
    own("getCaseMilestones", slas.of_case, "Get case milestones", "service"),
    own("listQueues", queues.list, "List queues", "service"),
    own("listQueueMembers", queues.members, "List queue members", "service"),
    own("acceptRecord", queues.accept, "Take out of queue", "service"),
)
_ACTIVITIES = (
    own("getTimeline", activities.timeline, "Get timeline", "activities"),
    own("logCall", activities.log_call, "Log call", "activities"),
    own("createTask", activities.create_task, "Create task", "activities"),
    own("completeTask", tasks.complete, "Complete task", "activities"),
    own("createEvent", activities.create_event, "Create event", "activities"),
    own("logEmail", activities.log_email, "Log e-mail", "activities"),
    own("addNote", activities.add_note, "Add note", "activities"),
    own("sendEmail", emails.send, "Send e-mail", "activities"),
    own("listEmailTemplates", templates.list, "List e-mail templates", "activities"),
    own("previewEmailTemplate", templates.preview, "Preview e-mail template", "activities"),
)
_LISTS = (
    own("listListViews", list_views.list, "List list views", "lists"),
    own("getListView", list_views.info, "Get list view", "lists"),
    own("createListView", list_views.create, "Create list view", "lists"),
    own("updateListView", list_views.update, "Update list view", "lists"),
    own("deleteListView", list_views.delete, "Delete list view", "lists"),
    own("pinListView", list_views.pin, "Pin list view", "lists"),
    own("unpinListView", list_views.unpin, "Unpin list view", "lists"),
    own("getListViewRecords", list_rows.list, "Get records of a list view", "lists"),
    own("exportListView", list_rows.export, "Export list view", "lists"),
)
_REPORTS = (
    own("listReports", reports.list, "List reports", "reports"),
    own("getReport", reports.info, "Get report", "reports"),
    own("runReport", reports.run, "Run report", "reports"),
    own("previewReport", reports.preview, "Run an unsaved report", "reports"),
    own("createReport", reports.create, "Create report", "reports"),
    own("updateReport", reports.update, "Update report", "reports"),
    own("deleteReport", reports.delete, "Delete report", "reports"),
    own("exportReport", reports.export, "Export report", "reports"),
    own("listReportTypes", reports.types, "List report types", "reports"),
    own("listDashboards", dashboards.list, "List dashboards", "reports"),
    own("getDashboard", dashboards.info, "Get dashboard", "reports"),
    own("refreshDashboard", dashboard_runs.refresh, "Refresh dashboard", "reports"),
    own("createDashboard", dashboards.create, "Create dashboard", "reports"),
    own("updateDashboard", dashboards.update, "Update dashboard", "reports"),
    own("deleteDashboard", dashboards.delete, "Delete dashboard", "reports"),
    own("addDashboardWidget", dashboard_widgets.add, "Add widget", "reports"),
    own("updateDashboardWidget", dashboard_widgets.update, "Update widget", "reports"),
    own("removeDashboardWidget", dashboard_widgets.remove, "Remove widget", "reports"),
    own("listFolders", report_folders.list, "List folders", "reports"),
    own("createFolder", report_folders.create, "Create folder", "reports"),
    own("shareFolder", report_folders.share, "Share folder", "reports"),
)
_APPROVALS = (
    own("submitForApproval", approvals.submit, "Submit for approval", "approvals"),
    own("approveOrReject", approvals.act, "Approve or reject", "approvals"),
    own("recallApproval", approvals.recall, "Recall approval request", "approvals"),
    own("listApprovals", approvals.list, "List approvals of a record", "approvals"),
    own("listPendingApprovals", approvals.pending, "List what waits for me", "approvals"),
)
_RULES = (
    own("listValidationRules", validation_rules.list, "List validation rules", "setup"),
    own("checkFormula", validation_rules.check, "Check formula", "setup"),
)
TOOLS = (*_RECORDS, *_SALES, *_SERVICE, *_ACTIVITIES, *_LISTS, *_REPORTS, *_APPROVALS, *_RULES)
