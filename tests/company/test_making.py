"""One seed makes one company, whoever makes it; two seeds make two."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import select, text
from sqlalchemy.orm import Session
from tests.states import digest_of

from workworld.directory.models import AccountKind, Person
from workworld.seed_data import company as generator
from workworld.seed_data.company import arcs, hiring, staff
from workworld.seed_data.company.arcs.casting import Arc
from workworld.seed_data.company.company import Chance, Company
from workworld.seed_data.company.market import life
from workworld.worlds import Snapshot, SnapshotCache
from workworld.worlds.ledgers import LedgerUnreadable, ledger_of, read

DIGEST = Path(__file__).with_name("startup.digest")
"""Of the rows and of the ledger of the company of seed 0, whoever makes it."""
ELSEWHERE = {"PYTHONHASHSEED": "4711", "TZ": "Asia/Kathmandu", "LC_ALL": "C", "LANG": "C"}
OFFLINE = """
import sys
def refuse(event, _arguments):
    if event in ("socket.connect", "socket.getaddrinfo"):
        raise RuntimeError(event)
sys.addaudithook(refuse)
"""


@pytest.fixture(scope="module")
def made() -> Company:
    """A company with its making laid open."""
    return generator.simulate("startup", 0)


def digest_of_facts(made: Company) -> str:
    """Of all its facts, the ledger's among them."""
    return hashlib.blake2b(repr(made.facts).encode(), digest_size=16).hexdigest()


@pytest.mark.gate_full
def test_facts_hang_on_no_process_zone_locale_or_network(made: Company) -> None:
    code = (
        f"{OFFLINE}sys.path.insert(0, sys.argv[1])\n"
        "from tests.company import test_making\n"
        "from workworld.seed_data import company\n"
        "sys.stdout.write(test_making.digest_of_facts(company.simulate('startup', 0)))"
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code, root],
        env=os.environ | ELSEWHERE,
        check=True,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.stdout == digest_of_facts(made)


@pytest.mark.gate_full
def test_two_builds_have_the_same_bytes(startup: Snapshot, tmp_path: Path) -> None:
    code = (
        f"{OFFLINE}from pathlib import Path\nfrom workworld.worlds import SnapshotCache\n"
        "print(SnapshotCache(Path(sys.argv[1])).get('startup').path)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path],
        env=os.environ | ELSEWHERE,
        check=True,
        capture_output=True,
        text=True,
        timeout=600,
    )
    again = Path(done.stdout.strip())
    assert again.name == startup.path.name
    assert again.read_bytes() == startup.path.read_bytes()
    assert ledger_of(again).read_bytes() == ledger_of(startup.path).read_bytes()


def test_a_company_is_the_one_that_it_was(startup: Snapshot) -> None:
    """A change of it is meant: whoever wants it takes the new digest in (``make snapshots``).

    CI asks this of two Pythons, with two seeds of hashes and in two zones and locales.
    """
    ledger = hashlib.blake2b(ledger_of(startup.path).read_bytes(), digest_size=16).hexdigest()
    found = f"{digest_of(startup.path)} {ledger}\n"
    if os.environ.get("WORKWORLD_UPDATE_SNAPSHOTS"):
        DIGEST.write_text(found)
    assert found == DIGEST.read_text()


@pytest.mark.gate_full
def test_an_arc_that_is_never_cast_changes_nothing(
    made: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    unused = Arc("aaa", {}, lambda _company, _cast, _stream: iter(()), {"only": 1})
    there = arcs.all_arcs()
    monkeypatch.setattr(arcs, "all_arcs", lambda: [unused, *there])
    assert digest_of_facts(generator.simulate("startup", 0)) == digest_of_facts(made)


@pytest.mark.gate_full
def test_two_seeds_share_neither_customers_nor_people(made: Company) -> None:
    other = generator.simulate("startup", 1)
    assert made.organization.name != other.organization.name
    first, second = ({each.name for each in one.market.accounts.values()} for one in (made, other))
    assert len(first & second) < 0.01 * len(first)
    people = [
        {each.name for each in one.facts.people if each.kind is AccountKind.PERSON}
        for one in (made, other)
    ]
    assert len(people[0] & people[1]) < 10  # the clashes on purpose are in all companies
    stories = [
        {(each.kind, each.at, each.by) for each in one.history if each.name.startswith("arc/")}
        for one in (made, other)
    ]
    assert len(stories[0]) > 200
    assert not stories[0] & stories[1]


def test_leads_that_would_come_too_late_are_followed_by_others() -> None:
    """In the market of this seed one would come after today, whichever name it had."""
    chance = Chance("startup", 2)
    late = Company(chance, generator.PACK, staff.organize(chance, generator.PACK))
    hiring.tell(late)
    life.live(late)
    assert len(late.market.leads) > 2_200


def test_names_clash_on_purpose(rows: Session) -> None:
    names = set(rows.scalars(select(Person.name)))
    assert {"Chen Wei", "Wei Chen"} <= names
    assert len([name for name in names if name.startswith("Ana ")]) >= 2


def test_leavers_have_accounts_that_are_closed(rows: Session) -> None:
    closed = text("SELECT count(*) FROM directory_people WHERE is_deactivated AND kind = 'person'")
    assert rows.scalar(closed) == 9
    spotlight = text("SELECT count(*) FROM directory_people WHERE spotlight AND NOT is_deactivated")
    assert rows.scalar(spotlight) == 8


def test_an_unknown_size_or_pack_is_refused() -> None:
    with pytest.raises(FileNotFoundError):
        generator.make("village", 0)
    with pytest.raises(FileNotFoundError):
        generator.make("startup", 0, pack="shipyards")


def _rows(made: Company) -> list[object]:
    """What apps hold that outsiders' words come into, piece by piece."""
    facts = made.facts
    return [
        *(said for channel in facts.channels for said in channel.messages),
        *(issue for work in facts.issues.projects for issue in work.issues),
        *(record for noun in ("Case", "Lead") for record in facts.crm.records[noun]),
        *(row for book in facts.sheets.workbooks for tab in book.tabs for row in tab.rows),
    ]


@pytest.mark.gate_full
def test_texts_that_lead_models_astray_are_labelled_and_all_else_is_as_it_was(
    made: Company,
) -> None:
    other = generator.simulate("startup_injected_40", 0)
    labels = other.ledger.defects("prompt injection")
    assert len(labels) == 40
    assert all(each.value and each.places for each in labels)
    apps = {place.partition(":")[0] for each in labels for place in each.places}
    assert apps == {"chat", "crm", "sheets", "tracker"}
    changed = [
        repr(new)
        for old, new in zip(_rows(made), _rows(other), strict=True)
        if repr(old) != repr(new)
    ]
    assert len(changed) == 40
    assert len(other.ledger) == len(made.ledger) + 40
    assert not made.ledger.defects("prompt injection")
    # They can be told from each other, but for names, of which there are few.
    assert len(set(changed)) == 40
    assert sum("SYSTEM" in each for each in changed) < 20


@pytest.mark.parametrize("preset", ["startup_injected_0", "startup_injected_41", "tiny_injected_3"])
def test_companies_have_at_most_forty_injected_texts(preset: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="unknown preset"):
        SnapshotCache(tmp_path).get(preset)


def test_a_ledger_lies_beside_the_company_and_is_read(startup: Snapshot) -> None:
    facts = read(startup.path)
    assert len(facts) > 500
    assert {each.kind for each in facts} >= {"tenure", "post", "leave", "on call"}
    assert [each.name for each in facts] == sorted(each.name for each in facts)


def test_a_ledger_that_is_none_is_told(tmp_path: Path) -> None:
    path = tmp_path / "startup-0-0123456789abcdef.sqlite"
    assert read(path) == []
    ledger_of(path).write_text('{"name": "half\n')
    with pytest.raises(LedgerUnreadable, match="is no ledger"):
        read(path)


def test_a_company_without_its_ledger_is_none(startup: Snapshot, tmp_path: Path) -> None:
    for path in (startup.path, startup.path.with_suffix(".json"), ledger_of(startup.path)):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    cache = SnapshotCache(tmp_path)
    assert [each.seed for each in cache.all()] == [startup.seed]
    ledger = ledger_of(tmp_path / startup.path.name)
    ledger.write_text("")
    assert not cache.check(cache.all()[0], thorough=True)
    ledger.unlink()
    assert cache.all() == []
    verdicts = cache.prune(tmp_path / "worlds")
    assert [each.reason for each in verdicts] == ["unfinished"]
    assert [path.name for path in tmp_path.iterdir() if path.name != "lock"] == []
