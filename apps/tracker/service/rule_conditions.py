"""What rules of the tracker ask before they go on, and the issues for which they branch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from workworld.apps.tracker import APP
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import (
    children,
    links,
    roles,
    rule_queries,
    rule_values,
    sight,
)
from workworld.apps.tracker.service.rule_settings import (
    FieldName,
    JqlText,
    Line,
    Needed,
    RoleName,
    field_called,
    role_called,
)
from workworld.automation import Asked, Settings
from workworld.context import Context
from workworld.errors import Invalid
from workworld.rules.kinds import Family, part
from workworld.rules.smart_functions import NOT_THERE, applied, in_words
from workworld.rules.work import Work

Operator = Annotated[
    Literal[
        "equals",
        "differs",
        "contains",
        "lacks",
        "empty",
        "filled",
        "greater",
        "less",
    ],
    Asked("choice"),
    Field(title="Is it so"),
]
Relation = Annotated[
    Literal["children", "parent", "linked", "blockers", "blocked"],
    Asked("choice"),
    Field(title="Related how"),
]


class JqlSettings(Settings):
    """A query."""

    jql: JqlText


def _check_jql(ctx: Context, _scope_id: str, settings: JqlSettings) -> None:
    rule_queries.require_sound(ctx, settings.jql)


@part(
    APP.id,
    "jql",
    Family.CONDITION,
    JqlSettings,
    title="JQL condition",
    icon="search",
    says="Goes on if a query finds the issue.",
    check=_check_jql,
)
def fits_jql(work: Work, settings: JqlSettings) -> bool:
    """Whether a query finds the issue."""
    return rule_queries.fits(work.ctx, work.thing, work.filled(settings.jql))


class FieldSettings(Settings):
    """A field, and what it is to hold."""

    field: FieldName
    operator: Operator = "equals"
    value: Annotated[Line, Field(title="Value", description="Names, as on the issue.")] = ""


def _check_field(ctx: Context, _scope_id: str, settings: FieldSettings) -> None:
    field_called(ctx, settings.field)


@part(
    APP.id,
    "field",
    Family.CONDITION,
    FieldSettings,
    title="Issue field condition",
    icon="list-filter",
    says="Goes on if a field holds something.",
    check=_check_field,
)
def field_holds(work: Work, settings: FieldSettings) -> bool:
    """Whether a field holds something."""
    field = field_called(work.ctx, settings.field)
    issue = rule_values.issue(work.ctx, sight.read(work.ctx, work.thing))
    value = applied(issue, field.id, None)
    if value is NOT_THERE:
        value = applied(issue, field.name, None)
    wanted = work.filled(settings.value)
    each = value if isinstance(value, list) else [value]
    words = [word for one in each if one not in (None, NOT_THERE) for word in _words_of(one)]
    return _compared(words, settings.operator, wanted)


class ValuesSettings(Settings):
    """Two texts, and how they are to differ."""

    first: Annotated[Needed, Field(title="First", description="Such as {{comment.body}}.")]
    operator: Operator = "equals"
    second: Annotated[Line, Field(title="Second")] = ""


@part(
    APP.id,
    "values",
    Family.CONDITION,
    ValuesSettings,
    title="Values condition",
    icon="equal",
    says="Compares two texts with values in them.",
    needs_thing=False,
)
def values_compare(work: Work, settings: ValuesSettings) -> bool:
    """Whether two texts are as they are to be."""
    first = work.filled(settings.first).strip()
    return _compared([first] if first else [], settings.operator, work.filled(settings.second))


class RoleSettings(Settings):
    """Who is to have which role."""

    who: Annotated[
        Literal["initiator", "assignee", "reporter", "creator"], Asked("choice"), Field(title="Who")
    ] = "initiator"
    has: Annotated[Literal["has", "lacks"], Asked("choice"), Field(title="Has it or not")] = "has"
    role: RoleName


def _check_role(ctx: Context, _scope_id: str, settings: RoleSettings) -> None:
    role_called(ctx, settings.role)


@part(
    APP.id,
    "role",
    Family.CONDITION,
    RoleSettings,
    title="User condition",
    icon="shield",
    says="Goes on if somebody has a role in the issue's project.",
    check=_check_role,
)
def has_role(work: Work, settings: RoleSettings) -> bool:
    """Whether somebody has a role."""
    row, role = sight.read(work.ctx, work.thing), role_called(work.ctx, settings.role)
    person = {
        "initiator": work.initiator_id,
        "assignee": row.assignee_id,
        "reporter": row.reporter_id,
        "creator": row.creator_id,
    }[settings.who]
    held = bool(person) and role.id in roles.held(work.ctx, row.project_id, person or "")
    return held == (settings.has == "has")


class RelatedSettings(Settings):
    """What is to be true of related issues."""

    relation: Relation = "children"
    which: Annotated[
        Literal["exist", "none", "all", "some", "no"], Asked("choice"), Field(title="What is asked")
    ] = "all"
    jql: Annotated[
        Line, Asked("area"), Field(title="JQL", description="What they fit, such as status = Done.")
    ] = ""


def _check_related(ctx: Context, _scope_id: str, settings: RelatedSettings) -> None:
    if settings.which in ("all", "some", "no"):
        if not settings.jql:
            raise Invalid("invalid_rule", "Say in JQL what the related issues are to fit.")
        rule_queries.require_sound(ctx, settings.jql)


@part(
    APP.id,
    "related",
    Family.CONDITION,
    RelatedSettings,
    title="Related issues condition",
    icon="list-tree",
    says="Goes on if related issues exist, or fit a query: all of them, some or none.",
    check=_check_related,
)
def related_fit(work: Work, settings: RelatedSettings) -> bool:
    """Whether related issues are as they are to be."""
    rows = related(work.ctx, sight.read(work.ctx, work.thing), settings.relation)
    if settings.which in ("exist", "none"):
        return bool(rows) == (settings.which == "exist")
    jql = work.filled(settings.jql)
    fitting = [row for row in rows if rule_queries.fits(work.ctx, row.id, jql)]
    if settings.which == "all":
        return bool(rows) and len(fitting) == len(rows)
    return bool(fitting) == (settings.which == "some")


class BranchSettings(Settings):
    """For which issues."""

    relation: Annotated[
        Literal["children", "parent", "linked", "blockers", "blocked", "jql", "created", "trigger"],
        Asked("choice"),
        Field(title="For each of"),
    ] = "children"
    jql: Annotated[
        Line,
        Asked("area"),
        Field(title="JQL", description="Which of them; or which at all, for those of a query."),
    ] = ""


def _check_branch(ctx: Context, _scope_id: str, settings: BranchSettings) -> None:
    if settings.relation == "jql" and not settings.jql:
        raise Invalid("invalid_rule", "Say in JQL for which issues.")
    if settings.jql:
        rule_queries.require_sound(ctx, settings.jql)


@part(
    APP.id,
    "branch",
    Family.BRANCH,
    BranchSettings,
    title="For related issues",
    icon="git-branch",
    says="Performs what stands in it for each of some issues.",
    check=_check_branch,
    needs_thing=False,
)
def branch(work: Work, settings: BranchSettings) -> Sequence[str]:
    """The issues for which parts are performed."""
    ctx, jql = work.ctx, work.filled(settings.jql)
    if settings.relation == "jql":
        return rule_queries.found(ctx, work.scope_id, jql)
    if settings.relation == "created":
        found = [str(each) for each in work.facts.get("all_created", ())]
    elif settings.relation == "trigger":
        found = [work.began_with] if work.began_with else []
    else:
        rows = related(ctx, sight.read(ctx, work.thing), settings.relation)
        found = [row.id for row in rows]
    return [each for each in found if not jql or rule_queries.fits(ctx, each, jql)]


def related(ctx: Context, row: Issue, relation: str) -> Sequence[Issue]:
    """The issues that are related to one, of those that the caller sees: rows to be read."""
    return _RELATED[relation](ctx, row)


def _parent(ctx: Context, row: Issue) -> Sequence[Issue]:
    found = sight.found(ctx, row.parent_id) if row.parent_id else None
    return [found] if found else []


def _linked(ctx: Context, row: Issue) -> Sequence[Issue]:
    return [each.other for each in links.of_issues(ctx, [row.id]).get(row.id, ())]


_RELATED: Mapping[str, Callable[[Context, Issue], Sequence[Issue]]] = {
    "children": lambda ctx, row: children.of_issue(ctx, row.id),
    "parent": _parent,
    "linked": _linked,
    "blockers": lambda ctx, row: links.open_blockers(ctx, issue=row.id),
    "blocked": lambda ctx, row: links.open_blocked(ctx, issue=row.id),
}


def _words_of(value: object) -> list[str]:
    """What a value is called: a person by name, handle and id."""
    found = [in_words(value)]
    if isinstance(value, Mapping):
        found += [in_words(value[key]) for key in ("displayName", "emailAddress") if key in value]
    return [word for word in found if word]


def _compared(words: Sequence[str], operator: str, wanted: str) -> bool:  # noqa: PLR0911
    # One way out for each operator.
    plain, wish = [each.casefold() for each in words], wanted.strip().casefold()
    match operator:
        case "equals":
            return wish in plain if wish else not plain
        case "differs":
            return wish not in plain if wish else bool(plain)
        case "contains":
            return any(wish in each for each in plain)
        case "lacks":
            return not any(wish in each for each in plain)
        case "empty":
            return not plain
        case "filled":
            return bool(plain)
    return any(_is_beyond(each, wish, operator == "greater") for each in plain)


def _is_beyond(word: str, wish: str, is_greater: bool) -> bool:
    """Whether a value is greater, or less, than another: as numbers if both are, else as texts."""
    try:
        first, second = float(word), float(wish)
    except ValueError:
        return word > wish if is_greater else word < wish
    return first > second if is_greater else first < second
