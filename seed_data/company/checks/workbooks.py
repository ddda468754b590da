"""What must hold of a generated company's workbooks: what their cells come to, by our own sums.

Each function is named by the number of its invariant and says a sentence for each violation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from workworld.apps.crm.models import Opportunity
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.models.cells import Cell, Line
from workworld.apps.sheets.service.calculations import Values
from workworld.apps.sheets.service.grids import Grid, grids_of
from workworld.clock import Clock
from workworld.context import Actor, Context, Request, Surface
from workworld.directory.models import AccountKind, Person
from workworld.ids import Ids
from workworld.seed_data.company.ledger import Fact

Facts = Iterable[Fact]
_WORKBOOKS, _LIVE, _CELLS = 120, 30, 250_000
"""What there is to be of each in a company of forty."""
_OFF = 0.05
_EVERY = 6
"""Of so many live workbooks one has a defect."""
_CENT = 0.005


def _context(session: Session, workbook: Workbook) -> Context:
    request = Request(Surface.SEED, "check")
    return Context(session, Actor(workbook.owner_id), request, Clock(session), Ids(session))


def _column(session: Session, workbook: Workbook, tab: int, column: int) -> dict[str, Any]:
    """What a column of a sheet comes to, by what the first column says; from the second row on."""
    grid: Grid = grids_of(session, workbook.id)[tab]
    values = Values(_context(session, workbook), workbook)
    area = values.extent(grid)
    rows = values.values(grid, area)[1:]
    return {str(row[0]): row[column] for row in rows if row[0] is not None}


def _titled(session: Session, start: str) -> list[Workbook]:
    query = select(Workbook).where(Workbook.title.startswith(start)).order_by(Workbook.title)
    return list(session.scalars(query))


def _spoiled(ledger: Facts) -> Mapping[str, str]:
    """Workbooks with a planted defect, by their stable names."""
    return {each.subject: each.rule for each in ledger if each.name.endswith("/defect")}


def i25(session: Session, ledger: Facts) -> Iterator[str]:
    """What a forecast's deals weigh is what those of the CRM did when it was refreshed."""
    spoiled = _spoiled(ledger)
    told = {each.subject: each.value for each in ledger if each.name.endswith("/weighted")}
    for workbook in _titled(session, "Pipeline and forecast "):
        quarter = workbook.title.removeprefix("Pipeline and forecast ")
        name = f"workbook/forecast/{quarter.replace(' ', '-').lower()}"
        if name in spoiled:
            continue
        total = _column(session, workbook, 0, 6).get("Total")
        by_owner = _column(session, workbook, 1, 3).get("Total")
        for found in (total, by_owner):
            if not isinstance(found, float) or abs(found - float(told[name])) > _CENT:
                yield f"{workbook.title} weighs {found}, the CRM had {told[name]}"
    yield from _as_the_crm_has_them(session)


def _as_the_crm_has_them(session: Session) -> Iterator[str]:
    """Deals of the newest forecast that have not changed since are as the CRM has them."""
    latest = max(_titled(session, "Pipeline and forecast "), key=lambda each: each.created_us)
    shown = _column(session, latest, 0, 4)
    query = select(Opportunity.name, Opportunity.amount).where(
        ~Opportunity.is_closed,
        Opportunity.currency == "USD",
        Opportunity.modified_us < latest.created_us,
    )
    for name, amount in session.execute(query):
        if name in shown and amount is not None and abs(shown[name] * 100 - amount) > _CENT:
            yield f"{latest.title} has {shown[name]} for {name}, the CRM {amount / 100}"


def i30(session: Session, ledger: Facts) -> Iterator[str]:
    """Finance's budget of each department is that of the department's own workbook."""
    spoiled = {each for each in _spoiled(ledger) if each.startswith("workbook/budget/")}
    spoiled.discard("workbook/budget/consolidated")
    workbook = _titled(session, "Budget FY27 consolidated")[0]
    together = _column(session, workbook, 0, 13)
    wrong = []
    for own in _titled(session, "Budget FY27 "):
        name = own.title.removeprefix("Budget FY27 ")
        if own.id == workbook.id:
            continue
        total = _column(session, own, 0, 13).get("Total")
        if total != together.get(name):
            wrong.append(f"{own.title} comes to {total}, finance has {together.get(name)}")
    if len(wrong) > len(spoiled):
        yield from wrong


def i31(session: Session, ledger: Facts) -> Iterator[str]:
    """The plan has as many people now as the directory, contractors left out."""
    if "workbook/headcount/2027" in _spoiled(ledger):
        return
    column = _column(session, _titled(session, "Headcount plan FY27")[0], 0, 2)
    query = select(func.count()).where(
        Person.kind == AccountKind.PERSON,
        ~Person.is_deactivated,
        ~Person.title.startswith("Contract "),
        ~Person.title.startswith("Implementation Consultant"),
    )
    found = session.scalar(query)
    if column["Total"] != found:
        yield f"the plan says {column['Total']} people, the directory {found}"


def i57(session: Session, _ledger: Facts) -> Iterator[str]:
    """There is as much of each as a company of forty has."""
    live = select(func.count(func.distinct(Cell.sheet_id))).where(Cell.kind == "formula")
    found = (
        ("workbooks", _WORKBOOKS, session.scalar(select(func.count()).select_from(Workbook))),
        ("cells", _CELLS, session.scalar(select(func.count()).where(Cell.kind != ""))),
    )
    for noun, wanted, count in found:
        if abs((count or 0) - wanted) > wanted * _OFF:
            yield f"{count} {noun} are there, {wanted} are wanted"
    if (session.scalar(live) or 0) < _LIVE:
        yield f"fewer than {_LIVE} sheets have formulas"


def i63(session: Session, ledger: Facts) -> Iterator[str]:
    """One in six live workbooks has a defect, and hidden rows and lost cells are labelled."""
    spoiled = list(_spoiled(ledger).values())
    if len(spoiled) != _LIVE // _EVERY:
        yield f"{len(spoiled)} defects of workbooks are labelled, {_LIVE // _EVERY} are wanted"
    hidden = session.scalar(select(func.count()).where(Line.is_hidden)) or 0
    if hidden != spoiled.count("hidden row"):
        yield f"{hidden} rows are hidden, {spoiled.count('hidden row')} are labelled"
    lost = session.scalar(select(func.count()).where(Cell.text.contains("#REF!"))) or 0
    if lost != spoiled.count("broken reference"):
        yield f"{lost} cells point nowhere, {spoiled.count('broken reference')} are labelled"
