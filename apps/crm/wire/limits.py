"""How much of what the organisation may use is left.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_limits.htm
"""

from __future__ import annotations

from typing import Any

from workworld.apps.crm.service.sessions import Usage

MOST_CALLS = 15_000
"""How many calls a day the organisation may make, as answers tell it."""
_UNCOUNTED = {
    "ConcurrentAsyncGetReportInstances": 200,
    "ConcurrentSyncReportRuns": 20,
    "DailyWorkflowEmails": 1_000,
    "HourlyAsyncReportRuns": 1_200,
    "HourlyDashboardRefreshes": 200,
    "HourlyDashboardResults": 5_000,
    "HourlyDashboardStatuses": 999_999_999,
    "HourlySyncReportRuns": 500,
    "HourlyTimeBasedWorkflow": 1_000,
    "MassEmail": 5_000,
}
"""What may be used, and is not counted here: all of it is always left."""
_ABSENT = (
    "ActiveScratchOrgs",
    "AnalyticsExternalDataSizeMB",
    "ConcurrentEinsteinDataInsightsStoryCreation",
    "ConcurrentEinsteinDiscoveryStoryCreation",
    "DailyAnalyticsDataflowJobExecutions",
    "DailyAnalyticsUploadedFilesSizeMB",
    "DailyAsyncApexExecutions",
    "DailyAsyncApexTests",
    "DailyDurableGenericStreamingApiEvents",
    "DailyDurableStreamingApiEvents",
    "DailyEinsteinDataInsightsStoryCreation",
    "DailyEinsteinDiscoveryPredictAPICalls",
    "DailyEinsteinDiscoveryPredictionsByCDC",
    "DailyEinsteinDiscoveryStoryCreation",
    "DailyFunctionsApiCallLimit",
    "DailyGenericStreamingApiEvents",
    "DailyScratchOrgs",
    "DailyStandardVolumePlatformEvents",
    "DailyStreamingApiEvents",
    "DurableStreamingApiConcurrentClients",
    "HourlyLongTermIdMapping",
    "HourlyManagedContentPublicRequests",
    "HourlyODataCallout",
    "HourlyPublishedPlatformEvents",
    "HourlyPublishedStandardVolumePlatformEvents",
    "HourlyShortTermIdMapping",
    "MonthlyEinsteinDiscoveryStoryCreation",
    "Package2VersionCreates",
    "Package2VersionCreatesWithoutValidation",
    "PrivateConnectOutboundCalloutHourlyLimitMB",
    "StreamingApiConcurrentClients",
)
"""What this organisation does not have: nothing of it may be used."""
_MOST_BATCHES, _MOST_QUERY_JOBS, _MOST_EMAILS = 15_000, 10_000, 5_000
_MOST_QUERY_STORAGE, _MOST_DATA, _MOST_FILES = 976_562, 1_024, 10_240
_MEGABYTE = 1 << 20
_RECORD = 2_048
"""How many bytes each record counts for, whatever it holds."""


def limits(used: Usage) -> dict[str, Any]:
    """What may be used and what is left, by name."""
    told: dict[str, Any] = {name: _limit(most, 0) for name, most in _UNCOUNTED.items()}
    told |= {name: _limit(0, 0) for name in _ABSENT}
    told |= {
        "DailyApiRequests": _limit(MOST_CALLS, used.calls),
        "DailyBulkApiBatches": _limit(_MOST_BATCHES, used.batches),
        "DailyBulkV2QueryFileStorageMB": _limit(_MOST_QUERY_STORAGE, 0),
        "DailyBulkV2QueryJobs": _limit(_MOST_QUERY_JOBS, used.query_jobs),
        "PermissionSets": {**_limit(0, 0), "CreateCustom": _limit(0, 0)},
        "SingleEmail": _limit(_MOST_EMAILS, used.emails),
    }
    if used.records is not None and used.file_bytes is not None:
        told["DataStorageMB"] = _limit(_MOST_DATA, -(-used.records * _RECORD // _MEGABYTE))
        told["FileStorageMB"] = _limit(_MOST_FILES, -(-used.file_bytes // _MEGABYTE))
    return dict(sorted(told.items()))


def _limit(most: int, used: int) -> dict[str, int]:
    return {"Max": most, "Remaining": max(most - used, 0)}
