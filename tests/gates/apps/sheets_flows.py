"""What people do most in spreadsheets, and what others see of it at once, for the gates."""

from __future__ import annotations

from sqlalchemy import select
from tests.gates.facets import Flow, Keys, Live, See, To

from workworld.apps.sheets.models import Workbook
from workworld.worlds import World

_SHARED = "Dock Planner 2.0 launch checklist"


def _shared(world: World) -> str:
    """A workbook that everybody may edit, at a cell in which nothing is."""
    with world.reading() as session:
        found = select(Workbook.id).where(Workbook.title == _SHARED)
        return f"/s/{session.scalars(found).one()}?range=H20"


def _asking(words: str) -> tuple[To | Keys | See, ...]:
    """An entry of the menus, by searching them: from the cells, Tab leads to other cells."""
    return Keys("Alt+/"), See("What do you want to do?"), Keys(text=words), Keys("Enter")


def _at(place: str) -> tuple[To | Keys | See, ...]:
    """To a cell, by the name box: from the cells, F6 leads to the page around them."""
    return (
        Keys("Shift+F6"),
        To("textbox", "Name box"),
        Keys("Control+a"),
        Keys(text=place),
        Keys("Enter"),
    )


def _renamed(title: str) -> tuple[To | Keys | See, ...]:
    """The sheet at hand is called otherwise, by the menu beside its tab."""
    return (
        *(Keys("F6"), To("button", "^Actions for sheet"), Keys("Enter"), Keys("Enter")),
        *(See("Rename sheet"), Keys("Control+a"), Keys(text=title), Keys("Enter")),
        See(f"Actions for sheet {title}"),
    )


LIVE: tuple[Live, ...] = (
    Live(
        "a cell is changed",
        _shared,
        To("textbox", "Formula bar"),
        (
            *_at("A13"),
            Keys(text="Call the printer about the dock signs"),
            Keys("Enter"),
            See("Call the printer about the dock signs"),
        ),
        "Call the printer about the dock signs",
    ),
    Live(
        "a workbook is called otherwise",
        _shared,
        To("textbox", "Formula bar"),
        (
            Keys("Shift+F6"),
            To("textbox", "^Title of the workbook$"),
            *(Keys("Control+a"), Keys(text="What is left to do"), Keys("Enter")),
            See("What is left to do"),
        ),
        "What is left to do",
    ),
)
_NEW: tuple[To | Keys | See, ...] = (
    To("textbox", "^Title"),
    Keys(text="Docks in May"),
    To("button", "^Create$"),
    Keys("Enter"),
    See("All changes are saved"),
)
FLOWS: tuple[Flow, ...] = (
    Flow(
        "a workbook is made, and a formula typed",
        "/new",
        (*_NEW, Keys(text='="Dock "&6*7'), Keys("Enter"), See("Dock 42")),
    ),
    Flow(
        "rows are sorted",
        "/new",
        (
            *_NEW,
            *(Keys(text="pears"), Keys("Enter"), Keys(text="apples"), Keys("Enter")),
            *(Keys("Control+Home"), Keys("ArrowRight")),
            *(Keys(text='=A1&" before "&A2'), Keys("Enter"), See("pears before apples")),
            *_asking("Sort range"),
            See("Then by 2"),
            *(Keys("Control+a"), Keys(text="A1:A2"), Keys("Enter")),
            See("apples before pears"),
        ),
    ),
    Flow(
        "a comment is made on cells",
        "/",
        (
            To("link", f"^{_SHARED}$"),
            Keys("Enter"),
            See("Security review"),
            Keys("Shift+ArrowRight"),
            Keys("Control+Alt+m"),
            See("Comment on Tasks!A1:B1"),
            Keys(text="Who else has tasks?"),
            To("button", "^Comment$"),
            Keys("Enter"),
            See("Comment on Tasks!A1:B1", gone=True),
            *_asking("Comments"),
            See("Who else has tasks?"),
        ),
    ),
    Flow(
        "a sheet is renamed, and a row taken back",
        "/",
        (
            To("link", f"^{_SHARED}$"),
            Keys("Enter"),
            See("Security review"),
            *_renamed("Who does what"),
            Keys(text="Chores"),
            Keys("Enter"),
            See("Chores"),
            Keys("Control+z"),
            See("Chores", gone=True),
        ),
    ),
)
