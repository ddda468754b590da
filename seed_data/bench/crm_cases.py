"""Cases of load data, with a comment each."""

from __future__ import annotations

from workworld.apps.crm.models import Case, CaseComment, CaseMilestone
from workworld.apps.crm.schema.picklists import CASE_NEW, CASE_STATUSES, CLOSED_CASES
from workworld.seed_data.bench.crm_market import Market
from workworld.seed_data.crm import entitlements
from workworld.seed_data.crm.derived import Row
from workworld.seed_data.crm.rules import Clocks
from workworld.working_hours import MINUTE

_FIRST_NUMBER = 10_000
_OPEN_PERCENT = 6
_COMMENTED_PERCENT = 40
_SLOWEST_ANSWER_MINUTES = 600
_OPEN = tuple(each for each in CASE_STATUSES if each not in CLOSED_CASES)


class Cases:
    """Writes cases; their ids are told to those who write on.

    Args:
        market: whose they are.
    """

    def __init__(self, market: Market) -> None:
        self._market = market
        self._clocks = Clocks(market.writer.session)
        self.ids: list[str] = []

    def add(self, count: int) -> None:
        """Write so many, from the oldest to the newest."""
        market = self._market
        starts = sorted(market.moment() for _ in range(count))
        cases: list[Row] = []
        comments: list[Row] = []
        for place, start_us in enumerate(starts):
            row = self._case(_FIRST_NUMBER + place, start_us, count - place)
            cases.append(row)
            if market.happens(_COMMENTED_PERCENT):
                comments.append(self._comment(row))
        self.ids = [each["id"] for each in cases]
        market.writer.insert(Case, cases)
        market.writer.insert(CaseComment, comments)
        types = entitlements.types_of(market.writer.session)
        hours = self._clocks.hours
        milestones = (
            entitlements.milestone_rows(market.writer, hours, market.now_us, each, types)
            for each in cases
        )
        market.writer.insert(CaseMilestone, (row for found in milestones for row in found))

    def _case(self, number: int, start_us: int, left: int) -> Row:
        market, stream = self._market, self._market.stream
        account, owner = stream.choice(market.account_ids), stream.choice(market.supporters)
        people = market.people_of.get(account)
        is_open = market.happens(60 if left < 500 else _OPEN_PERCENT)
        status = stream.choice(_OPEN if is_open else CLOSED_CASES)
        row = market.row(
            Case,
            start_us,
            owner,
            owner_id=owner,
            number=str(number),
            subject=market.talker.text()[:120],
            description=market.talker.text(),
            status=status,
            priority=market.of("case priority"),
            type=market.of("case type"),
            origin=market.of("case origin"),
            reason=market.of("case reason"),
            account_id=account,
            contact_id=stream.choice(people) if people else None,
            resolution=None if is_open else market.talker.text(),
        )
        self._run_clocks(row)
        return row

    def _run_clocks(self, row: Row) -> None:
        """Let the clocks of a case run from its first day to the answer, its end, or now."""
        market, tier = self._market, self._market.tier_of[row["account_id"]]
        is_closed, row["is_closed"] = row["is_closed"], False
        self._clocks.keep(row, None, tier, row["created_us"])
        if row["status"] != CASE_NEW:
            minutes = market.stream.integer(5, _SLOWEST_ANSWER_MINUTES)
            row["first_response_us"] = min(row["created_us"] + minutes * MINUTE, market.now_us)
        if is_closed:
            row["is_closed"] = True
            row["closed_us"] = row["modified_us"] = market.moment(row["created_us"])
        self._clocks.keep(row, row, tier, market.now_us)

    def _comment(self, case: Row) -> Row:
        at_us = self._market.moment(case["created_us"])
        return self._market.row(
            CaseComment,
            at_us,
            case["owner_id"],
            case_id=case["id"],
            is_published=self._market.happens(50),
            body=self._market.talker.text(),
        )
