"""What people do most in spreadsheets, and what others see of it at once, for the gates."""

from __future__ import annotations

from sqlalchemy import select
from tests.gates.facets import Flow, Keys, Live, See, To

from workworld.apps.sheets.models import Workbook
from workworld.worlds import World

_SHARED = "Dock Planner 2.0 launch checklist"


def _shared(world: World) -> str:
    """A workbook that everybody may edit."""
    with world.reading() as session:
        found = select(Workbook.id).where(Workbook.title == _SHARED)
        return f"/s/{session.scalars(found).one()}"


LIVE: tuple[Live, ...] = (
    Live(
        "a cell is changed",
        _shared,
        To("textbox", "Formula bar"),
        (
            To("textbox", "Name box"),
            Keys("Control+a"),
            Keys(text="A13"),
            Keys("Enter"),
            Keys(text="Call the printer about the dock signs"),
            Keys("Enter"),
            See("Call the printer about the dock signs"),
        ),
        "Call the printer about the dock signs",
    ),
)
FLOWS: tuple[Flow, ...] = (
    Flow(
        "a workbook is made, and a formula typed",
        "/new",
        (
            To("textbox", "^Title"),
            Keys(text="Docks in May"),
            To("button", "^Create$"),
            Keys("Enter"),
            See("All changes are saved"),
            Keys(text="=6*7"),
            Keys("Enter"),
            See("42"),
        ),
    ),
)
