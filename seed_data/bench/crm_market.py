"""Companies and people of load data: accounts, contacts, leads."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.crm.models import Account, Contact, Lead, Profile, Record, User
from workworld.apps.crm.schema.objects import of_model
from workworld.apps.crm.schema.picklists import LEAD_CONVERTED, LEAD_STATUSES, VALUES
from workworld.randomness import Stream
from workworld.seed_data.bench.lists import LISTS
from workworld.seed_data.bench.words import Talker, vocabulary
from workworld.seed_data.crm.derived import Row, derive
from workworld.seed_data.crm.writing import Writer

SECOND_US = 1_000_000
DAY_US = 24 * 3600 * SECOND_US
YEARS_BACK_US = 730 * DAY_US
_KINDS = ("Freight", "Foods", "Logistics", "Tools", "Paper", "Supply", "Timber", "Retail", "Works")
_CITIES = ("Boston", "Albany", "Hartford", "Dayton", "Tulsa", "Reno", "Fresno", "Boise", "Mobile")
_TITLES = ("Buyer", "Dispatcher", "Director of Logistics", "IT Manager", "Plant Manager", "CFO")
_SELLING = ("Sales Rep", "Sales Manager")
_OPEN_LEADS = tuple(each for each in LEAD_STATUSES if each != LEAD_CONVERTED)


class Market:
    """Who may buy. What belongs to whom is told to those who write on.

    Args:
        session: a session on the company that is being built.
        scale: decides all that chance decides.
        now_us: when the company stands still.
    """

    def __init__(self, session: Session, scale: int, now_us: int) -> None:
        self.writer, self.now_us = Writer(session), now_us
        self.stream = Stream("load customers", scale)
        self.talker = Talker(self.stream)
        query = select(User.id, Profile.name).join(Profile, Profile.id == User.profile_id)
        users = session.execute(query.order_by(User.id)).all()
        self.sellers = [user_id for user_id, profile in users if profile in _SELLING]
        self.supporters = [user_id for user_id, profile in users if profile.startswith("Support")]
        self.account_ids: list[str] = []
        self.people_of: dict[str, list[str]] = {}
        """Contacts of each account."""
        self.lead_ids: list[str] = []
        self.owner_of: dict[str, str] = {}
        self.tier_of: dict[str, str] = {}
        self._names = [each.capitalize() for each in vocabulary() if len(each) > 4]

    def row(self, model: type[Record], at_us: int, by_id: str, **values: Any) -> Row:
        """A record with what follows from its values; whatever follows from its time is there."""
        row = self.writer.row(model, at_us, by_id, **values)
        day = self.day(at_us)
        derive(of_model(model).name, row, None, values, (at_us, day))
        return row

    def moment(self, start_us: int = 0) -> int:
        """Some second within the last two years, or since another one."""
        first = max(start_us, self.now_us - YEARS_BACK_US)
        span = max(1, (self.now_us - first) // SECOND_US - 1)
        return first + self.stream.integer(0, span) * SECOND_US

    def day(self, at_us: int) -> str:
        """The day of a time."""
        return datetime.fromtimestamp(at_us // SECOND_US, tz=UTC).date().isoformat()

    def happens(self, percent: int) -> bool:
        """Whether something does that does so often."""
        return self.stream.integer(1, 100) <= percent

    def of(self, values: str) -> str:
        """One of the values of a picklist."""
        return self.stream.choice(VALUES[values])

    def accounts(self, count: int) -> None:
        """Write companies, each of which somebody owns."""
        rows = []
        for number in range(count):
            at, owner = self.moment(), self.stream.choice(self.sellers)
            stem = self._names[number % len(self._names)]
            name = f"{stem} {self.stream.choice(_KINDS)}"
            is_part = bool(self.account_ids) and self.happens(8)
            row = self.row(
                Account,
                at,
                owner,
                owner_id=owner,
                name=name,
                parent_id=self.stream.choice(self.account_ids) if is_part else None,
                type=self.of("account type"),
                industry=self.of("industry"),
                employees=self.stream.integer(5, 5_000),
                website=f"https://{stem.lower()}-{number}.example",
                phone=f"+1 617 555 01{self.stream.integer(0, 99):02}",
                billing_city=self.stream.choice(_CITIES),
                billing_country="United States",
                tier=self.of("tier"),
                arr=self.stream.integer(5, 400) * 100_000,
                territory=self.stream.choice(("Northeast", "Midwest", "West", "South")),
            )
            rows.append(row)
            self.account_ids.append(row["id"])
            self.owner_of[row["id"]] = owner
            self.tier_of[row["id"]] = row["tier"]
        self.writer.insert(Account, rows)

    def contacts(self, count: int) -> None:
        """Write people at the companies."""
        rows = []
        for number in range(count):
            account = self.stream.choice(self.account_ids)
            owner = self.owner_of[account]
            row = self.row(
                Contact,
                self.moment(),
                owner,
                owner_id=owner,
                account_id=account,
                title=self.stream.choice(_TITLES),
                phone=f"+1 617 555 01{self.stream.integer(0, 99):02}",
                **self._person(number, "contacts"),
            )
            rows.append(row)
            self.people_of.setdefault(account, []).append(row["id"])
        self.writer.insert(Contact, rows)

    def leads(self, count: int) -> None:
        """Write people who may become customers."""
        rows = []
        for number in range(count):
            owner = self.stream.choice(self.sellers)
            row = self.row(
                Lead,
                self.moment(),
                owner,
                owner_id=owner,
                company=f"{self.stream.choice(self._names)} {self.stream.choice(_KINDS)}",
                title=self.stream.choice(_TITLES),
                status=self.stream.choice(_OPEN_LEADS),
                lead_source=self.of("lead source"),
                rating=self.of("rating"),
                industry=self.of("industry"),
                score=self.stream.integer(0, 100),
                city=self.stream.choice(_CITIES),
                country="United States",
                **self._person(number, "leads"),
            )
            rows.append(row)
            self.lead_ids.append(row["id"])
        self.writer.insert(Lead, rows)

    def _person(self, number: int, where: str) -> dict[str, str]:
        first, last = (
            _name(self.stream, LISTS["first_names"]),
            _name(self.stream, LISTS["last_names"]),
        )
        email = f"{first}.{last}{number}@{where}.example".lower()
        return {"first_name": first, "last_name": last, "email": email}


def _name(stream: Stream, names: Sequence[str]) -> str:
    return stream.choice(names)
