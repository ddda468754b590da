"""Colleagues: people of the company who answer by rules, have a state, and know only their facts.

A rule says what somebody does when an event of a certain kind comes to pass. Everything a
colleague knows stands in the rules' rows, so it travels with the world and never leaks from
elsewhere.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import JSON
from sqlalchemy.orm import Mapped, Session, mapped_column

from workworld.clock import Clock
from workworld.context import Event
from workworld.database import Base, TableRole, driver, table_role
from workworld.schedule import plan

log = logging.getLogger(__name__)

_CONDITIONS = ("equals", "contains", "any_word", "all_words")


class ColleagueRow(Base):
    """The state somebody's rules have brought them to; without a row, it is empty."""

    __tablename__ = "world_colleagues"
    __table_args__ = table_role(TableRole.SYSTEM)

    person_id: Mapped[str] = mapped_column(primary_key=True)
    state: Mapped[str]


class RuleRow(Base):
    """One rule of one colleague; the columns are the fields of ``Rule``."""

    __tablename__ = "world_rules"
    __table_args__ = table_role(TableRole.SYSTEM)

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[str]
    event: Mapped[str]
    where: Mapped[dict[str, Any]] = mapped_column(JSON)
    state: Mapped[str | None]
    operation: Mapped[str]
    arguments: Mapped[dict[str, Any]] = mapped_column(JSON)
    after_seconds: Mapped[int]
    next_state: Mapped[str | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """What a colleague does when something happens.

    Args:
        person_id: the colleague.
        event: the kind of event, ``chat.message_posted``.
        where: conditions on the event's facts, by fact: ``{"text": {"any_word": ["code"]}}``.
            ``equals`` takes a value; ``contains`` a text, or a member where the fact is a list;
            ``any_word`` and ``all_words`` lists of words, upper or lower case.
        operation: the id of the operation that the colleague performs.
        arguments: its arguments. A text that begins with ``$`` stands for the event's fact of that
            name, ``"$channel_id"``.
        after_seconds: how long the colleague takes, in simulated seconds.
        state: the rule counts only in this state; None for any. At first it is ``""``.
        next_state: the state that the colleague is in afterwards; None leaves it. Both may stand
            for a fact as well: whoever asked back and is in the state ``"$thread_ts"`` hears a
            reply in that thread by a rule of that state.

    Raises:
        ValueError: it takes no time, or a condition is of no known kind, or asks for words with
            something else.
    """

    person_id: str
    event: str
    where: Mapping[str, Mapping[str, Any]]
    operation: str
    arguments: Mapping[str, Any]
    after_seconds: int = 60
    state: str | None = None
    next_state: str | None = None

    def __post_init__(self) -> None:
        if self.after_seconds < 1:  # or two people could go on for ever without time passing
            raise ValueError(f"a reaction takes a second or more, not {self.after_seconds}")
        for fact, conditions in self.where.items():
            if unknown := sorted(set(conditions) - set(_CONDITIONS)):
                known = ", ".join(_CONDITIONS)
                raise ValueError(f"{fact}: no condition {', '.join(unknown)}: there are {known}")
            for condition in ("any_word", "all_words"):
                if not _is_list_of_texts(conditions.get(condition, [])):
                    raise ValueError(f"{fact}: {condition} takes a list of words")

    def fits(self, facts: Mapping[str, Any]) -> bool:
        """Whether the event's facts meet all conditions."""
        return all(
            _holds(condition, wanted, facts.get(fact))
            for fact, conditions in self.where.items()
            for condition, wanted in conditions.items()
        )

    def filled(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments, with the event's facts in their places.

        Raises:
            LookupError: the event has no such fact.
        """
        return {name: _fill(value, facts) for name, value in self.arguments.items()}


_FIELDS = tuple(field.name for field in fields(Rule))
_COLUMNS = ", ".join(f'"{name}"' for name in _FIELDS)


def teach(session: Session, rule: Rule) -> None:
    """Give a colleague a rule. Of several that fit, the one taught first counts."""
    row = [getattr(rule, name) for name in _FIELDS]
    row = [json.dumps(dict(value)) if isinstance(value, Mapping) else value for value in row]
    marks = ", ".join("?" * len(row))
    statement = f"INSERT INTO world_rules ({_COLUMNS}) VALUES ({marks})"  # noqa: S608 - our names
    driver(session).execute(statement, row)


def state_of(session: Session, person_id: str) -> str:
    """The state that a colleague is in."""
    statement = "SELECT state FROM world_colleagues WHERE person_id = ?"
    state: str | None = driver(session).execute(statement, (person_id,)).get
    return state or ""


def react(session: Session, event: Event, clock: Clock) -> None:
    """Plan what each colleague does about an event; nobody reacts to what they did themselves.

    A rule that asks for a fact which the event lacks is a mistake of whoever taught it. It moves
    nobody and is logged, since whoever caused the event is not to blame.
    """
    done: set[str] = {event.actor_id}
    for rule in _rules(session, event.kind):
        if rule.person_id in done or not rule.fits(event.facts):
            continue
        try:
            if not _is_in_state(session, rule, event):
                continue
            done.add(rule.person_id)
            arguments = rule.filled(event.facts)
            next_state = _fill(rule.next_state, event.facts)
        except LookupError as error:
            log.error("a rule of %s cannot be followed: %s", rule.person_id, error)
            continue
        plan(
            session,
            due_us=clock.now_us() + rule.after_seconds * 1_000_000,
            actor_id=rule.person_id,
            operation=rule.operation,
            arguments=arguments,
        )
        if next_state is not None:
            statement = "INSERT OR REPLACE INTO world_colleagues (person_id, state) VALUES (?, ?)"
            driver(session).execute(statement, (rule.person_id, str(next_state)))


def _is_in_state(session: Session, rule: Rule, event: Event) -> bool:
    wanted = _fill(rule.state, event.facts)
    return wanted is None or str(wanted) == state_of(session, rule.person_id)


def _rules(session: Session, event: str) -> list[Rule]:
    statement = f"SELECT {_COLUMNS} FROM world_rules WHERE event = ? ORDER BY id"  # noqa: S608
    found = []
    for row in driver(session).execute(statement, (event,)):
        values = dict(zip(_FIELDS, row, strict=True))
        values |= {name: json.loads(values[name]) for name in ("where", "arguments")}
        found.append(Rule(**values))
    return found


def _holds(condition: str, wanted: Any, fact: Any) -> bool:
    if condition == "equals":
        return bool(fact == wanted)
    if fact is None:
        return False  # its text would be the word "None"
    match condition:
        case "contains":
            return wanted in fact if isinstance(fact, list | tuple) else str(wanted) in str(fact)
        case "any_word":
            return bool(_words(fact) & {word.casefold() for word in wanted})
        case _:
            return _words(fact) >= {word.casefold() for word in wanted}


def _words(fact: Any) -> set[str]:
    return set(re.findall(r"\w+", str(fact).casefold()))


def _fill(value: Any, facts: Mapping[str, Any]) -> Any:
    if not isinstance(value, str) or not value.startswith("$"):
        return value
    if value[1:] not in facts:
        raise LookupError(f"no fact {value[1:]}: there are {', '.join(sorted(facts))}")
    return facts[value[1:]]


def _is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)
