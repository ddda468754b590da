"""How somebody writes: drawn once by what they do and where they are, then fixed."""

from __future__ import annotations

from workworld.randomness import Stream
from workworld.seed_data.company.documents import document
from workworld.seed_data.company.draws import fraction, happens, weighted
from workworld.seed_data.company.organization import Voice

_SENIOR = 5
"""From this level on people write shorter, and answer later."""


def draw(stream: Stream, function: str, level: int, country: str) -> Voice:
    """A voice.

    Args:
        stream: decides which; the person's own.
        function: what they do.
        level: how high they stand, from 1 to 7.
        country: where they are, an ISO code.
    """
    data = document("voices")
    medians = data["functions"][function]
    formality = _around(stream, medians["formality"])
    is_loose = formality < 0.3
    pace = 1.4 if level >= _SENIOR else 1.0
    return Voice(
        verbosity=round(_around(stream, medians["verbosity"]) / pace, 3),
        formality=formality,
        capitals=not (is_loose and happens(stream, 0.55)),
        full_stops=happens(stream, 0.25 + 0.7 * formality),
        emoji_rate=_around(stream, medians["emoji_rate"]),
        emoji=stream.choice(data["emoji"]),
        typo_rate=round(0.01 + 0.07 * fraction(stream) * (1.2 - formality), 4),
        latency=max(2, round(medians["latency"] * pace * (0.4 + 1.4 * fraction(stream)))),
        threads=_around(stream, medians["threads"]),
        greeting=weighted(stream, data["greetings"]),
        sign_off=weighted(stream, data["sign_offs"]),
        spelling="en-GB" if country in data["british"] else "en-US",
        hedging=_around(stream, 0.3 if level < _SENIOR else 0.15),
        humour=_around(stream, medians["humour"]),
    )


def _around(stream: Stream, median: float) -> float:
    """A share near a median, most often within half of it."""
    spread = (fraction(stream) + fraction(stream) + fraction(stream)) / 1.5 - 1  # -1 … 1
    return round(min(1.0, max(0.0, median * (1 + 0.8 * spread))), 3)
