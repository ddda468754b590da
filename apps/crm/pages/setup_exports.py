"""All data as files, and who took what away."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from typing import Any

import flask

from workworld.apps.crm.pages import moments
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import data_exports, person_cards
from workworld.apps.crm.service.data_exports import Extract, Taken
from workworld.apps.crm.wire.values import shown
from workworld.context import Context
from workworld.doors.web import page
from workworld.files.tables import as_csv

_NO_TIME = (1980, 1, 1, 0, 0, 0)
_KINDS = {
    "Report": "Report",
    "ListView": "List view",
    person_cards.KIND: "vCard",
    data_exports.KIND: "Data export",
}


@BLUEPRINT.get("/setup/export")
def export_page() -> str:
    """What can be taken away, and what was."""
    offered = page(data_exports.offered, _named)
    taken = page(data_exports.list, _lines)
    return framed("setup_export.html", offered=offered, taken=taken, trail=_trail(), dialog="")


@BLUEPRINT.post("/setup/export")
def export_data() -> flask.Response:
    """All records of the objects that are ticked, as a file of files."""
    wanted = flask.request.form.getlist("object")

    def present(_ctx: Context, found: Sequence[Extract]) -> bytes:
        return _packed(found)

    content = page(data_exports.take, present, sobjects=wanted)
    return flask.Response(
        content,
        content_type="application/zip",
        headers={"Content-Disposition": 'attachment; filename="crm-data.zip"'},
    )


def _packed(found: Sequence[Extract]) -> bytes:
    """A table of comma-separated values for each object; the same records make the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as opened:
        for each in found:
            entry = zipfile.ZipInfo(f"{each.sobject.name}.csv", _NO_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            opened.writestr(entry, _table(each))
    return made.getvalue()


def _table(found: Extract) -> bytes:
    kinds = [each.kind for each in found.fields]
    rows = (
        [_text(shown(kind, value)) for kind, value in zip(kinds, row, strict=True)]
        for row in found.rows
    )
    return as_csv([each.name for each in found.fields], rows)


def _text(value: Any) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _named(_ctx: Context, found: Sequence[SObject]) -> list[tuple[str, str]]:
    return [(each.name, each.plural) for each in found]


def _lines(ctx: Context, found: Sequence[Taken]) -> list[tuple[str, str, str, str, str]]:
    return [
        (
            moments.moment(ctx, each.exported_us),
            each.user,
            _KINDS.get(each.kind, each.kind),
            each.name,
            f"{each.rows:,}",
        )
        for each in found
    ]


def _trail() -> list[tuple[str, str]]:
    return [(at("/settings"), "Settings"), (at("/setup"), "Setup"), ("", "Data export")]
