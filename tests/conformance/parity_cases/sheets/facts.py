"""What cases of spreadsheets speak of."""

from __future__ import annotations

from sqlalchemy import select
from tests.conformance.parity import Facts

from workworld.apps.sheets.models import Sheet, Workbook
from workworld.directory.models import Person
from workworld.worlds import World

_TITLES = {
    "Pipeline": "pipeline",
    "Operating": "budget",
    "Dock": "launch",
    "Salary": "salaries",
}


def facts(world: World) -> Facts:
    """Ids of people by their handles, and of workbooks: ``pipeline``, ``budget`` and so on.

    ``budget_actuals`` is the id of that workbook's second sheet, which is protected; ``no_book``
    the id of none that there is.
    """
    with world.reading() as session:
        people = dict(session.execute(select(Person.handle, Person.id)).all())
        books = session.execute(select(Workbook.title, Workbook.id)).all()
        actuals = session.scalars(select(Sheet.sheet_id).where(Sheet.title == "Actuals")).one()
    named = {_TITLES[title.split()[0]]: book_id for title, book_id in books}
    return {**people, **named, "budget_actuals": str(actuals), "no_book": "1" * 44}
