"""What is done so that people hear of the company: conferences, webinars, mailings."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY
from workworld.seed_data.company.market import words
from workworld.seed_data.company.market.making import BEGAN, Making
from workworld.seed_data.company.market.quarters import Quarter, quarters
from workworld.seed_data.company.market.things import Campaign

_COSTS = {
    "Conference": 26_000,
    "Webinar": 3_200,
    "Email": 1_500,
    "Advertisement": 9_000,
    "Partners": 6_000,
}
_DAYS = {"Conference": 2, "Webinar": 0, "Email": 0, "Advertisement": 40, "Partners": 25}


class Campaigns:
    """Tells of campaigns.

    Args:
        making: tells what happens.
    """

    def __init__(self, making: Making) -> None:
        self.making, self.company = making, making.company

    def run(self) -> None:
        """One of most kinds in each quarter, and one of the next."""
        said = words.read(self.company.pack, "campaigns")
        for quarter in quarters(BEGAN.date(), TODAY.date() + timedelta(days=50)):
            stream = self.company.chance.stream("market", "campaigns", quarter.label)
            for kind, names in said["names"].items():
                if kind in ("Conference", "Webinar", "Email") or stream.integer(0, 2) == 0:
                    topic, place = stream.choice(said["topics"]), stream.choice(said["towns"])
                    name = str(stream.choice(names)).format(
                        topic=topic,
                        town=place,
                        year=quarter.first.year,
                        season=said["seasons"][quarter.number - 1],
                        label=quarter.label,
                    )
                    self._run(name, kind, quarter, stream)

    def _run(self, name: str, kind: str, quarter: Quarter, stream: Stream) -> None:
        first = quarter.first + timedelta(days=stream.integer(24, 62))
        first -= timedelta(days=max(0, first.weekday() - 3))  # none begins at a week's end
        last = first + timedelta(days=_DAYS[kind])
        by, at = self._marketer(first - timedelta(days=stream.integer(30, 50)), stream)
        if at > TODAY:
            return
        made = Campaign(
            f"campaign/{self.making.number('campaign'):02}", name[:80], kind, first, last
        )
        self.company.market.campaigns[made.key] = made
        cost = round(_COSTS[kind] * (0.7 + stream.integer(0, 60) / 100), -2)
        columns: dict[str, Any] = {
            "name": made.name,
            "type": kind,
            "status": "Planned",
            "owner": by,
            "start_date": first.isoformat(),
            "end_date": last.isoformat(),
            "is_active": True,
            "budgeted_cost": cost,
            "expected_revenue": round(cost * stream.integer(4, 9), -3),
        }
        self.making.tell(
            f"market/{made.key}", "campaign.planned", at, by, {"campaign": made.key}, columns
        )
        by, begun = self._marketer(first, stream)
        self._change(made, "begun", begun, by, {"status": "In Progress"})
        by, ended = self._marketer(last + timedelta(days=stream.integer(4, 12)), stream)
        spent = round(cost * (0.85 + stream.integer(0, 40) / 100), 2)
        self._change(
            made,
            "ended",
            ended,
            by,
            {"status": "Completed", "is_active": False, "actual_cost": spent},
        )

    def _change(
        self, campaign: Campaign, name: str, at: datetime, by: str, columns: dict[str, Any]
    ) -> None:
        self.making.tell(
            f"market/{campaign.key}/{name}",
            "campaign.changed",
            at,
            by,
            {"campaign": campaign.key},
            columns,
        )

    def _marketer(self, day: date, stream: Stream) -> tuple[str, datetime]:
        morning = max(datetime.combine(day, BEGAN.timetz()), BEGAN + timedelta(hours=3))
        who = self.making.desk.one_of("marketing", min(morning, TODAY), stream)
        return self.making.desk.act(who, morning, stream, stream.integer(5, 200))
