"""Facts about a company's customers: who sells to them, and all that is kept about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class RoleFact:
    """A place in the tree of roles; ``parent`` is another one's name."""

    name: str
    parent: str | None = None


@dataclass(frozen=True, slots=True)
class UserFact:
    """A person who works with customers, told by key; ``profile`` and ``role`` by name."""

    person: str
    profile: str
    role: str
    manager: str | None = None
    department: str = ""


@dataclass(frozen=True, slots=True)
class GroupFact:
    """Users together, by key; one with ``objects`` is a queue that owns their records."""

    name: str
    members: Sequence[str]
    objects: Sequence[str] = ()
    email: str = ""


@dataclass(frozen=True, slots=True)
class SharingFact:
    """Records that one group's members own are shared with another's; groups by name."""

    name: str
    sobject: str
    source: str
    target: str
    access: str


@dataclass(frozen=True, slots=True)
class TerritoryFact:
    """A part of the market.

    Args:
        name: what it is called.
        members: who works it: what as, by person's key.
        parent: the name of the one above it.
        region: the region whose accounts fall into it; empty for one that is above others alone.
        access: what its members may do with its accounts, and with its deals.
    """

    name: str
    members: Mapping[str, str]
    parent: str = ""
    region: str = ""
    access: tuple[str, str] = ("Read", "Read")


@dataclass(frozen=True, slots=True)
class CadenceFact:
    """A lead is in a cadence, or was.

    Args:
        cadence: its name.
        lead: the lead's e-mail address.
        owner: who follows them up, a person's key.
        at: when they were put there.
        step: the place of the step that is next, from 0.
        task: the subject of the task of that step; empty for one that is in it no more.
        reason: why they are not.
        ended: since when.
    """

    cadence: str
    lead: str
    owner: str
    at: datetime
    step: int
    task: str = ""
    reason: str = ""
    ended: datetime | None = None


@dataclass(frozen=True, slots=True)
class CurrencyFact:
    """A currency; ``rates`` are what one of the company's units bought from which day on."""

    code: str
    rates: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChangeFact:
    """At some time somebody gave some columns of a record other values."""

    at: datetime
    by: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CrmRecordFact:
    """A record and what became of it.

    Args:
        key: what other facts call it; empty if none does.
        at: when it was made.
        by: who made it, a person's key.
        values: by column; amounts in whole units, references as keys.
        story: what was changed later, in order.
        parts: what belongs to it, by kind: lines, comments, members and so on.
    """

    key: str
    at: datetime
    by: str
    values: Mapping[str, Any]
    story: Sequence[ChangeFact] = ()
    parts: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class QuotaFact:
    """What people are to sell in a quarter.

    Args:
        quarter: its first day.
        at: when it was set.
        by: who did, a person's key.
        amounts: in dollars, by person.
    """

    quarter: str
    at: datetime
    by: str
    amounts: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class AdjustmentFact:
    """A figure of a forecast that somebody has put by hand.

    Args:
        quarter: its first day.
        at: when.
        by: who, a person's key.
        user: whose figure it is.
        figure: ``commit`` or ``best_case``.
        amount: in dollars.
        note: why.
    """

    quarter: str
    at: datetime
    by: str
    user: str
    figure: str
    amount: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class CrmFacts:
    """All that is kept about customers.

    Args:
        admin: who set it up, a person's key.
        at: when.
        records: by object.
        quotas: what people are to sell.
        adjustments: what they put instead of figures of forecasts.
        viewed: which records each user looked at last, by key, the latest first.
        territories: the parts of the market, each after the one above it.
        cadences: who is followed up by which cadence.
    """

    admin: str = ""
    at: datetime | None = None
    roles: Sequence[RoleFact] = ()
    users: Sequence[UserFact] = ()
    groups: Sequence[GroupFact] = ()
    sharing: Sequence[SharingFact] = ()
    currencies: Sequence[CurrencyFact] = ()
    records: Mapping[str, Sequence[CrmRecordFact]] = field(default_factory=dict)
    quotas: Sequence[QuotaFact] = ()
    adjustments: Sequence[AdjustmentFact] = ()
    viewed: Mapping[str, Sequence[str]] = field(default_factory=dict)
    territories: Sequence[TerritoryFact] = ()
    cadences: Sequence[CadenceFact] = ()
