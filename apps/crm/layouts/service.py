"""Pages of cases and of what is done about records."""

from __future__ import annotations

from collections.abc import Mapping

from workworld.apps.crm.layouts.kinds import CASES, DESCRIPTION, SYSTEM, Layout, Related, Section

LAYOUTS: Mapping[str, Layout] = {
    "Case": Layout(
        ("Priority", "Status", "ContactId", "AccountId", "OwnerId"),
        (
            Section(
                "Case Information",
                ("OwnerId", "CaseNumber", "ContactId", "AccountId", "ProductId", "ParentId"),
                ("Status", "Priority", "Type", "Origin", "Reason", "IsEscalated"),
            ),
            Section("Description Information", ("Subject", "Description", "Resolution__c")),
            Section(
                "Service Level",
                ("EntitlementId", "SLA_State__c", "First_Response_Due__c", "First_Response_At__c"),
                ("Resolution_Due__c", "ClosedDate", "Reopen_Count__c"),
            ),
            Section(
                "Additional Information",
                ("SuppliedName", "SuppliedEmail", "Tracker_Issue__c"),
                ("CSAT__c", "External_Id__c", "CurrencyIsoCode"),
            ),
            SYSTEM,
        ),
        (
            Related("Cases", "Case", "ParentId", CASES),
            Related(
                "EmailMessages",
                "EmailMessage",
                "ParentId",
                ("Subject", "FromAddress", "Incoming", "MessageDate"),
            ),
            Related(
                "CaseComments",
                "CaseComment",
                "ParentId",
                ("CommentBody", "IsPublished", "CreatedById", "CreatedDate"),
            ),
            Related(
                "CaseMilestones",
                "CaseMilestone",
                "CaseId",
                ("MilestoneTypeId", "TargetDate", "CompletionDate", "IsViolated"),
                "TargetDate",
            ),
            Related(
                "CaseArticles",
                "CaseArticle",
                "CaseId",
                ("KnowledgeArticleVersionId", "CreatedById", "CreatedDate"),
            ),
            Related("Notes", "Note", "ParentId", ("Title", "CreatedById", "CreatedDate")),
        ),
        path="Status",
    ),
    "Knowledge__kav": Layout(
        ("ArticleNumber", "PublishStatus", "VersionNumber", "Category__c", "OwnerId"),
        (
            Section("Article", ("Title", "Summary", "Answer__c")),
            Section(
                "Properties",
                ("Category__c", "IsVisibleInPkb", "UrlName", "OwnerId"),
                ("PublishStatus", "VersionNumber", "FirstPublishedDate", "LastPublishedDate"),
            ),
            Section("Votes", ("Helpful_Votes__c",), ("Unhelpful_Votes__c",)),
            SYSTEM,
        ),
        (
            Related(
                "CaseArticles",
                "CaseArticle",
                "KnowledgeArticleVersionId",
                ("CaseId", "CreatedById", "CreatedDate"),
            ),
        ),
    ),
    "Entitlement": Layout(
        ("AccountId", "Status", "SlaProcessId", "StartDate", "EndDate"),
        (
            Section(
                "Entitlement Information",
                ("Name", "AccountId", "SlaProcessId", "Type"),
                ("Status", "StartDate", "EndDate"),
            ),
            SYSTEM,
        ),
        (Related("Cases", "Case", "EntitlementId", CASES),),
    ),
    "QuickText": Layout(
        ("Category", "Channel", "IsInsertable", "OwnerId"),
        (
            Section(
                "Quick Text Information",
                ("Name", "Category", "OwnerId"),
                ("Channel", "IsInsertable"),
            ),
            Section("Text", ("Message",)),
            SYSTEM,
        ),
    ),
    "Macro": Layout(
        ("IsActive__c", "OwnerId"),
        (
            Section("Macro Information", ("Name", "OwnerId"), ("IsActive__c",)),
            DESCRIPTION,
            SYSTEM,
        ),
        (
            Related(
                "MacroInstructions",
                "MacroInstruction",
                "MacroId",
                ("SortOrder", "Operation", "Target", "Value"),
                "SortOrder",
            ),
        ),
    ),
    "Task": Layout(
        ("ActivityDate", "Status", "Priority", "WhoId", "WhatId", "OwnerId"),
        (
            Section(
                "Task Information",
                ("OwnerId", "Subject", "ActivityDate", "WhoId", "WhatId"),
                ("Status", "Priority", "TaskSubtype", "CompletedDateTime"),
            ),
            Section("Call", ("CallType", "CallDurationInSeconds"), ("CallDisposition",)),
            Section("Reminder", ("IsReminderSet",), ("ReminderDateTime",)),
            Section(
                "Recurrence",
                (
                    "IsRecurrence",
                    "RecurrenceType",
                    "RecurrenceStartDateOnly",
                    "RecurrenceEndDateOnly",
                    "RecurrenceRegeneratedType",
                    "RecurrenceActivityId",
                ),
                (
                    "RecurrenceInterval",
                    "RecurrenceDayOfWeekMask",
                    "RecurrenceDayOfMonth",
                    "RecurrenceInstance",
                    "RecurrenceMonthOfYear",
                ),
            ),
            DESCRIPTION._replace(title="Comments"),
            SYSTEM,
        ),
    ),
    "Event": Layout(
        ("StartDateTime", "EndDateTime", "Location", "WhoId", "WhatId", "OwnerId"),
        (
            Section(
                "Event Information",
                ("OwnerId", "Subject", "Location", "WhoId", "WhatId"),
                ("StartDateTime", "EndDateTime", "IsAllDayEvent", "ShowAs"),
            ),
            Section("Reminder", ("IsReminderSet",), ("ReminderDateTime",)),
            Section("Recurrence", ("Repeats__c",), ("Repeats_Until__c",)),
            DESCRIPTION,
            SYSTEM,
        ),
        (
            Related(
                "EventRelations",
                "EventRelation",
                "EventId",
                ("RelationId", "Status", "Response", "RespondedDate"),
            ),
        ),
    ),
    "Note": Layout(
        ("ParentId", "OwnerId"),
        (
            Section("Note", ("Title", "ParentId"), ("OwnerId", "IsPrivate", "Pinned__c")),
            Section("Text", ("Body",)),
            SYSTEM,
        ),
    ),
    "EmailMessage": Layout(
        ("FromAddress", "ToAddress", "MessageDate", "Status"),
        (
            Section(
                "Message",
                ("Subject", "FromName", "FromAddress", "ToAddress", "CcAddress"),
                ("MessageDate", "Incoming", "Status", "ParentId", "RelatedToId"),
            ),
            Section("Body", ("TextBody",)),
            SYSTEM,
        ),
    ),
}
