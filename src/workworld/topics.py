"""Who may hear of what: live pages listen to topics, each of which an app lets some people hear."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from workworld.context import Context

Rule = Callable[[Context, str], bool]
Version = Callable[[Context, str], str]

_rules: dict[str, Rule] = {}
_versions: dict[str, Version] = {}


def listens(kind: str) -> Callable[[Rule], Rule]:
    """Declare who may listen to the topics of a kind, ``chat.channel`` for ``chat.channel:C…``.

    The rule gets what stands behind the colon, which may be anything.

    Raises:
        TypeError: the kind has a rule already.
    """

    def declare(rule: Rule) -> Rule:
        if kind in _rules:
            raise TypeError(f"two rules say who hears of {kind}")
        _rules[kind] = rule
        return rule

    return declare


def whispers(kind: str) -> Callable[[Version], Version]:
    """Declare how topics of a kind tell that they are not as they were though nobody did a step.

    The function gets what stands behind the colon. It answers with a text that is another one once
    what the topic is about has changed, such as who looks at a page.

    Raises:
        TypeError: the kind has such a function already.
    """

    def declare(version: Version) -> Version:
        if kind in _versions:
            raise TypeError(f"two functions tell of {kind}")
        _versions[kind] = version
        return version

    return declare


def versions(ctx: Context, topics: Iterable[str]) -> dict[str, str]:
    """How those of some topics are now that change without a step and that the caller hears of."""
    kinds = {topic: topic.partition(":")[0] for topic in topics}
    named = [topic for topic, kind in kinds.items() if kind in _versions]
    return {
        topic: _versions[kinds[topic]](ctx, topic.partition(":")[2]) for topic in heard(ctx, named)
    }


def is_own(ctx: Context, person_id: str) -> bool:
    """The rule of topics that are each one person's."""
    return ctx.actor.person_id == person_id


def heard(ctx: Context, topics: Iterable[str]) -> list[str]:
    """Those of some topics that the caller may hear of.

    Of what is hidden from them and what is not there they hear nothing alike.
    """
    return [topic for topic in topics if _may_hear(ctx, topic)]


def _may_hear(ctx: Context, topic: str) -> bool:
    kind, colon, name = topic.partition(":")
    rule = _rules.get(kind)
    return bool(colon) and rule is not None and rule(ctx, name)
