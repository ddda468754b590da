"""The table of tools that are ours, by what they are about."""

from __future__ import annotations

from workworld.apps.crm.service import (
    campaigns,
    conversions,
    histories,
    list_rows,
    list_views,
    mass_changes,
    merges,
    owners,
    queries,
    quotes,
    records,
    report_folders,
    reports,
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
    own("soqlQueryMore", queries.more, "Next records of a query", "records"),
)
_SALES = (
    own("getLeadMatches", conversions.matches, "Find who a lead is", "sales"),
    own("convertLead", conversions.convert, "Convert lead", "sales"),
    own("addCampaignMembers", campaigns.add, "Add campaign members", "sales"),
    own("syncQuote", quotes.sync, "Sync quote with its opportunity", "sales"),
    own("stopQuoteSync", quotes.stop_sync, "Stop syncing a quote", "sales"),
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
    own("listFolders", report_folders.list, "List folders", "reports"),
    own("createFolder", report_folders.create, "Create folder", "reports"),
    own("shareFolder", report_folders.share, "Share folder", "reports"),
)
TOOLS = (*_RECORDS, *_SALES, *_LISTS, *_REPORTS)
