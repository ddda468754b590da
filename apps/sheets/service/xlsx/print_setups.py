"""How sheets are printed, as files have it.

https://learn.microsoft.com/en-us/dotnet/api/documentformat.openxml.spreadsheet.pagesetup
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties

from workworld.apps.sheets.engine.addresses import parse
from workworld.apps.sheets.models import PrintSetup
from workworld.apps.sheets.service import lying
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.print_layouts import Margins, Paper, PrintLayout, Scale
from workworld.apps.sheets.service.print_setups import as_kept, kept, settings_of

_PAPERS: Mapping[Paper, int] = {"LETTER": 1, "LEGAL": 5, "A3": 8, "A4": 9}
_MARGINS: Mapping[Margins, tuple[float, float]] = {
    "NARROW": (0.25, 0.75),
    "NORMAL": (0.7, 0.75),
    "WIDE": (1.0, 1.0),
}
"""Left and top ones, in inches, as files name them."""
_USUAL_MARGINS = ((0.7, 0.75), (0.75, 1.0), (0.7, 0.787401575))
"""Those that programs write where nobody set any."""
_TITLE, _SHEET, _DATE, _PAGES = "&F", "&A", "&D", "&P / &N"
_MOST_BREAKS = 200


def write(page: Any, grid: Grid) -> None:
    """Say on a page how its sheet is printed, if anything is kept of that."""
    setup = kept(grid)
    if setup is None:
        return
    layout = as_kept(setup)
    page.page_setup.paperSize = _PAPERS[layout.paper]
    page.page_setup.orientation = "landscape" if layout.landscape else "portrait"
    if layout.scale != "NORMAL":
        page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
        page.page_setup.fitToWidth = 0 if layout.scale == "FIT_HEIGHT" else 1
        page.page_setup.fitToHeight = 0 if layout.scale == "FIT_WIDTH" else 1
    margins = page.page_margins
    margins.left, margins.top = _MARGINS[layout.margins]
    margins.right, margins.bottom = margins.left, margins.top
    if setup.ranges and (area := lying.area_of(setup.ranges[0], grid)) is not None:
        page.print_area = str(area)
    if layout.repeat_frozen and grid.sheet.frozen_rows:
        page.print_title_rows = f"1:{grid.sheet.frozen_rows}"
    if layout.repeat_frozen and grid.sheet.frozen_columns:
        page.print_title_cols = f"A:{get_column_letter(grid.sheet.frozen_columns)}"
    page.print_options.gridLines = layout.gridlines
    for row in layout.breaks_after_rows:
        page.row_breaks.append(Break(id=row))
    head, foot = page.oddHeader, page.oddFooter
    head.left.text = _TITLE if layout.title else None
    head.center.text = _SHEET if layout.sheet_name else None
    head.right.text = _DATE if layout.date else None
    foot.center.text = _PAGES if layout.page_numbers else None


def read(page: Any, grid: Grid, notes: list[str]) -> Iterator[PrintSetup]:
    """What a page says of printing, if it says anything; what ours cannot is told."""
    paper, margins = page.page_setup, page.page_margins
    breaks = sorted({each.id for each in page.row_breaks.brk if each.id})
    area = _area(page, grid, notes)
    head, foot = page.oddHeader, page.oddFooter
    texts = [each.text for part in (head, foot) for each in (part.left, part.center, part.right)]
    is_usual_edge = any(
        abs(margins.left - left) < 0.01 and abs(margins.top - top) < 0.01
        for left, top in _USUAL_MARGINS
    )
    is_said = (
        paper.orientation == "landscape",
        paper.paperSize is not None and int(paper.paperSize) in _PAPERS.values(),
        _is_fit(page),
        area,
        breaks,
        page.print_title_rows,
        page.print_title_cols,
        page.print_options.gridLines,
        any(texts),
        not is_usual_edge,
    )
    notes += _untold(page, grid, texts)
    if len(breaks) > _MOST_BREAKS:
        notes.append(f"page breaks beyond the first {_MOST_BREAKS} of a sheet")
    if not any(is_said):
        return
    papers: dict[int, Paper] = {number: name for name, number in _PAPERS.items()}
    layout = PrintLayout(
        paper=papers.get(int(paper.paperSize or 9), "A4"),
        landscape=paper.orientation == "landscape",
        scale=_scale(page),
        margins="NORMAL" if is_usual_edge else _margins(margins.left),
        gridlines=bool(page.print_options.gridLines),
        repeat_frozen=bool(page.print_title_rows or page.print_title_cols),
        breaks_after_rows=tuple(breaks[:_MOST_BREAKS]),
        title=_TITLE in (head.left.text, head.center.text, head.right.text),
        sheet_name=any(_SHEET in (each or "") for each in texts),
        date=any(_DATE in (each or "") for each in texts),
        page_numbers=any("&P" in (each or "") for each in texts),
    )
    yield PrintSetup(ranges=[area] if area else [], settings=dict(settings_of(layout)))


def _untold(page: Any, grid: Grid, texts: list[str | None]) -> Iterator[str]:
    """What of a page's printing ours does not keep, in words."""
    if page.col_breaks.brk:
        yield "page breaks between columns"
    if page.page_setup.scale not in (None, 100) and not _is_fit(page):
        yield "the share to which printed pages are scaled"
    known = {_TITLE, _SHEET, _DATE, "&D", "&P", _PAGES, "Page &P", "Page &P of &N"}
    if any(each and each.strip() not in known for each in texts):
        yield "texts of headers and footers of printed pages"
    rows, columns = grid.sheet.frozen_rows, grid.sheet.frozen_columns
    named = ((page.print_title_rows, rows), (page.print_title_cols, columns))
    if any(given and not count for given, count in named):
        yield "lines that are repeated on each page, but are not frozen"


def _area(page: Any, grid: Grid, notes: list[str]) -> str:
    """What of a page is printed; of several areas the first."""
    given = [each for each in str(page.print_area or "").split(",") if each]
    if len(given) > 1:
        notes.append("print areas of a sheet beside the first")
    reference = parse(given[0].replace("$", "")) if given else None
    if reference is None:
        return ""
    area = lying.area_of(str(reference._replace(sheet=None)), grid)
    return lying.text_of(grid, area) if area is not None else ""


def _is_fit(page: Any) -> bool:
    properties = page.sheet_properties.pageSetUpPr
    return properties is not None and bool(properties.fitToPage)


def _scale(page: Any) -> Scale:
    if not _is_fit(page):
        return "NORMAL"
    across, along = page.page_setup.fitToWidth, page.page_setup.fitToHeight
    if along in (0, "0"):
        return "FIT_WIDTH"
    return "FIT_HEIGHT" if across in (0, "0") else "FIT_PAGE"


def _margins(left: float) -> Margins:
    """The nearest that ours has."""
    return min(_MARGINS, key=lambda name: abs(_MARGINS[name][0] - left))
