"""Fields of text, and what clauses on words in them become."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Table, and_, not_, or_, select

from workworld.apps.tracker.jql import texts
from workworld.apps.tracker.jql.scope import NOTHING, Scope
from workworld.apps.tracker.jql.sets import fits, has_row
from workworld.apps.tracker.jql.specs import Condition
from workworld.apps.tracker.jql.tree import Clause, Empty, Function, Value
from workworld.apps.tracker.models import (
    COMMENT_WORDS,
    ISSUE_WORDS,
    VALUE_WORDS,
    WORKLOG_WORDS,
    Comment,
    CustomField,
    Issue,
    IssueValue,
    Worklog,
)
from workworld.apps.tracker.service import comment_sight
from workworld.fulltext import Index
from workworld.permissions import visible

_issues, _comments, _worklogs = Issue.__table__.c, Comment.__table__.c, Worklog.__table__.c
_values, _fields = IssueValue.__table__.c, CustomField.__table__.c
_COLUMNS = ("summary", "description_text", "environment_text")


def of_issue(column: str) -> Condition:
    """Clauses on a text column of the issue."""
    is_filled = _issues[column] != ""

    def find(scope: Scope, field: str, text: str) -> ColumnElement[bool]:
        asked = _asked(scope, field, text, Issue.__table__, ISSUE_WORDS, column)
        return ISSUE_WORDS.rows_matching(asked, column)

    return _condition(find, is_filled)


def of_custom(field_id: str) -> Condition:
    """Clauses on a text that the site has added."""
    mine = _values.field_id == field_id
    is_filled = _issues.id.in_(select(_values.issue_id).where(mine))

    def find(scope: Scope, field: str, text: str) -> ColumnElement[bool]:
        return _in_values(scope, field, text, mine)

    return _condition(find, is_filled)


def comments() -> Condition:
    """Clauses on comments: on those that the viewer sees."""
    # Of an issue that the viewer sees, as every query's are.
    return _condition(_in_comments, has_row(_comments.issue_id, comment_sight.within()))


def worklogs() -> Condition:
    """Clauses on notes of work."""

    def find(scope: Scope, field: str, text: str) -> ColumnElement[bool]:
        asked = _asked(scope, field, text, Worklog.__table__, WORKLOG_WORDS, "body_text")
        matching = WORKLOG_WORDS.rows_matching(asked)
        return _issues.id.in_(select(_worklogs.issue_id).where(matching))

    filled = select(_worklogs.issue_id).where(_worklogs.body_text != "")
    return _condition(find, _issues.id.in_(filled))


def everywhere() -> Condition:
    """Clauses on all texts of an issue, each for itself."""

    def find(scope: Scope, field: str, text: str) -> ColumnElement[bool]:
        texts_added = _values.field_id.in_(
            select(_fields.id).where(_fields.kind.in_(("text", "paragraph")))
        )
        parts = [_in_comments(scope, field, text), _in_values(scope, field, text, texts_added)]
        for column in _COLUMNS:
            asked = _asked(scope, field, text, Issue.__table__, ISSUE_WORDS, column)
            parts.append(ISSUE_WORDS.rows_matching(asked, column))
        return or_(*parts)

    return _condition(find, None)


def _in_comments(scope: Scope, field: str, text: str) -> ColumnElement[bool]:
    asked = _asked(scope, field, text, Comment.__table__, COMMENT_WORDS, "body_text")
    matching = COMMENT_WORDS.rows_matching(asked)
    seen = visible(Comment).with_only_columns(_comments.issue_id)
    return _issues.id.in_(seen.where(matching).correlate(None))


def _in_values(
    scope: Scope, field: str, text: str, condition: ColumnElement[bool]
) -> ColumnElement[bool]:
    asked = _asked(scope, field, text, IssueValue.__table__, VALUE_WORDS, "text")
    matching = VALUE_WORDS.rows_matching(asked)
    return _issues.id.in_(select(_values.issue_id).where(condition, matching))


def _asked(scope: Scope, field: str, text: str, source: Any, index: Index, column: str) -> str:
    """What a text asks of an index; a pattern stands for words of its own."""
    table: Table = source

    def words(beginning: str) -> Iterable[str]:
        key = ("vocabulary", table.name, beginning)
        return scope.remembered(key, lambda: index.words(scope.ctx.session, beginning))

    key = ("words", table.name, column, text)
    return scope.remembered(key, lambda: texts.expression(scope, field, text, words))


def _condition(find: Any, is_filled: ColumnElement[bool] | None) -> Condition:
    def condition(scope: Scope, clause: Clause) -> ColumnElement[bool]:
        if clause.operator in ("~", "!~"):
            return _matching(scope, clause, find, is_filled)
        if is_filled is None or not fits(scope, clause):
            return NOTHING
        is_wanted = clause.operator in ("is", "=")
        return not_(is_filled) if is_wanted else is_filled

    return condition


def _matching(
    scope: Scope, clause: Clause, find: Any, is_filled: ColumnElement[bool] | None
) -> ColumnElement[bool]:
    operand, field = clause.operand, clause.field.name
    if isinstance(operand, Empty) and is_filled is not None:
        return not_(is_filled) if clause.operator == "~" else is_filled
    if isinstance(operand, Function):
        return scope.no(
            f"A value provided by the function '{operand.name}' is invalid for the field '{field}'."
        )
    if not isinstance(operand, Value):
        return scope.no(
            f"Operator '{clause.operator}' does not support the list value for field '{field}'."
        )
    found: ColumnElement[bool] = find(scope, field, operand.text)
    if clause.operator == "~":
        return found
    return not_(found) if is_filled is None else and_(is_filled, not_(found))
