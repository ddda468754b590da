"""The tracker's load: projects, issues with long histories, comments, work, links, in bulk."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import accumulate
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from workworld.apps.tracker import ranks
from workworld.apps.tracker.models import Issue, IssueLink, LinkType
from workworld.apps.tracker.numbers import next_id
from workworld.clock import Clock, to_microseconds
from workworld.database import Base
from workworld.ids import Ids
from workworld.randomness import Stream
from workworld.seed_data.bench import projects
from workworld.seed_data.bench.issue_lives import Lives, Made
from workworld.seed_data.bench.issue_rows import rows_of
from workworld.seed_data.bench.projects import Place
from workworld.seed_data.bench.words import Talker

_MESSAGES_EACH = 16
"""So many messages for one issue: 28,000 for 450,000."""
_MOST = 40_000
"""As many as ranks have room for without growing longer."""
_AT_ONCE = 2_000
_BOARD = 300
"""Cards on the busiest board, if there are that many issues."""
_HISTORY = 8
"""Changes of fields for each issue, about."""


def units(scale: int) -> int:
    """How often ``fill`` reports."""
    return -(-_issues(scale) // _AT_ONCE)


def fill(session: Session, scale: int, made: Callable[[str], None]) -> None:
    """Write so many issues as go with so many messages, and all that happened to them."""
    count, now_us = _issues(scale), Clock(session).now_us()
    stream = Stream("load issues", scale)
    now = datetime.fromtimestamp(now_us // 1_000_000, tz=UTC)
    places = projects.build(session, stream, count, now)
    writer = _Writer(session, stream, places, count, now_us)
    for start in range(0, count, _AT_ONCE):
        writer.add(min(_AT_ONCE, count - start))
        made(f"{min(start + _AT_ONCE, count):,} issues")
    for place in places:
        place.row.last_number = next(place.numbers) - 1
    session.flush()  # what is read next must find it


def _issues(scale: int) -> int:
    return min(_MOST, max(40, scale // _MESSAGES_EACH))


class _Writer:
    """Makes issues, from the oldest to the newest."""

    def __init__(
        self, session: Session, stream: Stream, places: Sequence[Place], count: int, now_us: int
    ) -> None:
        self._session, self._stream, self._ids = session, stream, Ids(session)
        self._talker, self._places = Talker(stream), places
        self._weights = list(accumulate(1 / (rank + 3) for rank in range(len(places))))
        self._lives = Lives(session, stream, now_us, _HISTORY)
        self._left, self._board = count, min(_BOARD, count // 3)
        self._times = self._moments(places, count, now_us)
        self._rank = session.scalar(select(func.max(Issue.rank)))
        self._parents: dict[str, list[str]] = defaultdict(list)
        """Epics of each project, the latest last."""
        self._link_types = list(session.scalars(select(LinkType.id).order_by(LinkType.id)))

    def add(self, count: int) -> None:
        """Write the next so many."""
        rows: dict[type[Base], list[dict[str, Any]]] = defaultdict(list)
        previous: dict[str, str] = {}
        for place_at in self._stream.places(self._weights, count):
            place, on_board = self._places[place_at], self._left <= self._board
            if on_board:  # the newest are on the busiest board
                place = self._places[0]
            self._left -= 1
            issue = self._issue(place, is_current=on_board)
            for model, found in rows_of(self._stream, self._talker, issue, self._next_id):
                rows[model] += found
            self._link(rows, issue.row, previous)
            previous[place.row.id] = issue.row["id"]
        for model, found in rows.items():
            if found:
                self._session.connection().execute(insert(model), found)

    def _issue(self, place: Place, *, is_current: bool) -> Made:
        number = next(place.numbers)
        self._rank = ranks.between(self._rank, None)
        row: dict[str, Any] = {
            "id": self._next_id("issue"),
            "project_id": place.row.id,
            "number": number,
            "key": f"{place.row.key}-{number}",
            "summary": self._summary(),
            "rank": self._rank,
            "created_us": next(self._times),
        }
        epics = self._parents[place.row.id]
        made = self._lives.live(place, row, epics[-6:], is_current=is_current)
        if made.is_epic:
            epics.append(row["id"])
        return made

    def _summary(self) -> str:
        words = self._talker.text().rstrip(".").replace(".", ",")
        return words[:120].rstrip(" ,")

    def _link(
        self,
        rows: Mapping[type[Base], list[dict[str, Any]]],
        row: Mapping[str, Any],
        previous: Mapping[str, str],
    ) -> None:
        other = previous.get(row["project_id"])
        if other and self._stream.integer(1, 4) == 1:
            rows[IssueLink].append(
                {
                    "id": self._next_id("link"),
                    "type_id": self._stream.choice(self._link_types),
                    "source_id": row["id"],
                    "target_id": other,
                    "created_us": row["created_us"],
                }
            )

    def _next_id(self, kind: str) -> str:
        return next_id(self._ids, kind)

    def _moments(self, places: Sequence[Place], count: int, now_us: int) -> Iterator[int]:
        """When issues are made, one after the other; more and more of them."""
        first = to_microseconds(datetime.fromtimestamp(places[0].row.created_us / 1e6, tz=UTC))
        span = (now_us - first) // 1_000_000
        drawn = sorted(max(self._stream.integer(0, span), 0) for _ in range(count))
        for number, second in enumerate(drawn):
            yield first + second * 1_000_000 - 1_000_000_000 + number % 1_000_000
