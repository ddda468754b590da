"""Generated companies: one simulated history, told in every app, the same for the same seed.

Nothing is generated app by app. What a company is (``organization``) and what happened in it
(``events``, most of them played by ``arcs``) comes first; ``tellers`` turn that into the facts of
which each app's builder makes rows. What is true, stale or wrong on purpose is in the ``ledger``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from workworld.seed_data.company import arcs, hiring, injections, staff, truths, work
from workworld.seed_data.company.company import Chance, Company
from workworld.seed_data.company.market import life
from workworld.seed_data.company.tellers import chat, crm, directory, sheets, tracker
from workworld.seed_data.company.work import set_up
from workworld.seed_data.facts import CompanyFacts
from workworld.worlds.scales import source_of

PACK = "logistics"

Stage = Callable[[Company], None]


def _tell_crm(company: Company) -> None:
    company.facts = replace(company.facts, crm=crm.tell(company))


def _tell_tracker(company: Company) -> None:
    site, issues = tracker.tell(company)
    company.facts = replace(company.facts, tracker=site, issues=issues)


def _tell_sheets(company: Company) -> None:
    company.facts = replace(company.facts, sheets=sheets.tell(company))


STAGES: tuple[tuple[str, Stage], ...] = (
    # What happens:
    ("People", hiring.tell),
    ("Market", life.live),
    ("Work", work.play),
    ("Arcs", arcs.play),
    ("Handovers", life.hand_over),
    ("Signatures", set_up.play),
    ("Truths", truths.tell),
    # How it is told:
    ("Directory", directory.tell),
    ("Issues", _tell_tracker),
    ("Customers", _tell_crm),
    ("Workbooks", _tell_sheets),
    ("Chat", chat.tell),
)
"""What is done in turn to a company, and what it is called while it goes on.

First all that happens, in the background and then in arcs; then a teller for each app, which puts
what the app is to hold into ``company.facts``. The tracker's gives things their public keys, so it
comes before those who write of them.
"""

UNITS = 1 + len(STAGES)
"""How often ``make`` reports."""


def make(
    preset: str, seed: int, made: Callable[[str], None] = lambda _label: None, pack: str = PACK
) -> CompanyFacts:
    """A company's facts.

    Args:
        preset: how large it is, a file below ``organizations``; ``startup_injected_12`` has so many
            texts that try to lead models astray besides.
        seed: decides everything.
        made: told of each stage that is over.
        pack: the industry, a folder below ``packs``.

    Raises:
        FileNotFoundError: there is no such preset or pack.
    """
    return simulate(preset, seed, made, pack).facts


def simulate(
    preset: str, seed: int, made: Callable[[str], None] = lambda _label: None, pack: str = PACK
) -> Company:
    """A company with all that happened in it, for those who look into its making: see ``make``."""
    source = source_of(preset)
    chance = Chance(source.size or preset, seed)
    company = Company(chance, pack, staff.organize(chance, pack))
    made("Organization")
    for label, stage in STAGES:
        stage(company)
        made(label)
    injections.plant(company, source.injected)
    company.facts = replace(company.facts, ledger=[*company.ledger.lines()])
    return company
