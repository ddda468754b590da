"""Projects, their components and versions, and what is kept with issues."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.tracker.words import case, nothing, three

from workworld.apps.tracker.service import projects, properties
from workworld.calls import perform
from workworld.context import Actor
from workworld.worlds import World


def _shut(world: World, facts: Facts) -> None:
    """OPS is archived."""
    perform(world, Actor(facts["aruiz"]), projects.archive, project="OPS")


def _projects() -> Iterator[Case]:
    for name, outcome, key in (("new", "ok", "YARD"), ("taken", "invalid_project", "CAL")):
        said = {"key": key, "name": "Yard", "description": ""}
        lead = {"leadAccountId": "$aruiz"}
        yield case(
            "projects.create",
            name,
            outcome,
            rest=(three("POST project"), {**said, **lead, "projectTypeKey": "business"}),
            mcp=("createJiraProject", {**said, **lead, "kind": "business"}),
            ui=("/projects/new", {**said, "lead": "$aruiz", "kind": "business"}),
        )
    for name, outcome, ref in (
        ("known", "ok", "OPS"),
        ("missing", "project_not_found", "NONE"),
    ):
        where = f"project/{ref}"
        yield case(
            "projects.update",
            name,
            outcome,
            rest=(three(f"PUT {where}"), {"name": "Anew"}),
            mcp=("editJiraProject", {"projectIdOrKey": ref, "name": "Anew"}),
            ui=(f"/p/{ref}/settings/details", {"name": "Anew"}),
        )
        for verb in ("archive", "restore"):
            yield case(
                f"projects.{verb}",
                name,
                outcome,
                rest=(three(f"POST {where}/{verb}"), {}),
                mcp=(f"{verb}JiraProject", {"projectIdOrKey": ref}),
                ui=(f"/p/{ref}/settings/{verb}", {}),
                before=_shut if verb == "restore" else nothing,
            )
        yield case(
            "projects.delete",
            name,
            outcome,
            rest=(three(f"DELETE {where}"), {}),
            mcp=("deleteJiraProject", {"projectIdOrKey": ref}),
            ui=(f"/p/{ref}/settings/delete", {"key": ref}),
        )


def _components() -> Iterator[Case]:
    for name, outcome, called in (("new", "ok", "Yard"), ("empty", "invalid_component", " ")):
        yield case(
            "components.create",
            name,
            outcome,
            rest=(three("POST component"), {"project": "CAL", "name": called}),
            mcp=("createJiraComponent", {"projectIdOrKey": "CAL", "name": called}),
            ui=("/p/CAL/components/new", {"name": called}),
        )
    for name, outcome, id in (
        ("known", "ok", "$component"),
        ("missing", "component_not_found", "$no_number"),
    ):
        yield case(
            "components.update",
            name,
            outcome,
            rest=(three(f"PUT component/{id}"), {"name": "Anew"}),
            mcp=("editJiraComponent", {"componentId": id, "name": "Anew"}),
            ui=(f"/p/CAL/components/{id}/edit", {"name": "Anew"}),
        )
        yield case(
            "components.delete",
            name,
            outcome,
            rest=(three(f"DELETE component/{id}"), {}),
            mcp=("deleteJiraComponent", {"componentId": id}),
            ui=(f"/p/CAL/components/{id}/delete", {}),
        )


def _versions() -> Iterator[Case]:
    for name, outcome, called in (("new", "ok", "9.0"), ("empty", "invalid_version", " ")):
        yield case(
            "versions.create",
            name,
            outcome,
            rest=(three("POST version"), {"project": "CAL", "name": called}),
            mcp=("createJiraVersion", {"projectIdOrKey": "CAL", "name": called}),
            ui=("/p/CAL/releases/new", {"name": called}),
        )
    for name, outcome, id in (
        ("known", "ok", "$version"),
        ("missing", "version_not_found", "$no_number"),
    ):
        yield case(
            "versions.update",
            name,
            outcome,
            rest=(three(f"PUT version/{id}"), {"description": "Anew"}),
            mcp=("editJiraVersion", {"versionId": id, "description": "Anew"}),
            ui=(f"/p/CAL/releases/{id}/edit", {"description": "Anew"}),
        )
        yield case(
            "versions.move",
            name,
            outcome,
            rest=(three(f"POST version/{id}/move"), {"position": "Last"}),
            mcp=("moveJiraVersion", {"versionId": id, "position": "Last"}),
            ui=(f"/p/CAL/releases/{id}/move", {"position": "Last"}),
        )
        yield case(
            "versions.delete",
            name,
            outcome,
            rest=(three(f"DELETE version/{id}"), {}),
            mcp=("deleteJiraVersion", {"versionId": id}),
            ui=(f"/p/CAL/releases/{id}/delete", {}),
        )


def _keep(world: World, facts: Facts) -> None:
    """The issue has a property."""
    kept = {"issue": facts["issue"], "key": "yard", "value": 4}
    perform(world, Actor(facts["aruiz"]), properties.put, **kept)


def _properties() -> Iterator[Case]:
    for name, outcome, issue in (
        ("known", "ok", "$issue"),
        ("missing", "issue_not_found", "$missing"),
    ):
        where = f"issue/{issue}/properties/yard"
        named = {"issueIdOrKey": issue, "key": "yard"}
        yield case(
            "properties.put",
            name,
            outcome,
            rest=(three(f"PUT {where}"), {"gate": 4}),
            mcp=("putJiraIssueProperty", {**named, "value": {"gate": 4}}),
        )
        yield case(
            "properties.delete",
            name,
            outcome,
            rest=(three(f"DELETE {where}"), {}),
            mcp=("deleteJiraIssueProperty", named),
            before=_keep,
        )


CASES = (*_projects(), *_components(), *_versions(), *_properties())
