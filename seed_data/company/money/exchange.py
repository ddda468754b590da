"""What other currencies are worth: how many of their units one dollar buys, since when."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

HOME = "USD"
_RATES: Mapping[str, Mapping[str, float]] = {
    "USD": {},
    "EUR": {
        "2023-02-01": 0.915, "2024-02-01": 0.925, "2024-05-01": 0.93, "2024-08-01": 0.915,
        "2024-11-01": 0.945, "2025-02-01": 0.96, "2025-05-01": 0.885, "2025-08-01": 0.87,
        "2025-11-01": 0.865, "2026-02-01": 0.85,
    },
    "GBP": {
        "2023-02-01": 0.81, "2024-02-01": 0.79, "2024-05-01": 0.795, "2024-08-01": 0.775,
        "2024-11-01": 0.785, "2025-02-01": 0.8, "2025-05-01": 0.75, "2025-08-01": 0.75,
        "2025-11-01": 0.76, "2026-02-01": 0.735,
    },
}  # fmt: skip


def table() -> Mapping[str, Mapping[str, float]]:
    """The rates of each currency by the day from which on they hold; the company's own has none."""
    return _RATES


def rate(currency: str, day: date) -> float:
    """How many units of a currency one dollar buys on a day."""
    known = _RATES[currency]
    fit = [value for since, value in known.items() if since <= day.isoformat()]
    return fit[-1] if fit else next(iter(known.values()), 1.0)


def dollars(amount: float, currency: str, day: date) -> float:
    """An amount in dollars, to the cent."""
    return round(amount / rate(currency, day), 2)
