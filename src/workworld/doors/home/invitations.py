"""The page of an invitation, where whoever has its address accepts it."""

from __future__ import annotations

import flask
from flask.typing import ResponseReturnValue

from workworld.calls import call
from workworld.context import Actor, Request, Surface
from workworld.directory import invitations, people
from workworld.directory.models import Invitation, Person
from workworld.doors.refused_pages import status_of
from workworld.doors.site import current_site
from workworld.doors.web import require_own_page
from workworld.errors import Conflict, Invalid, NotFound

BLUEPRINT = flask.Blueprint("invitations", __name__)


@BLUEPRINT.get("/invitations/<invitation_id>")
def show(invitation_id: str) -> str:
    """What somebody is invited to, and by whom."""
    return _page(invitation_id)


@BLUEPRINT.post("/invitations/<invitation_id>")
def accept(invitation_id: str) -> ResponseReturnValue:
    """Join, as the person whom the invitation is for: nobody else acts by it."""
    site = current_site()
    require_own_page(site)
    name = flask.request.form.get("name", "")
    with site.world.reading() as session:
        row = session.get(Invitation, invitation_id)
        actor = Actor("" if row is None else row.person_id)
    arguments = {"invitation_id": invitation_id, "name": name}
    request = Request(Surface.UI, "POST /invitations/<invitation_id>", arguments)
    try:
        if row is None:
            raise _unknown()
        call(site.world, actor, invitations.accept, request)
    except (Conflict, Invalid) as refused:
        return _page(invitation_id, name, refused.message), status_of(refused)
    return flask.redirect(flask.url_for("invitations.show", invitation_id=invitation_id), 303)


def _page(invitation_id: str, name: str | None = None, problem: str = "") -> str:
    with current_site().world.reading() as session:
        row = session.get(Invitation, invitation_id)
        if row is None or row.state == invitations.REVOKED:
            raise _unknown()
        company = people.company(session)
        inviter = session.get_one(Person, row.inviter_id)
        values = {
            "company": company.name,
            "inviter": inviter.name,
            "email": row.email,
            "message": row.message,
            "is_guest": row.role != "member",
            "is_accepted": row.state == invitations.ACCEPTED,
            "name": row.name if name is None else name,
            "problem": problem,
            "place": row.id,
        }
    return flask.render_template("invitation.html", **values)  # who is signed in is looked up anew


def _unknown() -> NotFound:
    return NotFound("invitation_not_found", "This invitation does not count any more.")
