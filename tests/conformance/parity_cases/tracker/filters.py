"""Saved filters."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.tracker.words import case, three

from workworld.apps.tracker.service import filter_shares, filter_subscriptions
from workworld.calls import perform
from workworld.context import Actor
from workworld.worlds import World


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


def _subscribe(world: World, facts: Facts) -> None:
    """The persona shares the filter and is sent what it finds."""
    me, id = Actor(facts["aruiz"]), facts["own_filter"]
    made = perform(world, me, filter_subscriptions.add, filter_id=id, days=[0], hour=9)
    facts["subscription"] = made.id
    (share, *_) = perform(world, me, filter_shares.add, filter_id=id, kind="all")
    facts["share"] = share.id


def _sharing() -> Iterator[Case]:
    for name, outcome, id in (
        ("own", "ok", "$own_filter"),
        ("missing", "filter_not_found", "$no_number"),
    ):
        yield case(
            "filter_shares.add",
            name,
            outcome,
            rest=(
                three(f"POST filter/{id}/permission"),
                {"type": "project", "projectId": "$ops"},
            ),
            mcp=(
                "shareJiraFilter",
                {"filterId": id, "kind": "project", "thing": "$ops", "mayEdit": False},
            ),
            ui=(f"/filters/{id}/shares", {"kind": "project", "project": "$ops"}),
        )
        yield case(
            "filter_subscriptions.add",
            name,
            outcome,
            mcp=(
                "subscribeToJiraFilter",
                {"filterId": id, "days": [1], "hour": 9, "ifEmpty": False},
            ),
            ui=(f"/filters/{id}/subscriptions", {"day": "1", "hour": "9"}),
        )
    for name, outcome, share in (
        ("own", "ok", "$share"),
        ("missing", "share_not_found", "$no_number"),
    ):
        yield case(
            "filter_shares.remove",
            name,
            outcome,
            rest=(three(f"DELETE filter/$own_filter/permission/{share}"), {}),
            mcp=("unshareJiraFilter", {"filterId": "$own_filter", "shareId": share}),
            ui=("/filters/$own_filter/shares", {"gone": share}),
            before=_subscribe,
        )
    for name, outcome, id in (
        ("own", "ok", "$subscription"),
        ("missing", "subscription_not_found", "$no_number"),
    ):
        yield case(
            "filter_subscriptions.remove",
            name,
            outcome,
            mcp=("unsubscribeFromJiraFilter", {"subscriptionId": id}),
            ui=("/filters/$own_filter/subscriptions", {"gone": id}),
            before=_subscribe,
        )


CASES = (*_filters(), *_sharing())
