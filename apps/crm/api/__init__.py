"""The CRM's REST API: Salesforce's, https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/."""

from __future__ import annotations

from workworld.doors.rest import Api

APIS: tuple[Api, ...] = ()
