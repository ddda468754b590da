"""Customers of a service desk: who may ask, and the companies to which they belong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Organization
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, settings_url
from workworld.apps.tracker.pages.faces import Face
from workworld.apps.tracker.pages.forms import MENDABLE
from workworld.apps.tracker.pages.project_settings import settings_frame, settings_page
from workworld.apps.tracker.service import desks, organizations
from workworld.context import Context
from workworld.directory.models import Person
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Refused

_MOST = 200


@dataclass(frozen=True, slots=True)
class Company:
    """A customer's company, and who belongs to it."""

    id: str
    name: str
    members: Sequence[Face]


@BLUEPRINT.get("/p/<project>/settings/customers")
def customers_settings(project: str) -> str:
    """Who may ask a service desk for something."""
    return _page(project)


@BLUEPRINT.post("/p/<project>/settings/customers/add")
def add_customers(project: str) -> Any:
    """Let people ask."""
    return _done(project, desks.add_customers, project=project, person_ids=_people())


@BLUEPRINT.post("/p/<project>/settings/customers/remove")
def remove_customers(project: str) -> Any:
    """Let people ask no more."""
    return _done(project, desks.remove_customers, project=project, person_ids=_people())


@BLUEPRINT.post("/p/<project>/settings/customers/companies")
def create_company(project: str) -> Any:
    """Add a customer's company."""
    name = flask.request.form.get("name", "")
    return _done(project, organizations.create, name=name, project=project)


@BLUEPRINT.post("/p/<project>/settings/customers/companies/serve")
def serve_company(project: str) -> Any:
    """Serve a company that is known already."""
    return _done(project, organizations.serve, project=project, organization_id=_company())


@BLUEPRINT.post("/p/<project>/settings/customers/companies/dismiss")
def dismiss_company(project: str) -> Any:
    """Serve a company no more."""
    return _done(project, organizations.dismiss, project=project, organization_id=_company())


@BLUEPRINT.post("/p/<project>/settings/customers/companies/join")
def join_company(project: str) -> Any:
    """Let people belong to a company."""
    asked = {"organization_id": _company(), "person_ids": _people()}
    return _done(project, organizations.add_members, **asked)


@BLUEPRINT.post("/p/<project>/settings/customers/companies/leave")
def leave_company(project: str) -> Any:
    """Let people belong to a company no more."""
    asked = {"organization_id": _company(), "person_ids": _people()}
    return _done(project, organizations.remove_members, **asked)


def _people() -> list[str]:
    return [each for each in flask.request.form.getlist("person") if each]


def _company() -> str:
    return flask.request.form.get("organization", "")


def _done(project: str, function: Any, /, **arguments: Any) -> Any:
    try:
        page(function, nothing, **arguments)
    except MENDABLE as refusal:
        return _page(project, refusal), status_of(refusal)
    return flask.redirect(settings_url(project, "customers"), 303)


def _page(project: str, refusal: Refused | None = None) -> str:
    frame = settings_frame(project, "customers")
    people = page(desks.customers, _faces, project=project, limit=_MOST)
    companies = page(organizations.list, _companies, project=project, limit=_MOST)
    served = {each.id for each in companies}
    others = page(
        organizations.list,
        lambda _ctx, rows: [(row.id, row.name) for row in rows.items if row.id not in served],
        limit=_MOST,
    )
    return settings_page(
        "settings_customers.html",
        frame,
        people=people,
        companies=companies,
        others=others,
        root=settings_url(frame.project.key, "customers"),
        problem=refusal.message if refusal else "",
        dialog="",
    )


def _faces(_ctx: Context, found: Listed[Person]) -> list[Face]:
    return [Face.of(each) for each in found.items]


def _companies(ctx: Context, found: Listed[Organization]) -> list[Company]:
    return [
        Company(
            row.id,
            row.name,
            _faces(ctx, organizations.members(ctx, organization_id=row.id, limit=_MOST)),
        )
        for row in found.items
    ]
