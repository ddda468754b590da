"""Addresses of service desks for the gates: queues, the portal, what agents do, settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session
from tests.gates.apps.tracker_sight import Sight

from workworld.apps.tracker.models import (
    CannedReply,
    Issue,
    Project,
    Queue,
    RequestType,
    Role,
    RoleActor,
    Sla,
    SlaCalendar,
)
from workworld.worlds import World

_TAB = (
    "/p/<project>/settings/<any('request-types','queues','canned-replies','slas','calendars'):tab>"
)
_PARTS = {
    "request-types": RequestType,
    "queues": Queue,
    "canned-replies": CannedReply,
    "slas": Sla,
    "calendars": SlaCalendar,
}
LEADING_ON = ("/p/<project>/queues", "/browse/<issue>/replies/<reply>")


def screens(world: World, person_id: str) -> Mapping[str, Sequence[str]]:
    """The pages of the first service desk that somebody finds, by their routes."""
    found: dict[str, list[str]] = {
        route: []
        for route in (
            "/p/<project>/queues/<queue_id>",
            "/browse/<issue>/approvals",
            "/browse/<issue>/people",
            "/portal/<desk>",
            "/portal/<desk>/new/<type_id>",
            "/p/<project>/settings/customers",
            *(f"{_TAB}{deed}" for deed in ("", "/new", "/<part>/edit", "/<part>/delete")),
        )
    }
    found["/portal"] = ["/portal", "/portal?status=closed"]
    with world.reading() as session:
        sight = Sight(session)
        query = select(Project).where(Project.kind == "service_desk").order_by(Project.key)
        desks = [row for row in session.scalars(query) if person_id in sight.of_project(row.id)]
        if desks:
            found |= _of_desk(session, sight, desks[0], person_id)
    return found


def _of_desk(
    session: Session, sight: Sight, desk: Project, person_id: str
) -> Mapping[str, list[str]]:
    there = select(Issue).where(Issue.project_id == desk.id).order_by(Issue.number.desc())
    mine = [row.key for row in session.scalars(there) if person_id in sight.of_issue(row)]
    kind = _first(session, RequestType, desk)
    found = {
        "/portal/<desk>": [f"/portal/{desk.key}", *(f"/portal/{key}" for key in mine[-2:])],
        "/portal/<desk>/new/<type_id>": [f"/portal/{desk.key}/new/{kind}"] if kind else [],
    }
    queue = _first(session, Queue, desk)
    if person_id in sight.insiders[desk.id] and queue:
        found["/p/<project>/queues/<queue_id>"] = [f"/p/{desk.key}/queues/{queue}"]
    if _runs(session, desk, person_id):
        found |= _settings(session, desk)
        found["/browse/<issue>/approvals"] = [f"/browse/{mine[0]}/approvals"]
        found["/browse/<issue>/people"] = [f"/browse/{mine[0]}/people"]
    return found


def _settings(session: Session, desk: Project) -> Mapping[str, list[str]]:
    root, found = f"/p/{desk.key}/settings", dict[str, list[str]]()
    found["/p/<project>/settings/customers"] = [f"{root}/customers"]
    found[_TAB] = [f"{root}/{tab}" for tab in _PARTS]
    found[f"{_TAB}/new"] = [f"{root}/{tab}/new" for tab in _PARTS]
    for deed in ("edit", "delete"):
        found[f"{_TAB}/<part>/{deed}"] = [
            f"{root}/{tab}/{part}/{deed}"
            for tab, model in _PARTS.items()
            if (part := _first(session, model, desk))
        ]
    return found


def _first(session: Session, model: type, desk: Project) -> str:
    there = select(model.id).where(model.project_id == desk.id)
    return session.scalars(there.order_by(model.position)).first() or ""


def _runs(session: Session, desk: Project, person_id: str) -> bool:
    role = select(Role.id).where(Role.name == "Administrator")
    mine = select(RoleActor).where(
        RoleActor.project_id == desk.id,
        RoleActor.role_id.in_(role),
        RoleActor.actor_id == person_id,
    )
    return session.scalars(mine).first() is not None
