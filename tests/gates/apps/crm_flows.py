"""What people do most in the CRM, and what others see of it at once, for the gates."""

from __future__ import annotations

from sqlalchemy import select
from tests.gates.facets import Flow, Keys, Live, See, To

from workworld.apps.crm.models import Case, ListView
from workworld.apps.crm.service import approvals, records
from workworld.calls import perform
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.worlds import World

_REP, _MANAGER, _SUPPORT = "akovac", "dwhitlock", "eboadi"
_CASE = "Webhooks arrive twice"
_DEAL = "Gates for the new yard"


def _case(world: World) -> str:
    """Where agents write to a case for themselves."""
    with world.reading() as session:
        case_id = session.scalars(select(Case.id).where(Case.subject == _CASE)).one()
    return f"/Case/{case_id}?tab=feed&write=internal"


def _leads(world: World) -> str:
    """The list of all leads."""
    named = select(ListView.id).where(ListView.sobject == "Lead", ListView.name == "All Leads")
    with world.reading() as session:
        return f"/Lead/list?view={session.scalars(named).one()}"


def _submit(world: World) -> None:
    """A representative has asked for a discount."""
    with world.reading() as session:
        person_id = session.scalars(select(Person.id).where(Person.handle == _REP)).one()
    values = {
        "Name": _DEAL,
        "StageName": "Negotiation/Review",
        "CloseDate": "2026-04-30",
        "Amount": 12_000,
        "Discount__c": 30,
    }
    actor = Actor(person_id)
    made = perform(world, actor, records.create, sobject="Opportunity", values=values)
    perform(world, actor, approvals.submit, record_id=made.id, comment="They would sign today.")


LIVE: tuple[Live, ...] = (
    Live(
        "a case is commented on",
        _case,
        To("textbox", "Comment"),
        (
            To("textbox", "^Comment"),
            Keys(text="Said to all who look after it"),
            Keys("Control+Enter"),
            See("Said to all who look after it"),
        ),
        "Said to all who look after it",
        handle=_SUPPORT,
        watcher="wtallis",
    ),
    Live(
        "a lead comes into a list",
        _leads,
        To("combobox", "Search Calderoute"),
        (
            Keys("n"),
            To("textbox", "^Last Name"),
            Keys(text="Adomako"),
            To("textbox", "^Company"),
            Keys(text="Harbour Nine"),
            To("button", "^Save$"),
            Keys("Enter"),
            See("Harbour Nine"),
        ),
        "Harbour Nine",
        handle=_REP,
        watcher=_MANAGER,
    ),
)
FLOWS: tuple[Flow, ...] = (
    Flow(
        "a lead becomes a deal that is won",
        "/Lead/list",
        (
            Keys("n"),
            To("textbox", "^Last Name"),
            Keys(text="Adomako"),
            To("textbox", "^Company"),
            Keys(text="Harbour Nine"),
            To("button", "^Save$"),
            Keys("Enter"),
            To("link", "^Convert$"),
            Keys("Enter"),
            To("button", "^Convert$"),
            Keys("Enter"),
            See("Your lead has been converted"),
            To("link", "^Harbour Nine-"),
            Keys("Enter"),
            To("link", "^Closed$"),
            Keys("Enter"),
            To("link", "^Mark as current"),
            Keys("Enter"),
            To("textbox", "^Amount"),
            Keys("Control+a"),
            Keys(text="12000"),
            To("button", "^Save$"),
            Keys("Enter"),
            See("Closed Won"),
        ),
        handle=_REP,
    ),
    Flow(
        "a customer is answered and the case is closed",
        "/home",
        (
            Keys("/"),
            Keys(text=_CASE),
            Keys("Enter"),
            To("link", r"^\d{8}$"),
            Keys("Enter"),
            Keys("y"),
            To("textbox", "^Message"),
            Keys(text="They come on time again since noon."),
            Keys("Control+Enter"),
            See("They come on time again since noon."),
            To("link", "^Close Case$"),
            Keys("Enter"),
            To("textbox", "^Resolution"),
            Keys(text="The queue was cleared."),
            To("button", "^Close case$"),
            Keys("Enter"),
            See("Case closed."),
        ),
        handle=_SUPPORT,
    ),
    Flow(
        "a discount is approved",
        "/approvals",
        (
            See(_DEAL),
            To("link", f"^Approve {_DEAL}$"),
            Keys("Enter"),
            To("textbox", "^Comment"),
            Keys(text="Go on."),
            To("button", "^Approve$"),
            Keys("Enter"),
            See("Nothing waits for you"),
        ),
        handle=_MANAGER,
        before=_submit,
    ),
    Flow(
        "a report is run and the forecast adjusted",
        "/home",
        (
            Keys("g"),
            Keys("r"),
            To("link", "^Closed Won by Fiscal Quarter$"),
            Keys("Enter"),
            See("Q1 FY2027"),
            To("button", "^More$"),  # where the tabs are for which the window has no room
            Keys("Enter"),
            To("menuitem", "^Forecasts$"),
            Keys("Enter"),
            To("link", "^Adjust: Commit forecast of"),
            Keys("Enter"),
            To("textbox", "^Amount"),
            Keys("Control+a"),
            Keys(text="125000"),
            To("button", "^Save$"),
            Keys("Enter"),
            See("125,000"),
        ),
        handle=_MANAGER,
    ),
)
