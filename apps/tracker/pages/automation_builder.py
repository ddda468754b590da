"""Where a rule is built: its trigger, its parts, and publishing it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import flask

from workworld.apps.tracker import APP
from workworld.apps.tracker.models import Project
from workworld.apps.tracker.pages import automation_fields as fields
from workworld.apps.tracker.pages.automation_frames import (
    MENDABLE,
    Around,
    rule_url,
    shown,
)
from workworld.apps.tracker.pages.blueprint import BLUEPRINT
from workworld.apps.tracker.pages.faces import Face, face_of
from workworld.apps.tracker.service import rule_triggers, rules, site
from workworld.apps.tracker.service.rule_views import RuleView
from workworld.context import Context
from workworld.directory import people
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Invalid, NotFound, Refused
from workworld.permissions import seen
from workworld.rules import kinds, trees
from workworld.rules.kinds import Family, PartKind, TriggerKind
from workworld.rules.models import Rule
from workworld.rules.sight import topic_of

_FAMILIES = (
    (Family.CONDITION, "Conditions"),
    (Family.ACTION, "Actions"),
    (Family.BRANCH, "Branches"),
    (Family.IF, "If and else"),
)
_SLOT_NAMES = {
    (Family.IF, trees.TESTS): ("If", "Add a condition"),
    (Family.IF, trees.WITHIN): ("Then", "Add what is done then"),
    (Family.IF, trees.OTHERWISE): ("Otherwise", "Add what is done otherwise"),
    (Family.BRANCH, trees.WITHIN): ("For each", "Add what is done for each"),
}


@dataclass(frozen=True, slots=True)
class SlotView:
    """A place within a part, and what stands there."""

    title: str
    adds: str
    url: str
    parts: Sequence[PartView]


@dataclass(frozen=True, slots=True)
class PartView:
    """A part, or the trigger, as its card shows it."""

    id: str
    kind: str
    family: str
    title: str
    icon: str
    facts: Sequence[tuple[str, str]]
    place: str
    """Which one it is, for those who hear its buttons: ``2, Add comment``."""
    is_first: bool = True
    is_last: bool = True
    slots: Sequence[SlotView] = ()


@dataclass(frozen=True, slots=True)
class Built:
    """A rule as it is built."""

    view: RuleView
    project_id: str
    owner: Face | None
    actor: Face | None
    trigger: PartView | None
    parts: Sequence[PartView]
    address: str
    """To which programs send, if they begin it."""


@dataclass(frozen=True, slots=True)
class Asking:
    """What stands above the page."""

    dialog: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""
    problems: Mapping[str, str] = field(default_factory=dict)


@BLUEPRINT.get("/automation/rules/<rule_id>")
def automation_rule(rule_id: str) -> str:
    """A rule as it is built."""
    return _page(rule_id, Asking())


@BLUEPRINT.get("/automation/rules/<rule_id>/details")
def rule_details_form(rule_id: str) -> str:
    """Ask for another name and description."""
    return _page(rule_id, Asking("dialog_rule_details.html"))


@BLUEPRINT.post("/automation/rules/<rule_id>/details")
def change_rule_details(rule_id: str) -> Any:
    """Change what a rule is called."""
    form = flask.request.form
    given: dict[str, Any] = {name: form.get(name, "") for name in ("name", "description")}
    given["follows_rules"] = "follows" in form
    return _changed(
        rule_id, lambda: Asking("dialog_rule_details.html", {"typed": given}), rules.update, **given
    )


@BLUEPRINT.get("/automation/rules/<rule_id>/trigger")
def rule_trigger_form(rule_id: str) -> str:
    """Ask what begins a rule, or what is settled about that."""
    return _page(rule_id, _trigger_asking(rule_id, flask.request.args.get("kind", "")))


@BLUEPRINT.post("/automation/rules/<rule_id>/trigger")
def change_rule_trigger(rule_id: str) -> Any:
    """Say what begins a rule."""
    kind = kinds.triggers(APP.id).get(flask.request.form.get("kind", ""))
    if kind is None:
        page(rules.info, nothing, rule_id=rule_id)
        raise Invalid("invalid_rule", "There is no such trigger.")
    settings = fields.entered(kind, flask.request.form)
    given = {"kind": kind.kind, "settings": settings}
    return _changed(
        rule_id,
        lambda: _trigger_asking(rule_id, kind.kind, settings),
        rules.update,
        trigger=given,
    )


@BLUEPRINT.get("/automation/rules/<rule_id>/parts/new")
def new_part_form(rule_id: str) -> str:
    """Ask what a rule is to do besides, or what is settled about that."""
    return _page(rule_id, _new_asking(rule_id, flask.request.args.get("kind", "")))


@BLUEPRINT.post("/automation/rules/<rule_id>/parts/new")
def add_part(rule_id: str) -> Any:
    """Add a part at the end of a place."""
    form = flask.request.form
    kind = _kind_called(rule_id, form.get("kind", ""))
    settings = fields.entered(kind, form)
    new = {"kind": kind.kind, "settings": settings, "tests": [], "parts": [], "otherwise": []}

    def change(tree: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        slot = form.get("slot", trees.WITHIN)
        return trees.with_part(APP.id, tree, form.get("parent", ""), slot, {"id": "", **new})

    return _rebuilt(rule_id, lambda: _new_asking(rule_id, kind.kind, settings), change)


@BLUEPRINT.get("/automation/rules/<rule_id>/parts/<part_id>")
def part_form(rule_id: str, part_id: str) -> str:
    """Ask what is settled about a part."""
    return _page(rule_id, _part_asking(rule_id, part_id))


@BLUEPRINT.post("/automation/rules/<rule_id>/parts/<part_id>")
def change_part(rule_id: str, part_id: str) -> Any:
    """Settle something else about a part."""
    kind = _placed(rule_id, part_id).kind
    settings = fields.entered(kind, flask.request.form)
    return _rebuilt(
        rule_id,
        lambda: _part_asking(rule_id, part_id, settings),
        lambda tree: trees.with_settings(tree, part_id, settings),
    )


@BLUEPRINT.post("/automation/rules/<rule_id>/parts/<part_id>/move")
def move_part(rule_id: str, part_id: str) -> Any:
    """Put a part further up or down among those beside it."""
    _placed(rule_id, part_id)
    by = -1 if flask.request.form.get("to") == "up" else 1
    return _rebuilt(rule_id, Asking, lambda tree: trees.moved(tree, part_id, by))


@BLUEPRINT.post("/automation/rules/<rule_id>/parts/<part_id>/delete")
def delete_part(rule_id: str, part_id: str) -> Any:
    """Take a part away, with what stands in it."""
    _placed(rule_id, part_id)
    return _rebuilt(rule_id, Asking, lambda tree: trees.without(tree, part_id))


@BLUEPRINT.post("/automation/rules/<rule_id>/publish")
def publish_rule(rule_id: str) -> Any:
    """Let a rule run as it is built."""
    return _changed(rule_id, Asking, rules.publish)


@BLUEPRINT.post("/automation/rules/<rule_id>/discard")
def discard_draft(rule_id: str) -> Any:
    """Let a rule be as it is published."""
    return _changed(rule_id, Asking, rules.discard)


@BLUEPRINT.get("/automation/rules/<rule_id>/delete")
def delete_rule_form(rule_id: str) -> str:
    """Ask whether a rule is to be deleted."""
    return _page(rule_id, Asking("dialog_rule_delete.html"))


@BLUEPRINT.post("/automation/rules/<rule_id>/delete")
def delete_rule(rule_id: str) -> Any:
    """Delete a rule."""
    page(rules.delete, nothing, rule_id=rule_id)
    return flask.redirect(Around.of(flask.request.form.get("project", "")).root, 303)


def _page(rule_id: str, asking: Asking) -> str:
    built: Built = page(rules.info, _built, rule_id=rule_id)
    return shown(
        "automation_rule.html",
        Around.of(built.view.project),
        built=built,
        rule=built.view,
        asking=asking,
        dialog=asking.dialog,
        topic=topic_of(rule_id),
        at=rule_url(rule_id),
        tab="rules",
        **{"typed": None, **asking.values},
    )


def _changed(
    rule_id: str, asking: Callable[[], Asking], function: Callable[..., Any], **given: Any
) -> Any:
    """Change a rule, and show it: or what was entered, and why it was refused."""
    try:
        page(function, nothing, rule_id=rule_id, **given)
    except MENDABLE as refusal:
        return _page(rule_id, _again(asking(), refusal)), status_of(refusal)
    return flask.redirect(rule_url(rule_id), 303)


def _rebuilt(
    rule_id: str,
    asking: Callable[[], Asking],
    change: Callable[[Sequence[Mapping[str, Any]]], list[dict[str, Any]]],
) -> Any:
    """The same for a change of what a rule consists of."""
    tree = page(rules.info, lambda _ctx, view: view.parts, rule_id=rule_id)
    try:
        page(rules.update, nothing, rule_id=rule_id, parts=change(tree))
    except MENDABLE as refusal:
        return _page(rule_id, _again(asking(), refusal)), status_of(refusal)
    return flask.redirect(rule_url(rule_id), 303)


def _again(asking: Asking, refusal: Refused) -> Asking:
    told = {each.field: each.what for each in refusal.problems}
    return Asking(asking.dialog, asking.values, refusal.message, told)


def _trigger_asking(rule_id: str, kind: str, settings: Mapping[str, Any] | None = None) -> Asking:
    """The choice of triggers, or the form of the one that is chosen."""
    declared = kinds.triggers(APP.id).get(kind)
    if declared is None:
        offered = [("Begins with", [*kinds.triggers(APP.id).values()])]
        return Asking("dialog_rule_kinds.html", {**_of_kinds("trigger"), "offered": offered})

    def held(view: RuleView) -> Mapping[str, Any]:
        is_same = view.trigger.get("kind") == kind
        return view.trigger["settings"] if is_same else {}

    return _form(rule_id, declared, settings, held, "trigger", "Save")


def _new_asking(rule_id: str, kind: str, settings: Mapping[str, Any] | None = None) -> Asking:
    """The choice of parts, or the form of the one that is chosen."""
    source = flask.request.values
    place = {"parent": source.get("parent", ""), "slot": source.get("slot", trees.WITHIN)}
    known = kinds.parts(APP.id)
    if kind in known:
        return _form(rule_id, known[kind], settings, lambda _view: {}, "parts/new", "Add", place)
    tests_only = place["slot"] == trees.TESTS
    offered = [
        (title, [each for each in known.values() if each.family is family])
        for family, title in _FAMILIES
        if family is Family.CONDITION or not tests_only
    ]
    values = {**_of_kinds("parts/new"), "offered": offered, "kept": place}
    return Asking("dialog_rule_kinds.html", values)


def _part_asking(rule_id: str, part_id: str, settings: Mapping[str, Any] | None = None) -> Asking:
    placed = _placed(rule_id, part_id)
    held = dict(placed.part["settings"])
    return _form(rule_id, placed.kind, settings, lambda _view: held, f"parts/{part_id}", "Save")


def _of_kinds(path: str) -> dict[str, Any]:
    title = "What begins the rule?" if path == "trigger" else "What does it do next?"
    return {"path": path, "title": title, "kept": {}}


def _form(
    rule_id: str,
    kind: TriggerKind | PartKind,
    settings: Mapping[str, Any] | None,
    held: Callable[[RuleView], Mapping[str, Any]],
    path: str,
    label: str,
    kept: Mapping[str, str] | None = None,
) -> Asking:
    def present(ctx: Context, view: RuleView) -> list[fields.FieldView]:
        known = held(view) if settings is None else settings
        return fields.fields_of(ctx, kind, known, _project_id(ctx, view.id))

    found = page(rules.info, present, rule_id=rule_id)
    values = {"kind": kind, "fields": found, "path": path, "label": label, "kept": kept or {}}
    return Asking("dialog_rule_part.html", values)


def _kind_called(rule_id: str, kind: str) -> PartKind:
    found = kinds.parts(APP.id).get(kind)
    if found is None:
        page(rules.info, nothing, rule_id=rule_id)
        raise Invalid("invalid_rule", "There is no such part of rules.")
    return found


def _placed(rule_id: str, part_id: str) -> trees.Placed:
    tree = page(rules.info, lambda _ctx, view: view.parts, rule_id=rule_id)
    found = trees.found(APP.id, tree, part_id)
    if found is None:
        raise NotFound("part_not_found", "The rule has no such part.")
    return found


def _built(ctx: Context, view: RuleView) -> Built:
    project_id = _project_id(ctx, view.id)
    known = site.people(ctx, [view.owner_id, view.actor_id])
    kind = kinds.triggers(APP.id).get(view.trigger.get("kind", ""))
    begins = None
    if kind is not None:
        facts = fields.in_words(ctx, kind, view.trigger["settings"], project_id)
        begins = PartView("trigger", kind.kind, "trigger", kind.title, kind.icon, facts, kind.title)
    is_hook = kind is not None and kind.kind == rule_triggers.WEBHOOK
    root = people.app_url(ctx, APP.id)
    return Built(
        view,
        project_id,
        face_of(known, view.owner_id),
        face_of(known, view.actor_id),
        begins,
        _parts(ctx, view, view.parts, project_id, ""),
        f"{root}/rest/automation/hooks/{view.id}/{view.secret}" if is_hook else "",
    )


def _parts(
    ctx: Context,
    view: RuleView,
    tree: Sequence[Mapping[str, Any]],
    project_id: str,
    before: str,
) -> list[PartView]:
    found = []
    for number, part in enumerate(tree, 1):
        kind, place = kinds.parts(APP.id)[part["kind"]], f"{before}{number}"
        slots = [
            SlotView(
                title,
                adds,
                rule_url(view.id, "/parts/new", parent=part["id"], slot=slot),
                _parts(ctx, view, part[slot], project_id, f"{place}.{title.lower()} "),
            )
            for (family, slot), (title, adds) in _SLOT_NAMES.items()
            if family is kind.family
        ]
        found.append(
            PartView(
                part["id"],
                kind.kind,
                kind.family,
                kind.title,
                kind.icon,
                fields.in_words(ctx, kind, part["settings"], project_id),
                f"{place}, {kind.title}",
                is_first=number == 1,
                is_last=number == len(tree),
                slots=slots,
            )
        )
    return found


def _project_id(ctx: Context, rule_id: str) -> str:
    row = seen(ctx, Rule, rule_id)
    found = seen(ctx, Project, row.scope_id) if row and row.scope_id else None
    return found.id if found else ""
