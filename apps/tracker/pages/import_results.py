"""What came of an import: the issues that it made, and the rows that it left over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flask

from workworld.apps.tracker.pages.blueprint import BLUEPRINT, navigator_url
from workworld.apps.tracker.pages.frames import framed
from workworld.apps.tracker.service import bulk_results
from workworld.apps.tracker.service.import_deeds import CREATE
from workworld.context import Context
from workworld.doors.web import page

_SHOWN = 200


def keep(rows: Sequence[Any], left: str) -> str:
    """Keep what came of an import: the address of the page that shows it.

    Args:
        rows: of each its number, line, summary, what was to be done, key, reason and note.
        left: the rows that were refused, as a file.
    """
    content = {"rows": rows, "left": left}
    result_id = page(bulk_results.note, _same, kind="import", content=content)
    return flask.url_for("ui.import_result", result_id=result_id)


@BLUEPRINT.get("/import/results/<result_id>")
def import_result(result_id: str) -> str:
    """What came of an import."""
    rows = page(bulk_results.info, _same, result_id=result_id, kind="import")["rows"]
    done = [row for row in rows if not row[5]]
    keys = [row[4] for row in done]
    return framed(
        "import_result.html",
        result_id=result_id,
        made=[row for row in done if row[3] == CREATE],
        updated=[row for row in done if row[3] != CREATE],
        bad=[row for row in rows if row[5]],
        shown=_SHOWN,
        search=navigator_url(f"key in ({', '.join(keys)})") if keys else "",
    )


@BLUEPRINT.get("/import/results/<result_id>/refused.csv")
def leftover_rows(result_id: str) -> flask.Response:
    """The rows that were refused as a file, to be mended and imported again."""
    left = page(bulk_results.info, _same, result_id=result_id, kind="import")["left"]
    return flask.Response(
        left.encode("utf-8-sig"),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="refused.csv"'},
    )


def _same(_ctx: Context, found: Any) -> Any:
    return found
