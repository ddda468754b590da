"""What the rules of transitions mean, in a sentence each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.service import field_input, site
from workworld.context import Context

Rule = Mapping[str, Any]
CONDITION, VALIDATOR, FUNCTION = "condition", "validator", "function"


@dataclass(frozen=True, slots=True)
class RuleWords:
    """A rule in words."""

    kind: str
    """``condition``, ``validator`` or ``function``."""
    text: str


def words_of(ctx: Context, rule: Rule) -> RuleWords:
    """A rule of a transition in words."""
    kind, tell = _KINDS[rule["kind"]]
    return RuleWords(kind, tell(ctx, rule))


def field_name(ctx: Context, field: str) -> str:
    """What a field is called on screens."""
    return "Comment" if field == f.COMMENT else field_input.label(ctx, field)


def _plain(text: str) -> Callable[[Context, Rule], str]:
    return lambda _ctx, _rule: text


def _roles(ctx: Context, rule: Rule) -> str:
    known = site.roles(ctx)
    names = [known[each].name for each in rule["roles"] if each in known]
    return f"Only those with the role {' or '.join(names)}"


def _field(words: str) -> Callable[[Context, Rule], str]:
    return lambda ctx, rule: words.format(field_name(ctx, rule["field"]))


def _resolution(ctx: Context, rule: Rule) -> str:
    known = site.resolutions(ctx).get(str(rule.get("value")))
    return f"Sets the resolution to {known.name}" if known else "Sets the resolution"


def _assign(_ctx: Context, rule: Rule) -> str:
    people = {"reporter": "the reporter", "lead": "the project's lead", "me": "whoever does it"}
    return f"Assigns the issue to {people[rule['to']]}"


_KINDS: Mapping[str, tuple[str, Callable[[Context, Rule], str]]] = {
    "role": (CONDITION, _roles),
    "assignee_only": (CONDITION, _plain("Only the assignee")),
    "subtasks_done": (CONDITION, _plain("All sub-tasks are done")),
    "blockers_closed": (CONDITION, _plain("No open issue blocks it")),
    "not_reporter": (CONDITION, _plain("Anybody but the reporter")),
    "approval_given": (CONDITION, _plain("It has been approved")),
    "on_portal": (CONDITION, _plain("Customers too, on the portal")),
    "required": (VALIDATOR, _field("{} must hold something")),
    "changed": (VALIDATOR, _field("{} must be changed")),
    "pattern": (VALIDATOR, _field("{} must fit a pattern")),
    "has_comment": (VALIDATOR, _plain("There must be a comment")),
    "set": (FUNCTION, _field("Sets {}")),
    "assign": (FUNCTION, _assign),
    "set_resolution": (FUNCTION, _resolution),
    "clear_resolution": (FUNCTION, _plain("Clears the resolution")),
    "link": (FUNCTION, _plain("Creates a linked issue")),
    "webhook": (FUNCTION, _plain("Calls a webhook")),
}
