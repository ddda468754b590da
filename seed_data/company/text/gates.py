"""The quality of a company's texts, in figures."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import text as statement
from sqlalchemy.orm import Session

from workworld.seed_data.company.text.polish import wants_an

LONG = 40
"""Only longer bodies count as duplicates of each other."""
SAMPLE = 50_000
MOST_DUPLICATES, MOST_SKELETONS, LEAST_DISTINCT = 0.005, 0.08, 0.30
LEAST_COVERAGE = 0.9
"""Of the rules of a grammar at least so many are drawn from."""
_MASKED = re.compile(
    r"<[^>]*>|`[^`]*`|https?://\S+|\b[A-Z]{2,}-\d+\b|\d+([.,:]\d+)*|:[a-z_+0-9-]+:"
)
_TOKEN = re.compile(r"[\w'’@#<>/.:-]*\w")
_SLOT = re.compile(r"\{|\}|\bNone\b|\bnan\b|  ")
_ARTICLE = re.compile(r"\b([Aa]n?) ([A-Za-z0-9]+)")


@dataclass(frozen=True, slots=True)
class Quality:
    """Shares and figures of some texts; see company.md's gates."""

    duplicates: float
    skeletons: float
    distinct: float
    faults: Sequence[str]

    def misses(self) -> Iterator[str]:
        """Every bound that is not kept."""
        if self.duplicates >= MOST_DUPLICATES:
            yield f"{self.duplicates:.2%} of long texts are exact duplicates"
        if self.skeletons >= MOST_SKELETONS:
            yield f"the ten commonest skeletons are {self.skeletons:.1%} of all texts"
        if self.distinct < LEAST_DISTINCT:
            yield f"distinct-2 is {self.distinct:.3f}"
        yield from self.faults

    def told(self) -> Iterator[str]:
        """Every figure beside its bound."""
        yield f"exact duplicates of long texts: {self.duplicates:.2%} (below {MOST_DUPLICATES:.1%})"
        yield f"ten commonest skeletons: {self.skeletons:.1%} (below {MOST_SKELETONS:.0%})"
        yield f"different pairs of words: {self.distinct:.2f} (at least {LEAST_DISTINCT:.2f})"
        yield f"unresolved slots, double spaces, wrong articles: {len(self.faults)} (none)"


def of(session: Session) -> Quality:
    """The figures of what was said in a company's chat."""
    query = "SELECT m.text FROM chat_messages m{} ORDER BY m.channel_id, m.ts"
    people = " JOIN directory_people p ON p.id = m.author_id AND p.kind = 'person'"
    human, everything = (
        session.scalars(statement(query.format(among))).all() for among in (people, "")
    )
    return measure(human, everything)


def measure(human: Sequence[str], everything: Sequence[str]) -> Quality:
    """The figures of what people wrote, and of all that was written, bots included."""
    return Quality(
        duplicates=duplicates(human),
        skeletons=sum(count for _, count in skeletons(everything)) / max(1, len(everything)),
        distinct=distinct(everything),
        faults=[fault for said in everything for fault in faults(said)][:20],
    )


def duplicates(texts: Sequence[str]) -> float:
    """The share of long texts that repeat an earlier one."""
    long = [text for text in texts if len(text) > LONG]
    return 1 - len(set(long)) / len(long) if long else 0.0


def skeletons(texts: Sequence[str], most: int = 10) -> list[tuple[str, int]]:
    """The commonest texts once names, keys and figures are masked."""
    return Counter(_MASKED.sub("#", text.lower().strip(" .!")) for text in texts).most_common(most)


def distinct(texts: Sequence[str]) -> float:
    """The share of different pairs of neighbouring words in an even sample of 50,000 texts."""
    step = max(1, len(texts) // SAMPLE)
    pairs: set[tuple[str, str]] = set()
    count = 0
    for text in texts[::step][:SAMPLE]:
        words = _TOKEN.findall(text.lower())
        count += max(0, len(words) - 1)
        pairs.update(itertools.pairwise(words))
    return len(pairs) / count if count else 1.0


def faults(text: str) -> Iterator[str]:
    """Unresolved slots, double spaces, and articles that do not fit their word."""
    if _SLOT.search(text):
        yield f"a slot or a double space in {text!r}"
    for article, word in _ARTICLE.findall(text):
        if article != "A" and (article.lower() == "an") != wants_an(word) and len(word) > 1:
            yield f"{article} before {word} in {text!r}"
