"""Default deny: whatever a task did not allow to change must be as it was."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence, Set

from workworld.database import is_consequence
from workworld.grading.changes import Allowed
from workworld.grading.checks import Check, Evidence, Verdict, guard
from workworld.worlds.changes import RowChange

NOTHING_ELSE_CHANGED = "nothing_else_changed"
_MOST_NAMED = 5


def nothing_else_changed(allowed: Sequence[Allowed], persona_id: str) -> Check:
    """The guard that every task has: whatever it did not allow to change has not changed.

    Rows that come and go with others are allowed when a change of the same step is. What
    colleagues do of their own accord is not the agent's doing. What people were told counts even if
    it was taken back.

    Args:
        allowed: the changes that the task allows.
        persona_id: for whom the agent acts; what they have planned is theirs when it happens.
    """

    def decide(evidence: Evidence) -> Verdict:
        by_others = {
            entry.step
            for entry in evidence.journal
            if entry.cause is not None and entry.actor_id != persona_id
        }
        seen = (*evidence.changes, *evidence.withdrawn)
        own = [change for change in seen if not by_others.issuperset(change.steps)]
        stray = [_named(change, allowed) for change in _strays(own, allowed, by_others)]
        if not stray:
            return Verdict(True, "Every change is one that the task allows.")
        named = ", ".join(stray[:_MOST_NAMED]) + (" …" if len(stray) > _MOST_NAMED else "")
        return Verdict(False, f"Changed without leave: {named}.")

    return guard(NOTHING_ELSE_CHANGED, "Nothing changed that the task did not allow", decide)


def _strays(
    changes: Sequence[RowChange], allowed: Sequence[Allowed], by_others: Set[int]
) -> list[RowChange]:
    covered = _covered(changes, allowed)
    fair_steps = {step for number in covered for step in changes[number].steps} | by_others
    return [
        change
        for number, change in enumerate(changes)
        if number not in covered and not (_follows(change) and fair_steps.issuperset(change.steps))
    ]


def _named(change: RowChange, allowed: Sequence[Allowed]) -> str:
    """The change in words, and how the likest of the allowed ones differs from it."""
    said = f"{change.kind} in {change.table} {'/'.join(map(str, change.key))}"
    same = [each for each in allowed if (each.table, each.kind) == (change.table, change.kind)]
    if not same:
        return said
    unmet = min((each.unmet_by(change) for each in same), key=len)
    return f"{said} ({', '.join(unmet) or 'one too many'})"


def _covered(changes: Sequence[RowChange], allowed: Sequence[Allowed]) -> set[int]:
    """The numbers of the changes that rules cover, as many as can be.

    One change may fit several rules, so a rule gives up a change that another can take over: a
    maximum matching, https://en.wikipedia.org/wiki/Maximum_cardinality_matching.
    """
    by_kind: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, rule in enumerate(allowed):
        by_kind[rule.table, rule.kind].append(number)
    fitting = [
        [number for number in by_kind[each.table, each.kind] if allowed[number].covers(each)]
        for each in changes
    ]
    taken: list[list[int]] = [[] for _ in allowed]

    def place(change: int, asked: set[int]) -> bool:
        for number in fitting[change]:
            if number in asked:
                continue
            asked.add(number)
            if len(taken[number]) < allowed[number].at_most:
                taken[number].append(change)
                return True
            for slot, holder in enumerate(taken[number]):
                if place(holder, asked):
                    taken[number][slot] = change
                    return True
        return False

    return {number for number in range(len(changes)) if place(number, set())}


def _follows(change: RowChange) -> bool:
    return change.kind != "update" and is_consequence(change.table)
