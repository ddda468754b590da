"""How much everybody writes: a log-normal share, and where they sit in it."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from statistics import NormalDist

from workworld.seed_data.company.company import Company

_SPREAD = 2.0
"""Of the logarithm: a tenth of the people write not quite half of all."""


def of_staff(company: Company) -> Mapping[str, float]:
    """Everybody's weight. Who is senior or sells tends to write more, not always."""
    staff = [*company.organization.staff.values()]
    stream = company.chance.stream("chat", "weights")
    drawn = {each.key: each.post.level * 12 + stream.integer(0, 100) for each in staff}
    ranked = sorted(drawn, key=lambda key: (drawn[key], key))
    normal = NormalDist()
    return {
        key: exp(_SPREAD * normal.inv_cdf((rank + 0.5) / len(ranked)))
        for rank, key in enumerate(ranked)
    }
