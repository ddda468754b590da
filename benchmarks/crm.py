"""What the CRM costs where there are many records, in process: queries, pages, a report, a tool."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import count, cycle
from pathlib import Path

from sqlalchemy import select

from benchmarks.load import FOR_SEARCH, browser_of, fetched, load_snapshot
from benchmarks.timing import Row, timed
from workworld.apps.crm.models import Account, Case, ListView, Opportunity, Report
from workworld.apps.crm.service import queries, reports
from workworld.calls import perform
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.doors.mcp import Caller
from workworld.doors.mcp.calls import call_tool
from workworld.mcp_servers.crm import TABLE
from workworld.worlds import Snapshot, World, Worlds

Kept = type[Opportunity] | type[Account] | type[Case]

_SEER = "dwhitlock"
"""Leads those who sell, and so sees their records."""
_NEWEST = 40
QUERIES = (
    "SELECT Id, Name FROM Account WHERE Id = '{account}'",
    "SELECT Id, Name, Owner.Name FROM Lead WHERE Status = 'New' ORDER BY CreatedDate DESC LIMIT 50",
    "SELECT COUNT() FROM Lead",
    "SELECT Status, COUNT(Id) FROM Lead GROUP BY Status",
    "SELECT Id, Name FROM Lead WHERE Email LIKE '%@leads.example' ORDER BY Name LIMIT 200",
    "SELECT Id, Name, Account.Name FROM Contact WHERE Account.Industry = 'Retail' LIMIT 200",
    "SELECT Id, Name, Amount, Account.Owner.Name FROM Opportunity WHERE IsClosed = false"
    " ORDER BY Amount DESC NULLS LAST LIMIT 100",
    "SELECT StageName, SUM(Amount), COUNT(Id) FROM Opportunity GROUP BY StageName",
    "SELECT FISCAL_QUARTER(CloseDate) q, SUM(Amount) FROM Opportunity WHERE IsWon = true"
    " GROUP BY FISCAL_QUARTER(CloseDate)",
    "SELECT Id, (SELECT LastName FROM Contacts), (SELECT Name FROM Opportunities) FROM Account"
    " ORDER BY Name LIMIT 50",
    "SELECT Id FROM Account WHERE Id IN (SELECT AccountId FROM Opportunity WHERE IsWon = true)"
    " LIMIT 200",
    "SELECT Id FROM Account WHERE Id NOT IN (SELECT AccountId FROM Opportunity) LIMIT 200",
    "SELECT StageName, AVG(Days_In_Stage__c) FROM OpportunityHistory GROUP BY StageName",
    "SELECT Id, CaseNumber, Contact.Name FROM Case WHERE IsClosed = false ORDER BY CreatedDate",
    "SELECT OwnerId, COUNT(Id) FROM Task WHERE ActivityDate < TODAY AND IsClosed = false"
    " GROUP BY OwnerId",
    "SELECT Id, Subject FROM Task WHERE What.Type = 'Opportunity' ORDER BY ActivityDate LIMIT 100",
)


def crm_rows(runs: int, folder: Path, snapshot: Snapshot | None = None) -> Iterator[Row]:
    """Everything, one row at a time.

    Args:
        runs: how often each is done.
        folder: for worlds.
        snapshot: the company; by default that of the searches.
    """
    with ExitStack() as stack:
        worlds = stack.enter_context(Worlds(folder / "worlds-crm"))
        world = worlds.open(snapshot or load_snapshot(FOR_SEARCH))
        with world.reading() as session:
            me = session.scalars(select(Person.id).where(Person.handle == _SEER)).one()
        gc.freeze()  # as a host does before it serves; else 400 ms of looking through it come in
        stack.callback(gc.unfreeze)
        yield from _pages(world, me, runs)
        yield from _queries(world, me, runs)
        yield from _reports(world, me, runs)
        yield _creating(world, me, runs)


def _pages(world: World, me: str, runs: int) -> Iterator[Row]:
    browser = browser_of(world, me, "crm")
    models: tuple[tuple[str, Kept], ...] = (
        ("page of a deal", Opportunity),
        ("page of an account", Account),
        ("page of a case", Case),
    )
    for name, model in models:
        paths = [f"/{model.__name__}/{each}" for each in _newest(world, me, model)]
        yield timed(name, runs, fetched(browser, paths))
    for name, display in (("pipeline of 400 deals", "kanban"), ("list of deals", "table")):
        view = _view(world, "Opportunity", "Open")
        path = f"/Opportunity/list?view={view}&display={display}"
        yield timed(name, runs, fetched(browser, [path]))
    leads = f"/Lead/list?view={_view(world, 'Lead', 'All')}"
    yield timed("list of leads", runs, fetched(browser, [leads]))


def _newest(world: World, me: str, model: Kept) -> Sequence[str]:
    """Records that are fairly new, of those that the manager sees."""
    q = f"SELECT Id FROM {model.__name__} ORDER BY CreatedDate DESC, Id LIMIT {_NEWEST}"
    return [each["Id"] for each in perform(world, Actor(me), queries.query, q=q).records]


def _view(world: World, sobject: str, name: str) -> str:
    """The list view of an object whose name holds a word."""
    with world.reading() as session:
        query = select(ListView.id).where(ListView.sobject == sobject)
        found = session.scalars(query.where(ListView.name.contains(name)).order_by(ListView.name))
        return str(found.first())


def _queries(world: World, me: str, runs: int) -> Iterator[Row]:
    with world.reading() as session:
        account = session.scalars(select(Account.id).order_by(Account.id)).first()
    for query in QUERIES:
        q = query.replace("{account}", str(account))

        def ask(q: str = q) -> None:
            perform(world, Actor(me), queries.query, q=q)

        yield timed(query, runs, ask)


def _reports(world: World, me: str, runs: int) -> Iterator[Row]:
    with world.reading() as session:
        rows = session.execute(select(Report.id, Report.name).order_by(Report.name)).all()
    for report_id, name in rows:

        def run(report_id: str = report_id) -> None:
            perform(world, Actor(me), reports.run, report_id=report_id)

        yield timed(f"report: {name}", max(5, runs // 4), run)


def _creating(world: World, me: str, runs: int) -> Row:
    tool, caller, numbers = TABLE.tool("createSobjectRecord"), Caller(world, Actor(me)), count()
    kinds = cycle(("Account", "Task", "Lead"))
    assert tool is not None

    def create() -> None:
        number, kind = next(numbers), next(kinds)
        body = {
            "Account": {"Name": f"Benchmark {number} Works"},
            "Task": {"Subject": f"Benchmark {number}"},
            "Lead": {"LastName": f"Bench{number}", "Company": f"Company {number}"},
        }[kind]
        answer = call_tool(caller, tool, {"sobject-name": kind, "body": body})
        assert not answer.is_error, answer.text

    return timed("record created by a tool", runs, create)
