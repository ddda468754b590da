"""Sharing: who may do what with a workbook, and asking for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flask

from workworld.apps.sheets.pages.asked import Asked, Did, Form, Place
from workworld.apps.sheets.pages.asking import dialog
from workworld.apps.sheets.pages.blueprint import BLUEPRINT, at, gone_to
from workworld.apps.sheets.service import access, shares
from workworld.directory.people import by_ids
from workworld.doors.web import Avatar, nothing, page
from workworld.errors import Invalid

ROLES = (("reader", "Viewer"), ("commenter", "Commenter"), ("writer", "Editor"))
LINKS = (("", "Restricted"), *((role, f"Company: {name.lower()}") for role, name in ROLES))
_NAMES = {**dict(ROLES), "owner": "Owner"}


@dialog("share", role="reader")
def share(asked: Asked) -> Mapping[str, Any]:
    """Whom a workbook is shared with."""
    ctx, workbook = asked.ctx, asked.workbook
    wanted = asked.form.get("person", "")
    known = by_ids(ctx.session, [wanted]) if wanted else {}
    people = [
        {
            "id": each.person.id,
            "name": each.person.name,
            "email": each.person.email,
            "avatar": Avatar.of(each.person.id, each.person.name),
            "role": each.role,
            "role_name": _NAMES[each.role],
            "is_me": each.person.id == ctx.actor.person_id,
        }
        for each in shares.list_shares(ctx, workbook_id=workbook.id)
    ]
    asked_for = asked.form.get("role", "")
    return {
        "title": workbook.title,
        "people": people,
        "roles": ROLES,
        "links": LINKS,
        "link_role": workbook.link_role,
        "chosen": [(each.id, each.name) for each in known.values()],
        "asked_role": asked_for if asked_for in dict(ROLES) else "reader",
        "is_owner": access.may(ctx, workbook, "owner"),
        "role": access.role_of(ctx, workbook),
    }


@share.done
def _share(place: Place, form: Form) -> Did:
    do, workbook_id = form.get("do", "add"), place.workbook_id
    if do == "ask":
        wanted, message = form.get("wanted", "writer"), form.get("message", "")
        asked: dict[str, Any] = {"role": wanted, "message": message}
        page(shares.ask_for_access, nothing, workbook_id=workbook_id, **asked)
        return Did("The owner has been asked.")
    if do == "link":
        page(shares.share_with_all, nothing, workbook_id=workbook_id, role=form.get("link", ""))
        return Did("Access was changed.", stays=True)
    if do.startswith("remove:"):
        page(shares.unshare, nothing, workbook_id=workbook_id, person_id=do.removeprefix("remove:"))
        if form.get("me") == do.removeprefix("remove:"):
            return Did(url=at("/"))
        return Did("Access was removed.", stays=True)
    if do.startswith("role:"):
        person_id = do.removeprefix("role:")
        role = form.get(f"role-{person_id}", "reader")
        _give(workbook_id, person_id, role, notifies=False)
        return Did("Access was changed.", stays=True)
    chosen = [each for each in form.getlist("people") if each]
    if not chosen:
        raise Invalid("invalid_argument", "Choose whom to share it with.")
    for person_id in chosen:
        _give(
            workbook_id,
            person_id,
            form.get("role", "reader"),
            notifies=bool(form.get("notify")),
            message=form.get("message", ""),
        )
    return Did("It was shared.", stays=True)


def _give(workbook_id: str, person_id: str, role: str, **more: Any) -> None:
    page(shares.share, nothing, workbook_id=workbook_id, person_id=person_id, role=role, **more)


@BLUEPRINT.post("/ask/<workbook_id>")
def ask(workbook_id: str) -> Any:
    """Ask for a workbook that one may or may not be shown."""
    message = flask.request.form.get("message", "")
    page(shares.ask_for_access, nothing, workbook_id=workbook_id, role="reader", message=message)
    return gone_to(at("/", {"asked": "1"}))
