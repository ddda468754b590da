"""Saved filters."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.parity import Case
from tests.conformance.parity_cases.tracker.words import case, three


def _filters() -> Iterator[Case]:
    for name, outcome, jql in (
        ("new", "ok", "project = CAL"),
        ("wrong", "invalid_fields", "project ="),
    ):
        said = {"name": "Yard", "jql": jql, "description": ""}
        yield case(
            "filters.create",
            name,
            outcome,
            rest=(three("POST filter"), {**said, "favourite": False}),
            mcp=("createJiraFilter", {**said, "isStarred": False}),
            ui=("/filters/new", said),
        )
    for name, outcome, id in (
        ("own", "ok", "$own_filter"),
        ("missing", "filter_not_found", "$no_number"),
    ):
        yield case(
            "filters.update",
            name,
            outcome,
            rest=(three(f"PUT filter/{id}"), {"name": "Anew"}),
            mcp=("editJiraFilter", {"filterId": id, "name": "Anew"}),
            ui=(f"/filters/{id}", {"name": "Anew"}),
        )
        yield case(
            "filters.delete",
            name,
            outcome,
            rest=(three(f"DELETE filter/{id}"), {}),
            mcp=("deleteJiraFilter", {"filterId": id}),
            ui=(f"/filters/{id}/delete", {}),
        )
        for verb, method, so in (("star", "PUT", "1"), ("unstar", "DELETE", "")):
            yield case(
                f"filters.{verb}",
                name,
                outcome,
                rest=(three(f"{method} filter/{id}/favourite"), {}),
                mcp=(f"{verb}JiraFilter", {"filterId": id}),
                ui=(f"/filters/{id}/star", {"so": so}),
            )


CASES = tuple(_filters())
