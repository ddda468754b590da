"""Changing many issues at once, in four steps, each of which has an address."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask
from werkzeug.datastructures import MultiDict

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.pages import bulk_choice as choice
from workworld.apps.tracker.pages import queries
from workworld.apps.tracker.pages.blueprint import BLUEPRINT
from workworld.apps.tracker.pages.bulk_choice import Asked
from workworld.apps.tracker.pages.bulk_results import keep
from workworld.apps.tracker.pages.bulk_values import (
    VERBS,
    Plan,
    edit_arguments,
    edit_form,
    edit_plan,
)
from workworld.apps.tracker.pages.bulk_ways import (
    move_arguments,
    move_form,
    move_plan,
    transition_arguments,
    transition_form,
    transition_plan,
)
from workworld.apps.tracker.pages.frames import framed
from workworld.apps.tracker.pages.issue_parts import IssueLine, lines_of
from workworld.apps.tracker.pages.issue_table import COLUMNS, KEY, Column, Row, rows_of
from workworld.apps.tracker.pages.queries import Fault
from workworld.apps.tracker.service import access, bulk, search
from workworld.apps.tracker.service.search import Found
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import page
from workworld.errors import Invalid, Problem, Refused

_SIZE = 50
_SHOWN = 30
"""How many of the chosen issues later steps name."""
_COLUMNS = tuple(COLUMNS[each] for each in (f.TYPE, KEY, f.SUMMARY, f.ASSIGNEE, f.STATUS))
Form = Callable[[Context, Sequence[Issue], Asked, Sequence[Problem]], Any]


@dataclass(frozen=True, slots=True)
class _Deed:
    """How an operation is asked for, told and performed."""

    perform: Callable[..., Any]
    form: Form | None = None
    plan: Callable[[Context, Sequence[Issue], Asked], Plan] | None = None
    arguments: Callable[[Context, Sequence[Issue], Asked], Mapping[str, Any]] | None = None
    fixed: Mapping[str, Any] | None = None


_DEEDS: Mapping[str, _Deed] = {
    choice.EDIT: _Deed(bulk.edit, edit_form, edit_plan, edit_arguments),
    choice.TRANSITION: _Deed(
        bulk.transition, transition_form, transition_plan, transition_arguments
    ),
    choice.MOVE: _Deed(bulk.move, move_form, move_plan, move_arguments),
    choice.WATCH: _Deed(bulk.watch, fixed={"watching": True}),
    choice.UNWATCH: _Deed(bulk.watch, fixed={"watching": False}),
    choice.FLAG: _Deed(bulk.edit, fixed={"fields": {f.FLAGGED: True}}),
    choice.UNFLAG: _Deed(bulk.edit, fixed={"fields": {f.FLAGGED: False}}),
    choice.DELETE: _Deed(bulk.delete),
}


@dataclass(frozen=True, slots=True)
class Chosen:
    """The issues that a change is of, as later steps show them."""

    total: int
    lines: Sequence[IssueLine]
    may_delete: int
    """How many of them the reader may delete."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """What there is to be chosen from."""

    rows: Sequence[Row] = ()
    total: int = 0
    fault: Fault | None = None
    columns: Sequence[Column] = _COLUMNS


@BLUEPRINT.get("/bulk")
def bulk_page() -> Any:
    """One of the steps of a bulk change."""
    asked = Asked.of(flask.request.args)
    if asked.step == choice.CHOOSE:
        return _choosing(asked, "Choose at least one issue." if asked.goes_on else "")
    tidy = asked.tidy() if asked.step == choice.CONFIRM else asked
    if len(tidy.given) < len(asked.given):
        return flask.redirect(tidy.at(choice.CONFIRM))
    return _step(tidy)


@BLUEPRINT.post("/bulk")
def change_issues() -> Any:
    """Do what was confirmed."""
    asked = Asked.of(MultiDict([*flask.request.form.items(multi=True), ("step", choice.CONFIRM)]))
    deed = _DEEDS.get(asked.operation)
    if deed is None:
        return _choosing(asked, "Choose issues and what to do with them."), 422
    try:
        rows = page(bulk.chosen, _facts, **asked.arguments())
        _require_typed(asked, len(rows))
        done = page(
            deed.perform,
            _outcomes,
            accept=_accepting(deed, asked),
            issues=[key for key, _summary in rows] if asked.is_all else asked.keys,
            **_said(asked),
        )
    except Invalid as refusal:
        return _step(asked, refusal), status_of(refusal)
    return flask.redirect(keep(choice.NAMES[asked.operation], dict(rows), done), 303)


def _accepting(deed: _Deed, asked: Asked) -> Callable[..., Mapping[str, Any]]:
    def accept(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
        found = {"issues": given["issues"], **(deed.fixed or {})}
        if deed.arguments is not None:
            rows = bulk.chosen(ctx, issues=given["issues"])
            said = deed.arguments(ctx, rows, asked) if rows else {}
            found |= {name: value for name, value in said.items() if value}
        if deed.perform is bulk.delete and asked.one("subtasks") == "1":
            found["subtasks"] = True
        return found

    return accept


def _said(asked: Asked) -> Mapping[str, Any]:
    """What was entered besides the issues, as the journal keeps it."""
    left_out = {"jql", "all", choice.PICK, "step", "page"}
    return {"entered": {name: list(x) for name, x in asked.entered.items() if name not in left_out}}


def _require_typed(asked: Asked, count: int) -> None:
    """See to it that whoever deletes issues has said how many they are.

    Raises:
        Invalid: ``not_confirmed``.
    """
    if count and asked.operation == choice.DELETE and asked.one("typed") != str(count):
        said = f"Type {count} to delete them."
        raise Invalid("not_confirmed", said, problems=[Problem(said, "typed")])


def _facts(_ctx: Context, rows: Sequence[Issue]) -> list[tuple[str, str]]:
    return [(row.key, row.summary) for row in rows]


def _outcomes(_ctx: Context, outcomes: Sequence[Any]) -> list[tuple[str, str, str]]:
    """Of each issue how it was called, how it is called now, and why nothing was done."""
    return [
        (each.asked, each.issue.key if each.issue else "", _why(each.refused)) for each in outcomes
    ]


def _why(refusal: Refused | None) -> str:
    if refusal is None:
        return ""
    return " ".join(each.what for each in refusal.problems) or refusal.message


def _choosing(asked: Asked, problem: str = "") -> str:
    start = (asked.number - 1) * _SIZE
    jql = asked.jql or "ORDER BY created DESC"

    def present(ctx: Context, found: Found) -> _Choice:
        return _Choice(rows_of(ctx, found.rows, _COLUMNS), found.total or 0)

    try:
        found = page(search.search, present, jql=jql, limit=_SIZE, start=start)
    except Invalid as refusal:
        found = _Choice(fault=queries.fault_of(refusal))
    here = {row.key for row in found.rows}
    return _framed(
        "bulk_choose.html",
        asked,
        found=found,
        problem=problem,
        start=start,
        most=bulk.MOST,
        page_count=max(1, -(-found.total // _SIZE)),
        ticked=set(asked.keys),
        elsewhere=[key for key in asked.keys if key not in here],
    )


def _step(asked: Asked, refusal: Refused | None = None) -> Any:
    problems = _problems(refusal)
    if not asked.is_chosen:
        return _choosing(asked, "Choose at least one issue.")

    def present(ctx: Context, rows: Sequence[Issue]) -> tuple[Chosen, Any, Plan | None, str]:
        if not rows:
            return Chosen(0, (), 0), None, None, choice.CHOOSE
        told = lines_of(ctx, rows[:_SHOWN])
        may = sum(access.may(ctx, names.DELETE, row) for row in rows)
        chosen = Chosen(len(rows), told, may)
        deed = _DEEDS.get(asked.operation)
        if deed is None or asked.step == choice.OPERATION:
            return chosen, None, None, choice.OPERATION
        if asked.step == choice.CONFIRM:
            try:
                plan = deed.plan(ctx, rows, asked) if deed.plan else None
                shown = plan or Plan(choice.NAMES[asked.operation])
                return chosen, None, shown, choice.CONFIRM
            except Invalid as unfit:
                found = unfit.problems or [Problem(unfit.message, "")]
                form = deed.form(ctx, rows, asked, found) if deed.form else None
                return chosen, form, None, choice.VALUES
        form = deed.form(ctx, rows, asked, problems) if deed.form else None
        return chosen, form, None, choice.VALUES

    try:
        chosen, form, plan, step = page(bulk.chosen, present, **asked.arguments())
    except Invalid:
        return _choosing(asked)
    if step == choice.CHOOSE:
        return _choosing(asked, "None of these issues is there any more.")
    return _framed(
        f"bulk_{step}.html",
        asked,
        step,
        chosen=chosen,
        form=form,
        plan=plan,
        problem={each.field: each.what for each in problems},
        operations=_offered(chosen),
        verbs=VERBS,
    )


def _offered(chosen: Chosen) -> Sequence[tuple[str, str, str]]:
    """What can be done: nobody is offered to delete what they may not."""
    return [each for each in choice.OPERATIONS if each[0] != choice.DELETE or chosen.may_delete]


def _problems(refusal: Refused | None) -> Sequence[Problem]:
    if refusal is None:
        return ()
    return refusal.problems or [Problem(refusal.message, "")]


def _framed(template: str, asked: Asked, step: str = choice.CHOOSE, **values: Any) -> str:
    numbers = {name: number for number, (name, _title) in enumerate(choice.STEPS)}
    steps = [
        (title, asked.at(name) if numbers[name] < numbers[step] else "", name == step)
        for name, title in choice.STEPS
    ]
    return framed(template, asked=asked, step=step, steps=steps, **values)
