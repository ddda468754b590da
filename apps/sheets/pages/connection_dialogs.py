"""Connected data: what formulas have from other apps, and when they asked for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.sheets.pages import moments
from workworld.apps.sheets.pages.asked import Asked, Did, Form, Place
from workworld.apps.sheets.pages.asking import dialog
from workworld.apps.sheets.service import connections, sources
from workworld.apps.sheets.service.editing import Outcome
from workworld.context import Context
from workworld.doors.web import page


@dialog("connections")
def connected(asked: Asked) -> Mapping[str, Any]:
    """When other apps were last asked, and the control that asks them again."""
    when = connections.refreshed(asked.ctx, workbook_id=asked.workbook.id)
    *first, last = sources.names()
    return {
        "names": f"{', '.join(first)} and {last}",
        "when": "" if when is None else moments.moment(asked.ctx, when),
        "iso": "" if when is None else moments.iso(asked.ctx, when),
    }


@connected.done
def _refresh(place: Place, _form: Form) -> Did:
    def revision(_ctx: Context, done: Outcome) -> int:
        return done.revision

    last = page(connections.refresh, revision, workbook_id=place.workbook_id)
    return Did("The data was refreshed.", revision=last)
