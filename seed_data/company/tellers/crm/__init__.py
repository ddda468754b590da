"""What happened with customers, told as the CRM's facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.market.making import BEGAN
from workworld.seed_data.company.money import exchange, quotas
from workworld.seed_data.company.tellers.crm import blanks, kept
from workworld.seed_data.company.tellers.crm.people import Others
from workworld.seed_data.company.tellers.crm.records import Records
from workworld.seed_data.company.tellers.crm.setup import Setup
from workworld.seed_data.crm_facts import CrmFacts, CrmRecordFact, CurrencyFact, QuotaFact

_VIEWED = 8


def tell(company: Company) -> CrmFacts:
    """The CRM's facts about a company whose history is complete."""
    records, cadences = Others(company, Records(company).tell()).add()
    blanks.note(company, records)
    setup = Setup(company, _acting(company, records))
    return CrmFacts(
        admin=setup.admin,
        at=BEGAN.replace(hour=9),
        roles=setup.roles(),
        users=setup.users(),
        groups=setup.groups(),
        sharing=setup.sharing(),
        currencies=[CurrencyFact(code, rates) for code, rates in exchange.table().items()],
        records=kept.add(company, records),
        quotas=_quotas(company, setup.admin),
        viewed=_viewed(company),
        territories=setup.territories(),
        cadences=cadences,
    )


def _acting(company: Company, records: Mapping[str, Sequence[CrmRecordFact]]) -> list[str]:
    """Whose names stand in records, each once."""
    found: dict[str, None] = {}
    for each in (record for told in records.values() for record in told):
        found[each.by] = found[str(each.values.get("owner"))] = None
        found.update((change.by, None) for change in each.story)
    return [each for each in found if each in company.organization.staff]


def _quotas(company: Company, admin: str) -> list[QuotaFact]:
    return [
        QuotaFact(quarter.first.isoformat(), at, admin, amounts)
        for quarter, at, amounts in quotas.by_quarter(company, admin)
    ]


def _viewed(company: Company) -> dict[str, list[str]]:
    """The open deals that each seller, still here, touched last."""
    found: dict[str, list[str]] = {}
    deals = sorted(
        company.market.deals.values(), key=lambda each: (each.at, each.key), reverse=True
    )
    for deal in deals:
        ended = company.organization.staff[deal.owner].ended
        if deal.at <= TODAY and ended is None and len(found.setdefault(deal.owner, [])) < _VIEWED:
            found[deal.owner].append(deal.key)
    return found
