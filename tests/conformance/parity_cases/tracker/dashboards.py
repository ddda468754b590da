"""Dashboards and the gadgets on them."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.parity import Case
from tests.conformance.parity_cases.tracker.words import case, three

_OWNER = "lraghunath"
_SEEN = (("own", "ok", "$dashboard"), ("missing", "dashboard_not_found", "$no_number"))


def _dashboards() -> Iterator[Case]:
    for name, outcome, called in (("new", "ok", "Yard"), ("no name", "invalid_fields", " ")):
        said = {"name": called, "description": "All of it"}
        yield case(
            "dashboards.create",
            name,
            outcome,
            rest=(three("POST dashboard"), {**said, "sharePermissions": []}),
            mcp=("createJiraDashboard", said),
            ui=("/dashboards/new", {**said, "columns": "2"}),
        )
    for name, outcome, id in _SEEN:
        yield case(
            "dashboards.update",
            name,
            outcome,
            rest=(three(f"PUT dashboard/{id}"), {"name": "Anew"}),
            mcp=("editJiraDashboard", {"dashboardId": id, "name": "Anew"}),
            ui=(f"/dashboards/{id}/edit", {"name": "Anew"}),
            handle=_OWNER,
        )
        yield case(
            "dashboards.copy",
            name,
            outcome,
            rest=(three(f"POST dashboard/{id}/copy"), {}),
            mcp=("copyJiraDashboard", {"dashboardId": id}),
            ui=(f"/dashboards/{id}/copy", {}),
        )
        yield case(
            "dashboards.delete",
            name,
            outcome,
            rest=(three(f"DELETE dashboard/{id}"), {}),
            mcp=("deleteJiraDashboard", {"dashboardId": id}),
            ui=(f"/dashboards/{id}/delete", {}),
            handle=_OWNER,
        )
        for verb, so in (("star", "1"), ("unstar", "")):
            yield case(
                f"dashboard_stars.{verb}",
                name,
                outcome,
                mcp=(f"{verb}JiraDashboard", {"dashboardId": id}),
                ui=(f"/dashboards/{id}/star", {"so": so}),
            )


def _gadgets() -> Iterator[Case]:
    text = {"kind": "text", "title": "Said"}
    for name, outcome, id in _SEEN:
        yield case(
            "gadgets.add",
            name,
            outcome,
            rest=(
                three(f"POST dashboard/{id}/gadget"),
                {"moduleKey": "text", "title": "Said", "position": {"row": 0}},
            ),
            mcp=("addJiraGadget", {"dashboardId": id, **text, "position": 0}),
            ui=(f"/dashboards/{id}/gadgets/new", text),
            handle=_OWNER,
        )
    for name, outcome, id in (
        ("own", "ok", "$gadget"),
        ("missing", "gadget_not_found", "$no_number"),
    ):
        where = f"dashboard/$dashboard/gadget/{id}"
        place = {"column": 1, "position": 0}
        yield case(
            "gadgets.edit",
            name,
            outcome,
            rest=(three(f"PUT {where}"), {"position": {"row": 0, "column": 1}}),
            mcp=("editJiraGadget", {"gadgetId": id, **place}),
            ui=(f"/dashboards/$dashboard/gadgets/{id}/edit", {"column": "1", "position": "0"}),
            handle=_OWNER,
        )
        yield case(
            "gadgets.remove",
            name,
            outcome,
            rest=(three(f"DELETE {where}"), {}),
            mcp=("removeJiraGadget", {"gadgetId": id}),
            ui=(f"/dashboards/$dashboard/gadgets/{id}/delete", {}),
            handle=_OWNER,
        )


CASES = [*_dashboards(), *_gadgets()]
