"""What becomes of files, remote links and sprints, and what people star."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.tracker.words import case, three

from workworld.apps.tracker.service import attachments, remote_links, sprint_runs, sprints, stars
from workworld.calls import call, perform
from workworld.context import Actor, Request, Surface
from workworld.worlds import World


def _attach(world: World, facts: Facts) -> None:
    """The issue has a file."""
    file = {"issue": facts["issue"], "name": "a.txt", "content": b"a"}
    facts["file"] = call(
        world,
        Actor(facts["aruiz"]),
        attachments.add,
        Request(Surface.SYSTEM, "a file"),
        accept=lambda _ctx, _none: file,
        present=lambda _ctx, attached: attached.row.id,
    )


def _lead_away(world: World, facts: Facts) -> None:
    """The issue has a link to a page elsewhere."""
    page = {"url": "https://status.example/1", "title": "Status"}
    saved = perform(world, Actor(facts["aruiz"]), remote_links.put, issue=facts["issue"], **page)
    facts["away"] = saved.link.id


def _below() -> Iterator[Case]:
    for name, outcome, id in (
        ("known", "ok", "$file"),
        ("missing", "attachment_not_found", "$no_number"),
    ):
        yield case(
            "attachments.delete",
            name,
            outcome,
            rest=(three(f"DELETE attachment/{id}"), {}),
            mcp=("deleteJiraAttachment", {"attachmentId": id}),
            ui=(f"/browse/$issue/attachments/{id}/delete", {}),
            before=_attach,
        )
    for name, outcome, id in (
        ("known", "ok", "$away"),
        ("missing", "remote_link_not_found", "$no_number"),
    ):
        yield case(
            "remote_links.delete",
            name,
            outcome,
            rest=(three(f"DELETE issue/$issue/remotelink/{id}"), {}),
            ui=(f"/browse/$issue/weblinks/{id}/delete", {}),
            before=_lead_away,
        )


def _star(world: World, facts: Facts) -> None:
    """The persona has starred CAL."""
    perform(world, Actor(facts["aruiz"]), stars.star, kind="project", thing="CAL")


def _plan_another(world: World, facts: Facts) -> None:
    """There are two planned sprints, and none under way."""
    me = Actor(facts["aruiz"])
    perform(world, me, sprint_runs.complete, sprint_id=int(facts["active"]))
    made = perform(world, me, sprints.create, board_id=int(facts["board"]))
    facts["second"] = str(made.id)


def _sprint() -> Iterator[Case]:
    for name, outcome, other in (
        ("planned", "ok", "$second"),
        ("closed", "invalid_swap", "$closed"),
    ):
        yield case(
            "sprints.swap",
            name,
            outcome,
            rest=("POST agile/1.0/sprint/$future/swap", {"sprintToSwapWith": f"#{other}"}),
            mcp=("swapJiraSprints", {"sprintId": "#$future", "withId": f"#{other}"}),
            ui=("/p/CAL/sprints/$future/swap", {"with": other}),
            before=_plan_another,
        )
    yield case(
        "sprint_runs.start",
        "none under way",
        mcp=("startJiraSprint", {"sprintId": "#$future", "name": "Yard", "goal": ""}),
        ui=("/p/CAL/sprints/$future/start", {"name": "Yard"}),
        before=_plan_another,
    )
    for name, outcome, called in (("name", "ok", "Yard"), ("long", "invalid_fields", "x" * 40)):
        yield case(
            "sprints.edit",
            name,
            outcome,
            mcp=("editJiraSprint", {"sprintId": "#$future", "name": called, "goal": ""}),
            ui=("/p/CAL/sprints/$future/edit", {"name": called}),
        )
    for name, outcome, sprint in (
        ("another one is active", "sprint_already_active", "$future"),
        ("closed", "sprint_not_future", "$closed"),
    ):
        yield case(
            "sprint_runs.start",
            name,
            outcome,
            mcp=("startJiraSprint", {"sprintId": f"#{sprint}", "name": "Yard", "goal": ""}),
            ui=(f"/p/CAL/sprints/{sprint}/start", {"name": "Yard"}),
        )
    for name, outcome, sprint in (
        ("active", "ok", "$active"),
        ("planned", "sprint_not_active", "$future"),
    ):
        yield case(
            "sprint_runs.complete",
            name,
            outcome,
            mcp=("completeJiraSprint", {"sprintId": f"#{sprint}", "destination": "backlog"}),
            ui=(f"/p/CAL/sprints/{sprint}/complete", {"to": "backlog"}),
        )


def _stars() -> Iterator[Case]:
    for name, outcome, thing in (
        ("known", "ok", "CAL"),
        ("missing", "project_not_found", "NONE"),
    ):
        said = {"kind": "project", "thing": thing}
        for verb, so in (("star", "1"), ("unstar", "")):
            yield case(
                f"stars.{verb}",
                name,
                outcome,
                mcp=(f"{verb}InJira", said),
                ui=("/star", {"kind": "project", "ref": thing, "so": so}),
                before=_star,
            )


CASES = (*_below(), *_sprint(), *_stars())
