"""Lists and forecasts of the CRM, opened as spreadsheets that ask for them anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field

from workworld.apps.crm.schema.kinds import Field as Column
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import (
    exports,
    forecast_offers,
    forecasts,
    list_rows,
    list_view_access,
)
from workworld.apps.crm.service.list_offers import OFFERED, ListOffer
from workworld.apps.crm.types import RecordId
from workworld.apps.integrations.sheets.forecasts import HEAD
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
_TITLE = "Open as Sheet"
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
    requests = list(_asking(f'=CRM("{view.id}")'))
    for place, field in enumerate(found.fields):
        requests += _column(place, field)
    title = f"{of_name(view.sobject).plural}: {view.name}"
    return workbooks.create(ctx, title=title, requests=requests)


# As above.
@operation(Effect.WRITE, scope="api", doors=(Surface.UI,))
def make_forecast(
    ctx: Context,
    *,
    period: Annotated[
        str, Field(description="A day of the fiscal quarter; empty for today.", max_length=10)
    ] = "",
    user_id: Annotated[RecordId | None, Field(description="Whose; else the caller's own.")] = None,
) -> Workbook:
    """Create a spreadsheet of a user's forecast of a fiscal quarter, which can be refreshed there.

    Raises:
        NotFound: there is no such user whose forecast the caller sees.
        Forbidden: ``INSUFFICIENT_ACCESS``: they may not take records away.
    """
    exports.require(ctx)
    found = forecasts.get(ctx, period=period, user_id=user_id)
    formula = f'=CRMFORECAST("{found.first.isoformat()}","{found.user_id}")'
    body = {"sheetId": 0, "startRowIndex": 1, "startColumnIndex": 1}
    requests = [
        *_asking(formula),
        *_widths(dict(enumerate((280, *[150] * (len(HEAD) - 1))))),
        _formatted({**body, "endColumnIndex": len(HEAD)}, "numberFormat", _FORMATS[Kind.CURRENCY]),
    ]
    title = f"Forecast: {found.name}, {found.period}"
    return workbooks.create(ctx, title=title, requests=requests)


def _asking(formula: str) -> Iterator[dict[str, Any]]:
    """A formula in the first cell, and what it answers first as the head of a table."""
    yield {
        "updateCells": {
            "start": {"sheetId": 0, "rowIndex": 0, "columnIndex": 0},
            "rows": [{"values": [{"userEnteredValue": {"formulaValue": formula}}]}],
            "fields": "userEnteredValue",
        }
    }
    head = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 1}
    yield _formatted(head, "textFormat", {"bold": True})
    frozen = {"sheetId": 0, "gridProperties": {"frozenRowCount": 1}}
    fields = "gridProperties.frozenRowCount"
    yield {"updateSheetProperties": {"properties": frozen, "fields": fields}}


def _widths(pixels: Mapping[int, int]) -> Iterator[dict[str, Any]]:
    for place, size in pixels.items():
        span = {
            "sheetId": 0,
            "dimension": "COLUMNS",
            "startIndex": place,
            "endIndex": place + 1,
        }
        wide = {"properties": {"pixelSize": size}, "fields": "pixelSize"}
        yield {"updateDimensionProperties": {"range": span, **wide}}


def _column(place: int, field: Column) -> Iterator[dict[str, Any]]:
    """How wide a column is, and how its values are shown."""
    yield from _widths({place: 280 if field.is_name else _WIDTHS.get(field.kind, 180)})
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


def _forecast_deed(period: str, user_id: str) -> Deed:
    return Deed(make_forecast, {"period": period, **({"user_id": user_id} if user_id else {})})


OFFERED["sheet"] = ListOffer(_TITLE, _deed, _place)
forecast_offers.OFFERED["sheet"] = forecast_offers.ForecastOffer(_TITLE, _forecast_deed, _place)
