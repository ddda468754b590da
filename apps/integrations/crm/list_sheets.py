"""List views of the CRM, opened as spreadsheets that ask for their records anew."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import exports, list_views
from workworld.apps.crm.service.list_offers import OFFERED, ListOffer
from workworld.apps.crm.types import RecordId
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import workbooks
from workworld.context import Context, Surface
from workworld.directory import people
from workworld.operations import Effect, operation

_GRID = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 1}


# Programs create the spreadsheet and type the formula themselves.
@operation(Effect.WRITE, scope="api", doors=(Surface.UI,))
def make(
    ctx: Context, *, view_id: Annotated[RecordId, Field(description="A list view's id.")]
) -> Workbook:
    """Create a spreadsheet of the records of a list view, which can be refreshed there.

    Raises:
        NotFound: there is no such view that the caller sees.
        Forbidden: ``INSUFFICIENT_ACCESS``: they may not take records away.
    """
    exports.require(ctx)
    view = list_views.known(ctx, view_id)
    formula = {"userEnteredValue": {"formulaValue": f'=CRM("{view.id}")'}}
    bold = {"userEnteredFormat": {"textFormat": {"bold": True}}}
    requests = (
        {
            "updateCells": {
                "start": {"sheetId": 0, "rowIndex": 0, "columnIndex": 0},
                "rows": [{"values": [formula]}],
                "fields": "userEnteredValue",
            }
        },
        {
            "repeatCell": {
                "range": _GRID,
                "cell": bold,
                "fields": "userEnteredFormat.textFormat.bold",
            }
        },
        {
            "updateSheetProperties": {
                "properties": {"sheetId": 0, "gridProperties": {"frozenRowCount": 1}},
                "fields": "gridProperties.frozenRowCount",
            }
        },
    )
    title = f"{of_name(view.sobject).plural}: {view.name}"
    return workbooks.create(ctx, title=title, requests=requests)


def _place(ctx: Context, workbook: Workbook) -> str:
    return f"{people.app_url(ctx, 'sheets')}/s/{workbook.id}"


OFFERED["sheet"] = ListOffer("Open as Sheet", make, _place)
