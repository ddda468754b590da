"""What must hold of a generated company's workbooks: what their cells come to, by our own sums.

Each function is named by the number of its invariant and says a sentence for each violation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from workworld.apps.crm.models import Account
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.models.cells import Cell, Line
from workworld.apps.sheets.service.calculations import Values
from workworld.apps.sheets.service.grids import Grid, grids_of
from workworld.clock import Clock
from workworld.context import Actor, Context, Request, Surface
from workworld.directory.models import GUESTS, AccountKind, Person, Team
from workworld.ids import Ids
from workworld.seed_data.company.checks.counts import LIVE, WANTED, size_of
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.seats import blueprint

Facts = Iterable[Fact]
_OFF, _CENT = 0.05, 0.005
_MONTH = 2
"""The column of March, in which every company stands still; the year begins with February."""
_CONTRACTORS = ("Contract ", "Implementation Consultant")
"""How titles of those begin who are counted in no plan."""
_EVERY = 6
"""Of so many live workbooks one has a defect."""


def _context(session: Session, workbook: Workbook) -> Context:
    request = Request(Surface.SEED, "check")
    return Context(session, Actor(workbook.owner_id), request, Clock(session), Ids(session))


def column_of(session: Session, workbook: Workbook, tab: int, column: int) -> dict[str, Any]:
    """What a column of a sheet comes to, by what the first column says; from the second row on."""
    grid: Grid = grids_of(session, workbook.id)[tab]
    values = Values(_context(session, workbook), workbook)
    area = values.extent(grid)
    rows = values.values(grid, area)[1:]
    return {str(row[0]): row[column] for row in rows if row[0] is not None}


def titled(session: Session, start: str) -> list[Workbook]:
    """The workbooks whose titles begin so, by title."""
    query = select(Workbook).where(Workbook.title.startswith(start)).order_by(Workbook.title)
    return list(session.scalars(query))


def spoiled(ledger: Facts) -> Mapping[str, str]:
    """Workbooks with a planted defect, by their stable names."""
    return {each.subject: each.rule for each in ledger if each.name.endswith("/defect")}


def i27(session: Session, ledger: Facts) -> Iterator[str]:
    """What is open of an invoice is its amount without what was paid, and its account is known."""
    wrong, known = spoiled(ledger), set(session.scalars(select(Account.name)))
    books = titled(session, "Receivables ")
    for workbook in books:
        if workbook.title in wrong:
            continue
        grid = grids_of(session, workbook.id)[0]
        values = Values(_context(session, workbook), workbook)
        for row in values.values(grid, values.extent(grid))[1:]:
            account, number, *_ = row
            amount, paid, still = (float(str(each or 0)) for each in row[4:7])
            if number and account not in known:
                yield f"{number} in {workbook.title} is for {account}, whom the CRM does not know"
            if number and abs(amount - paid - still) > _CENT:
                yield f"of {number} in {workbook.title} {still} is open, {amount} less {paid}"
    if not books:
        yield "no workbook tells what is owed"


def i30(session: Session, ledger: Facts) -> Iterator[str]:
    """Finance's budget of each department is that of the department's own workbook."""
    wrong = spoiled(ledger)
    workbook = titled(session, "Budget FY27 consolidated")[0]
    name = "workbook/budget/consolidated"
    together = column_of(session, workbook, 0, 13)
    whole, keys = 0.0, _teams(session)
    for own in titled(session, "Budget FY27 "):
        team = own.title.removeprefix("Budget FY27 ")
        if own.id == workbook.id:
            continue
        total = column_of(session, own, 0, 13).get("Total")
        whole += together.get(team) or 0
        if f"workbook/budget/{keys[team]}" not in wrong and total != together.get(team):
            yield f"{own.title} comes to {total}, finance has {together.get(team)}"
    if name not in wrong and whole != together.get("Total"):
        yield f"the departments come to {whole}, finance has {together.get('Total')}"
    decided = [each for each in ledger if each.name.startswith("arc/budget_cycle/")]
    totals = [each for each in decided if each.name.endswith("/total/decision")]
    latest = max(totals, key=lambda each: each.since, default=None)
    if latest and name not in wrong and latest.value != f"${together['Total']:,.0f}":
        yield f"{latest.value} were decided, the workbook has {together['Total']}"


def _teams(session: Session) -> Mapping[str, str]:
    """Teams' stable keys by their names."""
    return {each.name: each.key for each in blueprint(size_of(session)).teams.values()}


def i31(session: Session, ledger: Facts) -> Iterator[str]:
    """The plan has as many people now as the directory, team by team and together."""
    wrong = spoiled(ledger).get("workbook/headcount/2027")
    column = column_of(session, titled(session, "Headcount plan FY27")[0], 0, _MONTH)
    there = (
        select(Team.name, func.count())
        .join(Person, Person.team_id == Team.id)
        .where(
            Person.kind == AccountKind.PERSON,
            ~Person.is_deactivated,
            Person.role.not_in(GUESTS),
            *(~Person.title.startswith(each) for each in _CONTRACTORS),
        )
        .group_by(Team.id)
    )
    found: dict[str, int] = dict(session.execute(there).all())
    found["Total"] = sum(found.values())
    differing = [name for name in sorted({*column, *found}) if column.get(name) != found.get(name)]
    if len(differing) > (wrong is not None):  # a planted defect spoils one figure
        for name in differing:
            planned, there_are = column.get(name), found.get(name)
            yield f"the plan says {planned} people of {name}, the directory {there_are}"


def i57(session: Session, _ledger: Facts) -> Iterator[str]:
    """There is as much of each as a company of its size has."""
    size = size_of(session)
    wanted_workbooks, wanted_cells = WANTED[size]["workbooks"], WANTED[size]["cells"]
    live = select(func.count(func.distinct(Cell.sheet_id))).where(Cell.kind == "formula")
    found = (
        ("workbooks", wanted_workbooks, session.scalar(select(func.count()).select_from(Workbook))),
        ("cells", wanted_cells, session.scalar(select(func.count()).where(Cell.kind != ""))),
    )
    for noun, wanted, count in found:
        if abs((count or 0) - wanted) > wanted * _OFF:
            yield f"{count} {noun} are there, {wanted} are wanted"
    if (session.scalar(live) or 0) < LIVE[size]:
        yield f"fewer than {LIVE[size]} sheets have formulas"


def i63(session: Session, ledger: Facts) -> Iterator[str]:
    """One in six live workbooks has a defect, and hidden rows and lost cells are labelled."""
    kinds = list(spoiled(ledger).values())
    due = LIVE[size_of(session)] // _EVERY
    if len(kinds) != due:
        yield f"{len(kinds)} defects of workbooks are labelled, {due} are wanted"
    hidden = session.scalar(select(func.count()).where(Line.is_hidden)) or 0
    if hidden != kinds.count("hidden row"):
        yield f"{hidden} rows are hidden, {kinds.count('hidden row')} are labelled"
    lost = session.scalar(select(func.count()).where(Cell.text.contains("#REF!"))) or 0
    if lost != kinds.count("broken reference"):
        yield f"{lost} cells point nowhere, {kinds.count('broken reference')} are labelled"
