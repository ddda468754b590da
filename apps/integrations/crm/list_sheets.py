"""List views of the CRM, opened as spreadsheets that ask for their records anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field

from workworld.apps.crm.schema.kinds import Field as Column
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import exports, list_rows, list_view_access
from workworld.apps.crm.service.list_offers import OFFERED, ListOffer
from workworld.apps.crm.types import RecordId
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import workbooks
from workworld.context import Context, Surface
from workworld.directory import people
from workworld.offers import Deed
from workworld.operations import Effect, operation

_FORMATS = {
    Kind.DATE: {"type": "DATE", "pattern": "yyyy-mm-dd"},
    Kind.CURRENCY: {"type": "NUMBER", "pattern": "#,##0.00"},
}
_WIDTHS = {Kind.DATE: 110, Kind.CURRENCY: 120, Kind.PERCENT: 110, Kind.BOOLEAN: 90}


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
    view = list_view_access.known(ctx, view_id)
    found = list_rows.list(ctx, view_id=view.id, limit=1)
    formula = {"userEnteredValue": {"formulaValue": f'=CRM("{view.id}")'}}
    first = {
        "start": {"sheetId": 0, "rowIndex": 0, "columnIndex": 0},
        "rows": [{"values": [formula]}],
        "fields": "userEnteredValue",
    }
    head = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 1}
    frozen = {"sheetId": 0, "gridProperties": {"frozenRowCount": 1}}
    requests = [
        {"updateCells": first},
        _formatted(head, "textFormat", {"bold": True}),
        {
            "updateSheetProperties": {
                "properties": frozen,
                "fields": "gridProperties.frozenRowCount",
            }
        },
    ]
    for place, field in enumerate(found.fields):
        requests += _column(place, field)
    title = f"{of_name(view.sobject).plural}: {view.name}"
    return workbooks.create(ctx, title=title, requests=requests)


def _column(place: int, field: Column) -> Iterator[dict[str, Any]]:
    """How wide a column is, and how its values are shown."""
    span = {"sheetId": 0, "dimension": "COLUMNS", "startIndex": place, "endIndex": place + 1}
    size = {
        "properties": {"pixelSize": 280 if field.is_name else _WIDTHS.get(field.kind, 180)},
        "fields": "pixelSize",
    }
    yield {"updateDimensionProperties": {"range": span, **size}}
    if field.kind in _FORMATS:
        cells = {"sheetId": 0, "startColumnIndex": place, "endColumnIndex": place + 1}
        yield _formatted({**cells, "startRowIndex": 1}, "numberFormat", _FORMATS[field.kind])


def _formatted(cells: Mapping[str, int], name: str, value: Mapping[str, Any]) -> dict[str, Any]:
    cell = {"userEnteredFormat": {name: value}}
    return {"repeatCell": {"range": cells, "cell": cell, "fields": f"userEnteredFormat.{name}"}}


def _place(ctx: Context, workbook: Workbook) -> str:
    return f"{people.app_url(ctx, 'sheets')}/s/{workbook.id}"


def _deed(view_id: str) -> Deed:
    return Deed(make, {"view_id": view_id})


OFFERED["sheet"] = ListOffer("Open as Sheet", _deed, _place)
