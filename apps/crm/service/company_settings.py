"""What holds for the whole company: its fiscal year, its currencies and what they are worth.

https://help.salesforce.com/s/articleView?id=platform.admin_currency.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

from pydantic import Field as Argument
from sqlalchemy import select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import CurrencyType, DatedConversionRate, Organization
from workworld.apps.crm.schema.periods import MONTHS, Month
from workworld.apps.crm.service import currencies, field_checks, people, refusals, setup_audit
from workworld.apps.crm.service.saving import ANY, Saving, checks
from workworld.apps.crm.service.setup_settings import SetupSettings, checked
from workworld.automation import Asked
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

_DOORS = (Surface.UI, Surface.MCP)
_LAST_DAY = "9999-12-31"
_types, _rates = CurrencyType.__table__.c, DatedConversionRate.__table__.c


class CompanySettings(SetupSettings):
    """What holds for the whole company."""

    name: Annotated[
        str, Asked("line"), Argument(title="Organization name", min_length=1, max_length=80)
    ]
    fiscal_year_start: Annotated[
        Month,
        Asked("choice"),
        Argument(
            alias="fiscalYearStartMonth",
            title="Fiscal year starts in",
            description="It is named after the year that it ends in.",
        ),
    ]
    closed_until: Annotated[
        str,
        Asked("line"),
        Argument(
            title="Periods closed until",
            max_length=10,
            description="A day such as 2026-01-31; empty: none. Deals that were closed by then,"
            " with their products and teams, are changed only by those who may modify all.",
        ),
    ] = ""


class RateSettings(SetupSettings):
    """What a currency is worth from a day on."""

    code: Annotated[
        str, Asked("line"), Argument(alias="isoCode", title="Currency", pattern=r"^[A-Z]{3}$")
    ]
    start: Annotated[
        str,
        Asked("line"),
        Argument(alias="startDate", title="From", description="A day such as 2026-05-01."),
    ]
    rate: Annotated[
        float,
        Asked("line"),
        Argument(
            alias="conversionRate",
            title="Rate",
            gt=0,
            lt=1_000_000,
            description="How many units one of the company's currency buys.",
        ),
    ]


@dataclass(frozen=True, slots=True)
class Company:
    """What holds for the company.

    Args:
        metadata: its settings by the vendor's names.
        zone: where its days begin.
        currency: in which totals are told.
        currencies: code, today's rate and whether records may have it.
        rates: code, first day, the day before which it ends, and the rate, latest first.
    """

    metadata: Mapping[str, Any]
    zone: str
    currency: str
    currencies: Sequence[tuple[str, float, bool]]
    rates: Sequence[tuple[str, str, str, float]]


# The vendor's metadata API speaks SOAP, which is not part of this one.
@operation(Effect.READ, scope="api", doors=_DOORS)
def show(ctx: Context) -> Company:
    """Read the fiscal year, the currencies and what they were worth since when.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
    """
    setup_audit.require_admin(ctx)
    org = people.org(ctx)
    types = ctx.session.execute(select(_types.code, _types.rate, _types.is_active))
    dated = select(_rates.code, _rates.start_date, _rates.next_start_date, _rates.rate)
    rates = ctx.session.execute(dated.order_by(_rates.start_date.desc(), _rates.code))
    start = MONTHS[org.fiscal_year_start - 1]
    return Company(
        {
            "name": org.name,
            "fiscalYearStartMonth": start,
            "closedUntil": org.closed_until or "",
        },
        org.zone,
        org.currency,
        sorted((row[0], row[1], row[2]) for row in types),
        [(row[0], row[1], row[2], row[3]) for row in rates],
    )


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def change(
    ctx: Context,
    *,
    settings: Annotated[
        Mapping[str, Any],
        Argument(
            description="name, fiscalYearStartMonth (January …), closedUntil (2026-01-31, or"
            " empty); what is left out stays."
        ),
    ],
) -> Company:
    """Change the company's name, the month in which its fiscal year begins, or closed periods.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        Invalid: with what is wrong with which setting.
    """
    setup_audit.require_admin(ctx)
    made = checked(CompanySettings, {**show(ctx).metadata, **settings})
    row = ctx.session.scalars(select(Organization)).one()
    before = row.closed_until
    row.name, row.fiscal_year_start = made.name, MONTHS.index(made.fiscal_year_start) + 1
    row.closed_until = _day(made.closed_until, "closedUntil") if made.closed_until else None
    row.modified_us, row.modified_by_id = ctx.clock.now_us(), people.me(ctx).id
    row.version += 1
    said = f"Changed the company: fiscal years start in {made.fiscal_year_start}"
    setup_audit.note(ctx, "Company Information", "changed", said)
    if row.closed_until != before:
        said = f"Closed the periods until {row.closed_until}"
        said = said if row.closed_until else "Opened all closed periods"
        setup_audit.note(ctx, "Company Information", "changed", said)
    ctx.session.flush()  # what is told is read from the rows
    return show(ctx)


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def set_rate(
    ctx: Context,
    *,
    settings: Annotated[
        Mapping[str, Any],
        Argument(description="isoCode, startDate (2026-05-01) and conversionRate."),
    ],
) -> Company:
    """Set what a currency is worth from a day on, until the next day that has a rate.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        Invalid: there is no such currency or day.
    """
    setup_audit.require_admin(ctx)
    made = checked(RateSettings, settings)
    kind = ctx.session.scalars(select(CurrencyType).where(_types.code == made.code)).first()
    if kind is None or kind.is_corporate:
        raise field_checks.wrong("isoCode", f"{made.code} is no other currency of the company.")
    day = _day(made.start, "startDate")
    _insert(ctx, kind.code, day, made.rate)
    today = people.today(ctx).isoformat()
    now = select(_rates.rate).where(
        _rates.code == kind.code, _rates.start_date <= today, _rates.next_start_date > today
    )
    kind.rate = ctx.session.scalar(now) or kind.rate
    said = f"Set the rate of {kind.code} to {made.rate:g} from {day} on"
    setup_audit.note(ctx, "Currencies", "changed", said)
    ctx.session.flush()  # what is told is read from the rows
    return show(ctx)


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def use_currency(
    ctx: Context,
    *,
    code: Annotated[str, Argument(description="Such as EUR.", max_length=3)],
    is_active: Annotated[bool, Argument(description="Whether records may be given it.")],
) -> Company:
    """Activate or deactivate a currency; records that have it keep it.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        NotFound: ``NOT_FOUND``: the company has no such currency.
        Invalid: it is the one in which totals are told.
    """
    setup_audit.require_admin(ctx)
    kind = ctx.session.scalars(select(CurrencyType).where(_types.code == code)).first()
    if kind is None:
        raise refusals.not_found()
    if kind.is_corporate and not is_active:
        raise field_checks.wrong("isoCode", "The corporate currency stays active.")
    kind.is_active = is_active
    kind.modified_us, kind.modified_by_id = ctx.clock.now_us(), people.me(ctx).id
    said = f"{'Activated' if is_active else 'Deactivated'} the currency {code}"
    setup_audit.note(ctx, "Currencies", "changed", said)
    ctx.session.flush()  # what is told is read from the rows
    return show(ctx)


@checks(ANY, order=7)
def _in_use(ctx: Context, saved: Saving) -> None:
    """Refuse a currency that is not in use, unless a record has had it all along."""
    field = saved.sobject.field("CurrencyIsoCode")
    if field is None or "currency" not in saved.given or not saved.changed(field.column):
        return
    with ctx.session.no_autoflush:  # the record is not fit to be written yet
        if getattr(saved.row, field.column) in currencies.inactive(ctx):
            said = f"{field.label}: bad value for restricted picklist field:"
            code = "INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST"
            saved.refuse(code, f"{said} {getattr(saved.row, field.column)}", field.name)


def _day(text: str, setting: str) -> str:
    """A day that was entered, in its usual form.

    Raises:
        RecordRefused: it is none.
    """
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise field_checks.wrong(setting, "Enter a day such as 2026-05-01.") from None


def _insert(ctx: Context, code: str, day: str, rate: float) -> None:
    """Put a rate between those before and after it."""
    query = select(DatedConversionRate).where(_rates.code == code)
    known = ctx.session.scalars(query.order_by(_rates.start_date)).all()
    same = next((each for each in known if each.start_date == day), None)
    if same is not None:
        same.rate = rate
    else:
        following = next((each.start_date for each in known if each.start_date > day), _LAST_DAY)
        previous = next((each for each in reversed(known) if each.start_date < day), None)
        if previous is not None:
            previous.next_start_date = day
        me, now = people.me(ctx).id, ctx.clock.now_us()
        ctx.session.add(
            DatedConversionRate(
                id=record_ids.next_id(ctx.ids, "04w"),
                code=code,
                start_date=day,
                next_start_date=following,
                rate=rate,
                created_us=now,
                created_by_id=me,
                modified_us=now,
                modified_by_id=me,
                is_deleted=False,
            )
        )
    ctx.session.flush()  # today's rate is looked up
