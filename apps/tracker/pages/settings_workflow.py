"""The workflows of a project: for each type where its issues may stand, and how they go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flask

from workworld.apps.tracker.pages.blueprint import BLUEPRINT
from workworld.apps.tracker.pages.flow_diagrams import Diagram, diagram_of
from workworld.apps.tracker.pages.project_settings import settings_frame, settings_page
from workworld.apps.tracker.pages.type_choices import type_choices
from workworld.apps.tracker.service import workflows
from workworld.apps.tracker.service.workflows import Flow
from workworld.context import Context
from workworld.doors.web import page

_KINDS = (("condition", "Who and when"), ("validator", "Asks for"), ("function", "Does"))


@dataclass(frozen=True, slots=True)
class WayLine:
    """A transition."""

    number: int
    name: str
    sources: Sequence[tuple[str, str]]
    """Names and categories of the statuses that it leads from; none for every one."""
    to: tuple[str, str]
    screen: Sequence[str]
    rules: Sequence[tuple[str, Sequence[str]]]
    """Kinds of rules, and what those say."""


@dataclass(frozen=True, slots=True)
class FlowView:
    """A workflow."""

    name: str
    description: str
    initial: str
    statuses: Sequence[tuple[str, str, str]]
    """Names, categories and descriptions."""
    ways: Sequence[WayLine]
    diagram: Diagram


@BLUEPRINT.get("/p/<project>/settings/workflow")
def workflow_settings(project: str) -> str:
    """The workflow of one of a project's types."""
    frame = settings_frame(project, "workflow")
    wanted = flask.request.args.get("type", "")
    choices, here = type_choices(frame.project.key, "workflow", wanted)
    return settings_page(
        "settings_workflow.html",
        frame,
        choices=choices,
        here=here,
        flow=page(workflows.show, view_of, workflow_id=here.workflow_id) if here else None,
    )


def view_of(_ctx: Context, flow: Flow) -> FlowView:
    """A workflow as pages show it."""
    return FlowView(
        flow.workflow.name,
        flow.workflow.description,
        flow.initial.name,
        [(each.name, each.category, each.description) for each in flow.statuses],
        [
            WayLine(
                way.number,
                way.name,
                [(each.name, each.category) for each in way.sources],
                (way.to.name, way.to.category),
                way.screen,
                [
                    (title, found)
                    for kind, title in _KINDS
                    if (found := [rule.text for rule in way.rules if rule.kind == kind])
                ],
            )
            for way in flow.ways
        ],
        diagram_of(flow),
    )
