"""Deals of load data, with the way that each went."""

from __future__ import annotations

from typing import Any

from workworld.apps.crm.models import (
    FieldChange,
    Opportunity,
    OpportunityContactRole,
    OpportunityHistory,
)
from workworld.apps.crm.schema.picklists import LOST, STAGES, WON
from workworld.apps.crm.service.stages import RECORDED, days_between
from workworld.seed_data.bench.crm_market import DAY_US, Market
from workworld.seed_data.crm.derived import Row, derive

_OPEN = 400
"""Deals that are still to be made, if there are that many."""
_WAY = tuple(each.name for each in STAGES if not each.is_closed)
_WON_PERCENT = 45
_LONGEST_DAYS = 45
"""In one stage."""


class Deals:
    """Writes deals; their ids are told to those who write on.

    Args:
        market: with whom they are made.
    """

    def __init__(self, market: Market) -> None:
        self._market, self._stream = market, market.stream
        self.ids: list[str] = []
        self._rows: dict[Any, list[Row]] = {
            each: [] for each in (Opportunity, OpportunityHistory, FieldChange)
        }
        self._roles: list[Row] = []

    def add(self, count: int) -> None:
        """Write so many, the newest ones open."""
        starts = sorted(self._market.moment() for _ in range(count))
        is_open = min(_OPEN, count // 3)
        for place, start_us in enumerate(starts):
            self._deal(start_us, is_open=place >= count - is_open)
        for model, rows in (*self._rows.items(), (OpportunityContactRole, self._roles)):
            self._market.writer.insert(model, rows)

    def _deal(self, start_us: int, *, is_open: bool) -> None:
        market, stream = self._market, self._stream
        account = stream.choice(market.account_ids)
        owner, people = market.owner_of[account], market.people_of.get(account)
        close = market.day(start_us + stream.integer(30, 240) * DAY_US)
        row = market.row(
            Opportunity,
            start_us,
            owner,
            owner_id=owner,
            name=f"{market.talker.text()[:60].rstrip(' .')} {len(self.ids) + 1}",
            account_id=account,
            contact_id=stream.choice(people) if people else None,
            stage=_WAY[0],
            type=market.of("opportunity type"),
            lead_source=market.of("lead source"),
            close_date=close,
            amount=stream.integer(20, 3_000) * 10_000,
        )
        self.ids.append(row["id"])
        self._rows[Opportunity].append(row)
        self._history(row, None)
        for stage in self._way(is_open=is_open):
            self._go_on(row, stage)
        if row["contact_id"]:
            self._roles.append(self._role(row))

    def _way(self, *, is_open: bool) -> list[str]:
        """The stages after the first one."""
        if is_open:
            return list(_WAY[1 : self._stream.integer(1, len(_WAY))])
        far = self._stream.integer(3, len(_WAY))
        return [*_WAY[1:far], WON if self._market.happens(_WON_PERCENT) else LOST]

    def _go_on(self, row: Row, stage: str) -> None:
        """The deal reaches another stage, a few days later or at the latest now."""
        market, old = self._market, dict(row)
        left = (market.now_us - row["modified_us"]) // 2
        at_us = row["modified_us"] + min(
            left, self._stream.integer(1, _LONGEST_DAYS) * DAY_US + 3_600_000_000
        )
        given: Row = {"stage": stage}
        if stage == LOST:
            given["loss_reason"] = market.of("loss reason")
        if stage in (WON, LOST):
            given["close_date"] = market.day(at_us)
        row.update(given, modified_us=at_us, version=row["version"] + 1)
        derive("Opportunity", row, old, given, (at_us, market.day(at_us)))
        self._history(row, old)
        self._rows[FieldChange].append(
            {
                "id": market.writer.next_id("017"),
                "sobject": "Opportunity",
                "record_id": row["id"],
                "field": "StageName",
                "old_value": old["stage"],
                "new_value": stage,
                "changed_us": at_us,
                "changed_by_id": row["owner_id"],
            }
        )

    def _history(self, row: Row, old: Row | None) -> None:
        at_us = row["modified_us"]
        self._rows[OpportunityHistory].append(
            self._market.writer.row(
                OpportunityHistory,
                at_us,
                row["owner_id"],
                opportunity_id=row["id"],
                **{each: row[each] for each in (*RECORDED, "expected_revenue")},
                forecast_category=row["forecast_category"],
                previous_stage=old["stage"] if old else None,
                days=days_between(old["stage_changed_us"], at_us) if old else None,
            )
        )

    def _role(self, row: Row) -> Row:
        return self._market.row(
            OpportunityContactRole,
            row["created_us"],
            row["owner_id"],
            opportunity_id=row["id"],
            contact_id=row["contact_id"],
            role=self._market.of("contact roles"),
            is_primary=True,
        )
