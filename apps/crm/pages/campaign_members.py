"""Whom a campaign reached, what came of it, and changing many members at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.crm.pages import entries, moments, portions, values
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, record_url
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.records import MENDABLE
from workworld.apps.crm.schema import objects, picklists
from workworld.apps.crm.service import (
    access_levels,
    campaign_trees,
    campaigns,
    list_views,
    mass_changes,
    records,
    sight,
)
from workworld.apps.crm.service.campaign_trees import AT_ONCE, Hierarchy, Members
from workworld.apps.crm.service.campaigns import Added
from workworld.apps.crm.service.list_queries import MOST
from workworld.apps.crm.service.mass_changes import Outcome
from workworld.apps.crm.service.reading import Loaded
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import page
from workworld.errors import Refused

_MEMBER, _CAMPAIGN = "CampaignMember", "Campaign"
_STATUSES = picklists.VALUES["member status"]
_MOST_VIEWS = 60


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member of the page."""

    id: str
    name: str
    url: str
    kind: str
    company: str
    status: str
    responded: str


@dataclass(frozen=True, slots=True)
class MembersView:
    """The page of a campaign's members."""

    title: str
    url: str
    record_url: str
    rows: Sequence[MemberRow]
    rest: int
    """How many members of the page are not shown yet."""
    filters: Sequence[tuple[str, str, int, bool]]
    """Address, status, how many there are, and whether it is the one shown."""
    facts: Sequence[tuple[str, str]]
    statuses: Sequence[tuple[str, str]]
    views: Sequence[tuple[str, str]]
    may_edit: bool
    earlier: str
    later: str
    problem: str
    done: str


@dataclass(frozen=True, slots=True)
class BranchRow:
    """A campaign of the hierarchy."""

    name: str
    url: str
    level: int
    cells: Sequence[str]


@BLUEPRINT.get("/campaigns/<campaign_id>/members")
def campaign_members(campaign_id: str) -> str:
    """Whom a campaign reached."""
    return _shown(campaign_id)


@BLUEPRINT.post("/campaigns/<campaign_id>/members")
def change_members(campaign_id: str) -> Any:
    """Give ticked members another status, or take them out."""
    form = entries.entered(flask.request.form)
    ticked = [each for each in form.get("member", ()) if each]
    if not ticked:
        return _shown(campaign_id, problem="Tick the members first."), 422
    given: dict[str, Any] = {"sobject": _MEMBER, "record_ids": ticked}
    try:
        if "remove" in form:
            outcomes = page(mass_changes.delete, _outcomes, **given)
        else:
            status = {"Status": entries.one(form, "to")}
            outcomes = page(mass_changes.update, _outcomes, values=status, **given)
    except MENDABLE as refusal:
        return _shown(campaign_id, refusal), status_of(refusal)
    wrong = [mass_changes.why(each.errors) for each in outcomes if each.errors]
    if wrong:
        return _shown(campaign_id, problem=" ".join(dict.fromkeys(wrong))), 422
    said = {"done": f"{len(ticked)} {'removed' if 'remove' in form else 'changed'}"}
    kept = {"status": entries.one(form, "status")} if entries.one(form, "status") else {}
    return flask.redirect(at(f"/campaigns/{campaign_id}/members", {**kept, **said}), 303)


@BLUEPRINT.post("/campaigns/<campaign_id>/members/list")
def add_list_view(campaign_id: str) -> Any:
    """Add all leads or contacts of a list view."""
    form = entries.entered(flask.request.form)
    given: dict[str, Any] = {"view_id": entries.one(form, "view")}
    given["status"] = entries.one(form, "to") or _STATUSES[0]

    def told(_ctx: Context, added: Added) -> str:
        known = f", {added.known} were in it already" if added.known else ""
        wrong = f", {added.refused} could not be added" if added.refused else ""
        more = f"; only the first {MOST:,} of the list were looked at" if added.has_more else ""
        return f"{added.added} added{known}{wrong}{more}"

    try:
        done = page(campaigns.add_list, told, campaign_id=campaign_id, **given)
    except MENDABLE as refusal:
        return _shown(campaign_id, refusal), status_of(refusal)
    return flask.redirect(at(f"/campaigns/{campaign_id}/members", {"done": done}), 303)


@BLUEPRINT.get("/campaigns/<campaign_id>/hierarchy")
def campaign_hierarchy(campaign_id: str) -> str:
    """A campaign with those below it, and what came of all of them."""

    def present(ctx: Context, found: Hierarchy) -> Mapping[str, Any]:
        kind = objects.of_name(_CAMPAIGN)
        rows = [
            BranchRow(
                each.name,
                record_url(_CAMPAIGN, each.id),
                each.level,
                _cells(ctx, each.figures, found.currency),
            )
            for each in found.branches
        ]
        heads = [kind.fields[each.lower()].label.removesuffix(" in Campaign") for each in
                 campaign_trees.FIGURES]  # fmt: skip
        total = _cells(ctx, found.total, found.currency)
        return {"rows": rows, "heads": heads, "total": total, "title": rows[0].name}

    tree = page(campaign_trees.look, present, campaign_id=campaign_id)
    return framed("campaign_hierarchy.html", tab=_CAMPAIGN, tree=tree)


def _cells(_ctx: Context, figures: Mapping[str, int], currency: str) -> list[str]:
    kind = objects.of_name(_CAMPAIGN)
    return [
        f"{currency} {figures[name] / 100:,.0f}"
        if kind.fields[name.lower()].kind.value == "currency"
        else f"{figures[name]:,}"
        for name in campaign_trees.FIGURES
    ]


def _outcomes(_ctx: Context, found: Sequence[Outcome]) -> Sequence[Outcome]:
    return found


def _shown(campaign_id: str, refusal: Refused | None = None, problem: str = "") -> str:
    args = flask.request.args
    status = args.get("status", "")
    status = status if status in _STATUSES else ""
    text = args.get("start", "")
    start = int(text) if text.isdecimal() and len(text) < 7 else 0
    said = problem or (refusal.message if refusal else "")
    campaign = page(records.get, _head, sobject=_CAMPAIGN, record_id=campaign_id)
    here = f"/campaigns/{campaign['id']}/members"

    def present(_ctx: Context, found: Members) -> MembersView:
        last = start + len(found.found)
        narrowed = {"status": status} if status else {}
        rows = [_row(each) for each in found.found]
        count = len(rows) if portions.is_whole() else portions.first(_sizes(rows), portions.ROOM)
        return MembersView(
            campaign["title"],
            at(here),
            record_url(_CAMPAIGN, campaign["id"]),
            rows[:count],
            len(rows) - count,
            _filters(here, found.counts, status),
            _facts(found),
            [(each, each) for each in _STATUSES],
            campaign["views"],
            campaign["may_edit"],
            at(here, {**narrowed, "start": max(0, start - AT_ONCE)}) if start else "",
            at(here, {**narrowed, "start": last}) if last < found.total else "",
            said,
            args.get("done", "")[:200],
        )

    given: dict[str, Any] = {"campaign_id": campaign_id, "status": status, "start": start}
    view = page(campaign_trees.members, present, **given)
    return framed(
        "campaign_members.html", tab=_CAMPAIGN, campaign=view, whole_url=portions.whole_url()
    )


def _head(ctx: Context, loaded: Loaded) -> dict[str, Any]:
    level = access_levels.of(ctx, loaded.sobject, [loaded.id]).get(loaded.id)
    may_edit = sight.may(ctx, loaded.sobject, "edit") and level in (
        access_levels.EDIT,
        access_levels.ALL,
    )
    return {
        "id": loaded.id,
        "title": str(loaded.values.get("Name") or ""),
        "may_edit": may_edit,
        "views": _views(ctx) if may_edit else [],
    }


def _views(ctx: Context) -> list[tuple[str, str]]:
    """The list views whose leads or contacts can be added."""
    found = []
    for name in ("Lead", "Contact"):
        kind = objects.of_name(name)
        if sight.may(ctx, kind, "read"):
            views = list_views.list(ctx, sobject=name)
            found += [(each.row.id, f"{kind.plural}: {each.row.name}") for each in views]
    return found[:_MOST_VIEWS]


def _row(member: campaign_trees.MemberSeen) -> MemberRow:
    day = member.first_responded
    responded = (moments.day(day) if day else "Yes") if member.has_responded else ""
    url = values.url_of(member.person_id) if member.person_id else ""
    return MemberRow(
        member.id, member.name, url, member.kind, member.company, member.status, responded
    )


def _sizes(rows: Sequence[MemberRow]) -> list[int]:
    return [
        portions.size_of(
            (
                (row.name, row.url),
                *((text, "") for text in (row.kind, row.company, row.status, row.responded)),
            ),
            label=row.name + row.company,
            tick=row.name + row.company,
        )
        for row in rows
    ]


def _filters(here: str, counts: Mapping[str, int], status: str) -> list[tuple[str, str, int, bool]]:
    every = (at(here), "All", sum(counts.values()), not status)
    return [
        every,
        *(
            (at(here, {"status": each}), each, counts.get(each, 0), each == status)
            for each in _STATUSES
        ),
    ]


def _facts(found: Members) -> list[tuple[str, str]]:
    total = sum(found.counts.values())
    rate = f"{found.responses / total:.0%}" if total else "–"
    return [
        ("Members", f"{total:,}"),
        ("Responses", f"{found.responses:,}"),
        ("Response rate", rate),
    ]
