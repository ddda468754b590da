"""What is so about deals, contracts, quotas and plans, and since when: what texts quote of them.

People name amounts and days in talk; whoever asks later which of two is right finds it here. A
value that another has followed on holds until then.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.ledger import Fact, amount
from workworld.seed_data.company.market import sizes
from workworld.seed_data.company.money import quotas
from workworld.seed_data.company.work.places import places

RECORD = "system of record"
_TWINS = "account/twin/"
SAME_NAME = "same name"
_FEW, _SHORT = 3, 4
"""So many may be called alike, and so short are words that nobody uses as a name."""
_FORMS = ("The", "Van", "Transports", "Spedition", "Groupe", "Gebr", "Port", "North", "South")
_VALUES = {"amount": "amount", "close_date": "date"}
"""The columns of a deal that are noted, and the kinds of facts that they are."""


def tell(company: Company) -> None:
    """Note them in the ledger."""
    for facts in (_of_deals, _of_contracts, _plans, _goals, _empty, _namesakes):
        for fact in facts(company):
            company.ledger.note(fact)


def _of_deals(company: Company) -> Iterator[Fact]:
    """What each deal came to; when it was to be signed, unless that is over for long."""
    known: dict[tuple[str, str], list[tuple[datetime, str]]] = {}
    currencies: dict[str, str] = {}
    ended: dict[str, datetime] = {}
    first = TODAY - timedelta(days=sizes.of(company.chance.preset).noted)
    for event in company.history.of("deal.opened", "deal.changed", "deal.won", "deal.lost"):
        deal = event.things["deal"]
        if event.kind in ("deal.won", "deal.lost"):
            ended[deal] = event.at
        currencies[deal] = str(event.facts.get("currency") or currencies.get(deal, ""))
        for column in _VALUES:
            value = event.facts.get(column)
            told = known.setdefault((deal, column), [])
            said = ""
            if value is not None:
                is_day = isinstance(value, str)
                said = value if is_day else amount(float(value), currencies[deal])
            if said and (not told or told[-1][1] != said):
                told.append((event.at, said))
    for (deal, column), told in known.items():
        if column == "close_date" and ended.get(deal, TODAY) < first:
            continue
        for number, (since, value) in enumerate(told):
            until = told[number + 1][0] if number + 1 < len(told) else None
            name = f"market/{deal}/{column}/{number}"
            yield Fact(name, _VALUES[column], deal, value, since, until, (f"crm:{deal}",), RECORD)


def _of_contracts(company: Company) -> Iterator[Fact]:
    """What each contract comes to in a year, in its account's currency."""
    for account in company.market.accounts.values():
        for contract in account.contracts:
            first, last = (_midnight(each) for each in (contract.start, contract.end))
            yield Fact(
                f"market/{contract.key}/yearly",
                "amount",
                contract.key,
                amount(contract.yearly, account.place.currency),
                first,
                last,
                (f"crm:{contract.key}",),
                RECORD,
            )


def _plans(company: Company) -> Iterator[Fact]:
    """What each was to sell in each quarter, in dollars."""
    for told in quotas.by_quarter(company, company.market.tools.admin):
        for person, goal in told.amounts.items():
            name = f"quota/{told.quarter.label.replace(' ', '-').lower()}/{person}"
            value = amount(goal, "USD")
            yield Fact(name, "quota", person, value, told.at, None, (f"crm:{name}",), RECORD)


def _goals(company: Company) -> Iterator[Fact]:
    """When versions came out, and what sprints were for."""
    for event in company.history.of("version.released"):
        thing = f"version/{event.things['project']}/{event.things['version']}"
        day = event.facts["release"].isoformat()
        yield Fact(f"{thing}/release", "date", thing, day, event.at, None, (), RECORD)
    for event in company.history.of("sprint.planned"):
        thing = f"sprint/{event.things['sprint']}"
        goal, end = str(event.facts["goal"]), event.facts["end"]
        yield Fact(f"{thing}/goal", "goal", thing, goal, event.at, end, (), RECORD)


def _empty(company: Company) -> Iterator[Fact]:
    """What has nothing in it: sprints, versions, campaigns, accounts that were entered twice."""
    used = _planned_into(company)
    for place in places(company):
        has_begun = False
        for sprint in place.sprints:
            has_begun = has_begun or sprint.name in used
            # What was not done goes on from one to the next, unasked; not into those to come.
            if not has_begun or (sprint.start > TODAY and sprint.name not in used):
                yield _nothing(f"sprint/{sprint.name}", f"tracker:{sprint.name}")
        for version in place.versions:
            if f"{place.key}/{version.name}" not in used:
                yield _nothing(f"version/{place.key}/{version.name}", f"tracker:{version.name}")
    answers = company.history.of("campaign.answered", "lead.arrived")
    answered = {each.things["campaign"] for each in answers if "campaign" in each.things}
    for event in company.history.of("campaign.planned"):
        if event.things["campaign"] not in answered:
            yield _nothing(event.things["campaign"], f"crm:{event.facts['name']}")
    for event in company.history.of("account.opened"):
        if event.things["account"].startswith(_TWINS):
            yield _nothing(event.things["account"], f"crm:{event.facts['name']}")


def _namesakes(company: Company) -> Iterator[Fact]:
    """What is told apart by more than what it is called: people by each of their names, and
    companies by the first word, as people use it for short."""
    known: dict[str, list[str]] = {}
    for each in company.organization.staff.values():
        if each.ended is None:
            for word in dict.fromkeys((each.display_name, *each.name.split())):
                known.setdefault(f"chat/{word}", []).append(each.key)
    accounts = company.market.accounts.values()
    # Those that something was sold to come first: of them people speak most.
    for account in (*(one for one in accounts if one.deals), *accounts):
        there = known.setdefault(f"crm/{account.name.split()[0]}", [])
        there += [account.key] if account.key not in there else []
    whole = sizes.of(company.chance.preset).namesakes
    left = {"chat": whole // 2 + 1, "crm": whole}
    for name, those in known.items():
        app, word = name.split("/")
        if 1 < len(those) <= _FEW and _is_name(word) and left[app] > 0:
            left = {each: many - (each in (app, "crm")) for each, many in left.items()}
            places = tuple(f"{app}:{each}" for each in those)
            value = "more than one is called so"
            yield Fact(
                f"name/{name}", "name", word, value, TODAY, None, places, SAME_NAME, is_defect=True
            )


def _is_name(word: str) -> bool:
    """Whether a word is more than an article or a legal form."""
    return word.isalpha() and (len(word) > _SHORT or not word.islower()) and word not in _FORMS


def _planned_into(company: Company) -> set[str]:
    """Sprints that issues were ever in, and versions that they name, with their projects."""
    found: set[str] = set()
    for event in company.history.of("issue.changed", "issue.opened"):
        fields = {**event.facts, **event.facts.get("fields", {})}
        project = event.things.get("project", "")
        versions = (*fields.get("fix", ()), *fields.get("affects", ()))
        found |= {str(fields.get("sprint")), *(f"{project}/{each}" for each in versions)}
    return found


def _nothing(thing: str, where: str) -> Fact:
    return Fact(
        f"{thing}/empty", "empty", thing, "nothing in it", TODAY, None, (where,), "empty state"
    )


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), TODAY.tzinfo)
