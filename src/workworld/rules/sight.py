"""Who sees rules and how their runs went: whoever looks after the place where they hold."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import ColumnElement, and_, exists, false, or_

from workworld.context import Context
from workworld.permissions import seen, sees
from workworld.rules.models import Rule, RuleRun
from workworld.topics import listens

Place = Callable[[], ColumnElement[bool]]
"""A condition on ``Rule.scope_id`` and ``VIEWER``."""
_places: dict[str, Place] = {}
_rules, _runs = Rule.__table__.c, RuleRun.__table__.c


def looked_after(app_id: str) -> Callable[[Place], Place]:
    """Declare who sees the rules of an app.

    Raises:
        TypeError: the app has said so already.
    """

    def declare(place: Place) -> Place:
        if app_id in _places:
            raise TypeError(f"two conditions say who sees rules of {app_id}")
        _places[app_id] = place
        return place

    return declare


def topic_of(rule_id: str) -> str:
    """The topic of a rule and its runs."""
    return f"rules.rule:{rule_id}"


@listens("rules.rule")
def _hears(ctx: Context, rule_id: str) -> bool:
    return seen(ctx, Rule, rule_id) is not None


@sees(Rule)
def _sight() -> ColumnElement[bool]:
    theirs = (and_(_rules.app_id == app, place()) for app, place in sorted(_places.items()))
    return or_(false(), *theirs)


@sees(RuleRun)
def _sight_of_runs() -> ColumnElement[bool]:
    return exists().where(_rules.id == _runs.rule_id, _sight())
