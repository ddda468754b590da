"""List views, and the records in them.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_listviews.htm
"""

from __future__ import annotations

from workworld.apps.crm.api.rows import Arguments, data, taking, whole
from workworld.apps.crm.service import list_rows, list_view_access, list_views
from workworld.apps.crm.service.refusals import not_found
from workworld.apps.crm.wire import list_views as wire
from workworld.context import Context

_USUAL, _MOST = 25, 2000


def _accept_one(ctx: Context, arguments: Arguments) -> Arguments:
    """A list view by its id, which must be one of the object that the path names.

    Raises:
        NotFound: ``NOT_FOUND``.
    """
    row = list_view_access.known(ctx, str(arguments["view_id"]))
    if row.sobject.lower() != str(arguments["sobject"]).lower():
        raise not_found()
    return {"view_id": row.id}


def _accept_described(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_one(ctx, arguments), "limit": 1}


def _accept_results(ctx: Context, arguments: Arguments) -> Arguments:
    return {
        **_accept_one(ctx, arguments),
        "limit": min(max(whole(arguments, "limit", _USUAL), 1), _MOST),
        "start": min(whole(arguments, "offset", 0), _MOST),
    }


_ALL = "sobjects/<sobject>/listviews"
_ONE = f"{_ALL}/<view_id>"
ENDPOINTS = (
    data("GET", _ALL, list_views.list, taking(sobject="sobject"), wire.several),
    data("GET", _ONE, list_views.info, _accept_one, wire.one),
    data("GET", f"{_ONE}/describe", list_rows.list, _accept_described, wire.described),
    data("GET", f"{_ONE}/results", list_rows.list, _accept_results, wire.results),
)
