"""Smart chips, as the grid's script asks for them: what ``@`` offers, and cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import flask

from workworld.apps.sheets.pages.blocks import number
from workworld.apps.sheets.pages.blueprint import BLUEPRINT
from workworld.apps.sheets.service import chip_offers
from workworld.apps.sheets.service.chip_offers import Offer
from workworld.context import Context
from workworld.doors.web import page


@BLUEPRINT.get("/s/<workbook>/chips")
def show_offers(workbook: str) -> Any:
    """What a smart chip may stand for, by what was typed behind its sign."""
    offers: list[dict[str, Any]] = page(
        chip_offers.suggest,
        _offered,
        workbook_id=workbook,
        text=flask.request.args.get("text", ""),
    )
    return flask.jsonify({"offers": offers})


@BLUEPRINT.get("/s/<workbook>/card")
def show_card(workbook: str) -> Any:
    """The card of a chip in a cell, as markup."""
    card = page(
        chip_offers.show_card,
        lambda _ctx, found: found,
        workbook_id=workbook,
        gid=number("gid"),
        row=number("row"),
        column=number("column"),
        start=number("start"),
    )
    return flask.jsonify({"card": flask.render_template("chip_card.html", card=card)})


def _offered(_ctx: Context, found: Sequence[Offer]) -> list[dict[str, Any]]:
    return [asdict(each) for each in found]
